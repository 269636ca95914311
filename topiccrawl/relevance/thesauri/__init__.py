"""Thesauri: Cilin and lists of synonyms."""

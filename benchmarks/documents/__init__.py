"""Texts of made files: PDF, Word, Excel and OFD."""

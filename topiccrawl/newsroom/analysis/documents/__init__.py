"""Briefings as documents: HTML that stands alone, Word, PDF."""

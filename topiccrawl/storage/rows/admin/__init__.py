"""Rows for the administration pages: the index of pages, figures of runs."""

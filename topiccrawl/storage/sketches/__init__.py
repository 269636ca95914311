"""Sketches of pages: duplicates are looked up in the database by them."""

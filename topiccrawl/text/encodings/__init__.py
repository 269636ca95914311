"""Bytes to text: which encoding a page has, and what is broken or mixed in it."""

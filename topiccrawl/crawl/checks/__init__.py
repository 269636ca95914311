"""Checks at the start of a crawl, and how their errors are told."""

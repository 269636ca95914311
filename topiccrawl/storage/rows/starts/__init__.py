"""Rows about starts of crawls: queries with their results, and pages to re-visit."""

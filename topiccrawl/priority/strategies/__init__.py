"""Strategies: what a crawl decides about pages and links, by name."""

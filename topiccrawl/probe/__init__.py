"""Probes of sites before a crawl: what a few polite requests tell of a site."""

"""Webs of our own making that show how a crawl starts: a search engine, a site that grows by the day."""

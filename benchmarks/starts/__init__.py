"""Generated webs for the starts of a crawl: a search engine, a site that grows daily."""

"""Scrapy's and scrapy-redis's own tests, run against topiccrawl's scheduler and frontiers."""

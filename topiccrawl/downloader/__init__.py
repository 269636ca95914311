"""Download handlers: Scrapy's, with limits."""

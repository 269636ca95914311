"""Commands of `scrapy` that the project brings along, or brings in place of Scrapy's own."""

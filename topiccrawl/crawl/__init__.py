"""What the Scrapy components of one crawl share."""

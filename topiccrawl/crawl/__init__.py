"""What the parts of one crawl share."""

"""The rules of single sites in a crawl."""

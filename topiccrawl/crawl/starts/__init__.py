"""What a crawl can start with besides seed pages, as requests."""

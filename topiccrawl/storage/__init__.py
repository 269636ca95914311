"""What a crawl keeps: schema, corpus store, frontier."""

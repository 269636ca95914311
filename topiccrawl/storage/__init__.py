"""What a crawl stores: the schema, the corpus and the frontier."""

"""Start of a crawl on a large corpus: seconds and memory to the first request."""

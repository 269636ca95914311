"""The shared state of a crawl on a Redis server: frontier and URL history."""

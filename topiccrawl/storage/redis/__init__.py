"""What the workers of a shared crawl have in common on a Redis server."""

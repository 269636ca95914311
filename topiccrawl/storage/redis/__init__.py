"""The frontier of a crawl that workers share on a Redis server."""

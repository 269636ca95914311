"""Scrapy extensions: progress, summary, error lines, watchdog, start URLs from Redis."""

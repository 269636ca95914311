"""Scrapy download handlers with limits."""

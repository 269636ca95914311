"""Scrapy spiders."""

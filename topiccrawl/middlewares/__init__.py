"""Scrapy middlewares: link context, description gate."""

"""Scrapy commands (`COMMANDS_MODULE`)."""

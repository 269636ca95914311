"""Spiders: they yield links and pages."""

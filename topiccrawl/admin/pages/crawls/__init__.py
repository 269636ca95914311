"""Crawls: run, set up and followed."""

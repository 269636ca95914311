"""Crawls: starting, stopping, and their progress."""

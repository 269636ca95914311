"""Crawls: started and stopped, and how they go."""

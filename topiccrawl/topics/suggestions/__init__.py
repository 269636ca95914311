"""Suggestions of related words for a topic."""

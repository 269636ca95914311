"""A user's first hour: topics of ten words that nobody has tuned."""

"""The frontier in a SQLite file."""

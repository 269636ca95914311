"""SQLite files: their only writer and its lock."""

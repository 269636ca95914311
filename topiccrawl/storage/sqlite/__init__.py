"""SQLite files: one writer, locks, errors, damage."""

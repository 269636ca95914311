"""Records as rows of their tables: checks of values, writing and reading inside a transaction."""

"""Commands that look at single pages and texts."""

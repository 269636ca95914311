"""Scripts of a page, read but never run: what they call, assign and build of strings."""

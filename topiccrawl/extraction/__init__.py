"""Main text of a page: text density, post-processing, the extractors to choose from."""

"""Pages without an article: what of them is stored."""

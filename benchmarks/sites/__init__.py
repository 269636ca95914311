"""Generated sites with known pages, their server, and a plain spider for them."""

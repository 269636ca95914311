"""The corpus: pages, their rows, and the writer that batches them."""

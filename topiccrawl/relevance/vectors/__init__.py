"""Word vectors: readers for every format, memory-mapped tables, composed words."""

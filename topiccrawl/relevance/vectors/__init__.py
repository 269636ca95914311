"""Word vectors: reading every format, memory-mapped tables, composed words."""

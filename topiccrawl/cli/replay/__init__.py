"""`topiccrawl replay`."""

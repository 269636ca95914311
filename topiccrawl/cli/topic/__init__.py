"""`topiccrawl topic`."""

"""`topiccrawl frontier`."""

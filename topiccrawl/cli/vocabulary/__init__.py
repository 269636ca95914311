"""`topiccrawl vocabulary`."""

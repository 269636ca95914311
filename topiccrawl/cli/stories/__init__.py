"""`topiccrawl stories`."""

"""`topiccrawl extract`: show what is extracted from single pages, and why."""

"""`topiccrawl briefing`."""

"""Stories: which pages report the same event, where it was published first, and how it spread (paper C)."""

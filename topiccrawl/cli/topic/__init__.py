"""`topiccrawl topic`: list, make, check, explain and refine topics."""

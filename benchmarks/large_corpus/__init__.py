"""A corpus of 100,000 pages with bodies of a replay web, through all steps."""

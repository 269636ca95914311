"""All steps on a corpus of 100,000 pages with bodies from a replay web."""

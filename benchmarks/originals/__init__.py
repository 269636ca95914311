"""Deduplication: cost by the number of originals, beside other packages, and against brute force."""

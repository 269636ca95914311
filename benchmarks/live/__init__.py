"""Crawls of a labelled web on loopback: quality (`python -m benchmarks.live`) and speed."""

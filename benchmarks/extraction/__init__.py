"""Main texts of real pages: quality, speed, robustness; `python -m benchmarks.extraction` is the contest."""

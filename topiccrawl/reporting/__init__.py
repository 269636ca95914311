"""Output of a crawl for its user: log lines, live line, summary, exit code."""

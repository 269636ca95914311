"""What a crawl says to its user: log lines, live line, summary, exit code."""

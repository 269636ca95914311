"""Real crawls that are killed: on one machine (`benchmarks.kills`) or as workers of a shared crawl."""

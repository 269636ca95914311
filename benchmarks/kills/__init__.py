"""Real crawls that are killed: one machine (`python -m benchmarks.kills`), workers that share a crawl (`workers`)."""

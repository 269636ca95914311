"""How much of what the seeds' sites have on a topic a crawl holds."""

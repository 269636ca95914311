"""A contest of crawlers: topiccrawl and others on the same served web, each with its own environment."""

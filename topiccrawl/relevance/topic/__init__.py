"""A topic as data: `topic.toml`, its words, its seeds."""

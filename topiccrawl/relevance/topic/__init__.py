"""A topic as data: `topic.toml`, its words, its seeds."""

from topiccrawl.relevance.topic.topic import Topic

__all__ = ["Topic"]

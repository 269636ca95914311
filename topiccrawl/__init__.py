"""topiccrawl: a focused crawler that turns a topic into a clean Chinese domain corpus."""

__version__ = "1.0.0rc1"

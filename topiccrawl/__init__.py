"""topiccrawl: a focused crawler that turns a topic into a clean Chinese domain corpus."""

__version__ = "0.1.0"

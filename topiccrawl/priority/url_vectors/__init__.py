"""URL vectors: similarity of two URLs, element by element, with weights that follow a crawl (patent D)."""

from topiccrawl.priority.url_vectors.examples import similarity

__all__ = ["similarity"]

"""What is told when a file of vectors cannot be read."""

from __future__ import annotations

from topiccrawl.relevance.resource_error import ResourceError


class VectorFileError(ResourceError):
    """A file of vectors cannot be read; the message names it, and the line where it has lines."""

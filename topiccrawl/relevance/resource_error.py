"""What is told when a resource is missing or broken."""

from __future__ import annotations


class ResourceError(ValueError):
    """A resource is missing, broken or unknown; the message names it (file and line) and says why."""

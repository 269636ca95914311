"""Deduplication of pages by title and by body."""

from __future__ import annotations

from topiccrawl.dedup.bodies import BodyIndex
from topiccrawl.dedup.titles import TitleIndex

__all__ = ["BodyIndex", "TitleIndex"]

"""Titles and bodies that are there already."""

from __future__ import annotations

from topiccrawl.dedup.bodies import BodyIndex
from topiccrawl.dedup.titles import TitleIndex

__all__ = ["BodyIndex", "TitleIndex"]

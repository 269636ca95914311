"""Regular expressions that every supported Python reads alike."""

from __future__ import annotations

import re
from pathlib import Path

import topiccrawl

_POSSESSIVE_GROUP = re.compile(r"\)(?:[*+?]|\{\d*,?\d*\})\+(?!\+)")


def test_no_group_is_possessive():
    """Python up to 3.11.4, as Debian 12 has it, matches them wrongly; atomic groups do the same there."""
    root = Path(topiccrawl.__file__).parent
    lines = (
        (path, number, line)
        for path in root.rglob("*.py")
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
    )
    assert [(str(path), number) for path, number, line in lines if _POSSESSIVE_GROUP.search(line)] == []

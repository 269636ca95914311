"""Regular expressions that every supported Python reads alike."""

from __future__ import annotations

import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import topiccrawl
from topiccrawl.text import lazy_re

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


def test_patterns_are_compiled_at_their_first_use():
    assert [lazy_re.compile(r"党(\w)", re.ASCII).findall(text) for text in ("党a", "党建")] == [["a"], []]
    assert lazy_re.compile("PARTY", re.IGNORECASE).sub("x", "a party, a Party") == "a x, a x"
    broken = lazy_re.compile("(")
    with pytest.raises(re.error):
        broken.search("")
    with pytest.raises(AttributeError):
        lazy_re.compile("a").no_such_method("")


def test_all_lazy_patterns_of_modules_can_be_compiled():
    patterns = []
    for module in pkgutil.walk_packages(topiccrawl.__path__, "topiccrawl."):
        source = Path(module.module_finder.path, module.name.rpartition(".")[2]).with_suffix(".py")
        if source.is_file() and "import lazy_re as re" in source.read_text("utf-8"):
            values = vars(importlib.import_module(module.name)).values()
            patterns += [value for value in values if isinstance(value, lazy_re.LazyPattern)]
    assert len(patterns) > 300
    assert all(pattern.pattern for pattern in patterns)

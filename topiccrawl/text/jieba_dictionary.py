"""The dictionary of the installed jieba package: 349,000 words of general Chinese text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path


def jieba_words() -> Iterator[tuple[str, str, str]]:
    """Yield each word, its frequency in about 60 million words of text, and its usual part of speech."""
    with _file().open(encoding="utf-8") as lines:
        for line in lines:
            word, frequency, tag = line.split()
            yield word, frequency, tag


def jieba_words_with(tags: Iterable[str]) -> frozenset[str]:
    """Return the words with one of these parts of speech.

    >>> "但是" in jieba_words_with(["c"])
    True
    """
    wanted = "|".join(map(re.escape, tags))
    # Each start of a crawl waits for this: one search is faster than a loop over all lines.
    return frozenset(re.findall(rf"^(\S+) \d+ (?:{wanted})$", _file().read_text("utf-8"), re.MULTILINE))


def _file() -> Path:
    # importlib.resources would import jieba, which is slow and which most crawls do not use.
    package = find_spec("jieba")
    assert package is not None and package.origin is not None
    return Path(package.origin).with_name("dict.txt")

"""Invented headlines of many fields (`resources/sample_titles.tsv`), as samples of other topics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Set
from functools import cache
from typing import NamedTuple

from topiccrawl.text.resources import read_resource
from topiccrawl.text.segment import Segmenter


class SampleTitle(NamedTuple):
    """A headline and its field."""

    field: str
    text: str


@cache
def sample_titles() -> tuple[SampleTitle, ...]:
    """Return the headlines."""
    lines = read_resource("sample_titles.tsv").splitlines()
    return tuple(SampleTitle(*line.split("\t")) for line in lines if line and not line.startswith("#"))


def titles_with(words: Set[str], segmenter: Segmenter) -> dict[str, list[SampleTitle]]:
    """Return the headlines of other fields that contain each word; words that have none are left out.

    The topic's own field is the one with the most of its words.
    """
    found: dict[str, list[SampleTitle]] = {}
    for title in sample_titles():
        for word in words & set(segmenter.content_words(title.text)):
            found.setdefault(word, []).append(title)
    fields = Counter(title.field for titles in found.values() for title in titles)
    own = fields.most_common(1)[0][0] if fields else ""
    others = {word: [title for title in found[word] if title.field != own] for word in sorted(found)}
    return {word: titles for word, titles in others.items() if titles}

"""A page of a story, with everything that says where its text came from."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property

from topiccrawl.dedup.seniority import PageAge, page_age
from topiccrawl.dedup.sketch import squeeze

_COMPARED = 6000
"""Characters of a text that are compared."""

SHINGLE = 6
"""Length of the compared pieces of text in characters."""


@dataclass(frozen=True)
class Member:
    """A page of a story.

    Attributes:
        number: id of the page.
        url: its URL.
        names: the names of its site, the usual one first.
        title: the headline.
        text: the text.
        published: date of publication, as the page gives it.
        fetched_at: when it was fetched.
        source: the source that the page names.
        links: URLs in canonical form that the source or the text link to.
        original_title: the title that the page says the story had elsewhere.
        group: pages of one group are copies of each other.
        raw_title: the title as the page gives it.
    """

    number: int
    url: str
    names: tuple[str, ...]
    title: str
    text: str
    published: str | None
    fetched_at: datetime
    source: str = ""
    links: frozenset[str] = field(default_factory=frozenset)
    original_title: str = ""
    group: int = 0
    raw_title: str = ""

    @property
    def site(self) -> str:
        """The usual name of its site."""
        return self.names[0]

    @cached_property
    def age(self) -> PageAge:
        """When it was published."""
        return page_age(self.published, self.fetched_at)

    @cached_property
    def pieces(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The overlapping pieces of title and text in their order, without punctuation."""
        return _pieces(self.title), _pieces(self.text[:_COMPARED])

    @cached_property
    def shingles(self) -> frozenset[str]:
        """The same as a set."""
        return frozenset(piece for part in self.pieces for piece in part)

    @cached_property
    def lead(self) -> str:
        """The beginning and the end of the text, where reposts name their source."""
        return f"{self.text[:200]}\n{self.text[-120:] if len(self.text) > 320 else ''}"


def _pieces(text: str) -> tuple[str, ...]:
    plain = squeeze(re.sub(r"\s", "", text))
    return tuple(plain[at : at + SHINGLE] for at in range(max(1, len(plain) - SHINGLE + 1)))

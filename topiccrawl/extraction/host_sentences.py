"""Sentences of the pages of one host: which pages are put together from sentences of other pages.

A form has the same sentences in the same order, a repost repeats one page, and a page of a site repeats its
furniture. Only where sentences recur beside ever other ones, pages are woven from a stock of sentences.
"""

from __future__ import annotations

import itertools
import re
import struct
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from hashlib import blake2b
from typing import NamedTuple, Self

MAX_SENTENCES = 400
"""Maximum number of sentences per host; the oldest ones of a single page are removed first."""

MAX_PAGE_SENTENCES = 40
"""Number of sentences that are looked at per page, the first ones."""

MIN_CHARS = 8
"""Length of a sentence in characters from which on it counts: shorter ones are found everywhere."""

WINDOW = 64
"""Number of pages after which the counts of pages are halved, so that a host can recover."""

MIN_RECOMBINED, RECOMBINED_SHARE = 4, 0.5
"""Sentences, and share of the text, beside other ones than before from which on a page is woven."""

MIN_WOVEN, WOVEN_SHARE = 2, 0.2
"""Woven pages, and their share of the host's pages, from which on such pages of a host are spam."""

_ENDS = re.compile(r"[。！？!?；;…\n]")
_SIGNS = re.compile(r"\W+")
_SUCCESSORS = 4
_HEAD = struct.Struct("<HH")
_SENTENCE = struct.Struct("<IIH4I")


class Woven(Enum):
    """Whether a page is put together from sentences of other pages of its host."""

    NO = 0
    SINGLE = 1
    """It is, but few pages of its host are."""
    OF_MANY = 2
    """It is, as other pages of its host are: spam."""


class Sentence(NamedTuple):
    """A sentence of a page.

    Attributes:
        key: its hash; not 0.
        size: its length in characters, without punctuation.
    """

    key: int
    size: int


def sentences_of(text: str) -> tuple[Sentence, ...]:
    """Return the first sentences of a text, without short ones.

    >>> [one.size for one in sentences_of("党支部召开了主题党日活动。大家说好。会议学习了文件精神！")]
    [12, 9]
    """
    whole = (_SIGNS.sub("", part) for part in _ENDS.split(text))
    long = itertools.islice((one for one in whole if len(one) >= MIN_CHARS), MAX_PAGE_SENTENCES)
    return tuple(Sentence(_hash(one), len(one)) for one in long)


class _Seen(NamedTuple):
    """A sentence of earlier pages.

    Attributes:
        story: hash of the title of the last page with it.
        pages: number of pages of different stories with it.
        next: sentences that followed it, the latest last.
    """

    story: int
    pages: int
    next: tuple[int, ...]


@dataclass
class HostSentences:
    """Counts of the sentences of a host.

    Attributes:
        pages: number of added pages, halved at `WINDOW`.
        woven: number of woven ones among them.
    """

    pages: int = 0
    woven: int = 0
    _seen: dict[int, _Seen] = field(default_factory=dict)

    def add(self, story: int, sentences: Sequence[Sentence]) -> Woven:
        """Add a page; return whether it is spam: a woven page of a host with such pages.

        Args:
            story: hash of its title; pages with one title are parts of one page.
            sentences: of its text.
        """
        story &= 0xFFFFFFFF
        is_woven = self._is_woven(story, sentences)
        self.pages += 1
        self.woven += is_woven
        is_spam = is_woven and self.woven >= max(MIN_WOVEN, WOVEN_SHARE * self.pages)
        found = Woven.OF_MANY if is_spam else Woven.SINGLE if is_woven else Woven.NO
        keys = [one.key for one in sentences]
        for key, following in itertools.zip_longest(keys, keys[1:]):
            seen = self._seen.pop(key, _Seen(story, 1, ()))
            pages = seen.pages if seen.story == story else min(seen.pages + 1, 60_000)
            others = tuple(other for other in seen.next if other != following)
            self._seen[key] = _Seen(
                story, pages, (*others, following)[-_SUCCESSORS:] if following else seen.next
            )
        if self.pages >= WINDOW:
            self.pages, self.woven = self.pages // 2, self.woven // 2
        self._forget()
        return found

    def _is_woven(self, story: int, sentences: Sequence[Sentence]) -> bool:
        moved: set[int] = set()
        for place, (one, following) in enumerate(itertools.pairwise(sentences)):
            if not (self._recurs(one.key, story) and self._recurs(following.key, story)):
                continue
            if any(other != following.key for other in self._seen[one.key].next):
                moved |= {place, place + 1}
        chars = sum(sentences[place].size for place in moved)
        return len(moved) >= MIN_RECOMBINED and chars >= RECOMBINED_SHARE * sum(one.size for one in sentences)

    def _recurs(self, key: int, story: int) -> bool:
        seen = self._seen.get(key)
        return seen is not None and (seen.story != story or seen.pages > 1)

    def _forget(self) -> None:
        surplus = len(self._seen) - MAX_SENTENCES
        if surplus > 0:
            for key in sorted(self._seen, key=lambda key: self._seen[key].pages > 1)[:surplus]:
                del self._seen[key]

    def to_bytes(self) -> bytes:
        """Return the counts as bytes, 26 per sentence."""
        rows = (
            _SENTENCE.pack(key, seen.story, seen.pages, *seen.next, *[0] * (_SUCCESSORS - len(seen.next)))
            for key, seen in self._seen.items()
        )
        return _HEAD.pack(self.pages, self.woven) + b"".join(rows)

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """Return the counts that `to_bytes` returned.

        Raises:
            struct.error: the data has another length.
        """
        seen = {}
        for key, story, pages, *following in _SENTENCE.iter_unpack(data[_HEAD.size :]):
            seen[key] = _Seen(story, pages, tuple(filter(None, following)))
        pages, woven = _HEAD.unpack_from(data)
        return cls(pages, woven, seen)


def _hash(sentence: str) -> int:
    digest = blake2b(sentence.encode("utf-8", "replace"), digest_size=4).digest()
    return int.from_bytes(digest, "little") or 1

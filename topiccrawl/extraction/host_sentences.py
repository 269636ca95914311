"""Sentences of the pages of one host: which pages are put together from sentences of other pages.

A form has the same sentences in the same order, a repost repeats one page, and a page of a site repeats its
furniture. Only where sentences recur beside ever other ones, pages are woven from a stock of sentences. The
same holds for clauses, of which sentences can be put together: but pages of one site share many of those, so
that nearly all of a page's clauses must recur.
"""

from __future__ import annotations

import itertools
import re
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from hashlib import blake2b
from typing import NamedTuple, Self

MAX_SENTENCES, MAX_CLAUSES = 400, 600
"""Maximum number of sentences and clauses per host; the oldest ones of a single page are removed first."""

MAX_PAGE_SENTENCES, MAX_PAGE_CLAUSES = 40, 60
"""Number of sentences and clauses that are looked at per page, the first ones."""

MIN_CHARS, MIN_CLAUSE = 8, 6
"""Length in characters from which on a sentence and a clause counts: shorter ones are found everywhere."""

WINDOW = 64
"""Number of pages after which the counts of pages are halved, so that a host can recover."""

MIN_RECOMBINED, RECOMBINED_SHARE = 4, 0.5
"""Sentences, and share of the text, beside other ones than before from which on a page is woven."""

RECURRING_CLAUSES, RECOMBINED_CLAUSES = 0.9, 0.3
"""Share of the text in clauses of earlier pages, and beside other ones than there, from which on it is, too.

Invented sites, whose articles share most of their clauses, reach .86 and .46, but not both at once."""

MIN_WOVEN, WOVEN_SHARE = 2, 0.2
"""Woven pages, and their share of the host's pages, from which on such pages of a host are spam."""

_SENTENCE = re.compile(r"[^。！？!?；;…\n]+")
_CLAUSE = re.compile(rf"\w{{{MIN_CLAUSE},}}")
_SIGNS = re.compile(r"\W+")
_SUCCESSORS = 4
_HEAD = struct.Struct("<HHH")
_PASSAGE = struct.Struct("<IIH4I")


class Woven(Enum):
    """Whether a page is put together from sentences of other pages of its host."""

    NO = 0
    SINGLE = 1
    """It is, but few pages of its host are."""
    OF_MANY = 2
    """It is, as other pages of its host are: spam."""


class Passage(NamedTuple):
    """A sentence or clause of a page.

    Attributes:
        key: its hash; not 0.
        size: its length in characters, without punctuation.
    """

    key: int
    size: int


class Passages(NamedTuple):
    """The passages of a page, in order.

    Attributes:
        sentences: its first sentences, without short ones.
        clauses: what stands between its first marks of punctuation, without short ones.
    """

    sentences: tuple[Passage, ...] = ()
    clauses: tuple[Passage, ...] = ()


def passages_of(text: str) -> Passages:
    """Return the first sentences and clauses of a text, without short ones.

    >>> found = passages_of("昨天下午，党支部召开了主题党日活动。大家说好。会议学习了文件精神！")
    >>> [one.size for one in found.sentences], [one.size for one in found.clauses]
    ([16, 9], [12, 9])
    """
    # Found one by one: of a long text only the beginning is looked at.
    sentences = (_SIGNS.sub("", found[0]) for found in _SENTENCE.finditer(text))
    return Passages(
        _passages(sentences, MIN_CHARS, MAX_PAGE_SENTENCES),
        _passages((found[0] for found in _CLAUSE.finditer(text)), MIN_CLAUSE, MAX_PAGE_CLAUSES),
    )


def _passages(texts: Iterator[str], least: int, most: int) -> tuple[Passage, ...]:
    long = itertools.islice((one for one in texts if len(one) >= least), most)
    return tuple(Passage(_hash(one), len(one)) for one in long)


class _Seen(NamedTuple):
    """A passage of earlier pages.

    Attributes:
        story: hash of the title of the last page with it.
        pages: number of pages of different stories with it.
        next: passages that followed it, the latest last.
    """

    story: int
    pages: int
    next: tuple[int, ...]


@dataclass
class _Order:
    """In which order passages stood on earlier pages.

    Attributes:
        most: maximum number of passages.
    """

    most: int
    _seen: dict[int, _Seen] = field(default_factory=dict)

    def recurring(self, story: int, passages: Sequence[Passage]) -> list[bool]:
        """Return for each passage of a page whether pages of other stories have it."""
        found = (self._seen.get(one.key) for one in passages)
        return [seen is not None and (seen.story != story or seen.pages > 1) for seen in found]

    def moved(self, recurs: Sequence[bool], passages: Sequence[Passage], *, ever: bool) -> list[bool]:
        """Return which recurring passages stand beside another recurring one than on earlier pages.

        Args:
            recurs: what `recurring` returned.
            passages: of the page.
            ever: whether one earlier page with another one is enough; otherwise none may have had the same.
        """
        moved = [False] * len(passages)
        for place, (one, following) in enumerate(itertools.pairwise(passages)):
            if not (recurs[place] and recurs[place + 1]):
                continue
            others = self._seen[one.key].next
            if others and (following.key not in others or (ever and len(others) > 1)):
                moved[place] = moved[place + 1] = True
        return moved

    def add(self, story: int, passages: Sequence[Passage]) -> None:
        """Add the passages of a page."""
        keys = [one.key for one in passages]
        for key, following in itertools.zip_longest(keys, keys[1:]):
            seen = self._seen.pop(key, None)
            if seen is None:
                self._seen[key] = _Seen(story, 1, (following,) if following else ())
                continue
            pages = seen.pages if seen.story == story else min(seen.pages + 1, 60_000)
            others = tuple(other for other in seen.next if other != following)
            self._seen[key] = _Seen(
                story, pages, (*others, following)[-_SUCCESSORS:] if following else seen.next
            )
        surplus = len(self._seen) - self.most
        if surplus > 0:  # oldest first, those of a single page before all others
            found = (key for key, seen in self._seen.items() if seen.pages == 1)
            single = list(itertools.islice(found, surplus))
            rest = (key for key, seen in self._seen.items() if seen.pages > 1)
            for key in [*single, *itertools.islice(rest, surplus - len(single))]:
                del self._seen[key]

    def to_bytes(self) -> bytes:
        """Return the passages as bytes, 26 for each."""
        return b"".join(
            _PASSAGE.pack(key, seen.story, seen.pages, *seen.next, *[0] * (_SUCCESSORS - len(seen.next)))
            for key, seen in self._seen.items()
        )

    @classmethod
    def from_bytes(cls, most: int, data: bytes) -> Self:
        """Return the passages that `to_bytes` returned."""
        return cls(
            most,
            {
                key: _Seen(story, pages, tuple(filter(None, following)))
                for key, story, pages, *following in _PASSAGE.iter_unpack(data)
            },
        )


@dataclass
class HostSentences:
    """Counts of the sentences and clauses of a host.

    Attributes:
        pages: number of added pages, halved at `WINDOW`.
        woven: number of woven ones among them.
    """

    pages: int = 0
    woven: int = 0
    _sentences: _Order = field(default_factory=lambda: _Order(MAX_SENTENCES))
    _clauses: _Order = field(default_factory=lambda: _Order(MAX_CLAUSES))

    def add(self, story: int, page: Passages) -> Woven:
        """Add a page; return whether it is spam: a woven page of a host with such pages.

        Args:
            story: hash of its title; pages with one title are parts of one page.
            page: its sentences and clauses.
        """
        story &= 0xFFFFFFFF
        is_woven = self._has_woven_sentences(story, page.sentences) or self._has_woven_clauses(
            story, page.clauses
        )
        self.pages += 1
        self.woven += is_woven
        is_spam = is_woven and self.woven >= max(MIN_WOVEN, WOVEN_SHARE * self.pages)
        self._sentences.add(story, page.sentences)
        self._clauses.add(story, page.clauses)
        if self.pages >= WINDOW:
            self.pages, self.woven = self.pages // 2, self.woven // 2
        return Woven.OF_MANY if is_spam else Woven.SINGLE if is_woven else Woven.NO

    def _has_woven_sentences(self, story: int, sentences: Sequence[Passage]) -> bool:
        recurs = self._sentences.recurring(story, sentences)
        moved = self._sentences.moved(recurs, sentences, ever=True)
        return sum(moved) >= MIN_RECOMBINED and _share(sentences, moved) >= RECOMBINED_SHARE

    def _has_woven_clauses(self, story: int, clauses: Sequence[Passage]) -> bool:
        recurs = self._clauses.recurring(story, clauses)
        if len(clauses) < MIN_RECOMBINED or _share(clauses, recurs) < RECURRING_CLAUSES:
            return False
        moved = self._clauses.moved(recurs, clauses, ever=False)
        return sum(moved) >= MIN_RECOMBINED and _share(clauses, moved) >= RECOMBINED_CLAUSES

    def to_bytes(self) -> bytes:
        """Return the counts as bytes, 26 for each sentence and clause."""
        sentences = self._sentences.to_bytes()
        head = _HEAD.pack(self.pages, self.woven, len(sentences) // _PASSAGE.size)
        return head + sentences + self._clauses.to_bytes()

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """Return the counts that `to_bytes` returned.

        Raises:
            struct.error: the data has another length.
        """
        pages, woven, sentences = _HEAD.unpack_from(data)
        end = _HEAD.size + sentences * _PASSAGE.size
        return cls(
            pages,
            woven,
            _Order.from_bytes(MAX_SENTENCES, data[_HEAD.size : end]),
            _Order.from_bytes(MAX_CLAUSES, data[end:]),
        )


def _share(passages: Sequence[Passage], chosen: Sequence[bool]) -> float:
    """Return the share of the chosen ones in the text."""
    whole = sum(one.size for one in passages)
    return sum(one.size for one in itertools.compress(passages, chosen)) / max(1, whole)


def _hash(passage: str) -> int:
    digest = blake2b(passage.encode("utf-8", "replace"), digest_size=4).digest()
    return int.from_bytes(digest, "little") or 1

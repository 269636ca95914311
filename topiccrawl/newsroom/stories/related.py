"""Which originals report the same event: one pass over them in the order of their days.

Each page is compared with those of the last days (single-pass clustering, as in topic detection and
tracking). Memory is bounded by the pages of a window, and by some bytes for each page of the corpus.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from topiccrawl.dedup.title_vectors import bare_title
from topiccrawl.newsroom.stories.actors import have_other_actors
from topiccrawl.text.general_idf import general_idf
from topiccrawl.text.segment import default_segmenter

SAME = 0.6
"""Cosine from which two pages report the same event."""
RELATED = 0.35
"""Cosine from which their events are related."""
SAME_TITLE = 0.5
"""Minimum cosine of the headlines alone for the same event; separates series of similar reports."""
SAME_LEAD = 0.2
"""Minimum cosine of the beginnings of the texts; formulaic titles may report different events."""
DAYS_OF_EVENT = 3
"""Maximum number of days between two pages about the same event."""
DAYS = 10
"""Maximum number of days between two pages whose events are related."""
LEAD = 300
"""Number of characters of the text to compare."""
MOST_PAGES = 4000
"""Maximum number of pages in the window."""
_WORDS = 40
"""Number of a page's words to compare, by weight."""
_INDEXED = 10
"""Number of a page's words in the index."""
_COMMON = 400
"""Number of pages in the window above which a word is too common to find pages."""
_MOST_RELATED = 3
"""Maximum number of related pages kept for a page."""
_DATELINE = re.compile(r"^[^\n。]{0,40}?(?:电|讯|消息)(?=[\s　（(记])")


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a page with their weights, scaled to length 1.

    Attributes:
        title: of the headline.
        lead: of the beginning of the text.
        whole: of headline and beginning of the text.
        indexed: the weightiest ones.
        headline: the headline itself.
        beginning: the beginning of the text itself.
    """

    title: Mapping[str, float]
    lead: Mapping[str, float]
    whole: Mapping[str, float]
    indexed: tuple[str, ...]
    headline: str = ""
    beginning: str = ""


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A page of the window that is like another page.

    Attributes:
        place: its place in the order of pages.
        similarity: cosine.
        same: whether both report the same event.
    """

    place: int
    similarity: float
    same: bool


def words_of(title: str, text: str) -> Words:
    """Return the words of a page; those of the headline count twice."""
    lead = _DATELINE.sub("", text[:LEAD].lstrip())
    headline = bare_title(title)
    own = Counter(_content_words(headline))
    whole = Counter(dict.fromkeys(_content_words(lead), 1))
    begin = _scaled(whole)
    for word, count in own.items():
        whole[word] += 2 * count
    vector = _scaled(whole)
    return Words(_scaled(own), begin, vector, tuple(vector)[:_INDEXED], headline, lead)


def cosine(a: Mapping[str, float], b: Mapping[str, float]) -> float:
    """Return the cosine of two vectors of length 1."""
    if len(a) > len(b):
        a, b = b, a
    return min(1.0, sum(weight * b[word] for word, weight in a.items() if word in b))


class Window:
    """The pages of the last days."""

    def __init__(self) -> None:
        self._pages: deque[tuple[int, int, Words]] = deque()
        self._by_place: dict[int, tuple[int, Words]] = {}
        self._behind: dict[str, deque[int]] = {}

    def add(self, place: int, day: int, words: Words) -> list[Neighbour]:
        """Add a page and return similar earlier pages, most similar first.

        Args:
            place: its place in the order of pages.
            day: its day; not before that of the last page.
            words: its words.
        """
        while self._pages and (self._pages[0][1] < day - DAYS or len(self._pages) >= MOST_PAGES):
            self._forget(*self._pages.popleft())
        found = self._neighbours(day, words)
        self._pages.append((place, day, words))
        self._by_place[place] = (day, words)
        for word in words.indexed:
            self._behind.setdefault(word, deque()).append(place)
        return found

    def _neighbours(self, day: int, words: Words) -> list[Neighbour]:
        candidates: set[int] = set()
        for word in words.indexed:
            behind = self._behind.get(word, ())
            if len(behind) <= _COMMON:
                candidates.update(behind)
        found = []
        for place in candidates:
            then, other = self._by_place[place]
            similarity = cosine(words.whole, other.whole)
            if similarity >= RELATED:
                same = (
                    similarity >= SAME
                    and day - then <= DAYS_OF_EVENT
                    and cosine(words.title, other.title) >= SAME_TITLE
                    and cosine(words.lead, other.lead) >= SAME_LEAD
                    and not have_other_actors(
                        words.headline, words.beginning, other.headline, other.beginning
                    )
                )
                found.append(Neighbour(place, similarity, same))
        found.sort(key=lambda one: (-one.similarity, one.place))
        return found[:_MOST_RELATED]

    def _forget(self, place: int, day: int, words: Words) -> None:
        del self._by_place[place]
        for word in words.indexed:
            behind = self._behind[word]
            behind.popleft()  # pages are forgotten in the order in which they came
            if not behind:
                del self._behind[word]


def _content_words(text: str) -> list[str]:
    return [word for word in default_segmenter().content_words(text) if len(word) > 1]


def _scaled(counts: Mapping[str, int]) -> dict[str, float]:
    weights = {word: count * _idf(word) for word, count in counts.items()}
    weighty = sorted(weights, key=lambda word: (-weights[word], word))[:_WORDS]
    length = sum(weights[word] ** 2 for word in weighty) ** 0.5 or 1.0
    return {word: weights[word] / length for word in weighty}


@lru_cache(maxsize=100_000)
def _idf(word: str) -> float:
    return general_idf(word)

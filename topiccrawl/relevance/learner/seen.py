"""Pages that a crawl has seen, and what the topic words alone say of them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

MOST_EVIDENCE = 3
"""From so many topic words on, more of them say no more."""
_TITLED = 2
"""Further evidence of a topic word in the title: a text seldom names in its title what it only mentions."""
ENOUGH = 2
"""Topic words by which a page is kept before anything is learned: two different ones, or one in the title."""


@dataclass(frozen=True, slots=True)
class SeenPage:
    """A page with a text.

    Attributes:
        key: identifies the page.
        words: the different words of title and body.
        evidence: number of topic words, see `evidence`.
        grade: share of relevance in [0, 1] that a person gave; None: no grade.
        relevance: by the topic's own verdict, in [0, 1].
        site: pages of one site are left out together where it is measured what grades teach.
    """

    key: str
    words: frozenset[str]
    evidence: int
    grade: float | None = None
    relevance: float = 0.5
    site: str = ""


def evidence(topic_words: Collection[str], title: Collection[str], body: Collection[str]) -> int:
    """Return the number of different topic words, at most 3; a title with one of them makes it 4, or 5.

    A topic word in the title counts twice, so a page without another one has 4.

    Args:
        topic_words: of the topic.
        title: words of the title.
        body: words of the body.

    >>> evidence({"篮球", "后卫"}, {"篮球", "决赛"}, {"篮球", "后卫"}), evidence({"篮球"}, set(), {"篮球"})
    (5, 1)
    """
    own = frozenset(topic_words)  # those of a judge are one already, and not copied
    titled = own.intersection(title)
    found = min(MOST_EVIDENCE, len(titled | own.intersection(body)) + len(titled))
    return found + _TITLED if titled else found

"""Words that are more frequent in a period than in the one before it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sqlalchemy import Connection, func, select

from topiccrawl.newsroom.analysis.periods import Period
from topiccrawl.newsroom.analysis.volume import within
from topiccrawl.storage import schema
from topiccrawl.text.segment import default_segmenter
from topiccrawl.topics.words.keyness import contrast

_INDEX, _PAGES = schema.page_index.c, schema.pages.c
_BEGINNING = 300
"""Maximum number of characters to read of a text."""
_LEAST_PAGES = 3
_SIGNIFICANT = 15.13
"""G2 at p = .0001; the level is strict because thousands of words are compared."""


@dataclass(frozen=True, slots=True)
class NewWord:
    """A word that occurs on more pages of a period.

    Attributes:
        word: the word.
        pages: pages of the period that have it.
        before: pages of the period before that have it.
        g2: log-likelihood ratio of the difference (Dunning 1993).
    """

    word: str
    pages: int
    before: int
    g2: float


@dataclass(frozen=True, slots=True)
class NewWords:
    """The new words of a period.

    Attributes:
        words: the words, the most significant first.
        pages: pages of the period that were read.
        before: pages of the period before that were read.
    """

    words: tuple[NewWord, ...]
    pages: int
    before: int


def find_new_words(
    connection: Connection, topic: str, period: Period, *, most: int = 60, read: int = 1_000
) -> NewWords:
    """Return the words that are significantly more common in a period than in the one before.

    Titles and beginnings of texts are read. A word counts once per page, and copies do not count, so that
    repetition does not make a word new.

    Args:
        connection: of the database.
        topic: name of the topic.
        period: the period.
        most: the largest number of words.
        read: the largest number of pages of each period, the newest ones.
    """
    here, size = _counted(_texts(connection, topic, period, read))
    before, size_before = _counted(_texts(connection, topic, period.before(), read))
    found = [
        NewWord(word, pages, before[word], contrast(pages, size, before[word], size_before))
        for word, pages in here.items()
        if pages >= _LEAST_PAGES
    ]
    significant = sorted(
        (one for one in found if one.g2 >= _SIGNIFICANT), key=lambda one: (-one.g2, one.word)
    )
    return NewWords(tuple(significant[:most]), size, size_before)


def _counted(texts: Iterable[str]) -> tuple[Counter[str], int]:
    counts: Counter[str] = Counter()
    size = 0
    segmenter = default_segmenter()
    for text in texts:
        counts.update({word for word in segmenter.content_words(text) if len(word) > 1})
        size += 1
    return counts, size


def _texts(connection: Connection, topic: str, period: Period, most: int) -> Iterator[str]:
    # Ids first; otherwise the database reads and sorts the texts of the whole period.
    chosen = (
        select(_INDEX.page_id)
        .where(_INDEX.topic == topic, within(period), _INDEX.copied == 0)
        .order_by(_INDEX.page_id.desc())
        .limit(most)
        .subquery()
    )
    query = select(_PAGES.title, func.substr(_PAGES.text, 1, _BEGINNING))
    query = query.join_from(chosen, schema.pages, _PAGES.id == chosen.c.page_id)
    for title, beginning in connection.execute(query):
        yield f"{title}\n{beginning}"

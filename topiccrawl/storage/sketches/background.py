"""The background idf of title vectors that a topic's own titles give (paper C).

`term_weights` has how many titles of a topic have each word. From time to time, at the start of a crawl, the
idf that follows is written beside it, and from then on all titles of the topic are compared with this idf,
also those stored before. The number of titles that it was counted from stands in `sketch_progress.form`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sqlalchemy import BindParameter, Connection, bindparam, select, update

from topiccrawl.dedup.background import counted_idf
from topiccrawl.storage.rows.chunks import chunks
from topiccrawl.storage.rows.titles import Words
from topiccrawl.storage.schema.comparison import term_weights

_SEPARATOR = "+"


def form_with(form: str, titles: int) -> str:
    """Return the form of sketches whose idf was counted from so many titles; 0: the general idf.

    >>> form_with("1-abc", 2048), form_with("1-abc", 0)
    ('1-abc+2048', '1-abc')
    """
    return f"{form}{_SEPARATOR}{titles}" if titles else form


def split_form(stored: str) -> tuple[str, int]:
    """Return a form and the number of titles of its idf.

    >>> split_form("1-abc+2048"), split_form("1-abc")
    (('1-abc', 2048), ('1-abc', 0))
    """
    form, _, titles = stored.partition(_SEPARATOR)
    return form, int(titles or 0)


def write_idf(connection: Connection, topic: str, titles: int) -> None:
    """Write the idf of each word of a topic's titles beside its document frequency.

    Args:
        connection: in a transaction that holds the lock of the topic's row of `sketch_progress`.
        topic: name of the topic.
        titles: number of titles, at least 1.
    """
    own_topic: BindParameter[str] = bindparam("own_topic")
    own_term: BindParameter[str] = bindparam("own_term")
    sums = term_weights.c
    statement = (
        update(term_weights)
        .where(sums.topic == own_topic, sums.term == own_term)
        .values(idf=bindparam("new_idf"))
    )
    query = select(sums.term, sums.document_frequency).where(sums.topic == topic).order_by(sums.term)
    frequencies = {term: int(count) for term, count in connection.execute(query)}
    idf = counted_idf(frequencies, titles)
    for some in chunks(list(frequencies)):
        connection.execute(
            statement, [{"own_topic": topic, "own_term": term, "new_idf": idf(term)} for term in some]
        )


def with_stored_idf(
    connection: Connection, topic: str, titles: int, pages: Mapping[int, Words]
) -> dict[int, Words]:
    """Return the words of titles with the idf of the topic.

    Words that came later than the idf have that of a word of one title.

    Args:
        connection: of the database.
        topic: name of the topic.
        titles: number of titles that the idf was counted from.
        pages: words by id of the page.
    """
    stored = _stored_idf(connection, topic, {term for words in pages.values() for term in words})
    unknown = counted_idf({}, titles)("")
    return {
        number: {term: (count, stored.get(term, unknown)) for term, (count, _) in words.items()}
        for number, words in pages.items()
    }


def _stored_idf(connection: Connection, topic: str, terms: Iterable[str]) -> dict[str, float]:
    sums = term_weights.c
    found: dict[str, float] = {}
    for some in chunks(sorted(terms)):
        query = select(sums.term, sums.idf).where(sums.topic == topic, sums.term.in_(some))
        found.update((term, idf) for term, idf in connection.execute(query))
    return found

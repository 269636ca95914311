"""The words of titles in the database; the views `term_weights` and `title_tf_idf` sum them up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from sqlalchemy import BindParameter, Connection, bindparam, delete, select

from topiccrawl.storage import schema
from topiccrawl.storage.rows.chunks import chunks
from topiccrawl.storage.rows.upsert import upsert
from topiccrawl.storage.schema.column_types import TERM_LENGTH

Words = Mapping[str, int]
"""By word: how often a title has it."""


def storable_words(counts: Words) -> Words:
    """Return the words of a title without surrounding blanks; words that are too long are left out."""
    words: Counter[str] = Counter()
    for word, count in counts.items():
        # MySQL ignores blanks at the end when it compares, so two words would be one key.
        if 0 < len(term := word.strip()) <= TERM_LENGTH:
            words[term] += count
    return words


def write_title_words(connection: Connection, pages: Mapping[int, Words], again: Collection[int]) -> None:
    """Write the words of the titles of pages, by their ids, in place of those that were stored.

    Args:
        connection: in a transaction that locked these rows of `pages` before it read anything.
        pages: words by id of the page.
        again: ids of those that may have words already.
    """
    old = _words_of(connection, [number for number in pages if number in again])
    written, removed = [], []
    for number, words in sorted(pages.items()):  # in the same order in all workers: no deadlocks
        before = old.get(number, {})
        written += [
            {"page_id": number, "term": term, "occurrences": count}
            for term, count in sorted(words.items())
            if before.get(term) != count
        ]
        removed += [{"own_page": number, "own_term": term} for term in before.keys() - words.keys()]
    upsert(connection, schema.title_terms, written)
    if removed:
        own_page: BindParameter[int] = bindparam("own_page")
        own_term: BindParameter[str] = bindparam("own_term")
        terms = schema.title_terms.c
        this = delete(schema.title_terms).where(terms.page_id == own_page, terms.term == own_term)
        connection.execute(this, removed)


def _words_of(connection: Connection, pages: Sequence[int]) -> dict[int, dict[str, int]]:
    found: dict[int, dict[str, int]] = {}
    for some in chunks(pages):
        query = select(schema.title_terms).where(schema.title_terms.c.page_id.in_(some))
        for number, term, count in connection.execute(query):
            found.setdefault(number, {})[term] = count
    return found

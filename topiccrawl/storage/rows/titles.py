"""The words of titles in the database, and how common each word is.

The sums in `term_weights` are changed by the difference that a page makes, in the transaction that changes
its words, so they stay right when a page is written again and when several workers write at the same time.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Table, bindparam, delete, select

from topiccrawl.storage import schema
from topiccrawl.storage.rows.chunks import chunks
from topiccrawl.storage.rows.upsert import upsert
from topiccrawl.storage.schema.column_types import TERM_LENGTH
from topiccrawl.storage.schema.comparison import term_weights
from topiccrawl.text.general_idf import general_idf

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


def write_title_words(
    connection: Connection, pages: Mapping[int, tuple[str, Words]], again: Collection[int]
) -> None:
    """Write the words of the titles of pages, and change the sums by the difference.

    Args:
        connection: in a transaction that locked these rows of `pages` before it read anything.
        pages: topic and words by id of the page.
        again: ids of those that may have words already.
    """
    old = _words_of(connection, [number for number in pages if number in again])
    changes: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0])
    written, removed = [], []
    for number, (topic, words) in pages.items():
        before = old.get(number, {})
        for term, count in words.items():
            if before.get(term) != count:
                written.append({"page_id": number, "term": term, "occurrences": count})
                change = changes[topic, term]
                change[0] += term not in before
                change[1] += count - before.get(term, 0)
        for term in before.keys() - words.keys():
            removed.append({"page_id": number, "term": term})
            change = changes[topic, term]
            change[0] -= 1
            change[1] -= before[term]
    # In the same order in all workers, so that they cannot lock each other out.
    upsert(connection, schema.title_terms, sorted(written, key=lambda row: (row["page_id"], row["term"])))
    sums: list[dict[str, Any]] = [
        {
            "topic": topic,
            "term": term,
            "document_frequency": pages,
            "total": total,
            "idf": general_idf(term),
        }
        for (topic, term), (pages, total) in sorted(changes.items())
    ]
    upsert(connection, term_weights, sums, added=frozenset(("document_frequency", "total")))
    _delete(connection, schema.title_terms, ("page_id", "term"), removed)
    less = [one for one in sums if one["document_frequency"] < 0]
    _delete(connection, term_weights, ("topic", "term"), less, term_weights.c.document_frequency == 0)


def _words_of(connection: Connection, pages: Sequence[int]) -> dict[int, dict[str, int]]:
    found: dict[int, dict[str, int]] = {}
    for some in chunks(pages):
        query = select(schema.title_terms).where(schema.title_terms.c.page_id.in_(some))
        for number, term, count in connection.execute(query):
            found.setdefault(number, {})[term] = count
    return found


def _delete(
    connection: Connection,
    table: Table,
    key: Sequence[str],
    rows: Sequence[Mapping[str, Any]],
    *more: ColumnElement[bool],
) -> None:
    """Delete the rows with the key of given ones that meet more conditions."""
    if rows:
        same = [table.c[name] == bindparam(f"own_{name}") for name in key]
        values = [{f"own_{name}": row[name] for name in key} for row in rows]
        connection.execute(delete(table).where(*same, *more), values)

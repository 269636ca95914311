"""The words of titles in the database, and how common each word is.

The sums in `term_weights` are changed by the difference that a page makes, in the transaction that changes
its words, so they stay right when a page is written again and when several workers write at the same time.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from sqlalchemy import BindParameter, Connection, bindparam, delete, select, update

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


def write_title_words(connection: Connection, pages: Mapping[int, tuple[str, Words]]) -> None:
    """Write the words of the titles of pages, and change the sums by the difference.

    Args:
        connection: in a transaction that locked these rows of `pages` before it read anything.
        pages: topic and words by id of the page.
    """
    old = _words_of(connection, list(pages))
    more: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    less: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    written, removed = [], []
    for number, (topic, words) in pages.items():
        before = old.get(number, {})
        for term, count in words.items():
            if before.get(term) != count:
                written.append({"page_id": number, "term": term, "occurrences": count})
                more[topic, term].update(
                    document_frequency=term not in before, total=count - before.get(term, 0)
                )
        for term in before.keys() - words.keys():
            removed.append({"own_page": number, "own_term": term})
            less[topic, term].update(document_frequency=1, total=before[term])
    # In the same order in all workers, so that they cannot lock each other out.
    upsert(connection, schema.title_terms, sorted(written, key=lambda row: (row["page_id"], row["term"])))
    new = [
        {"topic": key[0], "term": key[1], **_both(change), "idf": general_idf(key[1])}
        for key, change in sorted(more.items())
    ]
    upsert(connection, term_weights, new, added=frozenset(("document_frequency", "total")))
    if removed:
        _take_away(connection, removed, less)


def _words_of(connection: Connection, pages: Sequence[int]) -> dict[int, dict[str, int]]:
    found: dict[int, dict[str, int]] = {}
    for some in chunks(pages):
        query = select(schema.title_terms).where(schema.title_terms.c.page_id.in_(some))
        for number, term, count in connection.execute(query):
            found.setdefault(number, {})[term] = count
    return found


def _take_away(
    connection: Connection,
    removed: Sequence[Mapping[str, object]],
    less: Mapping[tuple[str, str], Mapping[str, int]],
) -> None:
    table = schema.title_terms
    own_page: BindParameter[int] = bindparam("own_page")
    own_term: BindParameter[str] = bindparam("own_term")
    own_topic: BindParameter[str] = bindparam("own_topic")
    connection.execute(
        delete(table).where(table.c.page_id == own_page, table.c.term == own_term),
        list(removed),
    )
    sums = term_weights.c
    this = (sums.topic == own_topic, sums.term == own_term)
    changes = [
        {
            "own_topic": topic,
            "own_term": term,
            "titles": change["document_frequency"],
            "words": change["total"],
        }
        for (topic, term), change in sorted(less.items())
    ]
    connection.execute(
        update(term_weights)
        .where(*this)
        .values(
            document_frequency=sums.document_frequency - bindparam("titles"),
            total=sums.total - bindparam("words"),
        ),
        changes,
    )
    keys = [{"own_topic": change["own_topic"], "own_term": change["own_term"]} for change in changes]
    connection.execute(delete(term_weights).where(*this, sums.document_frequency == 0), keys)


def _both(change: Mapping[str, int]) -> dict[str, int]:
    return {"document_frequency": change["document_frequency"], "total": change["total"]}

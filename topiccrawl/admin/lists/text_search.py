"""Pages found by a query in their whole texts: filtered, compared, sorted, with pieces of their texts."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np
from sqlalchemy import Connection, select

from topiccrawl.admin.lists.page_filter import PageFilter, fitting
from topiccrawl.admin.lists.search_query import Query, Term, find_terms, terms_of
from topiccrawl.admin.lists.text_index import Numbers, TextIndex
from topiccrawl.errors import AdminError
from topiccrawl.storage import schema
from topiccrawl.storage.rows.chunks import chunks
from topiccrawl.storage.rows.learned import GRADED
from topiccrawl.text.display import one_line
from topiccrawl.text.folding import fold

SORTED = 5_000
"""Pages that are sorted: of more, the ones stored last."""
COMPARED = 1_000
"""Pages that are found by comparing their texts with a query; what is found beyond is not counted."""
_TRIED = 3
"""Texts that are compared for each page that may be found so."""
RANKED = 200
"""Pages that are sorted by relevance."""
EVERY = 2**31
"""All pages, for exports."""
_LOOKED_AT = 10_000
"""Candidates that are looked up by their ids; of more, pages that fit the filters are read in order."""
_SECONDS = 0.2
"""Seconds that a search indexes new pages."""
_K, _B, _TITLE = 1.2, 0.75, 5.0
_AROUND, _PIECES = 30, 3
_PAGES, _INDEX, _ASIDE = schema.pages.c, schema.page_index.c, schema.set_aside.c

Piece = tuple[str, bool]
"""A piece of text, and whether it is marked."""


@dataclass(frozen=True, slots=True)
class Hits:
    """What a search has found.

    Attributes:
        numbers: ids of pages, in order.
        total: the number of pages found.
        is_more: whether there may be more, which were stored earlier and were not compared.
        indexed: share of the pages that could be found, in [0, 1].
    """

    numbers: list[int]
    total: int
    is_more: bool
    indexed: float


def search(
    connection: Connection,
    index: TextIndex,
    query: Query,
    chosen: PageFilter,
    order: str = "",
    most: int = COMPARED,
) -> Hits:
    """Return the pages that match a query and the other filters.

    Args:
        connection: of the database.
        index: of the texts.
        query: the query.
        chosen: the filters.
        order: `relevance`, `day` (newest day first) or empty (stored last first).
        most: pages that are found by comparing texts; five times as many where the index is sure.

    Raises:
        StorageError: the database or the index cannot be read.
    """
    indexed = index.catch_up(_SECONDS)
    names = [f"topic:{chosen.topic}", *([f"host:{chosen.host}"] if chosen.host else [])]
    maybe, sure, titles = index.candidates(query, names, chosen.after)
    found, is_sure = maybe[::-1], len(sure) == len(maybe)
    limit = SORTED * most // COMPARED if is_sure else most
    plain = PageFilter(topic=chosen.topic, host=chosen.host, after=chosen.after, aside=chosen.aside)
    aside = select(_ASIDE.page_id).where(_ASIDE.reason != GRADED).limit(1)
    is_plain = chosen == plain and (chosen.aside or connection.scalar(aside) is None)
    # Few more than are needed as a rule: for each row of a month a dozen are read, at first from the disk.
    at_once = min(EVERY, limit * index.pages // max(1, len(found)) + limit // 10)
    fits = _listed(found) if is_plain else _fitting(connection, found, chosen, at_once)
    some = islice(fits, _TRIED * most)
    hits = fits if is_sure else _matching(connection, query, some, set(sure.tolist()))
    numbers = list(islice(hits, limit))
    total, is_more = len(numbers), next(fits, None) is not None
    if is_sure and is_plain:
        total, is_more = len(found), False
    if order == "day":
        numbers = _by_day(connection, numbers)
    elif order == "relevance":
        numbers = _by_relevance(connection, query, numbers, set(titles.tolist()))
    return Hits(numbers, total, is_more, indexed)


def search_all(connection: Connection, index: TextIndex, query: Query, chosen: PageFilter) -> list[int]:
    """Return all pages that match, as `search` does.

    Raises:
        AdminError: not all pages are indexed yet.
        StorageError: as `search`.
    """
    hits = search(connection, index, query, chosen, most=EVERY)
    if hits.indexed < 1:
        raise AdminError("only {share:.0%} of the texts are indexed yet, try again later", share=hits.indexed)
    return hits.numbers


def count_days(connection: Connection, index: TextIndex, query: Query, chosen: PageFilter) -> Counter[str]:
    """Return the number of pages that match by day; raises as `search_all`."""
    found: Counter[str] = Counter()
    for some in chunks(search_all(connection, index, query, chosen)):
        found.update(connection.scalars(select(_INDEX.day).where(_INDEX.page_id.in_(some))))
    return found


def snippets(
    connection: Connection, query: Query, numbers: Sequence[int]
) -> dict[int, tuple[list[Piece], list[Piece]]]:
    """Return title and pieces of the text of pages, with the words of a query marked."""
    terms = terms_of(query)
    found = {}
    for number, title, text in _texts(connection, numbers):
        whole, spans = _spans(one_line(title), terms)
        shown, places = _spans(one_line(text), terms)
        found[number] = (_cut(whole, 0, len(whole), spans), _around(shown, places))
    return found


def _listed(numbers: Numbers) -> Iterator[int]:
    """Yield numbers of Python: of a million only as many are made as are wanted."""
    for begin in range(0, len(numbers), SORTED):
        yield from numbers[begin : begin + SORTED].tolist()


def _fitting(connection: Connection, candidates: Numbers, chosen: PageFilter, at_once: int) -> Iterator[int]:
    """Yield the candidates that fit the filters, newest first; of many, `at_once` fitting pages are read."""
    if len(candidates) <= _LOOKED_AT:
        # The index knows topic and site; without them a server finds the rows by their ids.
        query = fitting(replace(chosen, topic="", host="")).order_by(None)
        for some in chunks(candidates.tolist()):
            fits = set(connection.scalars(query.where(_INDEX.page_id.in_(some))))
            yield from (one for one in some if one in fits)
        return
    query, last = fitting(chosen).limit(at_once), int(candidates[0]) + 1
    while True:
        found = np.fromiter(connection.scalars(query.where(_INDEX.page_id < last)), np.int64)
        yield from found[np.isin(found, candidates)].tolist()
        if len(found) < at_once:
            return
        last = int(found[-1])


def _matching(connection: Connection, query: Query, numbers: Iterator[int], sure: set[int]) -> Iterator[int]:
    """Yield the pages of which the index is sure, and those whose texts match a query."""
    while some := list(islice(numbers, 100)):
        unsure = _texts(connection, [number for number in some if number not in sure])
        matching = {number for number, title, text in unsure if _matches(query, f"{title}\n{text}")}
        yield from (number for number in some if number in sure or number in matching)


def _matches(query: Query, text: str) -> bool:
    # Most candidates have a phrase as it is searched; to fold a text takes fifty times as long.
    if isinstance(query, Term) and query.runs == (query.pattern,) and query.pattern in text:
        return True
    return query.matches(fold(text))


def _texts(connection: Connection, numbers: Sequence[int]) -> Iterator[tuple[int, str, str]]:
    for some in chunks(numbers):
        rows = connection.execute(select(_PAGES.id, _PAGES.title, _PAGES.text).where(_PAGES.id.in_(some)))
        yield from map(tuple, rows)


def _by_day(connection: Connection, numbers: Sequence[int]) -> list[int]:
    days: dict[int, str] = {}
    for some in chunks(numbers):
        rows = connection.execute(select(_INDEX.page_id, _INDEX.day).where(_INDEX.page_id.in_(some)))
        days |= {row.page_id: row.day for row in rows}
    return sorted(numbers, key=lambda number: (days.get(number, ""), number), reverse=True)


def _by_relevance(connection: Connection, query: Query, numbers: list[int], titles: set[int]) -> list[int]:
    """Sort by BM25, where a word in the title counts five times.

    Pages whose titles match come before all others; only so many as can be read at once are compared.
    """
    ordered = sorted(numbers, key=lambda number: (number in titles, number), reverse=True)
    terms, compared = terms_of(query), ordered[:RANKED]
    counts, lengths = {}, {}
    for number, title, text in _texts(connection, compared):
        own, body = fold(title), fold(text)
        counts[number] = [
            len(find_terms(body, [term])) + _TITLE * len(find_terms(own, [term])) for term in terms
        ]
        lengths[number] = len(body) + 1
    mean = sum(lengths.values()) / max(1, len(lengths))
    having = [sum(one[place] > 0 for one in counts.values()) for place in range(len(terms))]
    weights = [math.log(1 + (len(counts) - one + 0.5) / (one + 0.5)) for one in having]

    def score(number: int) -> float:
        norm = _K * (1 - _B + _B * lengths.get(number, 1) / mean)
        return sum(
            weight * count * (_K + 1) / (count + norm)
            for weight, count in zip(weights, counts.get(number, ()), strict=False)
        )

    ranked = sorted(compared, key=lambda number: (number in titles, score(number)), reverse=True)
    return ranked + sorted(ordered[RANKED:], reverse=True)


def _spans(text: str, terms: list[Term]) -> tuple[str, list[tuple[int, int]]]:
    """Return where terms stand in a text; in its folded form if that has another length."""
    folded = fold(text)
    return (text if len(text) == len(folded) else folded), find_terms(folded, terms)


def _around(text: str, spans: list[tuple[int, int]]) -> list[Piece]:
    """Return the first pieces of a text that have spans, or its beginning."""
    windows: list[tuple[int, int]] = []
    for begin, end in spans:
        if windows and begin - _AROUND <= windows[-1][1]:
            windows[-1] = windows[-1][0], min(len(text), end + _AROUND, windows[-1][0] + 4 * _AROUND)
        elif len(windows) < _PIECES:
            windows.append((max(0, begin - _AROUND), min(len(text), end + _AROUND)))
    found: list[Piece] = []
    for begin, end in windows or [(0, min(len(text), 3 * _AROUND))]:
        found += [("…", False)] * (begin > 0) + _cut(text, begin, end, spans)
    return found + [("…", False)] * (bool(windows) and windows[-1][1] < len(text))


def _cut(text: str, begin: int, end: int, spans: list[tuple[int, int]]) -> list[Piece]:
    """Return a part of a text as pieces, marked where spans are."""
    found, last = [], begin
    for first, after in spans:
        if begin <= first and after <= end:
            found += [(text[last:first], False), (text[first:after], True)]
            last = after
    return [(piece, is_marked) for piece, is_marked in [*found, (text[last:end], False)] if piece]

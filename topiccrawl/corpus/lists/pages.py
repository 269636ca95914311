"""Stored pages found by words, site, date and verdict, newest first; quick for a million pages."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any, cast

from sqlalchemy import ColumnElement, Connection, Select, and_, func, inspect, select, text
from sqlalchemy.sql.expression import literal_column

from topiccrawl.errors import StorageError
from topiccrawl.messages import message
from topiccrawl.storage import schema
from topiccrawl.storage.rows.chunks import chunks
from topiccrawl.storage.rows.row import url_hash
from topiccrawl.text.search_tokens import query_tokens

_INDEX = schema.page_index.c
_PAGES, _MARKS, _LABELS = schema.pages.c, schema.duplicates.c, schema.labels.c


_LOOKED_AT, _MOST_LOOKED_AT = 2_000, 25_000
"""Pages whose words are compared one by one before the full-text index of a server is asked; more of them if
a common word promises enough hits."""
_MARGIN = 1.1


@dataclass(frozen=True, kw_only=True)
class PageFilter:
    """Which pages are listed.

    Attributes:
        topic: name of the topic.
        words: what title or beginning of the text contain; empty: anything.
        host: the host; empty: any.
        since: first day, such as 2024-05-01 or 2024; empty: any.
        until: last day.
        least: lowest verdict.
        most: highest verdict.
        copies: whether duplicates are listed, too.
        among: only pages with these ids; None: any.
        after: only pages with larger ids.
    """

    topic: str
    words: str = ""
    host: str = ""
    since: str = ""
    until: str = ""
    least: float | None = None
    most: float | None = None
    copies: bool = True
    among: tuple[int, ...] | None = None
    after: int = 0


@dataclass(frozen=True, slots=True)
class ListedPage:
    """A page in a list.

    Attributes:
        number: its id.
        title: the beginning of its title.
        host: its host.
        day: date of publication, else of fetching.
        relevance: the verdict; None if it was kept without one.
        copy: whether it is a duplicate.
        grade: the grade that a person gave; None: none.
    """

    number: int
    title: str
    host: str
    day: str
    relevance: float | None
    copy: bool = False
    grade: int | None = None


def find_pages(connection: Connection, chosen: PageFilter, most: int, before: int = 0) -> list[ListedPage]:
    """Return pages, newest first.

    Args:
        connection: of the database.
        chosen: which pages.
        most: the largest number.
        before: only pages with smaller ids; 0: all.

    Raises:
        StorageError: words are searched in a database without a full-text index.
    """
    return _listed(connection, chosen.topic, find_numbers(connection, chosen, most, before))


def find_numbers(connection: Connection, chosen: PageFilter, most: int, before: int = 0) -> list[int]:
    """Return the ids of pages as `find_pages` does; only indexes are read for them.

    Raises:
        StorageError: words are searched in a database without a full-text index.
    """
    tokens = query_tokens(chosen.words)
    if chosen.words.strip() and not tokens:
        return []
    numbers = None
    if tokens and connection.dialect.name != "sqlite":
        numbers = _among_newest(connection, chosen, tokens, most, before)
    if numbers is None:
        query = _filtered(*_matching(connection, tokens), chosen, before)
        numbers = list(connection.scalars(query.limit(most)))
    return numbers


def count_days(connection: Connection, chosen: PageFilter) -> dict[str, int]:
    """Return the number of pages by day; the days are those of the list, a month or a year among them.

    Raises:
        StorageError: words are searched in a database without a full-text index.
    """
    tokens = query_tokens(chosen.words)
    if chosen.words.strip() and not tokens:
        return {}
    day: ColumnElement[str] = literal_column("page_index.day")
    key, matching = _matching(connection, tokens)
    if tokens and connection.dialect.name == "sqlite":
        # The days first: a period has fewer pages than a common word, and one look at each word is enough.
        key = literal_column("page_index.page_id")
        matching = (
            select(key).select_from(text("page_index INDEXED BY page_index_period")).where(_has(tokens))
        )
    if not chosen.copies:  # the index by day knows them
        matching = matching.where(literal_column("page_index.copied") == 0)
        chosen = replace(chosen, copies=True)
    counted: Any = matching.with_only_columns(day, func.count(), maintain_column_froms=True)
    query = _filtered(key, counted, chosen, 0).order_by(None)
    rows = connection.execute(query.group_by(day))
    return {row[0]: row[1] for row in rows}


def count_pages(connection: Connection, chosen: PageFilter, most: int) -> int:
    """Return the number of pages, but no more than `most`: common words have hundreds of thousands.

    Raises:
        StorageError: words are searched in a database without a full-text index.
    """
    tokens = query_tokens(chosen.words)
    if chosen.words.strip() and not tokens:
        return 0
    if tokens and connection.dialect.name != "sqlite":
        numbers = _among_newest(connection, chosen, tokens, most)
        if numbers is not None:
            return len(numbers)
    some = _filtered(*_matching(connection, tokens), chosen, 0).order_by(None).limit(most).subquery()
    return connection.scalar(select(func.count()).select_from(some)) or 0


def hosts_of(connection: Connection, topic: str, most: int = 500) -> list[tuple[str, int]]:
    """Return the hosts of a topic's pages with their numbers of pages, most pages first."""
    count = func.count().label("pages")
    query = select(_INDEX.host, count).where(_INDEX.topic == topic).group_by(_INDEX.host)
    rows = connection.execute(query.order_by(count.desc(), _INDEX.host).limit(most))
    return [(row.host, row.pages) for row in rows]


def read_page(connection: Connection, number: int) -> dict[str, Any] | None:
    """Return the columns of a page, with its grade, its original and its copies; None if there is none.

    `parts` are the parts of its link's priority, `original` and `copies` are pages as id, URL and title.
    """
    found = connection.execute(select(schema.pages).where(_PAGES.id == number)).mappings().first()
    if found is None:
        return None
    page = dict(found)
    page["parts"] = json.loads(page["priority_parts"] or "{}")
    page["grade"] = _grades(connection, page["topic"], [page["url_hash"]]).get(page["url_hash"])
    mark = connection.execute(select(schema.duplicates).where(_MARKS.page_id == number)).mappings().first()
    page["mark"] = None if mark is None else dict(mark)
    page["original"] = None if mark is None else _page_of(connection, page["topic"], mark["original_hash"])
    page["copies"] = _copies(connection, page["topic"], page["url_hash"])
    return page


def page_at(connection: Connection, topic: str, url: str) -> int | None:
    """Return the id of the page of a URL; None if it is not stored."""
    query = select(_PAGES.id).where(_PAGES.topic == topic, _PAGES.url_hash == url_hash(url))
    return connection.scalar(query)


def _matching(connection: Connection, tokens: list[str]) -> tuple[ColumnElement[int], Select[Any]]:
    if not tokens:
        return _INDEX.page_id, select(_INDEX.page_id)
    if connection.dialect.name == "sqlite":
        if not inspect(connection).has_table("page_words"):
            raise StorageError(message("this SQLite has no FTS5: pages cannot be searched by words"))
        key: ColumnElement[int] = literal_column("page_words.rowid")
        # A cross join keeps the order: the words first, newest first, until there are enough. The index has
        # all that is filtered by; the rows themselves are ten times as long.
        joined = text(
            "page_words CROSS JOIN page_index INDEXED BY page_index_list "
            "ON page_index.page_id = page_words.rowid"
        )
        match = text("page_words MATCH :words").bindparams(words=" AND ".join(tokens))
        return key, select(key).select_from(joined).where(match)
    match = text("MATCH (page_index.tokens) AGAINST (:words IN BOOLEAN MODE)")
    words = " ".join(f"+{token}" for token in tokens)
    return _INDEX.page_id, select(_INDEX.page_id).where(match.bindparams(words=words))


def _has(tokens: list[str]) -> ColumnElement[bool]:
    """Return the condition that a row of `page_index` has words, for SQLite."""
    among = "page_index.page_id IN (SELECT rowid FROM page_words WHERE page_words MATCH :words)"
    return cast(ColumnElement[bool], text(among).bindparams(words=" AND ".join(tokens)))


def _filtered(key: ColumnElement[int], query: Select[Any], chosen: PageFilter, before: int) -> Select[Any]:
    """Return a query with the other filters, newest first."""
    query = query.where(*_conditions(chosen))
    if before:
        query = query.where(key < before)
    if chosen.after:
        query = query.where(key > chosen.after)
    if chosen.among is not None:
        query = query.where(key.in_(chosen.among))
    if not chosen.copies:
        query = query.where(~select(_MARKS.page_id).where(_MARKS.page_id == key).exists())
    return query.order_by(key.desc())


def _among_newest(
    connection: Connection, chosen: PageFilter, tokens: list[str], most: int, before: int = 0
) -> list[int] | None:
    """Return the newest pages if they are among the few that fit the other filters; None if more are needed.

    InnoDB finds all pages with a word before it sorts or counts them, which takes seconds for common ones.
    """
    looked = _LOOKED_AT
    while looked <= _MOST_LOOKED_AT:
        found, rows = _look_at(connection, chosen, tokens, looked, before)
        if len(found) >= most or rows < looked:
            return found[:most]
        if looked > _LOOKED_AT or not found:
            break
        looked = round(_MARGIN * looked * most / len(found))
    return None


def _look_at(
    connection: Connection, chosen: PageFilter, tokens: list[str], looked: int, before: int
) -> tuple[list[int], int]:
    """Return which of the newest pages that fit the other filters have words, and how many were looked at."""
    fitting = _filtered(_INDEX.page_id, select(_INDEX.page_id), chosen, before).limit(looked).subquery()
    words = func.concat(" ", _INDEX.tokens, " ")
    hits = [words.like(f"% {token[:-1]}%" if token.endswith("*") else f"% {token} %") for token in tokens]
    query = select(_INDEX.page_id, and_(*hits).label("hit"))
    query = query.join_from(fitting, schema.page_index, _INDEX.page_id == fitting.c.page_id)
    rows = connection.execute(query.order_by(_INDEX.page_id.desc())).all()
    return [row.page_id for row in rows if row.hit], len(rows)


def _conditions(chosen: PageFilter) -> list[ColumnElement[bool]]:
    # Without their table, which stands in the text of the query where SQLite searches words.
    columns: list[ColumnElement[Any]] = [
        literal_column(f"page_index.{name}") for name in ("topic", "host", "day", "relevance")
    ]
    topic, host, day, relevance = columns
    found: list[ColumnElement[bool]] = [topic == chosen.topic]
    if chosen.host:
        found.append(host == chosen.host)
    if chosen.since:
        found.append(day >= chosen.since)
    if chosen.until:
        found.append(day <= f"{chosen.until}~"[:10])  # a month or year has all of its days
    if chosen.least is not None:
        found.append(relevance >= chosen.least)
    if chosen.most is not None:
        found.append(relevance <= chosen.most)
    return found


def _listed(connection: Connection, topic: str, numbers: list[int]) -> list[ListedPage]:
    query = (
        select(_INDEX.page_id, _INDEX.title, _INDEX.host, _INDEX.day, _INDEX.relevance, _PAGES.url_hash)
        .join_from(schema.page_index, schema.pages, _PAGES.id == _INDEX.page_id)
        .where(_INDEX.page_id.in_(numbers))
    )
    rows = {row.page_id: row for row in connection.execute(query)}
    marked = set(connection.scalars(select(_MARKS.page_id).where(_MARKS.page_id.in_(numbers))))
    grades = _grades(connection, topic, [row.url_hash for row in rows.values()])
    return [
        ListedPage(
            number,
            rows[number].title,
            rows[number].host,
            rows[number].day,
            rows[number].relevance,
            number in marked,
            grades.get(rows[number].url_hash),
        )
        for number in numbers
        if number in rows
    ]


def _grades(connection: Connection, topic: str, hashes: list[str]) -> dict[str, int]:
    labels = select(_LABELS.url_hash, _LABELS.grade)
    chosen = labels.where(_LABELS.topic == topic, _LABELS.url_hash.in_(hashes)).order_by(_LABELS.id)
    return {row.url_hash: row.grade for row in connection.execute(chosen)}


def _page_of(connection: Connection, topic: str, digest: str) -> dict[str, Any] | None:
    query = select(_PAGES.id, _PAGES.url, _PAGES.title)
    row = connection.execute(query.where(_PAGES.topic == topic, _PAGES.url_hash == digest)).mappings().first()
    return None if row is None else dict(row)


def _copies(connection: Connection, topic: str, digest: str, most: int = 50) -> list[dict[str, Any]]:
    # Two queries: as one, SQLite goes through all pages of the topic.
    numbers = connection.scalars(select(_MARKS.page_id).where(_MARKS.original_hash == digest)).all()
    query = select(_PAGES.id, _PAGES.url, _PAGES.title, _MARKS.kind, _MARKS.similarity)
    query = query.join_from(schema.pages, schema.duplicates, _PAGES.id == _MARKS.page_id)
    found: list[dict[str, Any]] = []
    for some in chunks(numbers):
        if len(found) < most:
            own = query.where(_PAGES.id.in_(some), _PAGES.topic == topic).order_by(_PAGES.id)
            found += map(dict, connection.execute(own.limit(most - len(found))).mappings())
    return found

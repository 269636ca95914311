"""Which stored pages fit a filter, by words, site, date and verdict: queries for SQLite and for servers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

from sqlalchemy import ColumnElement, Connection, Select, and_, func, inspect, select, text
from sqlalchemy.sql.expression import literal_column

from topiccrawl.admin.lists.notes import Notes
from topiccrawl.errors import StorageError
from topiccrawl.storage import schema
from topiccrawl.storage.rows.learned import is_set_aside
from topiccrawl.text.search_tokens import query_tokens

_INDEX, _MARKS, _REPORTS = schema.page_index.c, schema.duplicates.c, schema.event_pages.c

_LOOKED_AT, _MOST_LOOKED_AT = 2_000, 25_000
"""Pages compared one by one before the full-text index of a server is used; more for common words."""
_MARGIN = 1.1


@dataclass(frozen=True, kw_only=True)
class PageFilter:
    """Which pages are listed.

    Attributes:
        topic: name of the topic; empty: any.
        words: what title or beginning of the text contain; empty: anything.
        host: the host; empty: any.
        since: first day, such as 2024-05-01 or 2024; empty: any.
        until: last day.
        least: lowest verdict.
        most: highest verdict.
        copies: whether duplicates are listed, too.
        aside: whether pages that are set aside are listed, too; exports leave them out.
        event: only pages that report this event; 0: any.
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
    aside: bool = False
    event: int = 0
    among: tuple[int, ...] | None = None
    after: int = 0


def with_tag(chosen: PageFilter, tag: Mapping[str, Any], notes: Notes) -> PageFilter:
    """Return a filter restricted to a tag: to the words of its rule, or to the pages tagged by hand."""
    if tag["words"]:
        return replace(chosen, words=f"{chosen.words} {tag['words']}".strip())
    return replace(chosen, among=tuple(notes.tagged(tag["id"])))


def matching(connection: Connection, tokens: list[str]) -> tuple[ColumnElement[int], Select[Any]]:
    """Return the column of ids, and a query of the ids of all pages with words; without words of all pages.

    Raises:
        StorageError: words are searched in a database without a full-text index.
    """
    if not tokens:
        return _INDEX.page_id, select(_INDEX.page_id)
    if connection.dialect.name == "sqlite":
        if not inspect(connection).has_table("page_words"):
            raise StorageError("this SQLite has no FTS5: pages cannot be searched by words")
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


def filtered(key: ColumnElement[int], query: Select[Any], chosen: PageFilter, before: int) -> Select[Any]:
    """Return a query with the other filters, newest first."""
    query = query.where(*_conditions(chosen))
    if before:
        query = query.where(key < before)
    if chosen.after:
        query = query.where(key > chosen.after)
    if chosen.event:
        query = query.where(key.in_(select(_REPORTS.page_id).where(_REPORTS.event_id == chosen.event)))
    if chosen.among is not None:
        query = query.where(key.in_(chosen.among))
    if not chosen.copies:
        query = query.where(~select(_MARKS.page_id).where(_MARKS.page_id == key).exists())
    if not chosen.aside:
        query = query.where(~is_set_aside(key))
    return query.order_by(key.desc())


def fitting(connection: Connection, chosen: PageFilter) -> Select[Any]:
    """Return a query of the ids of all pages that fit a filter, newest first, for a choice among them."""
    query, tokens = select(_INDEX.page_id), query_tokens(chosen.words)
    if tokens and connection.dialect.name == "sqlite":
        query = query.where(_has(tokens))
    elif tokens:
        query = query.where(*_hits(tokens))
    return filtered(_INDEX.page_id, query, chosen, 0)


def by_day(connection: Connection, chosen: PageFilter, tokens: list[str]) -> Select[Any]:
    """Return a query of days and their numbers of pages."""
    key, found = matching(connection, tokens)
    if tokens and connection.dialect.name == "sqlite":
        # Days first: a period has fewer pages than a common word, and each word needs only one lookup.
        key = literal_column("page_index.page_id")
        found = select(key).select_from(text("page_index INDEXED BY page_index_period")).where(_has(tokens))
    elif tokens and _is_common(connection, chosen, tokens):
        found = select(key).where(*_hits(tokens))
    if not chosen.copies:  # covered by the index by day
        found = found.where(literal_column("page_index.copied") == 0)
        chosen = replace(chosen, copies=True)
    day: ColumnElement[str] = literal_column("page_index.day")
    counted: Any = found.with_only_columns(day, func.count(), maintain_column_froms=True)
    return filtered(key, counted, chosen, 0).order_by(None).group_by(day)


def among_newest(
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


def _is_common(connection: Connection, chosen: PageFilter, tokens: list[str]) -> bool:
    """Return whether more pages of a server have words than fit the other filters, by the newest of these.

    A full-text index gives all pages with a word, and each one is read.
    """
    found, rows = _look_at(connection, chosen, tokens, _LOOKED_AT)
    every = select(func.count()).select_from(schema.page_index)
    fitting = connection.scalar(
        filtered(_INDEX.page_id, every, replace(chosen, copies=True), 0).order_by(None)
    )
    pages = connection.scalar(select(func.max(_INDEX.page_id))) or 0
    return rows > 0 and len(found) / rows * pages > (fitting or 0)


def _look_at(
    connection: Connection, chosen: PageFilter, tokens: list[str], looked: int, before: int = 0
) -> tuple[list[int], int]:
    """Return which of the newest pages that fit the other filters have words, and how many were looked at."""
    fitting = filtered(_INDEX.page_id, select(_INDEX.page_id), chosen, before).limit(looked).subquery()
    query = select(_INDEX.page_id, and_(*_hits(tokens)).label("hit"))
    query = query.join_from(fitting, schema.page_index, _INDEX.page_id == fitting.c.page_id)
    rows = connection.execute(query.order_by(_INDEX.page_id.desc())).all()
    return [row.page_id for row in rows if row.hit], len(rows)


def _hits(tokens: list[str]) -> list[ColumnElement[bool]]:
    """Return the condition that a row of `page_index` has words, without a full-text index."""
    words = func.concat(" ", _INDEX.tokens, " ")
    return [words.like(f"% {token[:-1]}%" if token.endswith("*") else f"% {token} %") for token in tokens]


def _has(tokens: list[str]) -> ColumnElement[bool]:
    """Return the condition that a row of `page_index` has words, for SQLite."""
    among = "page_index.page_id IN (SELECT rowid FROM page_words WHERE page_words MATCH :words)"
    return cast(ColumnElement[bool], text(among).bindparams(words=" AND ".join(tokens)))


def _conditions(chosen: PageFilter) -> list[ColumnElement[bool]]:
    # Without their table, which stands in the text of the query where SQLite searches words.
    columns: list[ColumnElement[Any]] = [
        literal_column(f"page_index.{name}") for name in ("topic", "host", "day", "relevance")
    ]
    topic, host, day, relevance = columns
    found: list[ColumnElement[bool]] = [topic == chosen.topic] if chosen.topic else []
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

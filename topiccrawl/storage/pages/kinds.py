"""The kinds of records that a crawl stores, each with the function that writes it.

A new kind of record is a class in `topiccrawl.storage.records` and a line in `WRITERS`; neither the store nor
the ledger knows the kinds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection, Table

from topiccrawl.storage import schema
from topiccrawl.storage.records import (
    DropRecord,
    LinkRecord,
    PageRecord,
    Record,
    RevisitRecord,
    SettledRecord,
    VisitRecord,
    WaitingChildRecord,
    WaitingRecord,
)
from topiccrawl.storage.rows.links import link_row, write_links
from topiccrawl.storage.rows.pages import page_rows, rewrite_pages, write_pages
from topiccrawl.storage.rows.row import packed, row_of, statement_bytes, url_hash
from topiccrawl.storage.rows.sections import write_visits
from topiccrawl.storage.rows.twins import write_url_forms
from topiccrawl.storage.rows.upsert import upsert
from topiccrawl.storage.rows.waiting import end_waiting
from topiccrawl.storage.sketches.decisions import Decision, Decisions, lock_comparison


@dataclass(frozen=True, slots=True)
class CheckedRows:
    """The rows of records of one kind: values are checked, nothing is written.

    Attributes:
        write: writes them in the caller's transaction, and the same again without harm; returns the decisions
            about pages, by URL.
        sizes: bytes in a MySQL statement, by URL, of the rows that may be too large for one.
    """

    write: Callable[[Connection], Mapping[str, Decision] | None]
    sizes: Iterable[tuple[str, int]] = ()


Check = Callable[[Sequence[Any]], CheckedRows]
"""Return the rows of records of one kind; raises like `topiccrawl.storage.rows.row.row`."""


def checked_rows(records: Iterable[Record]) -> list[CheckedRows]:
    """Return the rows of records by kind, in the order of `WRITERS`.

    Raises:
        ValueError, TypeError: as `topiccrawl.storage.rows.row.row`.
        KeyError: a record of no known kind.
    """
    by_kind: dict[type, list[Record]] = {}
    for record in records:
        by_kind.setdefault(type(record), []).append(record)
    own = sorted(by_kind, key=list(WRITERS).index) if len(by_kind) > 1 else list(by_kind)
    return [WRITERS[kind](by_kind[kind]) for kind in own]


def checked_pages(records: Sequence[PageRecord], *, rewrite: bool = False) -> CheckedRows:
    """Return the rows of pages; `rewrite`: of stored pages that are written again, whose sources stay."""
    pages = [page_rows(record) for record in records]

    def write(connection: Connection) -> dict[str, Decision]:
        lock_comparison(connection, [(page.topic, page.dedup) for page in pages if page.dedup is not None])
        decisions = Decisions()
        if rewrite:
            rewrite_pages(connection, pages, decisions.compare)
            return decisions.by_url
        stored, again = write_pages(connection, pages, decisions.compare)
        found = decisions.by_url
        for number, page in stored.items():
            if write_url_forms(connection, number, page, is_new=number not in again):
                found[page.url] = replace(found.get(page.url, Decision()), new_habits=True)
        return found

    # SQLite has no limit, so nobody counts.
    return CheckedRows(write, ((page.url, page.statement_bytes()) for page in pages))


def _upserts(
    table: Table, *, added: frozenset[str] = frozenset(), **computed: Callable[[Any], object]
) -> Check:
    """Return the check of records that are one row each.

    Args:
        table: where they are written.
        added: as of `upsert`.
        computed: functions that compute values from a record, by column.
    """

    def check(records: Sequence[Any]) -> CheckedRows:
        rows = [
            row_of(table, record, **{name: value(record) for name, value in computed.items()})
            for record in records
        ]
        large = rows if "raw_html" in computed else ()
        sizes = ((str(row["url"]), statement_bytes(row)) for row in large)
        return CheckedRows(lambda connection: upsert(connection, table, rows, added=added), sizes)

    return check


def _links(records: Sequence[LinkRecord]) -> CheckedRows:
    rows = [link_row(record) for record in records]
    # In SQLite the frontier's own table has them.
    return CheckedRows(
        lambda connection: write_links(connection, () if connection.dialect.name == "sqlite" else rows)
    )


def _visits(records: Sequence[VisitRecord]) -> CheckedRows:
    return CheckedRows(lambda connection: write_visits(connection, records))


def _settled(records: Sequence[SettledRecord]) -> CheckedRows:
    def write(connection: Connection) -> None:
        for record in records:
            end_waiting(connection, record)

    return CheckedRows(write)


WRITERS: dict[type, Check] = {
    # Pages first: their transaction may have read nothing before it locks the comparison.
    PageRecord: checked_pages,
    DropRecord: _upserts(schema.drops),
    LinkRecord: _links,
    VisitRecord: _visits,
    WaitingRecord: _upserts(schema.waiting_pages, raw_html=lambda record: packed(record.raw_html)),
    WaitingChildRecord: _upserts(schema.waiting_children, page_hash=lambda record: url_hash(record.page_url)),
    # After the pages that begin to wait: a page may do both in one transaction.
    SettledRecord: _settled,
    RevisitRecord: _upserts(schema.revisits, added=frozenset(("changes", "days"))),
}
"""Kinds in the order in which all workers write them, so that they cannot lock each other out."""

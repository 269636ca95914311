"""Compare a corpus with the crawled site: each page stored once, as served, with an empty queue."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import create_engine, inspect, text

from benchmarks.sites.site import Site
from topiccrawl.storage.frontier.contract import State

COUNTED = (
    "stored",
    "missing",
    "stored_twice",
    "marked_duplicate",
    "fetched_again",
    "requests_too_many",
)
"""Columns of tables: figures of an audit and of `repeats`."""


@dataclass(frozen=True)
class Audit:
    """Contents of a database after a crawl; all but the first two should be empty.

    Attributes:
        expected: number of pages of the site.
        stored: number of rows of `pages`.
        missing: URLs without a row.
        foreign: URLs of rows that are not a page of the site.
        twice: URLs with more than one row.
        marked: URLs marked as a duplicate of another page.
        altered: URLs whose stored page differs from the served one.
        dropped: URLs with a row in `drops`.
        unsettled: number of waiting or leased links, if the frontier is in the database.
        dead: URLs of its dead letters.
        broken: errors found by SQLite's integrity check.
    """

    expected: int
    stored: int
    missing: tuple[str, ...]
    foreign: tuple[str, ...]
    twice: tuple[str, ...]
    marked: tuple[str, ...]
    altered: tuple[str, ...]
    dropped: tuple[str, ...]
    unsettled: int
    dead: tuple[str, ...]
    broken: str

    @property
    def counts(self) -> dict[str, int]:
        """Numbers of pages for the result file."""
        return {
            "expected": self.expected,
            "stored": self.stored,
            "missing": len(self.missing),
            "stored_twice": len(self.twice),
            "marked_duplicate": len(self.marked),
        }

    @property
    def faultless(self) -> bool:
        """Whether every page is stored exactly once, as served, and nothing is left to do."""
        return not self.faults

    @property
    def faults(self) -> dict[str, Any]:
        """Errors by name, with the first URLs of each."""
        found = {key: value for key, value in asdict(self).items() if key not in ("expected", "stored")}
        return {
            key: {"count": len(value), "some": value[:5]} if isinstance(value, tuple) else value
            for key, value in found.items()
            if value
        }


def audit(database: str, site: Site, without: frozenset[str] = frozenset()) -> Audit:
    """Read a database that no crawl has open.

    Args:
        database: URL of the database.
        site: the site that was crawled.
        without: URLs that must not be stored, as they are dead letters.
    """
    engine = create_engine(database)
    try:
        with engine.connect() as connection:
            query = (
                "SELECT url, body_sha256, original_url AS duplicate_of FROM pages "
                "LEFT JOIN duplicates ON duplicates.page_id = pages.id"
            )
            pages = connection.execute(text(query)).all()
            drops = connection.execute(text("SELECT url FROM drops")).scalars().all()
            states: list[Any] = []
            if "links" in inspect(engine).get_table_names():
                query = f"SELECT url, state FROM links WHERE state <> {State.DONE.value}"
                states = list(connection.execute(text(query)).all())
            broken = ""
            if engine.dialect.name == "sqlite":
                broken = str(connection.execute(text("PRAGMA integrity_check")).scalar_one())
    finally:
        engine.dispose()
    digests = {site.url(number): site.digest(number) for number in range(len(site))}
    expected = digests.keys() - without
    counted = Counter(url for url, _, _ in pages)
    dead = {url for url, state in states if state == State.DEAD.value}
    return Audit(
        expected=len(expected),
        stored=len(pages),
        missing=tuple(sorted(expected - counted.keys())),
        foreign=tuple(sorted(counted.keys() - expected)),
        twice=tuple(sorted(url for url, count in counted.items() if count > 1)),
        marked=tuple(sorted(url for url, _, original in pages if original is not None)),
        altered=tuple(sorted(url for url, digest, _ in pages if digest != digests.get(url, digest))),
        dropped=tuple(sorted(set(drops) - without)),
        unsettled=sum(state != State.DEAD.value for _, state in states),
        dead=tuple(sorted(dead - without)),
        broken="" if broken in ("", "ok") else broken[:500],
    )


def repeats(fetches: Mapping[str, int]) -> dict[str, int]:
    """Return the number of pages requested more than once, and of the requests beyond the first."""
    return {
        "fetched_again": sum(count > 1 for count in fetches.values()),
        "requests_too_many": sum(count - 1 for count in fetches.values()),
    }


def dead_letters(database: str) -> list[dict[str, Any]]:
    """Return URL, attempts and reason of the dead letters, if the frontier is in the database."""
    engine = create_engine(database)
    try:
        with engine.connect() as connection:
            if "links" not in inspect(engine).get_table_names():
                return []
            query = f"SELECT url, attempts, reason FROM links WHERE state = {State.DEAD.value}"
            return [dict(row) for row in connection.execute(text(query)).mappings()]
    finally:
        engine.dispose()

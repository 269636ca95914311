"""Stores and records for the tests of this room."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from servers.corpora import opened
from sqlalchemy import Engine

from topiccrawl.storage.database import connect, parse_url
from topiccrawl.storage.migrations import upgrade
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.records import DropRecord, PageRecord

FETCHED = datetime(2024, 2, 29, 23, 59, 59, 123456, UTC)


@pytest.fixture
def page() -> Callable[..., PageRecord]:
    """Makes a page; the first argument tells pages apart."""

    def make(number: object, **values: Any) -> PageRecord:
        own = {"topic": "样例", "url": f"http://127.0.0.1/{number}", "run_id": 1, "fetched_at": FETCHED}
        return PageRecord(**own | {"title": f"标题{number}", "text": f"正文{number}"} | values)

    return make


@pytest.fixture
def drop() -> Callable[..., DropRecord]:
    """Makes a drop; the first argument tells drops apart."""

    def make(number: object, **values: Any) -> DropRecord:
        own = {"topic": "样例", "url": f"http://127.0.0.1/{number}", "run_id": 1, "dropped_at": FETCHED}
        return DropRecord(**own | {"stage": "description", "reason": "低于阈值"} | values)

    return make


@pytest.fixture
def engine(database_url: str) -> Iterator[Engine]:
    """An engine for a database with empty tables, on SQLite and on MariaDB."""
    engine = connect(parse_url(database_url), timeout=10.0, create=True)
    upgrade(engine)
    yield engine
    engine.dispose()


@pytest.fixture
def store(database_url: str) -> Iterator[CorpusStore]:
    """An open, empty store, on SQLite and on MariaDB."""
    store = opened(database_url)
    yield store
    store.close()


@pytest.fixture
def query() -> Callable[..., list[tuple[Any, ...]]]:
    """Runs SQL of its own on a database, apart from any store."""
    from sqlalchemy import create_engine

    def run(url: str, sql: str) -> list[tuple[Any, ...]]:
        engine = create_engine(url)
        try:
            with engine.begin() as connection:
                result = connection.exec_driver_sql(sql)
                return [tuple(row) for row in result] if result.returns_rows else []
        finally:
            engine.dispose()

    return run

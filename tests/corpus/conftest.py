"""Pages for the tests of this room."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from servers.corpora import opened

from topiccrawl.storage.records import PageRecord

FETCHED = datetime(2024, 2, 29, 23, 59, 59, 123456, UTC)

Write = Callable[..., str]


def page(number: int, **values: Any) -> PageRecord:
    """A page of the topic 样例."""
    own = {
        "topic": "样例",
        "url": f"http://127.0.0.1/{number}",
        "run_id": 1,
        "fetched_at": FETCHED,
        "title": f"标题{number}",
        "text": f"第一段，“引号”。\n第{number}段",
        "relevance": 0.1 + 0.2,
    }
    return PageRecord(**own | values)


def fill(url: str, *pages: PageRecord) -> str:
    """Put pages into a database, and return its URL."""
    store = opened(url)
    store.start_run("样例", {"strategy": "adaptive"})
    store.write(pages)
    store.close()
    return url


@pytest.fixture
def write(database_url: str) -> Write:
    """Puts pages into the database of the test, with SQLite and with MariaDB."""
    return lambda *pages: fill(database_url, *pages)


@pytest.fixture
def write_sqlite(tmp_path: Any) -> Write:
    """Puts pages into a SQLite database."""
    return lambda *pages: fill(f"sqlite:///{tmp_path / 'corpus.db'}", *pages)

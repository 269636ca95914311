"""Frontiers in a SQLite file for the tests of this wing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from storage.frontier.sqlite.lives import TOPIC, Lives

from topiccrawl.storage.frontier.sqlite.frontier import SqliteFrontier
from topiccrawl.storage.sqlite.writer import SqliteWriter


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "frontier.db"


@pytest.fixture
def writer(path: Path) -> Iterator[SqliteWriter]:
    with SqliteWriter(path) as writer:
        yield writer


@pytest.fixture
def frontier(writer: SqliteWriter) -> Iterator[SqliteFrontier]:
    frontier = SqliteFrontier(writer, TOPIC)
    yield frontier
    frontier.close()


@pytest.fixture
def lives(tmp_path: Path) -> Iterator[Lives]:
    lives = Lives(tmp_path)
    yield lives
    lives.end()

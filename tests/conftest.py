"""Servers and data for tests in all folders."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from subprocess import DEVNULL, PIPE
from types import SimpleNamespace
from typing import TypeVar
from unittest import mock

import pytest

# Early: what it does with all modules that are loaded takes seconds once those of the tests are among them.
import scrapy.core.downloader.contextfactory  # noqa: F401
from hypothesis import HealthCheck, settings

# Messages are in the language of the locale, and tests compare the English ones.
os.environ["LC_ALL"] = "C.UTF-8"
# The certificates of this machine are read for each connection to MariaDB, and for each crawl: 50 ms.
os.environ["SSL_CERT_FILE"] = os.devnull

sys.path.insert(0, str(Path(__file__).parent))

from forks import forks, reader_of_files, share_forks
from known_topic import PATCHES
from known_topic import focus as known_topic_focus
from servers.corpora import opened
from servers.mariadb import MariaDB
from servers.process import MissingServer, ServerProcess
from servers.redis import Redis
from servers.searx import Searx

from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.supervision.blas import use_one_thread
from topiccrawl.text.files import child, processes

use_one_thread()  # as commands and crawls
# Until the tests are collected, which each of several processes does: what that makes stays.
gc.disable()

# Slow tests on a busy machine are not errors; benchmarks measure speed.
settings.register_profile(
    "any machine", max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("any machine")

Server = TypeVar("Server", bound=ServerProcess)


def pytest_configure(config: pytest.Config) -> None:
    """Fill the cache of a new machine once, before several processes would do it at a time."""
    if config.getoption("numprocesses", None):  # of xdist, in the process that starts the others
        known_topic_focus()
        share_forks()


LONG = {"interruptions", "reach", "setups", "workers"}
"""Folders of crawls that take longest."""
SHORT = {"access", "page", "priority"}
"""Rooms of many files that take a second each: at the end no process has long to do alone."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Spread the files of whole crawls, which mostly wait, evenly among the others, the long ones first.

    Processes of `make test` take the files in this order.
    """
    files = dict.fromkeys(item.path for item in items)
    crawls = sorted((one for one in files if "e2e" in one.parts), key=lambda one: not LONG & {*one.parts})
    others = sorted(
        (one for one in files if "e2e" not in one.parts), key=lambda one: bool(SHORT & {*one.parts})
    )
    places = {file: number / len(crawls) * 0.8 for number, file in enumerate(crawls)}
    places |= {file: number / len(others) for number, file in enumerate(others)}
    items.sort(key=lambda item: places[item.path])


def pytest_collection_finish() -> None:
    """Leave the tests and all modules out of the collections of garbage to come."""
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="module", autouse=True)
def known_topic(request: pytest.FixtureRequest) -> Iterator[None]:
    """Read the shipped topic once in all tests but those of what reads it."""
    patches = () if {"relevance", "vocabulary", "calibration", "topics"} & {*request.path.parts} else PATCHES
    with ExitStack() as stack:
        for patch in patches:
            stack.enter_context(patch)
        yield


@pytest.fixture(scope="module", autouse=True)
def forked_readers(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fork the processes that read strangers' files in all tests but those of these processes."""
    if "files" in request.path.parts:
        yield
        return
    forked = SimpleNamespace(Popen=reader_of_files, PIPE=PIPE, DEVNULL=DEVNULL)
    with (
        mock.patch.object(child, "subprocess", forked),
        mock.patch.object(processes, "get_context", lambda _: forks()),
    ):
        yield


@contextmanager
def running(make: Callable[[], Server]) -> Iterator[Server]:
    """Start a server and stop it at the end; skip the test if the server is not installed."""
    try:
        server = make()
    except MissingServer as missing:
        # On CI a skipped test would pass unnoticed.
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(str(missing))
    try:
        server.start()
        yield server
    finally:
        server.stop()


@pytest.fixture(scope="session")
def mariadb_server() -> Iterator[MariaDB]:
    """The MariaDB server of the session; a test may pause or kill it, the fixture restarts it."""
    with running(MariaDB) as server:
        yield server


@pytest.fixture
def mariadb_url(mariadb_server: MariaDB) -> Iterator[str]:
    """The URL of an empty MariaDB database."""
    with mariadb_server.fresh_database() as url:
        yield url


@pytest.fixture
def mariadb_corpus_url(mariadb_server: MariaDB) -> Iterator[str]:
    """The URL of a MariaDB database without rows, perhaps with the tables of a corpus."""
    with mariadb_server.corpus_database() as url:
        yield url


@pytest.fixture(params=["sqlite", "mariadb"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a database without rows; the test runs with SQLite and with MariaDB.

    The tests of what makes tables get one without tables.
    """
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'corpus.db'}"
    makes_tables = {"migrations", "schema", "test_database.py", "test_database_command.py"} & {
        *request.path.parts
    }
    return str(request.getfixturevalue("mariadb_url" if makes_tables else "mariadb_corpus_url"))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[CorpusStore]:
    """An empty corpus in SQLite; tests of `storage/` have one on both kinds of database instead."""
    corpus = opened(f"sqlite:///{tmp_path / 'corpus.db'}")
    yield corpus
    corpus.close()


@pytest.fixture(scope="session")
def redis_server() -> Iterator[Redis]:
    """The Redis server of the session; a test may pause or kill it, the fixture restarts it."""
    with running(Redis) as server:
        yield server


@pytest.fixture
def redis_url(redis_server: Redis) -> Iterator[str]:
    """The URL of an empty Redis database."""
    redis_server.clear()
    yield redis_server.url
    redis_server.clear()


@pytest.fixture
def searx() -> Iterator[Callable[[str], str]]:
    """A function that starts a searx over the search engine at a URL, and returns its own URL."""
    with ExitStack() as stack:
        yield lambda index: stack.enter_context(running(lambda: Searx(index))).url


@pytest.fixture(scope="session")
def measuring_data() -> Path:
    """The folder with the measuring data, which is not part of the project."""
    folder = os.environ.get("TOPICCRAWL_DATA")
    if not folder:
        pytest.skip("no measuring data: TOPICCRAWL_DATA is not set")
    return Path(folder)

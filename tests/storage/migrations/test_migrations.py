from __future__ import annotations

import random
import re
import signal
import threading
from hashlib import sha256

import pytest
from forks import ForkedPython
from sqlalchemy import Engine, event, text
from storage.migrations.schema_reading import describe
from storage.old_database import begin, fill, rows

from topiccrawl.errors import DatabaseAwayError, StorageError
from topiccrawl.storage import schema
from topiccrawl.storage.database import connect, parse_url
from topiccrawl.storage.frontier.sqlite.recovery import make_tables
from topiccrawl.storage.migrations import HEAD, VERSION_TABLE, check, current_revision, upgrade
from topiccrawl.storage.migrations.tables import BASE
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.sqlite.writer import SqliteWriter
from topiccrawl.text.language import localized

SCHEMA_OF_HEAD = "0033", "e89c0a9096a9838f"
"""The newest revision and what its tables are. Where only the second one changes, a database of this revision
would never get the new column: give `HEAD` the next number."""


def test_a_change_of_the_tables_is_a_new_revision():
    lines = [
        f"{table.name}.{one.name} {one.type} {one.nullable} {one.server_default is not None}"
        for table in schema.metadata.sorted_tables
        for one in table.c
    ]
    lines += sorted(
        str(index) for table in schema.metadata.sorted_tables for index in map(_described, table.indexes)
    )
    assert (HEAD, sha256("\n".join(lines).encode()).hexdigest()[:16]) == SCHEMA_OF_HEAD


def _described(index):
    return index.name, [one.name for one in index.columns], index.unique


@pytest.fixture
def engine(database_url):
    """An engine for a database without tables."""
    engine = connect(parse_url(database_url), timeout=10.0, create=True)
    yield engine
    engine.dispose()


@pytest.fixture
def old(engine):
    """The same with tables and rows of the oldest revision that can be upgraded."""
    fill(engine)
    return engine


def of_schema(engine):
    """The description of the tables that the schema has: without the revision."""
    return describe(engine, leave_out=(VERSION_TABLE,))


def created(engine):
    """The description of what `schema.metadata` creates, in place of all tables there are."""
    with engine.connect() as connection:
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("PRAGMA foreign_keys=OFF")
        else:
            connection.exec_driver_sql("SET foreign_key_checks=0")
        for name in (*describe(engine),):
            if name.startswith("page_words_"):  # parts of the virtual table, dropped with it
                continue
            connection.exec_driver_sql(f"DROP TABLE {name}")
        connection.commit()
    engine.dispose()
    schema.metadata.create_all(engine)
    return describe(engine)


def test_tables_begun_by_an_earlier_version_are_finished_and_changed(engine):
    begin(engine)
    with pytest.raises(StorageError, match="holds no corpus"):
        check(engine)
    assert upgrade(engine) is None
    check(engine)
    assert of_schema(engine) == created(engine)


def test_a_start_within_that_of_another_process_is_not_refused(engine, database_url):
    other = connect(parse_url(database_url), timeout=10.0, create=True)
    seen = []

    def other_starts(connection, cursor, statement, *rest):
        seen.append(statement)
        if len(seen) == 2:  # the first one asked for the revision, and found none
            assert upgrade(other) is None

    event.listen(Engine, "before_cursor_execute", other_starts)
    try:
        assert upgrade(engine) == HEAD
    finally:
        event.remove(Engine, "before_cursor_execute", other_starts)
        other.dispose()
    check(engine)


SUMS = "SELECT topic, term, document_frequency, total FROM term_weights ORDER BY 1, 2"


def test_a_database_of_the_last_revision_of_the_development_opens_and_keeps_its_rows(
    old, database_url, query
):
    before, sums = rows(old), query(database_url, SUMS)
    assert sum(map(len, before.values())) > 70
    reader = CorpusStore(database_url)
    with pytest.raises(StorageError, match="`topiccrawl database upgrade` brings it up to date"):
        reader.open(create=False)  # without the column `source` it cannot be read
    assert upgrade(old) == BASE
    reader.open(create=False)
    assert [(page["title"], page["source"]) for page in reader.read_pages("样例", ("title", "source"))] == [
        (row["title"], None) for row in before["pages"]
    ]
    reader.close()
    check(old)
    assert rows(old) == before
    assert query(database_url, SUMS) == sums != []  # a view in place of the table
    assert query(database_url, "SELECT count(*) FROM title_tf_idf")[0][0] > 0
    assert of_schema(old) == created(old)


@pytest.mark.parametrize("revision", ["0001", "0020"])
def test_an_early_development_database_is_refused_with_the_way_out(old, database_url, query, revision):
    query(database_url, f"UPDATE {VERSION_TABLE} SET version_num = '{revision}'")
    before = rows(old)
    for use in (upgrade, check, lambda engine: CorpusStore(database_url).open()):
        with pytest.raises(StorageError, match=rf"early development.*{revision}.*export.*import") as caught:
            use(old)
        assert not isinstance(caught.value, DatabaseAwayError)
        told = localized(caught.value, "zh")
        assert (
            "topiccrawl export --format jsonl" in told
            and "topiccrawl import --keep-all" in told
            and "开发" in told
        )
    assert rows(old) == before


@pytest.mark.parametrize("revision", ["0020", "0021"])
def test_the_queue_of_a_crawl_is_upgraded_or_has_to_be_deleted(tmp_path, query, revision):
    path = tmp_path / "frontier.db"
    url = f"sqlite:///{path}"
    engine = connect(parse_url(url), timeout=1.0, create=True)
    fill(engine)
    query(url, f"UPDATE {VERSION_TABLE} SET version_num = '{revision}'")
    before = rows(engine)
    with SqliteWriter(path) as writer:
        if revision == BASE:
            make_tables(writer)
        else:
            with pytest.raises(StorageError, match=r"schema 0020.*delete it, and the crawl starts over$"):
                make_tables(writer)
    assert rows(engine) == before
    assert query(url, f"SELECT version_num FROM {VERSION_TABLE}") == [(HEAD if revision == BASE else "0020",)]
    engine.dispose()


def test_tables_without_a_revision_are_told_and_left_alone(old, database_url, query):
    query(database_url, f"DROP TABLE {VERSION_TABLE}")
    before = rows(old)
    for use in (upgrade, check):
        with pytest.raises(StorageError, match=r"without a number.*another program"):
            use(old)
    assert rows(old) == before


def test_what_is_up_to_date_stays_as_it_is(engine):
    upgrade(engine)
    seen = []

    def note(connection, cursor, statement, *rest):
        seen.append(statement)

    event.listen(engine, "before_cursor_execute", note)
    assert upgrade(engine) == HEAD
    check(engine)
    assert [one for one in seen if not re.match(r"\s*(SELECT|PRAGMA|DESCRIBE|SHOW)", one)] == []


def test_a_database_of_a_newer_version_is_refused_and_left_alone(engine, database_url, query):
    upgrade(engine)
    query(database_url, f"UPDATE {VERSION_TABLE} SET version_num = '9999'")
    query(database_url, "DROP TABLE propagation")
    for use in (upgrade, check):
        with pytest.raises(StorageError, match=r"newer version of topiccrawl \(schema 9999") as caught:
            use(engine)
        assert not isinstance(caught.value, DatabaseAwayError)
    with pytest.raises(StorageError, match="newer version"):
        CorpusStore(database_url).open()
    assert "propagation" not in describe(engine)


def test_an_empty_database_is_no_corpus(engine):
    with pytest.raises(StorageError, match="holds no corpus"):
        check(engine)
    assert describe(engine) == {}


CHANGES = re.compile(r"\s*(CREATE|ALTER|DROP|INSERT|UPDATE|DELETE)")


class Interruption:
    """Lets through so many changing statements of any engine, then fails."""

    def __init__(self):
        self.left = 1_000_000
        self.stopped = ""

    def __call__(self, connection, cursor, statement, parameters, *rest):
        if CHANGES.match(statement):
            if self.left == 0:
                self.stopped = f"{statement} {parameters}"
                raise KeyboardInterrupt
            self.left -= 1


@pytest.fixture
def interruption():
    made = Interruption()
    event.listen(Engine, "before_cursor_execute", made)
    yield made
    event.remove(Engine, "before_cursor_execute", made)


@pytest.mark.parametrize(("make", "least"), [(lambda engine: None, 44), (fill, 6)], ids=["new", "old"])
def test_an_upgrade_interrupted_anywhere_is_finished_by_the_next_one(make, least, engine, interruption):
    make(engine)
    first = describe(engine)
    before = rows(engine) if first else {}
    sqlite = engine.dialect.name == "sqlite"
    stops = []
    allowed = 0
    while len(stops) < 200:
        interruption.left = allowed
        try:
            upgrade(engine)
            break
        except KeyboardInterrupt:
            # SQLite takes all back, also what an earlier step wrote: some steps are enough. MySQL repeats what is
            # rows, not what is tables.
            repeated = sqlite or interruption.stopped in stops
            allowed = allowed + (7 if sqlite else 1) if repeated else 1
            stops.append(interruption.stopped)
        if sqlite:
            assert describe(engine) == first
        with pytest.raises(StorageError, match=r"holds no corpus|\(schema 0021, this one has"):
            check(engine)
    assert least // (7 if sqlite else 1) <= len(set(stops)) < 200
    interruption.left = 1_000_000
    check(engine)
    assert not before or rows(engine) == before
    assert of_schema(engine) == created(engine)


UPGRADE = """
import sys
from topiccrawl.storage.database import connect, parse_url
from topiccrawl.storage.migrations import upgrade
engine = connect(parse_url(sys.argv[1]), timeout=10.0, create=True)
print("ready", flush=True)
sys.stdin.read(1)
print(upgrade(engine), flush=True)
"""


def upgrading(url):
    worker = ForkedPython("-c", UPGRADE, url)
    assert worker.stdout.readline() == "ready\n"
    return worker


def go(worker):
    worker.stdin.write("x")
    worker.stdin.flush()


def test_processes_that_upgrade_at_once_wait_for_each_other(old, database_url):
    before = rows(old)
    workers = [upgrading(database_url) for _ in range(3)]
    for worker in workers:
        go(worker)
    found = [worker.communicate(timeout=60)[0].strip() for worker in workers]
    assert [worker.returncode for worker in workers] == [0] * 3
    assert sorted(found) == [BASE, HEAD, HEAD]
    assert rows(old) == before


def test_a_killed_upgrade_is_finished_by_the_next_one(old, database_url):
    before, generator = rows(old), random.Random(1)
    for _ in range(4):
        worker = upgrading(database_url)
        go(worker)
        threading.Event().wait(generator.uniform(0, 0.5))
        worker.send_signal(signal.SIGKILL)
        worker.communicate()
    upgrade(old)
    assert rows(old) == before
    assert of_schema(old) == created(old)


def test_who_waits_too_long_for_another_upgrade_is_told(old, database_url):
    other = connect(parse_url(database_url), timeout=0.1, create=True)
    with old.connect() as holder:
        if old.dialect.name == "sqlite":
            holder.exec_driver_sql("BEGIN IMMEDIATE")
        else:
            name = f"topiccrawl {old.url.database}"
            assert holder.scalar(text("SELECT get_lock(:name, 0)"), {"name": name}) == 1
        with pytest.raises(DatabaseAwayError, match=r"locked|another process"):
            upgrade(other, wait=0.3)
        assert current_revision(holder) == BASE
        waiting = threading.Thread(target=upgrade, args=(other,))
        waiting.start()
        waiting.join(0.5)
        assert waiting.is_alive()
        if old.dialect.name == "sqlite":
            holder.rollback()
        else:
            holder.execute(text("SELECT release_lock(:name)"), {"name": name})
    waiting.join(30)
    check(other)
    other.dispose()

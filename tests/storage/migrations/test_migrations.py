from __future__ import annotations

import random
import re
import signal
import subprocess
import sys
import threading
import zipfile
import zlib
from hashlib import sha256
from importlib import import_module
from pathlib import Path

import pytest
from sqlalchemy import Engine, event, text
from storage.migrations.schema_reading import describe

import topiccrawl
from topiccrawl.dedup import TitleIndex
from topiccrawl.errors import DatabaseAwayError, StorageError
from topiccrawl.storage import schema
from topiccrawl.storage.database import connect, parse_url
from topiccrawl.storage.migrations import (
    HEAD,
    VERSION_TABLE,
    check,
    current_revision,
    steps,
    upgrade,
    upgrade_within,
    versions,
)
from topiccrawl.storage.migrations.revision import run
from topiccrawl.storage.pages.sketch_catch_up import SketchCatchUp
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.sketches.originals import StoredOriginals

HERE = Path(__file__).parent
OLD_PAGES = 7
TEXT = "𠮷野家开到了第一家😀\n'引号'\\"


@pytest.fixture
def engine(database_url):
    """An engine for a database without tables."""
    engine = connect(parse_url(database_url), timeout=10.0, create=True)
    yield engine
    engine.dispose()


@pytest.fixture
def old(engine):
    """The same with the tables of the first version, which had no revisions, and some rows."""
    fill(engine)
    return engine


def fill(engine, pages=OLD_PAGES):
    kind = "sqlite" if engine.dialect.name == "sqlite" else "mysql"
    script = (HERE / f"first_schema.{kind}.sql").read_text()
    with engine.begin() as connection:
        for statement in script.split(";\n"):
            if statement.strip():
                connection.exec_driver_sql(statement.replace("%", "%%"))
        connection.execute(
            text(
                "INSERT INTO runs (topic, started_at, settings) VALUES ('样例', '2024-02-29 23:59:59.5', '{}')"
            )
        )
        for number in range(pages):
            url = f"http://127.0.0.1/页/{number}"
            connection.execute(
                text(
                    "INSERT INTO pages (topic, url_hash, url, run_id, fetched_at, status, headers, title, "
                    "raw_title, raw_text, text, priority_parts, raw_html, duplicate_of, duplicate_kind, depth) "
                    "VALUES ('样例', :hash, :url, 1, '2024-02-29 23:59:59.123456', 200, '{}', :text, :text, "
                    ":raw, :text, '{}', :html, :of, :kind, :depth)"
                ),
                {
                    "hash": sha256(url.encode()).hexdigest(),
                    "url": url,
                    "text": TEXT,
                    "raw": f"原文{number}{TEXT}",
                    "html": zlib.compress(TEXT.encode()) if number % 3 else None,
                    "of": "http://127.0.0.1/页/0" if number % 2 else None,
                    "kind": "title" if number % 2 else None,
                    "depth": number,
                },
            )
        connection.execute(
            text(
                "INSERT INTO drops (topic, url_hash, url, stage, reason, run_id, dropped_at, score) VALUES "
                "('样例', 'abc', 'http://127.0.0.1/x', 'gate', '低于阈值', 1, '2024-02-29 23:59:59', 0.25)"
            )
        )


def assert_kept(url):
    """Everything that `fill` wrote is there, read as a user of today's version does."""
    store = CorpusStore(url)
    store.open()
    columns = (
        "url",
        "title",
        "text",
        "raw_text",
        "raw_html",
        "duplicate_of",
        "duplicate_kind",
        "fetched_at",
        "depth",
        "posts",
    )
    rows = list(store.read_pages("样例", columns))
    originals = list(store.read_pages("样例", ("url",), originals_only=True))
    store.close()
    assert [row["depth"] for row in rows] == list(range(OLD_PAGES))
    for number, row in enumerate(rows):
        assert row["url"] == f"http://127.0.0.1/页/{number}"
        assert (row["title"], row["text"], row["posts"]) == (TEXT, TEXT, None)
        assert row["raw_text"] == f"原文{number}{TEXT}"
        assert (row["raw_html"] is None) == (number % 3 == 0)
        assert row["raw_html"] is None or zlib.decompress(row["raw_html"]).decode() == TEXT
        marked = ("http://127.0.0.1/页/0", "title") if number % 2 else (None, None)
        assert (row["duplicate_of"], row["duplicate_kind"]) == marked
        assert row["fetched_at"].isoformat() == "2024-02-29T23:59:59.123456+00:00"
    assert len(originals) == 4


def of_schema(engine):
    """The description of the tables that the schema has: without the revision and the full-text index."""
    found = describe(engine, leave_out=(VERSION_TABLE,))
    return {name: one for name, one in found.items() if not name.startswith("page_words")}


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


def test_revisions_from_nothing_and_a_new_database_are_as_the_schema_says(engine):
    with engine.connect() as connection:
        for revision in versions.REVISIONS:
            run(connection, revision, VERSION_TABLE)
        connection.commit()
    check(engine)
    migrated = describe(engine)
    tables = created(engine)
    assert {name: migrated[name] for name in tables} == tables
    assert set(tables) == set(schema.metadata.tables)
    with engine.begin() as connection:
        schema.metadata.drop_all(connection)
    assert upgrade(engine) is None
    check(engine)
    assert describe(engine) == migrated


def test_a_new_database_interrupted_at_every_step_is_finished_by_the_next_one(
    engine, database_url, interruption
):
    stops = []
    allowed = 0
    while len(stops) < 200:
        interruption.left = allowed
        try:
            assert upgrade(engine) is None
            break
        except KeyboardInterrupt:
            # MySQL keeps what was done, but writes down again that it began, in two statements.
            starts = engine.dialect.name == "sqlite" or allowed < 3
            allowed = allowed + 1 if starts or interruption.stopped in stops else 3
            stops.append(interruption.stopped)
        with pytest.raises(StorageError, match="holds no corpus"):
            check(engine)
    assert len(schema.metadata.tables) < len(set(stops)) < 200
    interruption.left = 1_000_000
    check(engine)
    assert of_schema(engine) == created(engine)


def test_a_database_of_the_first_version_becomes_the_same_and_keeps_its_rows(old, database_url, monkeypatch):
    monkeypatch.setattr(steps, "ROWS_AT_ONCE", 2)
    with pytest.raises(StorageError, match=r"older version.*without a number.*`topiccrawl database upgrade`"):
        check(old)
    assert upgrade(old) is None
    check(old)
    assert_kept(database_url)
    with old.connect() as connection:
        assert connection.execute(text("SELECT topic, settings FROM runs")).all() == [("样例", "{}")]
        assert connection.execute(text("SELECT url, reason, score, score_parts FROM drops")).all() == [
            ("http://127.0.0.1/x", "低于阈值", 0.25, None)
        ]
    assert of_schema(old) == created(old)


def test_pages_of_the_first_version_are_compared_with(old, database_url):
    store = CorpusStore(database_url)
    store.open()
    catch_up = SketchCatchUp(store, "样例")
    assert catch_up.left(catch_up.progress()) == OLD_PAGES
    while not catch_up.step().complete:
        pass
    index = TitleIndex(store=StoredOriginals(store, "样例"))
    assert index.add(TEXT, "http://127.0.0.1/new") == "http://127.0.0.1/页/0"
    store.close()


def test_an_index_of_single_shingles_becomes_one_of_bands(old, database_url):
    test_pages_of_the_first_version_are_compared_with(old, database_url)
    rows = text("SELECT hash, page_id, roles FROM sketch_hashes ORDER BY hash, page_id")
    with old.begin() as connection:
        before = connection.execute(rows).all()
        connection.execute(text("DELETE FROM sketch_hashes WHERE roles = 2"))  # as revision 0019 had them
        connection.execute(
            text("INSERT INTO sketch_hashes (hash, page_id, roles) VALUES (11, 1, 1), (12, 1, 3)")
        )
        connection.execute(text("UPDATE sketch_hashes SET roles = roles + 1 WHERE roles = 8"))
        connection.execute(text(f"UPDATE {VERSION_TABLE} SET version_num = '0019'"))
    assert {roles for _, _, roles in before} == {2, 8}
    assert upgrade(old) == "0019"
    with old.connect() as connection:
        assert connection.execute(rows).all() == before


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


def test_tables_of_others_are_told_and_left_alone(old, database_url, query):
    query(database_url, "CREATE TABLE events (id INTEGER PRIMARY KEY, wann INTEGER)")
    with pytest.raises(StorageError, match=r"'events' is not of this version, it has no name, people"):
        upgrade(old)
    assert query(database_url, "SELECT raw_text FROM pages WHERE id = 1") == [(f"原文0{TEXT}",)]
    query(database_url, "DROP TABLE events")
    upgrade(old)
    assert_kept(database_url)


def test_revisions_are_one_line_that_alembic_understands():
    before = None
    for name, module_name in versions.REVISIONS.items():
        module = import_module(f"{versions.__name__}.{module_name}")
        assert (module.revision, module.down_revision) == (name, before)
        before = name
    assert before == HEAD
    files = {path.stem for path in Path(versions.__file__).parent.glob("*.py")} - {"__init__"}
    assert files == set(versions.REVISIONS.values())


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


def test_an_upgrade_interrupted_at_every_step_is_finished_by_the_next_one(
    old, database_url, interruption, monkeypatch
):
    monkeypatch.setattr(steps, "ROWS_AT_ONCE", 3)
    first = describe(old)
    stops = []
    allowed = 0
    while len(stops) < 200:
        interruption.left = allowed
        try:
            upgrade(old)
            break
        except KeyboardInterrupt:
            # SQLite takes all back; MySQL repeats what is rows, not what is tables.
            repeated = old.dialect.name == "sqlite" or interruption.stopped in stops
            allowed = allowed + 1 if repeated else 1
            stops.append(interruption.stopped)
        if old.dialect.name == "sqlite":
            assert describe(old) == first
    assert 20 < len(set(stops)) < 200
    interruption.left = 1_000_000
    assert_kept(database_url)
    assert of_schema(old) == created(old)


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
    worker = subprocess.Popen(
        [sys.executable, "-c", UPGRADE, url], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert worker.stdout.readline() == "ready\n"
    return worker


def go(worker):
    worker.stdin.write("x")
    worker.stdin.flush()


def test_processes_that_upgrade_at_once_wait_for_each_other(old, database_url):
    workers = [upgrading(database_url) for _ in range(3)]
    for worker in workers:
        go(worker)
    found = [worker.communicate(timeout=60)[0].strip() for worker in workers]
    assert [worker.returncode for worker in workers] == [0] * 3
    assert set(found) <= {"None", "0001", HEAD}
    assert_kept(database_url)


def test_a_killed_upgrade_is_finished_by_the_next_one(old, database_url):
    generator = random.Random(1)
    for _ in range(4):
        worker = upgrading(database_url)
        go(worker)
        threading.Event().wait(generator.uniform(0, 0.5))
        worker.send_signal(signal.SIGKILL)
        worker.communicate()
    upgrade(old)
    assert_kept(database_url)
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
        assert current_revision(holder) is None
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


def test_sqlite_upgrades_within_the_transaction_of_its_caller(tmp_path):
    engine = connect(parse_url(f"sqlite:///{tmp_path}/a.db"), timeout=1.0, create=True)
    with engine.connect() as connection:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        upgrade_within(connection)
        connection.rollback()
        assert current_revision(connection) is None
        connection.rollback()
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        upgrade_within(connection)
        connection.commit()
    check(engine)
    engine.dispose()


def test_a_zipped_package_upgrades_too(tmp_path):
    package = Path(topiccrawl.__file__).parent
    egg = tmp_path / "topiccrawl.egg"
    with zipfile.ZipFile(egg, "w") as archive:
        for path in package.rglob("*.py"):
            archive.write(path, f"topiccrawl/{path.relative_to(package)}")
    script = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from topiccrawl.storage.pages.store import CorpusStore\n"
        "from topiccrawl.storage.migrations import versions\n"
        "assert versions.__file__.startswith(sys.argv[1]), versions.__file__\n"
        "CorpusStore(sys.argv[2]).open()"
    )
    url = f"sqlite:///{tmp_path}/corpus.db"
    subprocess.run([sys.executable, "-c", script, str(egg), url], check=True, cwd=tmp_path)
    engine = connect(parse_url(url), timeout=1.0, create=False)
    check(engine)
    engine.dispose()

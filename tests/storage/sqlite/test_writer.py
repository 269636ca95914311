from __future__ import annotations

import shutil
import sqlite3
import threading
import time
from contextlib import closing, contextmanager

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import text

from topiccrawl.errors import DatabaseAwayError, RowRefusedError, StorageError
from topiccrawl.storage import group_commit
from topiccrawl.storage.sqlite.shared import leave_writer, shared_writer
from topiccrawl.storage.sqlite.writer import SqliteWriter


@pytest.fixture
def path(tmp_path):
    return tmp_path / "库" / "corpus.db"


@pytest.fixture
def writer(path):
    with SqliteWriter(path) as writer:
        writer.submit(lambda c: c.execute("CREATE TABLE t (x INTEGER UNIQUE CHECK (x < 1000))")).result()
        yield writer


def insert(number):
    return lambda connection: connection.execute("INSERT INTO t VALUES (?)", (number,)).rowcount


def stored(path):
    """What another connection sees."""
    with closing(sqlite3.connect(path)) as connection:
        return [x for (x,) in connection.execute("SELECT x FROM t ORDER BY rowid")]


@contextmanager
def held_up(writer):
    """What is submitted meanwhile is taken by the writer all at once."""
    go = threading.Event()
    writer.submit(lambda connection: go.wait())
    yield
    go.set()


def test_what_came_meanwhile_is_committed_together(writer, path):
    seen = []
    with held_up(writer):
        for n in range(3):
            writer.submit(insert(n)).add_done_callback(lambda future: seen.append(stored(path)))
    writer.flush()
    assert seen == [[0, 1, 2]] * 3


@pytest.mark.parametrize("number", [1, 1000, 2**70, "坏\udce4"])
def test_a_refused_operation_fails_alone(writer, path, number):
    with held_up(writer):
        good = writer.submit(insert(1))

        def two_rows(connection):
            insert(7)(connection)  # must not stay without the second
            insert(number)(connection)

        bad = writer.submit(two_rows)
        also_good = writer.submit(insert(2))
    assert (good.result(), also_good.result()) == (1, 1)
    with pytest.raises(RowRefusedError, match=r"corpus\.db"):
        bad.result()
    assert stored(path) == [1, 2]
    assert writer.broken is None


def insert_sql(*numbers):
    def run(connection):
        for number in numbers:
            connection.execute(text(f"INSERT INTO t VALUES ({number})"))

    return run


def test_sqlalchemy_and_plain_operations_share_a_transaction(writer, path):
    def both(connection):
        insert(1)(connection)
        writer.transact(insert_sql(2))
        with pytest.raises(RowRefusedError):
            writer.transact(insert_sql(7, 1))  # the first row must not stay without the second
        seen.append(stored(path))
        writer.transact(insert_sql(3))

    seen = []
    writer.submit(both).result()
    assert seen == [[]], "rows are visible before the commit"
    assert stored(path) == [1, 2, 3]


def test_an_operation_that_fails_for_another_reason_fails_alone(writer, path):
    with pytest.raises(StorageError, match="no such table"):
        writer.submit(lambda connection: connection.execute("INSERT INTO missing VALUES (1)")).result()
    writer.submit(insert(1)).result()
    assert stored(path) == [1]


def test_closing_writes_what_waits(path, writer):
    for n in range(50):
        writer.submit(insert(n))
    writer.close()
    writer.close()
    assert stored(path) == list(range(50))
    assert [file.name for file in path.parent.iterdir()] == ["corpus.db"]
    with pytest.raises(StorageError, match="closed"):
        writer.submit(insert(50))


def test_a_file_of_another_kind_is_told_and_not_held(tmp_path):
    path = tmp_path / "corpus.db"
    path.write_text("这不是数据库" * 1000)
    for _ in range(2):
        with pytest.raises(StorageError, match="not a database"):
            SqliteWriter(path)
    assert [file.name for file in tmp_path.iterdir()] == ["corpus.db"]


def test_all_who_share_a_writer_close_it(path):
    first, second = shared_writer(path), shared_writer(path.parent / ".." / "库" / "corpus.db")
    assert first is second
    leave_writer(first)
    second.flush()
    leave_writer(second)
    with pytest.raises(StorageError, match="closed"):
        second.flush()
    third = shared_writer(path)
    assert third is not first
    leave_writer(third)


class TestTrouble:
    @pytest.mark.parametrize("replaced", [False, True])
    def test_a_file_that_is_deleted_or_replaced_meanwhile_is_told(self, writer, path, replaced):
        writer.submit(insert(1)).result()
        if replaced:
            shutil.copy(path, path.with_name("copy.db")).replace(path)
        else:
            for file in path.parent.glob("corpus.db*"):
                file.unlink()
        writer.submit(insert(2)).exception()
        with pytest.raises(
            StorageError,
            match=r"corpus\.db: (the file was deleted|another file took its place) while it was written",
        ):
            for n in range(3, 1000):  # what was on its way may still be answered
                writer.submit(insert(n)).result()

    def test_a_file_that_is_locked_while_it_is_opened_is_awaited(self, path, monkeypatch):
        """As after a kill, while the check of the file recovers a long write-ahead log."""
        monkeypatch.setattr("topiccrawl.storage.damage.SECONDS", 0.05)
        SqliteWriter(path).close()
        with closing(sqlite3.connect(path, check_same_thread=False)) as other:
            other.execute("PRAGMA locking_mode=EXCLUSIVE")
            other.execute("CREATE TABLE t (x)")
            with pytest.raises(DatabaseAwayError, match="locked"):
                SqliteWriter(path, patience=0.2)
            release = threading.Timer(0.5, other.close)
            release.start()
            with SqliteWriter(path) as writer:
                assert writer.submit(insert(1)).result() == 1
                assert writer.submit(lambda c: c.execute("PRAGMA busy_timeout").fetchone()[0]).result() == 100
            release.join()
        assert stored(path) == [1]

    def test_one_who_is_less_patient_is_answered_and_nothing_of_it_is_written(self, writer, path):
        with closing(sqlite3.connect(path)) as other:
            other.execute("BEGIN IMMEDIATE")
            patient = writer.submit(insert(1))
            hasty = writer.submit(insert(2), patience=0.1)
            with pytest.raises(DatabaseAwayError, match="locked"):
                hasty.result(10)
            assert not patient.done()
            other.rollback()
        assert patient.result(10) == 1
        writer.flush()
        assert stored(path) == [1]
        assert writer.broken is None

    def test_a_full_disk_is_awaited(self, writer, path):
        pages = writer.submit(lambda c: c.execute("PRAGMA page_count").fetchone()[0]).result()
        writer.submit(lambda c: c.execute("CREATE TABLE big (x)")).result()
        writer.submit(lambda c: c.execute(f"PRAGMA max_page_count={pages + 3}").fetchone()).result()
        told = []
        small = writer.submit(insert(1))

        def make_room(waited, error):
            told.append(str(error))
            if len(told) == 3:
                writer._raw.execute("PRAGMA max_page_count=100000").fetchone()

        writer.on_wait = make_room
        with held_up(writer):
            before = writer.submit(insert(2))
            big = writer.submit(lambda c: c.execute("INSERT INTO big VALUES (zeroblob(50000))").rowcount)
        assert (small.result(10), before.result(10), big.result(10)) == (1, 1, 1)
        assert len(told) == 3
        assert "full" in told[0]
        assert stored(path) == [1, 2]

    def test_patience_ends_for_everyone(self, path):
        with SqliteWriter(path, patience=0.3) as writer:
            writer.submit(lambda c: c.execute("CREATE TABLE t (x)")).result()
            with closing(sqlite3.connect(path)) as other:
                other.execute("BEGIN IMMEDIATE")
                futures = [writer.submit(insert(n)) for n in range(3)]
                for future in futures:
                    with pytest.raises(StorageError, match=r"gave up.*locked"):
                        future.result(10)
            assert "gave up" in str(writer.broken)
            with pytest.raises(StorageError, match="gave up"):
                writer.submit(insert(4))
        assert stored(path) == []

    def test_a_writer_that_fails_leaves_nobody_waiting(self, writer, monkeypatch):
        def explode(*args):
            raise KeyError("ours")

        writer.on_wait = explode
        with closing(sqlite3.connect(writer.path)) as other:
            other.execute("BEGIN IMMEDIATE")
            future = writer.submit(insert(1))
            with pytest.raises(StorageError, match="ours"):
                future.result(10)
        with pytest.raises(StorageError, match="ours"):
            writer.flush()

    def test_an_operation_may_run_twice_and_counts_once(self, writer, path):
        runs = []

        def twice(connection):
            insert(1)(connection)
            runs.append(1)
            if len(runs) == 1:
                raise sqlite3_error(sqlite3.SQLITE_FULL)

        writer.submit(twice).result(10)
        assert len(runs) == 2
        assert stored(path) == [1]


def sqlite3_error(code):
    error = sqlite3.OperationalError("database or disk is full")
    error.sqlite_errorcode = code
    return error


def test_the_log_is_emptied_when_it_is_long_and_nobody_reads(path):
    with SqliteWriter(path) as writer:
        writer.log_bytes = 200_000
        writer.submit(lambda c: c.execute("CREATE TABLE t (x)")).result()
        log = path.with_name("corpus.db-wal")

        def write(times):
            for _ in range(times):
                writer.submit(lambda c: c.execute("INSERT INTO t VALUES (zeroblob(20000))")).result()
            time.sleep(0.05)
            return log.stat().st_size

        write(40)
        assert path.stat().st_size > 600_000
        assert log.stat().st_size < 300_000
        with closing(sqlite3.connect(path, isolation_level=None)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM t").fetchone()
            assert write(20) > 300_000
            assert writer.broken is None
        assert write(30) < 300_000


@settings(max_examples=30, deadline=None)
@given(numbers=st.lists(st.integers(0, 30), max_size=40), most=st.integers(1, 8), locked=st.booleans())
def test_what_is_acknowledged_is_stored_and_nothing_else(tmp_path_factory, numbers, most, locked):
    path = tmp_path_factory.mktemp("writer") / "corpus.db"
    with pytest.MonkeyPatch.context() as patch, SqliteWriter(path) as writer:
        patch.setattr(SqliteWriter, "most_operations", most)
        patch.setattr(group_commit, "FIRST_PAUSE", 0.001)
        writer.submit(lambda c: c.execute("CREATE TABLE t (x UNIQUE)")).result()
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            if locked:
                other.execute("BEGIN IMMEDIATE")
            futures = [writer.submit(insert(number)) for number in numbers]
            if locked:
                other.execute("ROLLBACK")
        answers = [future.exception() for future in futures]
    first = list(dict.fromkeys(numbers))
    assert stored(path) == first
    assert [answer is None for answer in answers] == [n not in numbers[:i] for i, n in enumerate(numbers)]

"""SQLite files that are damaged."""

from __future__ import annotations

import contextlib
import random
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from servers.corpora import opened

from topiccrawl.cli import main
from topiccrawl.corpus.export import export
from topiccrawl.errors import DamagedFileError, StorageError
from topiccrawl.storage import damage as module
from topiccrawl.storage.damage import check_file, late_damage
from topiccrawl.storage.frontier.sqlite.view import SqliteFrontierView
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.records import PageRecord
from topiccrawl.storage.sqlite.writer import SqliteWriter

TEXT = "全面从严治党的主题教育活动" * 300
CURE = (
    r"the file is damaged \(.+\); put back a copy, or save what can be read: sqlite3 .*corpus\.db \.recover"
)


@pytest.fixture
def corpus(tmp_path: Path, page: Callable[..., PageRecord]) -> Path:
    path = tmp_path / "corpus.db"
    store = opened(f"sqlite:///{path}")
    run = store.start_run("t", {})
    store.write([page(n, topic="t", run_id=run, text=TEXT) for n in range(60)])
    store.close()
    return path


def _flip(path: Path, seed: int) -> None:
    rng = random.Random(seed)
    data = bytearray(path.read_bytes())
    page = rng.randrange(1, len(data) // 4096)
    data[4096 * page : 4096 * page + 4096] = rng.randbytes(4096)
    path.write_bytes(data)


def test_a_broken_structure_is_told_at_the_start_by_all_who_open_it(corpus: Path, tmp_path: Path) -> None:
    _flip_root(corpus)
    url = f"sqlite:///{corpus}"
    for create in (True, False):
        store = CorpusStore(url)
        with pytest.raises(DamagedFileError, match=CURE):
            store.open(create=create)
    with pytest.raises(DamagedFileError, match=CURE):
        export(url, "t", "jsonl", tmp_path / "out.jsonl")
    with pytest.raises(DamagedFileError, match=CURE):
        SqliteFrontierView(corpus, "t")
    with pytest.raises(DamagedFileError, match=CURE):
        SqliteWriter(corpus)
    assert not (tmp_path / "out.jsonl").exists()


def _flip_root(corpus: Path) -> None:
    connection = sqlite3.connect(corpus)
    (root,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'pages'").fetchone()
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    data = bytearray(corpus.read_bytes())
    data[4096 * (root - 1) : 4096 * (root - 1) + 100] = b"\xff" * 100
    corpus.write_bytes(data)


def test_a_text_that_is_not_utf8_is_damage_and_is_not_quoted(
    corpus: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    connection = sqlite3.connect(corpus)
    connection.execute(
        "UPDATE pages SET text = CAST(? AS TEXT) WHERE id = 7", (TEXT.encode() + b"\xff" + TEXT.encode(),)
    )
    connection.commit()
    connection.close()
    words = ["export", "--topic", "t", "--database", f"sqlite:///{corpus}"]
    assert main([*words, "--out", str(tmp_path / "out.jsonl")]) == 1
    out, told = capfd.readouterr()
    assert "the file is damaged (a text in it is not UTF-8" in told
    assert len(told.splitlines()) == 1
    assert "从严治党" not in told + out
    assert not list(tmp_path.glob("*out*"))


def test_errors_quote_no_parameters(corpus: Path) -> None:
    store = opened(f"sqlite:///{corpus}")
    try:
        with pytest.raises(StorageError) as raised:
            store.transact(
                lambda connection: connection.exec_driver_sql("INSERT INTO nothing VALUES (?)", (TEXT,))
            )
    finally:
        store.close()
    error: BaseException | None = raised.value
    while error is not None:
        assert "从严治党" not in str(error)
        error = error.__cause__ or error.__context__


@pytest.mark.parametrize("seed", range(12))
def test_whatever_page_is_overwritten_nothing_but_storage_errors_comes(
    seed: int, corpus: Path, tmp_path: Path
) -> None:
    connection = sqlite3.connect(corpus)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    _flip(corpus, seed)
    try:
        export(f"sqlite:///{corpus}", "t", "csv", tmp_path / "out.csv")
    except StorageError as error:
        assert len(str(error)) < 1000
        assert "从严治党" not in str(error)
        assert not (tmp_path / "out.csv").exists()


def test_a_queue_may_simply_be_deleted(tmp_path: Path) -> None:
    (tmp_path / "frontier.db").write_bytes(b"no database" * 1000)
    with pytest.raises(StorageError, match="delete it, and the crawl starts over"):
        SqliteWriter(tmp_path / "frontier.db")


def test_a_check_that_takes_longer_goes_on_and_stops_the_writer(
    corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "SECONDS", 0.0)
    release, real = module.threading.Event(), module.FileCheck.run

    def slow(check: module.FileCheck) -> None:
        release.wait(30)
        real(check)
        check.said = "Tree 5 page 7"

    monkeypatch.setattr(module.FileCheck, "run", slow)
    writer = SqliteWriter(corpus)
    try:
        writer.flush()  # it is used meanwhile
        assert late_damage(corpus, "x") is None
        release.set()
        with pytest.raises(StorageError, match=r"the file is damaged \(Tree 5 page 7\)"):
            for _ in range(1000):
                writer.flush()
                module.threading.Event().wait(0.01)
    finally:
        writer.close()


def test_a_large_file_that_a_crawl_writes_is_not_checked_at_each_opening(
    corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    checks: list[module.FileCheck] = []
    release, real = module.threading.Event(), module.FileCheck.run

    def slow(check: module.FileCheck) -> None:
        checks.append(check)
        release.wait(30)
        real(check)

    monkeypatch.setattr(module.FileCheck, "run", slow)
    monkeypatch.setattr(module, "SECONDS", 0.05)

    def open_after_a_change() -> None:
        with contextlib.closing(sqlite3.connect(corpus)) as connection:
            connection.execute("UPDATE pages SET title = title || '。' WHERE id = 7")
            connection.commit()
        check_file(corpus, "corpus.db")

    for _ in range(3):
        open_after_a_change()
    release.set()
    assert checks[0].wait(30)
    open_after_a_change()
    assert len(checks) == 1
    copy = corpus.with_name("copy.db")
    copy.write_bytes(corpus.read_bytes())
    copy.replace(corpus)  # another file of the same name
    monkeypatch.setattr(module, "SECONDS", 30.0)  # its check takes less
    check_file(corpus, "corpus.db")
    open_after_a_change()
    assert len(checks) == 3


def test_a_missing_and_an_empty_file_are_whole(tmp_path: Path) -> None:
    check_file(tmp_path / "none.db", "none.db")
    (tmp_path / "empty.db").touch()
    check_file(tmp_path / "empty.db", "empty.db")


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ('CREATE TABLE "t\xd1" (a NOT NULL)', "NULL value in t"),
        ("CREATE NOTHING", "SQLite's message is not UTF-8"),  # it quotes the name
    ],
)
def test_a_damaged_name_that_is_not_utf8_is_damage(tmp_path: Path, statement: str, said: str) -> None:
    path = tmp_path / "corpus.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE t (a)")
    connection.execute("INSERT INTO t VALUES (NULL)")
    connection.execute("PRAGMA writable_schema = ON")
    connection.execute(
        "UPDATE sqlite_schema SET name = CAST(x'74d1' AS TEXT), tbl_name = CAST(x'74d1' AS TEXT), "
        "sql = CAST(? AS TEXT)",
        (statement.encode("latin-1"),),
    )
    connection.commit()
    connection.close()
    with pytest.raises(DamagedFileError, match=said):
        check_file(path, "corpus.db", seconds=30.0)
    with pytest.raises(StorageError, match="the file is damaged"):
        CorpusStore(f"sqlite:///{path}").open()

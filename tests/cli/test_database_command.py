from __future__ import annotations

import sqlite3
import threading

import pytest
from servers.corpora import opened
from storage.old_database import fill
from typer.testing import CliRunner

from topiccrawl.cli.database import app
from topiccrawl.errors import StorageError
from topiccrawl.storage.database import connect, parse_url
from topiccrawl.storage.migrations import HEAD
from topiccrawl.storage.pages.store import CorpusStore


def command(*words):
    return CliRunner().invoke(app, words, catch_exceptions=False).output


def test_an_empty_database_gets_its_tables_and_is_then_up_to_date(database_url, tmp_path):
    if database_url.startswith("sqlite"):
        (tmp_path / "corpus.db").touch()
    assert command("upgrade", "--database", database_url).endswith(f": now has schema {HEAD}\n")
    assert command("upgrade", "--database", database_url).endswith(f": is up to date (schema {HEAD})\n")


def test_show_counts_rows(database_url):
    store = opened(database_url)
    store.start_run("样例", {})
    store.close()
    lines = command("show", "--database", database_url).splitlines()
    assert lines[0] == f"schema {HEAD}, this version of topiccrawl has {HEAD}"
    counts = dict(line.split() for line in lines[1:])
    assert (counts["runs"], counts["pages"], counts["links"]) == ("1", "0", "0")


def test_an_old_database_is_shown_as_it_is_then_brought_up_to_date(database_url):
    fill(connect(parse_url(database_url), timeout=10.0, create=True))
    lines = command("show", "--database", database_url).splitlines()
    assert lines[0] == f"schema 0021, this version of topiccrawl has {HEAD}"
    assert {"runs", "pages", "drops", "links"} <= {line.split()[0] for line in lines[1:]}
    assert f"now has schema {HEAD}" in command("upgrade", "--database", database_url)


def test_show_creates_nothing(tmp_path):
    with pytest.raises(StorageError, match="no such file"):
        command("show", "--database", f"sqlite:///{tmp_path}/corpus.db")
    with pytest.raises(StorageError, match="is a folder"):
        command("show", "--database", f"sqlite:///{tmp_path}")
    (tmp_path / "empty.db").touch()
    with pytest.raises(StorageError, match="holds no corpus"):
        command("show", "--database", f"sqlite:///{tmp_path}/empty.db")


@pytest.fixture
def full(database_url):
    """A database with rows of several types: pages with bytes and times, links, a run."""
    engine = connect(parse_url(database_url), timeout=10.0, create=True)
    fill(engine)
    engine.dispose()
    command("upgrade", "--database", database_url)
    return database_url


@pytest.fixture
def empty(request, database_url, tmp_path):
    """An empty database of the other kind."""
    if database_url.startswith("mysql"):
        return f"sqlite:///{tmp_path / 'restored.db'}"
    return request.getfixturevalue("mariadb_url")


def rows(url):
    return command("show", "--database", url).splitlines()


def test_a_backup_is_restored_into_the_other_kind_of_database_and_back(full, empty, tmp_path):
    file, again, third = tmp_path / "备份.db", tmp_path / "again.db", f"sqlite:///{tmp_path / 'third.db'}"
    said = command("backup", str(file), "--database", full)
    assert said.startswith(f"{file}: ") and said.endswith(" rows\n")
    command("restore", str(file), "--database", empty)
    assert rows(empty) == rows(full)
    assert "pages                     3" in rows(empty)
    command("backup", str(again), "--database", empty)
    command("restore", str(again), "--database", third)  # checksums of both kinds are the same, or this fails
    assert rows(third) == rows(full)
    first, second = (
        sqlite3.connect(one).execute("SELECT * FROM topiccrawl_backup").fetchall() for one in (file, again)
    )
    assert first == second and len(first) > 40
    with pytest.raises(StorageError, match=r"(test_\d+|restored\.db): is not empty, \w+ has rows"):
        command("restore", str(file), "--database", empty)
    with pytest.raises(StorageError, match=r"备份\.db: exists already"):
        command("backup", str(file), "--database", full)


@pytest.fixture
def places(tmp_path):
    """A database, a backup of it, and a database that is restored from that."""
    return f"sqlite:///{tmp_path / 'corpus.db'}", tmp_path / "backup.db", f"sqlite:///{tmp_path / 'new.db'}"


def test_a_crawl_that_runs_is_not_disturbed_and_a_file_in_use_is_not_restored_into(places):
    url, file, target = places
    store, ended, stored = CorpusStore(url), threading.Event(), []
    store.open()
    crawl = threading.Thread(
        target=lambda: stored.extend(store.start_run("样例", {}) for _ in iter(ended.is_set, True))
    )
    crawl.start()
    try:
        command("backup", str(file), "--database", url)
        with pytest.raises(StorageError, match="is in use by process"):
            command("restore", str(file), "--database", url)
    finally:
        ended.set()
        crawl.join()
        store.close()
    command("restore", str(file), "--database", target)
    restored, whole = (
        int(dict(line.split() for line in rows(one)[1:])["runs"].replace(",", "")) for one in (target, url)
    )
    assert 0 <= restored < whole == len(stored)


def test_a_backup_of_an_older_version_is_restored_as_it_was_but_not_into_a_server(places, mariadb_url):
    url, file, target = places
    fill(connect(parse_url(url), timeout=10.0, create=True))
    command("backup", str(file), "--database", url)
    command("restore", str(file), "--database", target)
    assert rows(target) == rows(url) and rows(url)[0].startswith("schema 0021")
    with pytest.raises(StorageError, match="the backup has schema 0021, this version"):
        command("restore", str(file), "--database", mariadb_url)


def test_backups_that_are_cut_changed_or_none_are_refused_by_name(places, tmp_path):
    url, file, target = places
    store = opened(url)
    store.start_run("样例", {})
    store.close()
    command("backup", str(file), "--database", url)
    whole = file.read_bytes()
    for size in (0, 50, 5000, len(whole) // 2, len(whole) - 4096):
        file.write_bytes(whole[:size])
        with pytest.raises(StorageError, match=r"backup\.db"):
            command("restore", str(file), "--database", target)
    file.write_bytes(whole.replace("样例".encode(), "样本".encode()))
    with pytest.raises(
        StorageError, match=r"backup\.db: table runs is not as it was backed up \(1 rows, 1 then\)"
    ):
        command("restore", str(file), "--database", target)
    with pytest.raises(StorageError, match=r"corpus\.db: is no backup"):
        command("restore", str(tmp_path / "corpus.db"), "--database", target)
    with pytest.raises(StorageError, match=r"none\.db: there is no such file"):
        command("restore", str(tmp_path / "none.db"), "--database", target)
    assert not (tmp_path / "new.db").exists()

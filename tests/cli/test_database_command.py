from __future__ import annotations

import pytest
from storage.old_database import fill
from typer.testing import CliRunner

from topiccrawl.cli.database import app
from topiccrawl.errors import StorageError
from topiccrawl.storage.database import connect, parse_url
from topiccrawl.storage.migrations import HEAD
from topiccrawl.storage.pages.store import CorpusStore


def command(*words):
    return CliRunner().invoke(app, words, catch_exceptions=False).output


def test_a_missing_database_cannot_be_upgraded(tmp_path, mariadb_url):
    with pytest.raises(StorageError, match=r"corpus\.db: there is no such file, nor the folder .*无$"):
        command("upgrade", "--database", f"sqlite:///{tmp_path}/无/corpus.db")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(StorageError, match="Unknown database"):
        command("upgrade", "--database", f"{mariadb_url}_none")


def test_an_empty_database_gets_its_tables_and_is_then_up_to_date(database_url, tmp_path):
    if database_url.startswith("sqlite"):
        (tmp_path / "corpus.db").touch()
    assert command("upgrade", "--database", database_url).endswith(f": now has schema {HEAD}\n")
    assert command("upgrade", "--database", database_url).endswith(f": is up to date (schema {HEAD})\n")


def test_show_counts_rows(database_url):
    store = CorpusStore(database_url)
    store.open()
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

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from servers.corpora import opened

from topiccrawl.cli import main
from topiccrawl.corpus.maintenance_run import MaintenanceRun
from topiccrawl.storage.records import PageRecord
from topiccrawl.storage.sqlite.file_lock import FileLock


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with two databases of crawls, and files that are none; English."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.delenv("TOPICCRAWL_DATABASE_URL", raising=False)
    for name, topics in (("a.db", ("河长制", "党建")), ("b.db", ("侨情",))):
        store = opened(f"sqlite:///{tmp_path / name}")
        for topic in topics:
            now = datetime.now(UTC)
            pages = [
                PageRecord(topic=topic, url=f"http://a.test/{number}", run_id=1, fetched_at=now)
                for number in range(len(topic))
            ]
            store.write(pages)
            run = store.start_run(topic, {})
            if topic == "党建":
                unread = {"topiccrawl/unread/robots": 3, "topiccrawl/unread/robots/host/a.test": 3}
                store.finish_run(run, "closespider_pagecount", unread)
        store.close()
    (tmp_path / "other.db").write_text("这不是数据库", encoding="utf-8")
    (tmp_path / "empty.db").touch()
    return tmp_path


def rows(output: str) -> list[list[str]]:
    return [line.split() for line in output.splitlines()]


def test_all_topics_of_all_databases_of_the_folder(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = {path.name: path.read_bytes() for path in folder.glob("[eo]*.db")}
    assert main(["status"]) == 0
    head, *found = rows(capsys.readouterr().out)
    assert head[:2] == ["topic", "kept"]
    assert {(row[0], row[1]) for row in found if ":" not in row[0]} == {
        ("河长制", "3"),
        ("党建", "2"),
        ("侨情", "2"),
    }
    assert {path.name: path.read_bytes() for path in folder.glob("[eo]*.db")} == before


def test_one_database(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["status", "--database", f"sqlite:///{folder}/b.db"]) == 0
    (_, row) = rows(capsys.readouterr().out)
    assert row[0] == "侨情"


def test_a_run_that_goes_on_and_one_that_has_ended(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["status"])
    shown = capsys.readouterr().out
    assert (
        "党建: 3 links are forbidden by robots.txt: ask the owner of the site for access; a.test 3" in shown
    )
    lines = {line.split()[0]: line for line in shown.splitlines()}
    assert "CLOSESPIDER_PAGECOUNT" in lines["党建"]
    assert "was killed" in lines["侨情"]


def test_a_crawl_runs_as_long_as_its_process_holds_the_file(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lock = FileLock(folder / "b.db")
    main(["status", "--database", f"sqlite:///{folder}/b.db"])
    assert "running" in capsys.readouterr().out
    lock.release()
    main(["status", "--database", f"sqlite:///{folder}/b.db"])
    shown = capsys.readouterr().out
    assert "was killed" in shown and "running" not in shown


def test_files_that_cannot_be_read_are_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("b.db", "empty.db", "other.db"):
        (folder / name).unlink()
    with closing(sqlite3.connect(folder / "a.db")) as older:
        older.execute("UPDATE topiccrawl_version SET version_num = '0024'")
        older.commit()
    assert main(["status"]) == 0
    assert "a.db: was made by an older version of topiccrawl" in capsys.readouterr().err


def test_other_commands_do_not_hide_the_last_crawl(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = opened(f"sqlite:///{folder / 'a.db'}")
    run = MaintenanceRun.begin(store, "党建", "stories", {})
    run.finish({})
    guest = store.start_run("河长制", {"spider": "news"})
    store.finish_run(guest, "finished", {})
    store.close()
    main(["status"])
    lines = {line.split()[0]: line for line in capsys.readouterr().out.splitlines()}
    assert "CLOSESPIDER_PAGECOUNT" in lines["党建"]
    assert "was killed" in lines["河长制"]
    assert "was killed" not in lines["河长制@news"]


def test_in_chinese(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    main(["status"])
    lines = {line.split()[0]: line for line in capsys.readouterr().out.splitlines()}
    assert "已保留" in lines["主题"] and "被强行终止" in lines["侨情"] and "达到" in lines["党建"]


def test_an_empty_folder_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C")
    assert main(["status"]) == 0
    assert "topiccrawl crawl TOPIC" in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []


def test_a_missing_database_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["status", "--database", f"sqlite:///{tmp_path}/none.db"]) == 1
    assert "none.db" in capsys.readouterr().err

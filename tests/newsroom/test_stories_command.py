"""`topiccrawl stories` on a small corpus."""

from __future__ import annotations

import csv
import os
import signal
from pathlib import Path
from typing import Any

import pytest
from forks import forks
from newsroom.stories.test_build import PAGES, TOPIC, everything
from servers.corpora import opened

from topiccrawl.cli import main
from topiccrawl.newsroom.stories import build
from topiccrawl.storage.pages.store import CorpusStore


def stored(folder: Path) -> str:
    """Store the pages; return the URL of their database."""
    url = f"sqlite:///{folder / 'corpus.db'}"
    store = opened(url)
    store.start_run(TOPIC, {"strategy": "adaptive"})
    store.write(PAGES)
    store.close()
    return url


@pytest.fixture
def database(tmp_path: Path) -> str:
    return stored(tmp_path)


def run(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["stories", *words]) == 0
    return capsys.readouterr().out


def test_stories_are_found_and_shown(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    own = ("--database", database)
    assert "first run: topiccrawl stories 样例" in run(capsys, "-t", TOPIC, "--show", *own)
    told = run(capsys, TOPIC, *own)
    assert "3 stories of 样例: 3 new or changed (5 pages), 0 removed, 1 pairs of related events" in told
    assert "3 stories of 样例: 0 new or changed" in run(capsys, "--topic", TOPIC, *own)
    shown = run(capsys, "-t", TOPIC, "--show", *own)
    assert "first: 江边日报; 3 pages of 3 sites" in shown
    assert "related event" in shown
    assert "first: 联合通讯社" in run(capsys, "-t", TOPIC, "--show", "--pages", "1", *own)


def killed_main(words: tuple[str, ...], call: int) -> None:
    """Find stories in a process that is killed at the end of a transaction, before its commit: 0 is the first."""
    transact, calls = CorpusStore.transact, []

    def killed(self: CorpusStore, operation: Any) -> Any:
        calls.append(None)

        def to_the_end(connection: Any) -> Any:
            operation(connection)
            os.kill(os.getpid(), signal.SIGKILL)

        return transact(self, to_the_end if len(calls) > call else operation)

    CorpusStore.transact = killed  # type: ignore[method-assign]
    build._STORIES = 1
    main(list(words))


def found_in(database: str) -> tuple[dict[str, Any], list[str]]:
    """Return what `topiccrawl stories` finds, and how the runs of the topic ended."""
    assert main(["stories", TOPIC, "--database", database]) == 0
    store = CorpusStore(database)
    store.open(create=False)
    found = everything(store), [one["finish_reason"] for one in store.read_runs(TOPIC)]
    store.close()
    return found


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], list[str]]:
    """What a run finds that is not killed."""
    return found_in(stored(tmp_path_factory.mktemp("whole")))


@pytest.mark.parametrize("call", [0, 1, 3, 5, 6])
def test_killed_stories_are_those_of_a_whole_run(
    call: int, database: str, whole: tuple[dict[str, Any], list[str]]
) -> None:
    words = ("stories", TOPIC, "--database", database)
    process = forks().Process(target=killed_main, args=(words, call), daemon=True)
    process.start()
    process.join(60)
    assert process.exitcode == -signal.SIGKILL
    assert found_in(database) == whole
    assert whole[0]["propagation"]


def test_exports_have_the_events_of_pages(
    database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "events.csv"
    names = "url,source,event,event_day,place,category,people,first_source"
    words = ["export", "-t", TOPIC, "--database", database, "--columns", names, "--include-duplicates"]
    assert main([*words, "--out", str(out)]) == 0
    with out.open(encoding="utf-8-sig", newline="") as file:
        assert {row["event"] for row in csv.DictReader(file)} == {""}
    run(capsys, TOPIC, "--database", database)
    assert main([*words, "--out", str(out)]) == 0
    with out.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == len(PAGES)
    assert {"江边日报", "联合通讯社"} <= {row["first_source"] for row in rows}
    assert all(row["event"] and row["event_day"] for row in rows)
    chosen = [*words, "--where", 'first_source = "江边日报"', "--out", str(out)]
    assert main(chosen) == 0
    with out.open(encoding="utf-8-sig", newline="") as file:
        assert {row["first_source"] for row in csv.DictReader(file)} == {"江边日报"}

"""The contest of crawlers: tasks, stored pages, figures, the table, versions and environments; no crawler is run."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from benchmarks.live.web import LoggedRequest
from benchmarks.peers import environments
from benchmarks.peers.contestants import KEEPS, OTHERS, OURS, POLITENESS, version
from benchmarks.peers.crawl import has_pages, last_line
from benchmarks.peers.environments import NotInstallableError, environment
from benchmarks.peers.judging import COLUMNS, figures, markdown, table
from benchmarks.peers.task import PageFile, Task, given_task, keep_only

CRAWLERS = Path(__file__).parents[2] / "benchmarks" / "peers" / "crawlers"
JUDGED = {
    "fetched": {
        "pages": 120,
        "curve": [
            {"pages": 50, "harvest": 0.9, "recall": 0.1},
            {"pages": 100, "harvest": 0.75, "recall": 0.2},
        ],
    },
    "collected": {"kept": 90, "right": 80, "duplicates_kept": 3},
}


def logged(*seconds: float) -> list[LoggedRequest]:
    return [LoggedRequest(at, f"http://a.test/{at}", True, "") for at in seconds]


def test_a_crawler_gets_its_task_from_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    task = Task(["http://a.test/"], ["党建", "党员"], 100, "http://127.0.0.1:1")
    task.write(tmp_path / "task.json")
    monkeypatch.setattr(sys, "argv", ["crawler", str(tmp_path / "task.json")])
    assert given_task() == task


def test_pages_are_stored_with_their_text_and_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "trafilatura", SimpleNamespace(extract={"<p>正文": "正文"}.get))
    file = PageFile(2)
    file.add("http://a.test/1", "<p>正文")
    assert not file.full
    file.add("http://a.test/2", "")
    assert file.full
    keep_only("http://a.test/1".__eq__)
    rows = [json.loads(row) for row in (tmp_path / "pages.jsonl").read_text(encoding="utf-8").splitlines()]
    assert rows == [{"url": "http://a.test/1", "text": "正文"}]


def test_figures_of_a_crawl() -> None:
    found = figures(JUDGED, logged(10.0, 20.0, 40.0), cpu=16.0)
    assert (found["100"], found["500"]) == (0.75, None)
    assert (found["pages/s"], found["CPU ms a page"]) == (4.0, 133.3)
    assert (found["kept"], found["relevant"], found["copies"], found["relevant a CPU s"]) == (90, 80, 3, 5.0)
    assert found["curve"] == {"50": 0.9, "100": 0.75}
    assert set(COLUMNS) < found.keys()


def test_a_crawl_without_a_page_has_no_rates() -> None:
    nothing = {
        "fetched": {"pages": 0, "curve": []},
        "collected": {"kept": 0, "right": 0, "duplicates_kept": 0},
    }
    found = figures(nothing, [], cpu=1.0)
    assert found["pages/s"] is found["CPU ms a page"] is found["100"] is None


def test_the_table_names_the_reason_where_a_crawler_has_no_figures() -> None:
    crawls = {"one": figures(JUDGED, logged(0.0, 30.0), 16.0), "two": {"failed": "ended with 1: no proxy"}}
    rows = table(crawls)
    assert rows[0][:3] == ["one", 0.75, None]
    assert rows[1] == ["two", "ended with 1: no proxy"]
    assert markdown(crawls).splitlines()[-1] == "| two | ended with 1: no proxy |"


def test_every_crawler_has_a_script_settings_and_pinned_versions() -> None:
    assert list(POLITENESS) == list(KEEPS) == [OURS, *OTHERS]
    for name, one in OTHERS.items():
        assert (CRAWLERS / f"{one.module}.py").exists(), name
        assert version(name)[0].isdigit()
    pins = [line for file in environments.REQUIREMENTS.iterdir() for line in file.read_text().splitlines()]
    assert all("==" in pin for pin in pins)
    assert len([pin for pin in pins if pin.startswith("trafilatura==")]) == 5
    assert len({pin for pin in pins if pin.startswith("trafilatura==")}) == 1


def test_scripts_import_only_what_their_environments_hold() -> None:
    """They run without topiccrawl and its requirements."""
    for script in CRAWLERS.glob("*.py"):
        lines = script.read_text(encoding="utf-8").splitlines()
        inside = [line for line in lines if line.startswith(("from benchmarks", "from topiccrawl"))]
        assert all("peers.task import" in line or "peers.crawlers." in line for line in inside), script


def test_an_environment_with_the_same_requirements_is_used_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands: list[tuple[str, ...]] = []

    def run(name: str, *command: str) -> None:
        commands.append(command)
        (tmp_path / name).mkdir(exist_ok=True)

    monkeypatch.setattr(environments, "run_command", run)
    python = environment("scrapy", tmp_path)
    assert python == tmp_path / "scrapy" / "bin" / "python"
    assert len(commands) == 2
    environment("scrapy", tmp_path)
    assert len(commands) == 2
    (tmp_path / "scrapy" / "installed.txt").write_text("scrapy==1.0\n")
    environment("scrapy", tmp_path)
    assert len(commands) == 4


def test_a_crawler_that_cannot_be_installed_has_a_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(environments, "REQUIREMENTS", tmp_path)
    monkeypatch.setattr(environments.sys, "executable", "false")
    (tmp_path / "scrapy.txt").write_text("scrapy==2\n")
    with pytest.raises(NotInstallableError, match="scrapy cannot be installed: no message"):
        environment("scrapy", tmp_path / "all")


def test_a_crawl_is_over_at_a_number_of_pages_in_the_log(tmp_path: Path) -> None:
    log = tmp_path / "access.tsv"
    rows = ["1.0\ta.test\t/\t200\n", "2.0\ta.test\t/robots.txt\t200\n", "3.0\ta.test\t/1\t404\n"]
    log.write_text("".join(rows))
    assert has_pages(log, 1, every=0.0)()
    assert not has_pages(log, 2, every=0.0)()


def test_the_reason_of_a_failure_is_the_last_line() -> None:
    assert last_line("Traceback\n  x\nImportError: no lxml\n\n") == "ImportError: no lxml"
    assert last_line("") == "no output"

"""The contest of crawlers: tasks, stored pages, figures, the table, versions and environments; no crawler is run."""

from __future__ import annotations

from pathlib import Path

from benchmarks.live.web import LoggedRequest
from benchmarks.peers import environments
from benchmarks.peers.contestants import KEEPS, OTHERS, OURS, POLITENESS, version
from benchmarks.peers.judging import COLUMNS, figures, markdown, table

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

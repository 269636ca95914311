"""Experiments on the pages of crawls: formula 5's threshold and formula 6."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from servers.corpora import opened
from sqlalchemy import select

from topiccrawl.cli import main
from topiccrawl.errors import EvaluationError
from topiccrawl.experiments.crawled_pages import CrawledPage, precision_by_site, read_crawl
from topiccrawl.page.canonical_url import url_key
from topiccrawl.storage import schema
from topiccrawl.storage.frontier.contract import Entry
from topiccrawl.storage.frontier.sqlite.frontier import SqliteFrontier
from topiccrawl.storage.records import DropRecord, PageRecord
from topiccrawl.topics.calibration.graded_pages import read_page_grades

Made = Callable[..., str]


@pytest.fixture
def crawl(tmp_path: Path) -> Made:
    """Make the database of a crawl: (URL, priority, kept, seconds)."""

    def make(name: str, pages: list[tuple[str, float, bool, float]], topic: str = "党建") -> str:
        database = f"sqlite:///{tmp_path / name}.db"
        store = opened(database)
        run = store.start_run(topic, {})
        (row,) = store.fetch(select(schema.runs.c.started_at))
        start: datetime = row["started_at"]
        kept, dropped = [], []
        for url, priority, is_kept, seconds in pages:
            at = start + timedelta(seconds=seconds)
            if is_kept:
                kept.append(PageRecord(topic=topic, url=url, run_id=run, fetched_at=at, priority=priority))
            else:
                dropped.append(
                    DropRecord(
                        topic=topic, url=url, stage="verdict", reason="off_topic", run_id=run, dropped_at=at
                    )
                )
        store.write([*kept, *dropped])
        frontier = SqliteFrontier(store.writer, topic)
        for url, priority, *_ in pages:
            frontier.push(Entry(url_key(url), "a.test", priority, b"{}", url))
        frontier.close()
        store.close()
        return database

    return make


def table(path: Path, labels: dict[str, int]) -> Path:
    rows = ["url\tlabel", *(f"{url}\t{label}" for url, label in labels.items())]
    path.write_text("\n".join(rows), encoding="utf-8")
    return path


def urls(host: str, count: int) -> list[str]:
    return [f"http://{host}/{number}.html" for number in range(count)]


def test_kept_and_dropped_pages_come_with_the_score_of_their_link(crawl: Made) -> None:
    database = crawl("a", [("http://a.test/2", 0.5, True, 9), ("http://a.test/1", 0.3, False, 4)])
    found = read_crawl(database, "党建")
    assert [(page.url, page.score, page.kept, page.relevant) for page in found.pages] == [
        ("http://a.test/1", 0.3, False, False),
        ("http://a.test/2", 0.5, True, True),
    ]
    assert [page.seconds for page in found.pages] == [4, 9]
    assert [page.url for page in found.within(5)] == ["http://a.test/1"]


def test_seeds_are_left_out_and_another_topic_has_no_pages(crawl: Made) -> None:
    database = crawl("a", [("http://a.test/", 1.0, True, 1), ("http://a.test/1", 0.3, True, 4)])
    assert [page.url for page in read_crawl(database, "党建").pages] == ["http://a.test/1"]
    with pytest.raises(EvaluationError, match="no crawl of 侨情 has judged a page"):
        read_crawl(database, "侨情")


def test_labels_decide_and_pages_without_one_are_counted(crawl: Made, tmp_path: Path) -> None:
    pages = urls("a.test", 24)
    database = crawl("a", [(url, 0.5, True, n) for n, url in enumerate(pages)])
    grades = read_page_grades(
        table(tmp_path / "labels.tsv", {url: n % 2 for n, url in enumerate(pages[:22])})
    )
    found = read_crawl(database, "党建", grades)
    assert (len(found.pages), found.left_out) == (22, 2)
    assert sum(page.relevant for page in found.pages) == 11


def test_precision_is_the_mean_of_sites_and_of_all_pages() -> None:
    hosts = {"a.test": (8, 8), "www.portal.test": (5, 10), "news.portal.test": (9, 10), "few.test": (0, 2)}
    pages = [
        CrawledPage(url, 0.5, 0, True, number < relevant)
        for host, (relevant, kept) in hosts.items()
        for number, url in enumerate(urls(host, kept))
    ]
    pages.append(CrawledPage("http://a.test/dropped", 0.5, 0, False, False))
    rows = {str(row[0]): row[1:] for row in precision_by_site(pages, ["portal.test"]).rows}
    assert rows["mean of dedicated sites"][3] == 1
    assert rows["mean of portals"][3] == pytest.approx(0.7)
    assert rows["all pages"] == ("", 30, 22, pytest.approx(22 / 30))
    assert rows["few.test"] == ("dedicated", 2, 0, 0)
    assert rows["www.portal.test"][0] == "portal"


def test_the_commands_write_tables(crawl: Made, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pages = urls("a.test", 30)
    rows = [(url, 0.3 if n < 10 else 0.6, True, float(n)) for n, url in enumerate(pages)]
    low, high = crawl("low", rows), crawl("high", rows[10:])
    labels = str(table(tmp_path / "labels.tsv", {url: int(n >= 10) for n, url in enumerate(pages)}))
    out = tmp_path / "out"
    given = ["--labels", labels, "--out", str(out)]
    assert main(["evaluate", "threshold", f"0.2={low}", f"0.4={high}", "-t", "党建", *given]) == 0
    assert "| 0.200 | 29.000 | 30 | 30 | 20 | 0.667 | 0.667 |" in capsys.readouterr().out
    assert "0.4,29.0,20,20,20,1.0,1.0" in (out / "link-threshold.csv").read_text("utf-8-sig")
    assert main(["evaluate", "precision", low, "-t", "党建", *given]) == 0
    assert "| all pages |  | 30 | 20 | 0.667 |" in capsys.readouterr().out
    assert main(["evaluate", "threshold", f"a={low}", "-t", "党建", *given]) == 1
    assert "expected THRESHOLD=DATABASE" in capsys.readouterr().err

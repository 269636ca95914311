"""A crawl that is started again on its corpus, also on one without sketches, finds the stories it has."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from e2e.crawling import Crawl, crawl, hub, stories, story_page
from e2e.fault_server import FaultServer

PARTY = stories()[:8]
FIRST = {f"http://first.test/{number}.html": story.title for number, story in enumerate(PARTY)}
SECOND = {url.replace("first", "second"): title for url, title in FIRST.items()}
THIRD = {url.replace("first", "third"): title for url, title in FIRST.items()}


def delete_sketches(database: Path) -> None:
    """Leave a corpus whose sketches have to be made again."""
    connection = sqlite3.connect(database)
    for table in ("sketches", "sketch_hashes", "sketch_progress"):
        connection.execute(f"DELETE FROM {table}")
    connection.commit()
    connection.close()


def copies(done: Crawl) -> dict[str, str | None]:
    return {url: row["duplicate_of"] for url, row in done.pages.items() if not url.startswith("http://first")}


def test_reposts_are_known_after_a_restart_also_on_a_corpus_without_sketches(tmp_path: Path) -> None:
    answers = {}
    for links in (FIRST, SECOND, THIRD):
        answers |= {url: story_page(story) for url, story in zip(links, PARTY, strict=True)}
    for name, links in (("first", FIRST), ("second", SECOND), ("third", THIRD)):
        answers[f"http://{name}.test/"] = hub("党建频道", links)
    originals = dict(zip(SECOND | THIRD, [*FIRST, *FIRST], strict=True))
    with FaultServer(answers) as web:
        crawl(tmp_path, ["http://first.test/"], proxy=web.proxy_url)
        second = crawl(tmp_path, ["http://second.test/"], proxy=web.proxy_url)
        assert copies(second) == {url: originals[url] for url in SECOND}
        assert "made comparable" not in second.log
        delete_sketches(tmp_path / "corpus.db")
        third = crawl(tmp_path, ["http://third.test/"], proxy=web.proxy_url)
    assert copies(third) == originals
    assert third.kept == set(FIRST)
    assert "16 stored pages are made comparable" in third.log
    assert "all stored pages are done" in third.log
    assert third.stats.get("log_count/ERROR", 0) == 0

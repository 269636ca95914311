"""A second crawl of a site that has grown: it asks for lists again, on condition, and otherwise fetches only what is new."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from e2e.crawling import crawl, hub, stories, story_page
from e2e.fault_server import FaultServer
from e2e.starts.changing_site import HOST, ChangingSite, set_back


def test_a_later_crawl_fetches_what_is_new_and_asks_lists_on_condition(tmp_path: Path) -> None:
    with ChangingSite(64) as site:
        first = crawl(tmp_path, [f"{HOST}/"], proxy=site.address)
        asked = [path for path, _ in site.requests]
        assert first.code == 0, first.log
        assert site.articles <= set(asked)
        old, new = site.articles, site.next_day()
        set_back(tmp_path / "corpus.db")
        site.requests.clear()
        later = crawl(tmp_path, [f"{HOST}/"], proxy=site.address, arguments={"revisit": "1"})
    paths = [path for path, _ in site.requests]
    assert new <= set(paths)
    assert not old & set(paths)
    assert len(paths) == len(new) + 9 + 1  # the home page and eight channels, and robots.txt
    unchanged = [path for path, status in site.requests if status == 304]
    assert 0 < len(unchanged) == later.stats["topiccrawl/revisits/unchanged"]
    with closing(sqlite3.connect(tmp_path / "corpus.db")) as connection:
        rows = connection.execute("SELECT changes, days FROM revisits").fetchall()
    assert all(0.9 < days < 1.1 for _, days in rows)
    assert 1 < sum(changes for changes, _ in rows) == later.stats["topiccrawl/revisits/changed"]


def test_each_list_that_brings_a_new_link_has_changed(tmp_path: Path) -> None:
    lists = [f"{HOST}/list{number}/" for number in range(3)]
    articles = {f"{HOST}/a/{number}.html": story for number, story in enumerate(stories()[:7])}
    links = {url: story.title for url, story in articles.items()}
    old = dict(list(links.items())[:6])
    pages = {url: story_page(story) for url, story in articles.items()}
    web = dict.fromkeys(lists, hub("党建频道", old)) | pages
    with FaultServer(web) as before:
        crawl(tmp_path, lists, proxy=before.proxy_url)
    set_back(tmp_path / "corpus.db")
    # The same new link on two of the lists: the one that is read later brings it as well.
    with FaultServer(web | dict.fromkeys(lists[:2], hub("党建频道", links))) as after:
        later = crawl(tmp_path, lists, proxy=after.proxy_url, arguments={"revisit": "1"})
    assert later.stats["topiccrawl/revisits/changed"] == 2

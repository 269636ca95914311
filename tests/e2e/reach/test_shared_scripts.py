"""Pages that share a script file: each is read with it, keeps what its own link said, and is told if it is not."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from e2e.crawling import Crawl, crawl
from e2e.reach.articles import article
from e2e.reach.lists import ALL, JAVASCRIPT, JSON, SHELL, _site, address, html, page_of_article, rows, urls
from e2e.reach.living_web import Asked, LivingWeb, Told

LISTS = {"/dj/": ALL[: len(ALL) // 2], "/xw/": ALL[len(ALL) // 2 :]}
SLOW = 1.0
"""Seconds until the file comes: all pages that name it are read before."""


def _columns(asked: Asked) -> Told | str | None:
    """Two columns with headlines that a function of one file opens."""
    if asked.path == "/":
        return html("<ul><li><a href=/dj/>党建园地动态</a></li><li><a href=/xw/>党建工作要闻</a></li></ul>")
    if asked.path in LISTS:
        items = "".join(
            f"<li onclick='zk({n})'>{article(asked.host, n).title}</li>" for n in LISTS[asked.path]
        )
        return html(f"<ul>{items}</ul><script src='/js/list.js'></script>", f"党建栏目 {asked.path}")
    if asked.path == "/js/list.js":
        time.sleep(SLOW)
        return Told("function zk(n){ window.open('/art/' + n + '.html'); }", JAVASCRIPT)
    return None


def _shells(wait: float, status: int, asked: Asked) -> Told | str | None:
    """Articles that one file asks for, in data that tells no date: the list has it."""
    if asked.path == "/":
        return html(rows(asked.host, ALL).replace("/art/", "/look?id=").replace(".html", ""))
    if asked.path == "/look":
        return html(SHELL + "<script src='/js/look.js'></script>", "渔港融媒")
    if asked.path == "/js/look.js":
        time.sleep(wait)
        asks = "fetch('/art/' + new URLSearchParams(location.search).get('id') + '.html').then(draw);"
        return Told(asks, JAVASCRIPT, status)
    number = next((n for n in ALL if address(n) == asked.path), None)
    if number is None:
        return None
    text = page_of_article(asked.host, number).partition("<div class=content>")[2]
    return Told(json.dumps({"data": {"title": article(asked.host, number).title, "content": text}}), JSON)


SITES = {
    "columns.test": partial(_site, _columns),
    "shells.test": partial(_shells, SLOW, 200),
    "gone.test": partial(_shells, 0, 404),
    "late.test": partial(_shells, SLOW, 404),
}


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Crawl]:
    with LivingWeb(SITES) as web:
        yield crawl(
            tmp_path_factory.mktemp("shared"), [f"http://{host}/" for host in SITES], proxy=web.address
        )


def unread(done: Crawl, host: str) -> set[str]:
    """The URLs of a site of which the crawl tells that a script was not read."""
    told = {("unread", "script_list"), ("gate", "script_list")}
    return {url for url, drops in done.drops.items() if urlsplit(url).hostname == host and told & drops}


@pytest.mark.parametrize("host", ["columns.test", "shells.test"])
def test_all_pages_that_wait_for_a_file_are_read_when_it_comes(done: Crawl, host: str) -> None:
    assert {url for url in done.kept if urlsplit(url).hostname == host} == urls(host)
    assert unread(done, host) == set()


def test_each_has_the_headline_the_date_and_the_page_of_its_own_link(done: Crawl) -> None:
    host = "shells.test"
    for number in ALL:
        row, told = done.pages[f"http://{host}{address(number)}"], article(host, number)
        found = row["anchor"], row["published"], row["parent_url"]
        assert found == (told.title, told.day, f"http://{host}/look?id={number}")
    for path, which in LISTS.items():
        parents = {done.pages[f"http://columns.test{address(n)}"]["parent_url"] for n in which}
        assert parents == {f"http://columns.test{path}"}


@pytest.mark.parametrize("host", ["gone.test", "late.test"])
def test_every_page_is_told_whose_file_has_failed_before_or_after_it_came(done: Crawl, host: str) -> None:
    assert unread(done, host) == {f"http://{host}/look?id={number}" for number in ALL}


def test_a_crawl_that_goes_on_reads_the_file_again_and_tells_which_pages_it_came_too_late_for(
    tmp_path: Path,
) -> None:
    host = "shells.test"
    with LivingWeb({host: partial(_shells, 0, 200)}) as web:
        few = {"CLOSESPIDER_PAGECOUNT": "4", "CONCURRENT_REQUESTS": "1"}
        first = crawl(tmp_path, [f"http://{host}/"], proxy=web.address, settings=few)
        assert len(first.kept) < len(ALL)
        second = crawl(tmp_path, [f"http://{host}/"], proxy=web.address)
        files = [asked for asked in web.of(host) if asked.path == "/js/look.js"]
    assert len(files) <= 2
    late = {url.replace("/look?id=", "/art/") + ".html" for url in unread(second, host)}
    assert late == urls(host) - second.kept and len(late) < len(ALL) / 2

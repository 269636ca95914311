"""Crawls through three proxies, one with a password, of which one dies; refusals hold over all proxies."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import ProxyHandler, build_opener

import pytest
from e2e.access.tinyproxy import Tinyproxy
from e2e.crawling import crawl, hub, stories, story_page
from e2e.fault_server import Answer, FaultServer

STORIES = stories()[:9]


def web() -> FaultServer:
    """Nine stories, and six pages that are denied, whose links come last."""
    served = FaultServer()
    root = served.url
    pages = {f"{root}/{number}.html": story_page(story) for number, story in enumerate(STORIES)}
    links = {url: story.title for url, story in zip(pages, STORIES, strict=True)}
    denied = {f"{root}/denied/{number}.html": "党建" for number in range(6)}
    served.answers = {
        f"{root}/": hub("党建频道", {**links, **denied}),
        **pages,
        **dict.fromkeys(denied, Answer(status=403)),
    }
    return served


def test_one_of_three_proxies_dies(tmp_path: Path) -> None:
    with ExitStack() as stack:
        logins = {"a": "", "b": "", "c": "reader:opensesame"}
        proxies = [stack.enter_context(Tinyproxy(tmp_path, *proxy)) for proxy in logins.items()]
        served = stack.enter_context(web())
        without_login = build_opener(ProxyHandler({"http": proxies[2].url.replace("reader:opensesame@", "")}))
        with pytest.raises(HTTPError, match="407"):
            without_login.open(served.url, timeout=5)
        served.on_request = lambda number: proxies[0].kill() if number == 4 else None
        done = crawl(
            tmp_path,
            [f"{served.url}/"],
            arguments={"strategy": "breadth-first"},  # the denied pages come last
            settings={
                "TOPICCRAWL_PROXIES": ",".join(proxy.url for proxy in proxies),
                "TOPICCRAWL_PROXY_ROTATION": "request",
                "CONCURRENT_REQUESTS_PER_DOMAIN": "1",
                "TOPICCRAWL_HOST_DENIALS": "3",
            },
        )
    urls = [f"{served.url}/{number}.html" for number in range(len(STORIES))]
    assert set(urls) <= done.kept, done.log
    # Via: 1.1 NAME (tinyproxy/VERSION)
    passed_on = [one.via.split()[1:2] for one in served.asked]
    assert [] not in passed_on, "no request goes around the proxies"
    assert {name for (name,) in passed_on} == logins.keys()
    assert "opensesame" not in done.log
    assert done.stats["topiccrawl/proxies/failed"] == 1
    assert "cannot be reached: it rests for 5 s" in done.log
    denied = [url for url in served.pages_asked() if "/denied/" in url]
    # One more may wait in the downloader when the third one is denied.
    assert len(denied) == len(set(denied)), "a refusal holds for the host, over all proxies"
    assert len(denied) in (3, 4)
    assert done.counts()["download/host_refuses"] == 6 - len(denied)

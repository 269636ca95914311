"""Pages over TLS, through a proxy: its answers and theirs have a limit before the body."""

from __future__ import annotations

from pathlib import Path

import pytest
from e2e.crawling import Crawl, crawl, hub, stories, story_page
from e2e.fault_server import Answer, FaultServer

PARTY = stories()
ENDLESS = ("headers", "folded", "interim")
PORTAL = "https://portal.test/"
GOOD = "https://a.test/0.html"
TUNNELS = [f"https://{fault}.test/1.html" for fault in ENDLESS]
REFUSED = "https://refused.test/1.html"


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Crawl:
    endless = {f"https://a.test/{fault}.html": Answer(fault=fault) for fault in ENDLESS}
    tunnels = {f"CONNECT {fault}.test:443": Answer(fault=fault) for fault in ENDLESS}
    tunnels["CONNECT refused.test:443"] = Answer(status=403, fault="endless")
    links = dict.fromkeys((GOOD, *endless, *TUNNELS, REFUSED), PARTY[0].title)
    answers = {PORTAL: hub("党建频道", links), GOOD: story_page(PARTY[0]), **endless, **tunnels}
    with FaultServer(answers) as web:
        return crawl(
            Path(tmp_path_factory.mktemp("tls")),
            [PORTAL],
            proxy=web.proxy_url,
            settings={"DOWNLOAD_TIMEOUT": "9", "RETRY_TIMES": "0"},
        )


def test_pages_come_through_the_tunnel(done: Crawl) -> None:
    assert (done.code, done.kept) == (0, {GOOD})


@pytest.mark.parametrize("fault", ENDLESS)
def test_endless_headers_over_tls_are_cut_off(done: Crawl, fault: str) -> None:
    assert done.drops[f"https://a.test/{fault}.html"] == {("download", "headers_too_large")}


@pytest.mark.parametrize("url", [*TUNNELS, REFUSED])
def test_a_proxy_that_answers_without_an_end_gives_no_tunnel(done: Crawl, url: str) -> None:
    assert done.drops[url] == {("download", "proxy")}


def test_it_takes_little_memory_and_no_error_is_unhandled(done: Crawl) -> None:
    assert done.stats["memusage/max"] < 600e6
    assert "Unhandled" not in done.log
    assert "Traceback" not in done.log

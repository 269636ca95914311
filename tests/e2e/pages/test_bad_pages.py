"""One crawl of a web in which everything goes wrong that can go wrong with a page."""

from __future__ import annotations

import gzip
import random
from collections.abc import Iterator

import pytest
from e2e.crawling import Crawl, crawl, html, hub, stories, story_html, story_page
from e2e.fault_server import Answer, FaultServer

LOOP_B = "http://bad.test/loop-b.html"
SESSION = "http://odd.test/session.html?sid=77"
SEED = "http://portal.test/"
GOOD = {f"http://good.test/{number}.html": story for number, story in enumerate(stories()[:3])}
NOISE = random.Random(1).randbytes(20_000)
HREFS = (
    'href="http://[::1/"',
    'href="http://x:99999/"',
    'href="&#xD800;"',
    f'href="http://{"a" * 70}.test/党建"',
    'href="javascript:void(0)"',
    'href="data:text/html,党"',
    f'href="/{"x" * 5_000}"',
    "href",
)
BAD = {
    "http://bad.test/404.html": Answer(status=404),
    "http://bad.test/500.html": Answer(html("党建", "错误"), status=500),
    "http://bad.test/reset.html": Answer(fault="reset"),
    "http://bad.test/truncated.html": Answer(story_html(stories()[3]), fault="truncate"),
    "http://bad.test/huge.html": Answer(html("党建", "党建" * 2_000_000)),
    "http://bad.test/endless.html": Answer(b"<title>\xe5\x85\x9a\xe5\xbb\xba</title>", fault="endless"),
    "http://bad.test/bomb.html": Answer(
        gzip.compress(b" " * 50_000_000, 1), headers=(("Content-Encoding", "gzip"),)
    ),
    "http://bad.test/binary.html": Answer(NOISE),
    "http://bad.test/picture.html": Answer(b"\xff\xd8\xff\xe0" + NOISE),
    "http://bad.test/document.html": Answer(b"%PDF-1.4 " + NOISE, content_type="application/pdf"),
    "http://bad.test/empty.html": Answer(b""),
    "http://bad.test/broken-gzip.html": Answer(
        b"\x1f\x8b\x08nonsense", headers=(("Content-Encoding", "gzip"),)
    ),
    "http://bad.test/loop-a.html": Answer(status=302, headers=(("Location", "/loop-b.html"),)),
    LOOP_B: Answer(status=302, headers=(("Location", "/loop-a.html"),)),
    "http://bad.test/nowhere.html": Answer(status=302),
    "http://bad.test/bad-location.html": Answer(status=302, headers=(("Location", "http://[::1/"),)),
    "http://bad.test/many-links.html": Answer(
        html("党建要闻", "".join(f'<a href="/n/{number % 60}">栏目</a>' for number in range(40_000)))
    ),
    "http://bad.test/many-tags.html": Answer(html("党建要闻", "<p>党建</p>" * 60_000)),
    "http://bad.test/many-attributes.html": Answer(
        html("党建要闻", f"<p {' '.join(f'a{number}=1' for number in range(40_000))}>党建</p>")
    ),
    **{f"http://bad.test/{fault}.html": Answer(fault=fault) for fault in ("headers", "folded", "interim")},
    "http://bad.test/deep.html": Answer(
        html("党建工作", "<div>" * 100_000 + '<a href="/in-the-deep">深</a>')
    ),
    "http://bad.test/hrefs.html": Answer(html("党建工作", "".join(f"<a {href}>党建</a>" for href in HREFS))),
    "http://bad.test/nothing-but-tags.html": Answer(b"<<<>>><html<body<p title=" + b"<" * 1000),
    "http://bad.test/nulls.html": Answer(b"<title>\x00</title>" + b"\x00" * 5000),
}
ODD = {
    "http://odd.test/gbk-as-utf8.html": Answer(story_html(stories()[4], "gb18030")),
    "http://odd.test/utf8-as-gbk.html": Answer(
        story_html(stories()[5]), content_type="text/html; charset=gb2312"
    ),
    "http://odd.test/no-such-charset.html": Answer(
        story_html(stories()[6]), content_type="text/html; charset=x-none"
    ),
    "http://odd.test/no-type.html": Answer(story_html(stories()[7]), content_type=""),
    "http://odd.test/%E5%85%9A%E5%BB%BA.html": story_page(stories()[8]),
    "http://odd.test/moved.html": Answer(status=301, headers=(("Location", "http://odd.test/here.html"),)),
    "http://odd.test/here.html": story_page(stories()[9]),
    "http://odd.test/session.html": Answer(status=302, headers=(("Location", SESSION),)),
    SESSION: story_page(stories()[10]),
}


@pytest.fixture(scope="module")
def web() -> Iterator[FaultServer]:
    links = {url: f"党建要闻：党员干部学习党章第{number}讲" for number, url in enumerate([*BAD, *ODD])}
    links |= {url: story.title for url, story in GOOD.items()}
    links["http://odd.test/党建.html"] = links.pop("http://odd.test/%E5%85%9A%E5%BB%BA.html")
    for reached_otherwise in (LOOP_B, "http://odd.test/here.html", SESSION):
        del links[reached_otherwise]
    answers = {SEED: hub("党建频道", links)} | BAD | ODD
    answers |= {url: story_page(story) for url, story in GOOD.items()}
    with FaultServer(answers) as server:
        yield server


@pytest.fixture(scope="module")
def done(web: FaultServer, tmp_path_factory: pytest.TempPathFactory) -> Crawl:
    return crawl(
        tmp_path_factory.mktemp("bad"),
        [SEED],
        proxy=web.proxy_url,
        # Reading the largest of these pages takes seconds on a busy machine, and their neighbours wait meanwhile.
        settings={"DOWNLOAD_TIMEOUT": "8"},
    )


REASONS = {
    "404": ("gate", "status_404"),
    "500": ("gate", "status_500"),
    "reset": ("download", "reset"),
    "truncated": ("download", "truncated"),
    "huge": ("download", "too_large"),
    "bomb": ("download", "too_large"),
    "binary": ("gate", "not_html"),
    "picture": ("gate", "not_html"),
    "document": ("gate", "not_html"),
    "empty": ("gate", "not_html"),
    "broken-gzip": ("download", "broken_compression"),
    "nowhere": ("gate", "status_302"),
    "bad-location": ("download", "bad_url"),
    "many-links": ("cleaning", "empty"),
    "many-tags": ("gate", "too_complex"),
    "many-attributes": ("gate", "too_complex"),
    "deep": ("gate", "too_complex"),
    "headers": ("download", "headers_too_large"),
    "folded": ("download", "headers_too_large"),
    "interim": ("download", "headers_too_large"),
    "hrefs": ("cleaning", "empty"),
    "nothing-but-tags": ("gate", "description"),
    "nulls": ("gate", "description"),
}
"""Stage and reason of the drop, by the page's name."""


def test_it_ends_by_itself_and_in_order(done: Crawl) -> None:
    assert (done.code, done.runs[-1]["finish_reason"]) == (0, "finished")
    assert "spider_exceptions/count" not in done.stats
    assert "telnet" not in done.log.lower().replace("'telnetconsole_enabled': false", "")
    assert not [url for url in done.drops if url.endswith("/robots.txt")]


def test_good_and_odd_pages_are_all_kept(done: Crawl) -> None:
    only_lead_on = {"http://odd.test/moved.html", "http://odd.test/session.html"}
    assert done.kept == {*GOOD, *ODD} - only_lead_on


def test_wrong_charsets_do_no_harm(done: Crawl) -> None:
    assert done.pages["http://odd.test/gbk-as-utf8.html"]["title"] == stories()[4].title
    assert done.pages["http://odd.test/utf8-as-gbk.html"]["title"] == stories()[5].title
    assert done.pages["http://odd.test/no-such-charset.html"]["title"] == stories()[6].title


@pytest.mark.parametrize("name", REASONS)
def test_each_drop_has_a_row_and_a_counter(done: Crawl, name: str) -> None:
    assert done.drops[f"http://bad.test/{name}.html"] == {REASONS[name]}
    assert done.counts()["/".join(REASONS[name])] >= 1


def test_no_page_vanishes_without_a_row(done: Crawl, web: FaultServer) -> None:
    redirects = {url for url, answer in web.answers.items() if answer.status in (301, 302)}
    accounted = {SEED, *redirects, *done.pages, *done.drops}
    assert {url for url in web.pages_asked() if url in web.answers} <= accounted


def test_failed_requests_are_tried_again_and_then_dropped(done: Crawl, web: FaultServer) -> None:
    assert len(web.times("http://bad.test/500.html")) == 2
    # Either limit may hit first on a slow machine.
    assert done.drops["http://bad.test/endless.html"] <= {("download", "too_large"), ("download", "timeout")}


def test_a_redirect_loop_is_left_with_a_row(done: Crawl, web: FaultServer) -> None:
    assert len(web.times("http://bad.test/loop-a.html")) == 1
    assert done.drops["http://bad.test/loop-a.html"] == {("download", "redirect_loop")}


def test_endless_headers_are_cut_off(done: Crawl, web: FaultServer) -> None:
    for fault in ("headers", "folded", "interim"):
        assert len(web.times(f"http://bad.test/{fault}.html")) <= 2  # a busy machine may time out first
    assert done.stats["memusage/max"] < 600e6


def test_odd_addresses_cost_no_page(done: Crawl) -> None:
    assert done.stats["urllength/request_ignored_count"] == 1

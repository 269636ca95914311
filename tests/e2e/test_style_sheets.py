"""A crawl with visual-browser: style sheets by the rules of the crawl, and no page lost for one."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from e2e.crawling import crawl, html, hub, listed, stories
from e2e.fault_server import Answer, FaultServer

from topiccrawl.errors import BrowserMissingError
from topiccrawl.extraction.visual.browser import Browser

SEED = "http://portal.test/"
STORIES = stories()[:3]
SHEETS = (
    "/css/good.css", "/css/missing.css", "/closed/x.css", "/css/large.css", "/css/reset.css", "/css/page.css",
    "/css/loop.css", "/css/inside.css", "/css/around.css",
)  # fmt: skip
GOOD = ".notice { display: none }"
NOTICE = "请各单位于本月底之前将名单报送办公室，逾期不再受理，特此提醒。"


def css(text: str) -> Answer:
    return Answer(text.encode(), content_type="text/css")


@pytest.fixture(autouse=True)
def browser() -> None:
    try:
        Browser().close()
    except BrowserMissingError as missing:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(str(missing))


def story(number: int) -> Answer:
    head = "".join(f'<link rel="stylesheet" href="{path}">' for path in SHEETS)
    paragraphs = "".join(f"<p>{text}</p>" for text in STORIES[number].paragraphs)
    notice = f"<div class=notice><p>{NOTICE}</p></div>"
    body = (
        f"<h1>{STORIES[number].title}</h1><div><div>{paragraphs}</div>{notice}</div>{listed({SEED: '首页'})}"
    )
    return Answer(html(STORIES[number].title, body, head=head))


def test_sheets_are_fetched_once_by_the_rules_of_the_crawl(tmp_path: Path) -> None:
    inside = FaultServer()
    pages = {f"http://portal.test/{number}.html": story(number) for number in range(len(STORIES))}
    links = {url: STORIES[number].title for number, url in enumerate(pages)}
    web = FaultServer(
        {
            SEED: hub("党建频道", links),
            "http://portal.test/robots.txt": Answer(
                b"User-agent: *\nDisallow: /closed\n", content_type="text/plain"
            ),
            "http://portal.test/css/good.css": css("@import 'more.css';" + GOOD),
            "http://portal.test/css/more.css": css("p { color: #333 }"),
            "http://portal.test/css/large.css": Answer(b"p{}" * 500_000, content_type="text/css"),
            "http://portal.test/css/reset.css": Answer(fault="reset"),
            "http://portal.test/css/page.css": Answer(b"<html><p>404</p></html>"),
            "http://portal.test/css/loop.css": css("@import 'loop.css'; @import 'good.css';"),
            "http://portal.test/css/inside.css": Answer(
                status=302, headers=(("Location", f"{inside.url}/x.css"),)
            ),
            "http://portal.test/css/around.css": Answer(
                status=302, headers=(("Location", "http://portal.test/css/around.css?again"),)
            ),
            "http://portal.test/css/around.css?again": Answer(
                status=302, headers=(("Location", "http://portal.test/css/around.css"),)
            ),
            **pages,
        }
    )
    with web, inside:
        done = crawl(
            tmp_path,
            [SEED],
            proxy=web.proxy_url,
            settings={
                "TOPICCRAWL_EXTRACTOR": "visual-browser",
                "TOPICCRAWL_ALLOW_PRIVATE": "False",
                "REDIRECT_MAX_TIMES": "4",
                "DOWNLOAD_DELAY": "0.1",
                "RANDOMIZE_DOWNLOAD_DELAY": "False",
            },
        )
    assert set(pages) <= done.kept
    assert NOTICE not in "".join(row["text"] for row in done.pages.values())
    assert {row["extractor"] for row in done.pages.values()} == {"visual-browser"}
    assert inside.asked == []
    assert not web.times("http://portal.test/closed/x.css")
    for path in ("/css/good.css", "/css/more.css", "/css/missing.css", "/css/large.css", "/css/page.css"):
        assert len(web.times(f"http://portal.test{path}")) == 1, path
    times = sorted(one.at for one in web.asked)
    assert len(times) > 15
    assert times[-1] - times[0] > 0.095 * (len(times) - 2), "sheets wait for their turn, too"
    prefix = "topiccrawl/style_sheets/"
    assert done.counts(prefix) == {
        "fetched": 3, "status_404": 1, "robots": 1, "too_large": 1, "reset": 1, "not_css": 1, "private_address": 1,
        "redirects": 1,
    }  # fmt: skip

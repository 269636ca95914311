"""Layout and colours from a real Chromium, which fetches nothing and runs no script."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
from collections.abc import Iterator

import pytest
from extraction.pages import PARAGRAPHS, article
from lxml import etree

from topiccrawl.errors import BrowserMissingError
from topiccrawl.extraction.nodes import read_nodes
from topiccrawl.extraction.visual.browser import NODE_ATTRIBUTE, Box, Browser
from topiccrawl.extraction.visual.look import look_by_styles, look_in_browser
from topiccrawl.extraction.visual.sheets import Sheets
from topiccrawl.extraction.visual.visual import extract_visual, segment
from topiccrawl.page.page import Page


def started() -> Browser:
    try:
        return Browser(timeout=30)
    except BrowserMissingError as missing:
        # On CI a test that is skipped would look like a test that passed.
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(str(missing))


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with started() as running:
        yield running


def marked(number: int, style: str, text: str = "字") -> str:
    return f"<div {NODE_ATTRIBUTE}={number} style='{style}'>{text}</div>"


def test_areas_and_colours_are_those_of_the_layout(browser: Browser) -> None:
    inner = marked(1, "width:200px;height:100px;background:#ff0000;color:blue")
    html = f"<!DOCTYPE html><body style='margin:0'>{marked(0, 'height:4096px', inner)}"
    boxes = browser.boxes(html)
    assert boxes[0].area == pytest.approx(1, abs=0.02)
    assert boxes[1].area / boxes[0].area == pytest.approx(200 * 100 / (1280 * 4096), rel=0.02)
    assert (boxes[1].background, boxes[1].colour) == ("rgb(255, 0, 0)", "rgb(0, 0, 255)")
    assert boxes[0].background == "rgba(0, 0, 0, 0)"


def test_nothing_is_fetched_and_no_script_runs(browser: Browser) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"http://127.0.0.1:{server.getsockname()[1]}/"
        page = Page.of(
            f"<html><head><link rel=stylesheet href='{address}1.css'><style>@import '{address}2.css';"
            f"div{{background:url({address}3.png)}}</style><meta http-equiv=refresh content='0;url={address}4'>"
            f"<script>document.write('<p>{address}5</p>')</script></head><body>"
            f"<img src='{address}6.png'><iframe src='{address}7'></iframe><div>正文。</div>"
            f"<script src='{address}8.js'></script><script>document.body.remove()</script></body></html>"
        )
        nodes = read_nodes(page.tree)
        look = look_in_browser(page, nodes, browser)
        assert look.areas[-1] > 0
        raw = marked(0, "", f"<img src='{address}'><script>fetch('{address}')</script>")
        assert browser.boxes(raw)
        server.settimeout(0.3)
        with pytest.raises(TimeoutError):
            server.accept()


def test_units_by_what_only_a_browser_knows(browser: Browser) -> None:
    page = Page.of(
        "<style>p:nth-child(3){background:#eee}</style><p>正文一。</p><p>正文二。</p><p>说明。</p>"
    )
    nodes = read_nodes(page.tree)
    assert len(segment(nodes, look_by_styles(page, nodes))) == 1
    assert len(segment(nodes, look_in_browser(page, nodes, browser))) == 3


def test_browser_and_style_rules_see_the_same_colours(browser: Browser) -> None:
    page = Page.of(
        "<style>.a{color:#333} div.b > p{background:#eef} ul a:link{color:green}</style>"
        "<body bgcolor=#fafafa text=navy><div class=b><p class=a>甲<font color=red>乙</font></p></div>"
        "<ul><li><a href=x>丙</a></li></ul><a href=y>丁</a><p style='background:rgb(1,2,3)'>戊</p></body>"
    )
    nodes = read_nodes(page.tree)
    by_styles, laid_out = look_by_styles(page, nodes), look_in_browser(page, nodes, browser)
    assert list(laid_out.colours) == list(by_styles.colours)
    assert list(laid_out.backgrounds) == list(by_styles.backgrounds)


def test_a_page_may_not_mark_its_own_elements(browser: Browser) -> None:
    forged = f"<i {NODE_ATTRIBUTE}=0 hidden>伪</i><i {NODE_ATTRIBUTE}=x hidden>伪</i>"
    page, plain = Page.of(f"<p>正文。</p>{forged}"), Page.of("<p>正文。</p>")
    look = look_in_browser(page, read_nodes(page.tree), browser)
    assert look == look_in_browser(plain, read_nodes(plain.tree), browser)
    assert look.areas is not None


def test_the_tree_is_left_as_it_was(browser: Browser) -> None:
    page = Page.of(article())
    before = etree.tostring(page.tree)
    assert extract_visual(page, browser) == extract_visual(page)
    assert etree.tostring(page.tree) == before


def test_a_browser_is_used_from_within_an_event_loop(browser: Browser) -> None:
    async def use() -> dict[int, Box]:
        return browser.boxes(marked(7, "color:red"))

    assert asyncio.run(use())[7].colour == "rgb(255, 0, 0)"


def test_a_page_that_takes_too_long_is_judged_by_its_styles(
    browser: Browser, caplog: pytest.LogCaptureFixture
) -> None:
    page = Page.of(article())
    with Browser(timeout=0.0001) as hasty:
        assert extract_visual(page, hasty) == extract_visual(page)
        assert "gave up" in caplog.text


@pytest.mark.parametrize(
    "html",
    ["", "<frameset><frame src=x></frameset>", "<div>" * 5_000 + "字", "<svg>" * 100 + "字", "<p>\ud800\x00字</p>",
     "<plaintext>字", "<?php 字 ?><p>字<!--", "<div style='display:flex'>" * 200 + "字", "<p>字</p>" * 30_000],
    ids=["empty", "frames", "deep", "svg", "characters", "plain", "comments", "flex", "many"],
)  # fmt: skip
def test_odd_pages_raise_nothing(html: str, browser: Browser) -> None:
    extract_visual(Page.of(html), browser)


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "playwright.async_api", None)
    with pytest.raises(BrowserMissingError, match=r"pip install 'topiccrawl\[browser\]'"):
        Browser()


def test_a_missing_browser_is_named() -> None:
    pytest.importorskip("playwright", reason="Playwright is not installed")
    with pytest.raises(BrowserMissingError, match=r"no browser starts \(/nowhere/chromium\)"):
        Browser("/nowhere/chromium")


def test_closing_twice_does_nothing_more() -> None:
    running = started()
    running.close()
    running.close()


def test_linked_sheets_are_what_a_person_sees(browser: Browser) -> None:
    page = Page.of(
        "<head><link rel=stylesheet href=/a.css></head><body><p class=x>甲。</p><p>乙。</p>",
        "http://www.example.cn/",
    )
    sheets = Sheets(texts={"http://www.example.cn/a.css": ".x{color:red}/*</style><p>丙*/"})
    nodes = read_nodes(page.tree)
    with_sheets = look_in_browser(page, nodes, browser, sheets)
    assert list(with_sheets.colours) == list(look_by_styles(page, nodes, sheets).colours)
    assert with_sheets.colours != look_in_browser(page, nodes, browser).colours
    assert [len(segment(nodes, look)) for look in (with_sheets, look_by_styles(page, nodes))] == [2, 1]


@pytest.mark.parametrize(
    "rule",
    ["display:none", "visibility:hidden", "position:absolute;left:-9999px;width:99px", "position:absolute;top:-999px"],
)  # fmt: skip
def test_text_that_a_sheet_hides_is_no_body(rule: str, browser: Browser) -> None:
    hidden = "".join(f"<p>第{n}条：请在下列各项中选择，不得遗漏，否则无效。</p>" for n in range(2))
    html = article(
        after=f"<div class=note><div>{hidden}</div></div>", head="<link rel=stylesheet href=/a.css>"
    )
    page = Page.of(html, "http://www.example.cn/")
    sheets = Sheets(texts={"http://www.example.cn/a.css": f".note, .note * {{{rule}}}"})
    assert "否则无效" in extract_visual(page, browser)
    assert "否则无效" not in extract_visual(page, browser, sheets)
    assert PARAGRAPHS[1] in extract_visual(page, browser, sheets)


def test_a_page_that_only_a_script_shows_keeps_its_text(browser: Browser) -> None:
    page = Page.of(article(head="<style>.content{display:none}</style>"))
    assert PARAGRAPHS[1] in extract_visual(page, browser)

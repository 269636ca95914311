"""Pages that their script files fill: which are unread in the end."""

from __future__ import annotations

from topiccrawl.crawl.script_files import ScriptFiles
from topiccrawl.page.anchors.link import Link
from topiccrawl.page.links import links_of
from topiccrawl.page.page import Page
from topiccrawl.page.script_files import SCRIPT_FILE
from topiccrawl.priority.link_context import LinkContext

URL = "http://a.test/dj/"
SHELL = '<title>党建动态</title><div id="app"></div><script src="/js/one.js"></script><script src="/js/two.js"></script>'
ONE, TWO = "http://a.test/js/one.js", "http://a.test/js/two.js"


def link(url: str = URL, anchor: str = "") -> LinkContext:
    """The context of a link from a page to its script file."""
    return LinkContext(anchor, parent_url=url, found=SCRIPT_FILE)


def asked() -> ScriptFiles:
    files = ScriptFiles()
    _, missing = files.known_to(Page.of(SHELL, URL), [])
    assert {link.url for link in missing} == {ONE, TWO}
    return files


def test_a_page_is_unread_once_its_last_script_file_has_failed() -> None:
    files = asked()
    assert [files.unfilled(url, URL) for url in (TWO, ONE, ONE)] == [[], [URL], []]


def test_a_page_that_one_file_fills_is_read_whatever_the_other_does() -> None:
    files = asked()
    assert not files.unfilled(TWO, URL)
    assert files.fills(URL, [Link("http://a.test/1.html", found="record")])
    assert not files.unfilled(ONE, URL)


def test_a_page_is_read_with_all_its_files_that_have_come() -> None:
    files = asked()
    files.arrived(ONE, "var base = '/rest/';", link())
    ((page, _),) = files.arrived(TWO, "$.getJSON(base + 'rows?page=1', show);", link())
    assert "http://a.test/rest/rows?page=1" in [link.url for link in links_of(page)]


def test_a_file_that_adds_no_link_does_not_fill_its_page() -> None:
    files, pager = ScriptFiles(), Link("http://a.test/dj/2.html", role="pager")
    rows = "".join(f"<li onclick='view({n})'>渔港村党支部第{n}次夜话</li>" for n in (31, 32, 33))
    files.known_to(Page.of(rows + SHELL, URL), [pager])
    assert not files.fills(URL, [pager])
    assert files.fills(URL, [pager, Link("http://a.test/31.html", found="onclick")])


def test_a_file_whose_page_another_process_read_leaves_it_unread() -> None:
    assert ScriptFiles().unfilled(ONE, URL) == [URL]


def test_a_file_is_for_all_pages_that_wait_for_it_each_with_its_own_context() -> None:
    files = ScriptFiles()
    others = [f"http://a.test/look?id={number}" for number in (31, 32, 33)]
    for url in others:
        files.known_to(Page.of(SHELL, url), [])
        files.waits(url, link(url, f"第{url[-2:]}次夜话"))
    found = [(page.url, context.anchor) for page, context in files.arrived(TWO, "", link(others[1], "夜话"))]
    assert found == [(others[1], "夜话"), (others[0], "第31次夜话"), (others[2], "第33次夜话")]
    assert not files.unfilled(TWO, others[1])
    assert files.unfilled(ONE, others[1]) == others


def test_a_page_whose_links_are_not_followed_waits_for_no_file() -> None:
    files = asked()
    other = "http://a.test/xw/"
    files.known_to(Page.of(SHELL, other), [])
    assert [page.url for page, _ in files.arrived(ONE, "", link())] == [URL]


def test_a_page_waits_until_one_file_fills_it_or_all_have_failed() -> None:
    files = asked()
    assert files.waiting() == []
    files.waits(URL, link())
    assert files.waiting() == [URL]
    files.fills(URL, [Link("http://a.test/1.html", found="record")])
    assert files.waiting() == []


def test_a_file_that_has_failed_is_not_waited_for_again() -> None:
    files = asked()
    assert files.unfilled(ONE, URL) == []
    _, missing = files.known_to(Page.of(SHELL, "http://a.test/xw/"), [])
    assert [link.url for link in missing] == [TWO]

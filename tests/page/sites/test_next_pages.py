from __future__ import annotations

import pytest

from topiccrawl.page.page import Page
from topiccrawl.page.sites.next_pages import NextPages, PageTemplate

LIST = "http://a.test/gzdt/"


@pytest.mark.parametrize(
    ("template", "url", "expected"),
    [
        ("index_{page:0}.html", LIST, f"{LIST}index_1.html"),
        ("index_{page:0}.html", f"{LIST}index_9.html", f"{LIST}index_10.html"),
        ("?page={page}", f"{LIST}?page=2", f"{LIST}?page=3"),
        ("/list/{page}/7.html", f"{LIST}", "http://a.test/list/2/7.html"),
        ("?start={page:0:20}", f"{LIST}?start=40", f"{LIST}?start=60"),
        ("&page={page}", f"{LIST}?id=7", f"{LIST}?id=7&page=2"),
        ("{page}.html", f"{LIST}9999999.html", None),
    ],
)
def test_numbers_count_up(template: str, url: str, expected: str | None) -> None:
    assert PageTemplate(template).next_url(url) == expected


@pytest.mark.parametrize(
    "template", ["index_{page.html", "{page}-{page}", "{pages}", "{page:0:0}", "{page:x}"]
)
def test_a_wrong_template_is_named(template: str) -> None:
    with pytest.raises(ValueError, match="needs one number"):
        NextPages.of((template,))


def test_the_link_of_a_selector_is_followed_whatever_holds_it() -> None:
    page = Page(
        LIST,
        "<base href='/x/'><div class=pager><a href='#'>1</a><a href='2.html'>&gt;</a></div>"
        "<span id=more data-url='/more?p=2'>加载更多</span><select><option value='/x/3.html'>3</select>",
    )
    found = {text: list(NextPages.of((text,)).after(page)) for text in (".pager", "#more", "option", "h1")}
    assert found == {
        ".pager": [("http://a.test/x/2.html", "1>")],
        "#more": [("http://a.test/more?p=2", "加载更多")],
        "option": [("http://a.test/x/3.html", "3")],
        "h1": [],
    }

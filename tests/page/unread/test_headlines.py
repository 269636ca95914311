"""Lists whose headlines a script or a form opens in a way that is not read."""

from __future__ import annotations

import pytest

from topiccrawl.page.links import links_of
from topiccrawl.page.page import Page
from topiccrawl.page.unread.headlines import unopened
from topiccrawl.page.unread.reasons import Unread

FILE = "<script src=/js/site.js></script>"
SENDS = "<script>function view(n){ document.f.id.value = n; document.f.submit(); }</script>"
POSTED = "<form name=f method=post action=view.do><input type=hidden name=id></form>"
SHOWS = "<script>function view(n){ document.getElementById('box' + n).style.display = 'block'; }</script>"


def rows(row: str, count: int = 3) -> str:
    """Return rows with their numbers and headlines."""
    return "".join(row.format(n=n, t=f"渔港村党支部第{n}次夜话会") for n in range(31, 31 + count))


LOADS = "<script>function unfold(id) { $('#b' + id).load('/yg/' + id + '.html'); }</script>"


def why(body: str) -> Unread | None:
    """Return why the headlines of a page are not read."""
    page = Page("http://www.example.cn/dj/", f"<html><body>{body}</body></html>")
    return unopened(page, links_of(page))


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (rows("<a href='#' onclick='view({n})'>{t}</a>") + FILE, Unread.SCRIPT_LIST),
        (rows("<a href='javascript:;' data-id={n} data-type=dj>{t}</a>") + FILE, Unread.SCRIPT_LIST),
        (rows("<li newsid={n}>{t}</li>") + FILE, Unread.SCRIPT_LIST),
        (rows("<a href='javascript:view({n})'>{t}</a>") + POSTED + SENDS, Unread.FORM),
        (
            rows("<a id=g_{n} href=\"javascript:__doPostBack('g$ctl{n}$k','')\">{t}</a>"),
            Unread.FORM,
        ),
        (
            rows("<form method=post><input type=hidden name=id value={n}><button>{t}</button></form>"),
            Unread.FORM,
        ),
        (rows("<a href='#' onclick='view({n})'>{t}</a>", 2) + FILE, None),
        (rows("<a href='#' onclick='view({n})'>{t}</a>") + SHOWS, None),
        (rows("<h4 onclick='unfold({n})'>{t}</h4><div id=b{n}></div>") + LOADS, None),
        (rows("<a href='#' onclick='share({n})'>{t}</a>") + FILE, None),
        (rows("<a href='/yg/{n}.html' onclick='hit(this)'>{t}</a>") + FILE, None),
        (rows("<li data-id={n}><a href='/yg/{n}.html'>{t}</a><p>{t}，群众都来了</p></li>") + FILE, None),
        (rows("<a href='#'>{t}</a>") + FILE, None),
        (
            rows("<a href='#' onclick='view({n})'>{t}</a>")
            + "".join(f"<a href='/dj/{n}.html'>灯塔站党员夜校第{n}课开讲</a>" for n in range(10)),
            None,
        ),
    ],
)
def test_why_headlines_lead_nowhere(body: str, expected: Unread | None) -> None:
    assert why(body) is expected

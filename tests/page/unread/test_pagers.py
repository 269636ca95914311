"""Lists that show a pager of which no link could be read."""

from __future__ import annotations

import pytest

from topiccrawl.page.page import Page
from topiccrawl.page.unread.pagers import shows_further_pages

SCRIPT = "<script src=/js/pager.js></script>"


@pytest.mark.parametrize(
    "body",
    [
        "<div class=page>共 <b>3</b> 页 当前第1页</div>",
        "<p>第1/4页</p>",
        "<p>第11/15页</p>",
        "<a href='javascript:void(0)' class=next>下一页</a>",
        "<a href='#'>加载更多</a>",
        "<button>查看更多</button>",
        "<span onclick='more()'>下页</span>",
        f"<div id=kkpager></div>{SCRIPT}",
        f"<ul class='pagination clearfix'></ul>{SCRIPT}",
        "<ul class=pgs><li>1</li><li>2</li></ul>",
        "<script>pageList(3, 1);</script>",
    ],
)
def test_signs_of_further_parts(body: str) -> None:
    assert shows_further_pages(Page.of(f"<ul><li><a href=/1.html>支部召开党员大会</a></ul>{body}"))


@pytest.mark.parametrize(
    "body",
    [
        "",
        "<p>共 1 页 <a href='#'>下一页</a></p>",
        "<a href='#' class='next disabled'>下一页</a>",
        "<span>上一页</span><span>下一页</span>",
        "<a href='/2.html'>下一页</a>",
        "<div class=page></div>",
        f"<div class=page></div><script>createPageHTML(1, 0, 'index', 'html');</script>{SCRIPT}",
        "<p>全县共3个党支部，党员走访慰问后一页一页登记。</p>",
        f"<div class=banner></div>{SCRIPT}",
        "<a href='#'>更多内容</a>",  # opens a menu
        "<ul class='slide-page'><li>1</li><li>2</li></ul>",
        "<ul class=pages><li><a href='/1/'>1</a></li><li><a href='/2/'>2</a></li></ul>",
    ],
)
def test_lists_of_one_part(body: str) -> None:
    assert not shows_further_pages(Page.of(f"<ul><li><a href=/1.html>支部召开党员大会</a></ul>{body}"))

"""What a page shows of how its story spread."""

from __future__ import annotations

import pytest

from topiccrawl.page.page import Page
from topiccrawl.page.spread import Spread, read_spread

BODY = "<p>6月3日，市侨联在江边市举办座谈会，三百名归侨参加了学习，代表们作了发言。</p>" * 3
FULL = f"""<html><head><title>市侨联举办座谈会_江边网</title>
<meta name="keywords" content="侨联,座谈会"><meta name="description" content="会议介绍了今年的工作安排。">
</head><body><h1><a href="/zt/qiaolian.html">市侨联举办座谈会</a></h1>
<div class="info">2024-06-04 09:10 来源：<a href="http://ribao.invalid/1.html">江边日报</a> 作者：李明 浏览次数：1,234</div>
<div>{BODY}</div><p>（原标题：归侨座谈会在江边举行）</p>
<div class="tags">标签：<a href="/tag/qiaolian">侨联</a> <a href="/tag/huiyi">会议</a></div>
<div class="comment"><h3>网友评论</h3><p>说得很好，支持侨联的工作！</p><p><a href="/all">查看全部评论内容</a></p></div>
<span>评论(3)</span></body></html>"""


def test_everything_that_a_page_shows_is_read() -> None:
    page = Page.of(FULL, "http://jiangbian.invalid/a/1.html")
    assert read_spread(page) == Spread(
        source="江边日报",
        source_link="http://ribao.invalid/1.html",
        original_title="归侨座谈会在江边举行",
        title_link="http://jiangbian.invalid/zt/qiaolian.html",
        keywords=("侨联", "座谈会"),
        keyword_links=("http://jiangbian.invalid/tag/qiaolian", "http://jiangbian.invalid/tag/huiyi"),
        author="李明",
        summary="会议介绍了今年的工作安排。",
        comments=("说得很好，支持侨联的工作！",),
        comment_count=3,
        attention=1234,
    )


def test_what_a_page_does_not_show_is_missing() -> None:
    assert (
        read_spread(
            Page.of(f"<html><body><h1>市侨联举办座谈会</h1>{BODY}</body></html>", "http://a.invalid/")
        )
        == Spread()
    )


@pytest.mark.parametrize(
    ("text", "views", "comments"),
    [
        ("点击：86", 86, None),
        ("阅读量 1.2万", 12_000, None),
        ("3.4万次阅读 56条评论", 34_000, 56),
        ("点击：2024-03-05", None, None),
        ("(0人参与)", None, 0),
    ],
)
def test_counts_are_read_as_pages_write_them(text: str, views: int | None, comments: int | None) -> None:
    found = read_spread(
        Page.of(
            f"<html><body><h1>标题文字很长</h1><div>{text}</div>{BODY}</body></html>", "http://a.invalid/"
        )
    )
    assert (found.attention, found.comment_count) == (views, comments)

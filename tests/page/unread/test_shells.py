from __future__ import annotations

import pytest

from topiccrawl.page.page import Page
from topiccrawl.page.unread.reasons import Unread
from topiccrawl.page.unread.shells import was_sent_to_log_in, why_without_content

APP = "<div id=app>加载中……</div><script src='/static/app.9f2.js'></script>"
MENU = "".join(f"<a href='/{number}/'>栏目</a>" for number in range(6))


@pytest.mark.parametrize(
    ("source", "why"),
    [
        (APP, Unread.SCRIPT_LIST),
        (f"<title>党建动态</title><noscript>{'请启用脚本。' * 30}</noscript>{APP}", Unread.SCRIPT_LIST),
        (f"<script>if(!token){{top.location.href='/sso/login?to=dj'}}</script>{APP}", Unread.LOGIN),
        ("<script>location.replace('http://passport.example.cn/')</script>", Unread.LOGIN),
        (MENU + APP, None),
        (f"<p>{'党支部召开主题党日活动。' * 20}</p>{APP}", None),
        (f"<iframe src='/list.html'></iframe>{APP}", None),
        ("<script>fetch(url).then(show)</script>", Unread.SCRIPT_LIST),
        ("<script>var rows=[]</script>", None),  # nothing from elsewhere would fill it
        ("<script>location.href='/dj/index.html'</script>", None),
        ("", None),
    ],
)
def test_why_a_page_shows_nothing(source: str, why: Unread | None) -> None:
    assert why_without_content(Page.of(source)) is why


def test_redirects_to_log_in_pages() -> None:
    page = "http://www.example.cn/dj/1.html"
    assert was_sent_to_log_in(page, "http://www.example.cn/member/login.aspx")
    assert was_sent_to_log_in(page, "https://sso.example.cn/?service=dj")
    assert not was_sent_to_log_in("http://www.example.cn/login", "http://www.example.cn/login/")
    assert not was_sent_to_log_in(page, "https://www.example.cn/dj/1.html")
    assert not was_sent_to_log_in(page, "http://[")

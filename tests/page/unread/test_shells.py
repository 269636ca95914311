from __future__ import annotations

import pytest

from topiccrawl.page.page import Page
from topiccrawl.page.unread.reasons import Unread
from topiccrawl.page.unread.shells import asks_for_rest, is_whole, was_sent_to_log_in, why_without_content

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
        ("<script>layui.table.render({elem: '#t', url: u})</script>", Unread.SCRIPT_LIST),
        (
            '<script>draw("' + "渔港村党支部召开组织生活会#/dj/31.html\\n" * 6 + '")</script>',
            Unread.SCRIPT_LIST,
        ),
        ('<script>check("' + "请输入您的手机号码#" * 6 + '")</script>', None),
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


ROWS = "".join(f"<li><a href='/dj/{n}.html'>支部党员清理第{n}条河道</a></li>" for n in range(5))
TEXT = "党支部召开主题党日活动。" * 5


@pytest.mark.parametrize(
    ("source", "whole"),
    [
        (f"<ul>{ROWS}</ul>", True),
        (f"<p>{TEXT}</p>", True),
        (MENU, False),
        (f"<h2>您访问的页面不存在</h2>{ROWS}", False),
        (f"<img src=/images/404.png>{ROWS}", False),
        (f"<h1>Not Found</h1>{ROWS}", False),
    ],
)
def test_an_answer_that_is_a_page_whatever_its_status_says(source: str, whole: bool) -> None:
    assert is_whole(Page.of(source)) is whole


SHOW = "function(r){$('#content').html(r.content)}"


@pytest.mark.parametrize(
    ("button", "script", "asks"),
    [
        ("<a href='javascript:;' onclick='expand(12)'>展开全文</a>", "function expand(id){$.post('/full',{id:id},@)}", True),
        ("<a href='javascript:more(12)'>阅读全文>></a>", "function more(id){$.get('/full?id='+id,@)}", True),
        ("<div class='unfold btn'><i></i>展开剩余70%</div>", "$('.unfold').on('click',function(){$.ajax({url:'/f',success:@})})", True),
        ("<span id=all>查看全部内容</span>", "$('#all').click(function(){$('#content').height('auto')})", False),
        ("<a onclick='expand()'>展开全文</a>", "function expand(){box.className='open'}", False),
        ("<a id=all onclick='more()'>查看全部评论</a>", "function more(){$.get('/comments',@)}", False),
    ],
)  # fmt: skip
def test_a_click_that_asks_for_the_rest_of_a_text(button: str, script: str, asks: bool) -> None:
    page = f"<p>{TEXT}</p>{button}<script>{script.replace('@', SHOW)}</script>"
    assert asks_for_rest(Page.of(page)) is asks

"""Pages that send every reader elsewhere by a script."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

import pytest
from growth import LINEAR, growth

from topiccrawl.page.page import Page
from topiccrawl.page.shown.redirects import script_redirect

HOME, TARGET = "http://www.example.cn/", "http://www.example.cn/dj/"


def target(script: str, body: str = "", url: str = HOME) -> str | None:
    return script_redirect(
        Page(
            url, f"<html><head><title>党建</title><script>{script}</script></head><body>{body}</body></html>"
        )
    )


@pytest.mark.parametrize(
    "script",
    [
        "location='/dj/';",
        "document.location = '/dj/'",
        "self.location='/dj/'",
        "top.location.href='/dj/'",
        "parent.location='/dj/'",
        "location.replace('/dj/')",
        "window.open('/dj/', '_self')",
        "window.navigate('/dj/')",
        "window['location']['href'] = '/dj/'",
        "window.location.assign('dj/')",
        "location.pathname = '/dj/'",
        "function go(){ location = '/dj/'; } window.onload = go;",
        "setTimeout(\"location.href='/dj/'\", 3000)",
        "setTimeout(function(){location.href='/dj/'}, 0)",
        "setTimeout(() => {location.href='/dj/'}, 0)",
        "function go(){location.href='/dj/'} go();",
        "function go(){location.href='/dj/'} setTimeout(go, 100)",
        "function go(){location.href='/dj/'} setTimeout('go()', 100)",
        "window.onload=function(){location.href='/dj/'}",
        "$(function(){location.href='/dj/'})",
        "(function(){location.href='/dj/'})();",
        "document.addEventListener('DOMContentLoaded', function(){location='/dj/'})",
        "var folder='/d'; location.href=folder+'j/';",
        "location.href=location.protocol+'//'+location.host+'/dj/'",
        "<!--\nlocation.href='/dj/';\n//-->",
        "/* if (x) */ location.href='/dj/'; // navigator",
        "var text='if (a) b ? c : d'; location='/dj/'",
        "location.replace(decodeURIComponent('%2Fdj%2F'))",
        "location.href = atob('L2RqLw==')",
        "var n=3; setInterval(function(){ n--; show(n); if(n==0){ location.href='/dj/'; } }, 1000)",
        "var n=3; function count(){ if(--n<=0) location='/dj/'; } setInterval('count()', 1000)",
        "if(/Mobile|Android/.test(navigator.userAgent)){location.href='/m/'}else{location.href='/dj/'}",
    ],
)
def test_unconditional_ones_are_followed(script: str) -> None:
    assert target(script) == TARGET


@pytest.mark.parametrize(
    ("body", "script"),
    [
        ("<a id=go href='/dj/'></a>", "document.getElementById('go').click()"),
        ("<a id=go href='/dj/'>进入</a>", "setTimeout(function(){ $('#go')[0].click(); }, 500)"),
        ("<a href='/dj/'>正在跳转</a>", "document.links[0].click()"),
        ("<form id=f action='/dj/'></form>", "document.getElementById('f').submit()"),
        ("<form name=f method=get action='/dj/'><input type=submit></form>", "document.f.submit()"),
    ],
)
def test_scripts_that_click_the_only_link_or_send_the_only_form_are_followed(body: str, script: str) -> None:
    assert target("", f"{body}<script>{script}</script>") == TARGET
    assert target("", f"{body}<script>if (x) {script}</script>") is None
    assert target("", f"{body}<script>function go(){{ {script} }}</script>") is None


def test_hidden_fields_go_along() -> None:
    form = "<form action='/go?x=1'><input type=hidden name=id value=7></form><script>document.forms[0].submit()</script>"
    assert target("", form) == f"{HOME}go?id=7"


@pytest.mark.parametrize(
    "body",
    [
        "<form method=post action='/dj/'></form>",
        "<form action='/dj/'><input name=q></form>",
        "<form action='/dj/'><input type=password name=p></form>",
        "<form action='/dj/'></form><form action='/xw/'></form>",
        "<form action='/sso/login'></form>",
    ],
)
def test_forms_that_change_something_or_wait_for_a_reader_are_not_sent(body: str) -> None:
    assert target("", f"{body}<script>document.forms[0].submit()</script>") is None


def test_the_target_may_stand_in_the_address() -> None:
    url = f"{HOME}go.html?url=%2Fdj%2F"
    assert target("location.href = new URLSearchParams(location.search).get('url')", url=url) == TARGET
    assert target("location = decodeURIComponent(location.search.split('url=')[1])", url=url) == TARGET


def test_colons_in_the_target_are_no_test() -> None:
    assert target("location.href='i.do?at=12:00'") == f"{HOME}i.do?at=12:00"


def test_so_are_those_when_the_page_is_loaded() -> None:
    page = "<html><body onload=\"{}\"><script>function go(){{location='/dj/'}}</script></body></html>"
    for script in ("location.href='/dj/'", "go()"):
        assert script_redirect(Page(HOME, page.format(script))) == TARGET


@pytest.mark.parametrize(
    "script",
    [
        "if(x)location.href='/m/'",
        "var m = navigator.userAgent; location='/m/'",
        "mobile ? location='/m/' : location='/pc/'",
        "mobile && (location='/m/')",
        "known || location.replace('/m/')",
        "switch(x){case 1: location='/m/'}",
        "for(;;){location='/m/'}",
        "while(x){location='/m/'}",
        "try{location='/m/'}catch(e){}",
        "setTimeout(\"if(x) location='/m/'\", 10)",
        "setTimeout(function(){ if(n==0) location='/dj/'; }, 10)",
        "if(n==0) location='/dj/'; n--;",
        "if(known){location='/x/'}else{location='/dj/'}",
    ],
)
def test_tests_and_mobile_switches_are_not(script: str) -> None:
    assert target(script) is None


@pytest.mark.parametrize(
    "switch",
    [
        "if(/Mobile/.test(navigator.userAgent)){location.href='/m/'}",
        "var agent=navigator.userAgent.toLowerCase();if(agent.match(/ipad/i)){location='/m/'}else{}",
        "function phone(){if(navigator.userAgent.indexOf('Mobile')>0)location.replace('/m/')}",
    ],
)
def test_beside_a_switch_for_telephones_other_scripts_count(switch: str) -> None:
    assert target(f"{switch}</script><script>location.href='/dj/'") == TARGET
    assert target(f"location.href='/dj/'</script><script>{switch}") == TARGET
    assert target(f"{switch}</script><script>if(x)location.href='/dj/'") is None
    assert target(f"{switch};location='/x/'</script><script>location.href='/dj/'") is None


@pytest.mark.parametrize(
    "script",
    [
        "if(/Mobile/.test(navigator.userAgent)){location='/m/'}else{location='/dj/'}",
        "if(!/Mobile/.test(navigator.userAgent)){location='/dj/'}else{location='/m/'}",
        "var a=navigator.userAgent;if(a.indexOf('Windows')>0){location.href='/dj/'}else{location.href='/wap/i.html'}",
    ],
)
def test_a_switch_with_a_place_for_computers_leads_there(script: str) -> None:
    assert target(script) == TARGET


@pytest.mark.parametrize(
    "script",
    [
        "if(/Mobile/.test(navigator.userAgent)){location='/m/'}else{}",
        "if(/Mobile/.test(navigator.userAgent)){location='/dj/'}else{location='/zt/'}",
        "if(/Mobile/.test(navigator.userAgent)){location='/m/'}else if(x){location='/dj/'}else{location='/zt/'}",
        "if(known){location='/m/'}else{location='/dj/'}",
    ],
)
def test_a_switch_without_one_leads_nowhere(script: str) -> None:
    assert target(script) is None


@pytest.mark.parametrize(
    "script",
    [
        "if(top!=self)top.location=self.location",
        "top.location=self.location",
    ],
)
def test_frame_busters_are_not(script: str) -> None:
    assert target(script) is None


@pytest.mark.parametrize(
    "script",
    [
        "if(top!=self){top.location=self.location;}",
        "if (window.top !== window.self) { window.top.location.href = document.location.href }",
        "if(self.location!=parent.location) parent.location.replace(self.location.href);",
    ],
)
def test_a_redirect_beside_a_frame_buster_is_followed(script: str) -> None:
    page = f"<script>{script}</script><body onload=\"location='/dj/'\"><img src=logo.png></body>"
    assert script_redirect(Page(HOME, page)) == TARGET
    assert target(f"{script}\nif(known) location='/dj/'") is None


@pytest.mark.parametrize(
    "script",
    [
        "document.cookie='a=1'; location.reload()",
        "document.cookie='k=1'; location.href='/dj/'",
        "eval('x'); location='/dj/'",
        "alert('请先登录'); location.href='/dj/'",
        "confirm('进入？'); location='/dj/'",
    ],
)
def test_challenges_and_questions_are_not(script: str) -> None:
    assert target(script) is None


@pytest.mark.parametrize(
    "url",
    [
        *"/login.jsp /passport/login?u=/ /user/signin /cas/login /logon.do /404.html /error/ http://sso.example.cn/ http://passport.example.cn/"
        " /captcha/ javascript:void(0)".split(),
        HOME,
        "#a",
        "",
    ],
)
def test_log_in_bounces_errors_and_the_page_itself_are_no_targets(url: str) -> None:
    assert target(f"location.href='{url}'") is None


@pytest.mark.parametrize(
    "script",
    [
        "function go(){location.href='/dj/'}",
        "$('#a').click(function(){location='/dj/'})",
        "el.onclick=()=>{location='/dj/'}",
        "document.onclick=function(){location='/dj/'}",
        "btn.addEventListener('click', function(){location='/dj/'})",
        "xhr.onload=function(){location='/dj/'}",
        "fetch('/who').then(function(){location='/dj/'})",
        "$.get('/who', function(){location='/dj/'})",
        "location.href='/dj/'+id",
        "location.href=document.referrer",
        "history.back()",
        "var own = location.href;",
    ],
)
def test_what_waits_for_a_reader_or_a_server_or_is_not_known_is_not_followed(script: str) -> None:
    assert target(script) is None


@pytest.mark.parametrize(
    "body",
    [
        "正在跳转，请稍候",
        "如果您的浏览器没有自动跳转，请<a href='/dj/'>点击这里</a>进入网站",
    ],
)
def test_a_page_may_say_that_it_redirects(body: str) -> None:
    assert target("location='/dj/'", body) == TARGET


@pytest.mark.parametrize(
    "body",
    [
        "党" * 100,
        "您访问的页面不存在",
        "该文章已删除",
        "<a href='/xw/'>新闻</a><a href='/dj/'>党建</a>" + "县委组织部门户网站欢迎您的访问和宝贵意见",
    ],
)
def test_a_page_with_a_text_or_an_error_is_no_redirect(body: str) -> None:
    assert target("location='/dj/'", body) is None


@pytest.mark.parametrize("part", ["a?", "location=", "(", "'", "if(a)", "function f(){", "a.", "//", "`"])
def test_looking_for_one_takes_linear_time(part: str) -> None:
    numbers = count()

    def reading(size: int) -> Callable[[], object]:
        text = f"{next(numbers)};location;{part * (3500 * size // len(part))}"  # short scripts are remembered
        page = Page(HOME, f"<script>{text}</script>")
        return lambda: script_redirect(page)

    assert growth(reading, 1) < LINEAR

"""Pages that check for a browser, and pages that only look like them."""

from __future__ import annotations

import time

import pytest

from topiccrawl.page.unread.challenge import challenge_kind, may_be_challenge

URL = "http://www.example.cn/dj/2024/1.html?id=3"
COOKIE = {"Content-Type": "text/html", "Set-Cookie": "__w=1; path=/"}


def script(text: str, body: str = "", head: str = "") -> str:
    return f"<html><head>{head}<script>{text}</script></head><body>{body}</body></html>"


SPELLINGS = {
    "joined": "document.cookie=('_')+('_')+('x')+'=1';location.href=location.pathname+location.search",
    "reload": "document.cookie = 'v=1; path=/'; location.reload();",
    "brackets": "document['coo'+'kie']='v=1';window['location']['reload'](true)",
    "escaped": r"document['\x63\x6f\x6f\x6b\x69\x65']='v=1';location['\x72\x65\x6c\x6f\x61\x64']()",
    "assigned": "document.cookie='v=1';window.location=window.location",
    "replaced": "document.cookie='v=1';location.replace(location.href.split('#')[0])",
    "later": "document.cookie='v=1';setTimeout(function(){self.location.assign(document.URL)},1500)",
    "literal": "document.cookie='v=1';location.href='/dj/2024/1.html?id=3&t=71'",
    "query": "document.cookie='v=1';location.href='?v=88'",
    "host": "document.cookie='v=1';location.href='http://'+location.host+location.pathname",
    "search": "document.cookie='v=1';location.search='?v='+Date.now()",
    "history": "document.cookie='v=1';history.go(0)",
    "text": "setTimeout('location.reload()',1000)",
    "cookie alone": "document.cookie='passed=1'",
}


@pytest.mark.parametrize("spelling", SPELLINGS.values(), ids=SPELLINGS.keys())
@pytest.mark.parametrize("status", [200, 202, 412, 503, 521])
def test_a_script_that_sets_a_cookie_or_loads_its_page_again(spelling: str, status: int) -> None:
    page = script(spelling)
    assert may_be_challenge(page.encode())
    assert challenge_kind(page, URL, status=status)
    assert challenge_kind(script(spelling, "<p>正在验证您的浏览器，请稍候……</p>"), URL, status=status)


@pytest.mark.parametrize(
    ("page", "status", "headers"),
    [
        (script("eval(function(p,a,c){return p}('0 1',2,3))"), 200, COOKIE),
        (script(r"var _0x3f21=['\x72\x65'];(function(){while(!![]){}})()"), 200, COOKIE),
        ("<script src='/c.js'></script>", 412, {}),
        (script("$_ts=window['$_ts'];if(!$_ts)$_ts={};", head="<meta content='r5' r='m'>"), 202, {}),
        (script("var arg1='3E2A';", "", "<!-- acw_sc__v2 -->"), 200, {}),
        ("<html><body><iframe src='/_Incapsula_Resource?CWUDNSAI=9'></iframe></body></html>", 200, {}),
        (script("x()", "<h1>正在检查</h1><p>浏览器需要 JavaScript。</p>", "<!-- _cf_chl_opt -->"), 403, {}),
        ("<html><script>go()</script></html>", 405, {"X-Amzn-Waf-Action": "captcha"}),
        ("<meta http-equiv=refresh content='1'><noscript>请启用脚本</noscript>", 200, {}),
        ("<meta http-equiv='Refresh' content='0; url=/dj/2024/1.html?id=3'>", 200, COOKIE),
        ("<SCRIPT>document.cookie='a=1';location.reload()", 200, {}),
        ("<title>安全验证</title><p>请输入验证码</p><input name=code>", 200, {}),
        ("<p>网络环境存在异常，请完成验证后继续访问</p>", 200, {}),
        ("<p>请按住滑块，拖动到最右边</p>", 200, {}),
        ("<title>提示</title><h1>系统发生错误</h1>", 200, {}),
        ("<p>网站正在升级维护，请稍后访问</p>", 200, {}),
        ("<h1>您的请求已被管理员拦截</h1><p>事件编号：71</p>", 200, {}),
        (
            "<a href=/>首页</a><a href=/dj/>党建</a><a href=/zw/>政务</a><p>您的访问过于频繁，请稍后再试</p>",
            200,
            {},
        ),
    ],
)
def test_other_kinds(page: str, status: int, headers: dict[str, str]) -> None:
    assert may_be_challenge(page.encode())
    assert challenge_kind(page, URL, status=status, headers=headers)


TEXT = "<p>" + "党支部召开主题党日活动，全体党员重温入党誓词，学习会议精神。" * 5 + "</p>"
LIST = "".join(f"<a href='/dj/{number}.html'>党建动态第{number}期</a>" for number in range(9))


@pytest.mark.parametrize(
    ("page", "status"),
    [
        (script("document.cookie='visits=3';location.reload", TEXT), 200),
        (script("location.href='/index/main.html'"), 200),  # redirects, of which others take care
        (script("document.cookie='seen=1';window.location.replace('/portal/index.jsp')"), 200),
        (script("if(location.protocol=='http:')location.href=location.href.replace('http:','https:')"), 200),
        (script("location.href='https://'+location.host+location.pathname"), 200),
        (script("location.href=location.pathname+'home.html'"), 200),
        (script("var p='/portal';location.href='http://'+location.host+p+'/index.do'"), 200),
        (script("location.href='//'+location.host+'/index.do'"), 200),
        (script("top.location='/login?back='+location.href"), 200),
        (script("alert('该信息不存在或未审核！');history.go(-1);"), 200),
        (script("setTimeout(function(){location.href='/'},3000)", "<p>页面不存在</p>"), 200),
        (script("location.href='/404.html'"), 404),
        ("<div id=app></div><script src=/app.js></script>", 200),
        (script("if(top!=self)top.location=self.location", "<script src=/app.js></script>"), 200),
        (script("onhashchange=function(){location.reload()}", "<script src=/app.js></script>"), 200),
        (script("$('.pages').on('click','b',function(){location.href='?p='+$(this).data('p')})"), 200),
        (script("next.onclick=function(){location.href=location.pathname+'?p='+page}"), 200),
        (script("new Function('return this')()", "<script src=/app.js></script>"), 200),
        ("<frameset><frame src='main.html'></frameset><script>document.cookie='a=1'</script>", 200),
        ("<meta http-equiv=refresh content='300'>" + TEXT, 200),
        ("<h1>502 Bad Gateway</h1>", 502),
        (script("document.cookie='a=1';list=[{u:'/dj/1.html'},{u:'/dj/2.html'},{u:'/dj/3.html'}]"), 200),
        (script("document.cookie='a=1';document.write('" + "党支部召开主题党日活动" * 9 + "')"), 200),
        ("", 521),
        ("<p>用户名 密码 请完成验证后继续访问</p><input type='password'>", 200),
        ("<div id=app></div><script>error='您的访问过于频繁，请稍后再试'</script>", 200),
        ("<p>您的访问过于频繁，请稍后再试</p>" + TEXT * 2, 200),
        ("<h1>党建网</h1><p>系统维护：县信息中心</p><p>网站维护：宣传部</p>", 200),
        ("<h1>系统维护中</h1>", 503),
        ("<h1>党员志愿者正在维护步道</h1><p>来源：清河发布</p>", 200),
        ('{"code": 1, "msg": "您的访问过于频繁"}', 200),
        ("<title>党员身份核验办法</title><p>党员身份核验由支部办理，每季度一次。</p>", 200),
        ("<html><body></body></html>", 200),
        (
            script("var w='/cdn-cgi/challenge-platform/'", TEXT * 3),
            200,
        ),  # firewalls mark what they let through
    ],
)
def test_pages_and_redirects_are_no_challenge(page: str, status: int) -> None:
    assert challenge_kind(page, URL, status=status) == ""
    if "src=/app.js" in page:  # its server may set a session cookie
        assert challenge_kind(page, URL, status=status, headers=COOKIE) == ""


def test_pages_with_many_links_are_not_looked_at() -> None:
    assert not may_be_challenge(script("document.cookie='visits=3'", LIST).encode())
    assert not may_be_challenge(b"")
    assert may_be_challenge(script(SPELLINGS["reload"]).encode("utf-16"))


@pytest.mark.parametrize(
    "attack",
    [
        "<" * 250_000,
        "<script>" * 32_000,
        "<script>" + "document" + " " * 60_000 + "=" * 60_000,
        "<script>" + "location=" * 25_000,
        "<script>" + "'+" * 120_000,
        "<script>" + "'" * 120_000 + " " * 100_000,
        "<meta " * 40_000,
        "<!--" * 60_000,
    ],
)
def test_no_page_takes_long(attack: str) -> None:
    begin = time.process_time()
    challenge_kind(attack, URL, status=412)
    assert time.process_time() - begin < 0.5

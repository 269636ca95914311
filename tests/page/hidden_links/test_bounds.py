"""Any page is read, in time that grows with its length, and no hidden link leaves its site."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

import pytest
from growth import LINEAR, growth
from hypothesis import given
from hypothesis import strategies as st

from topiccrawl.page.canonical_url import canonical_url
from topiccrawl.page.hidden_links.urls import same_site
from topiccrawl.page.links import links_of
from topiccrawl.page.page import Page
from topiccrawl.page.shown.redirects import script_redirect

PIECES = """<script> </script> <a&href=' '>下一页</a> <a&href=index_2.html>2</a> <a&href=?page=²>2</a> <a&onclick=" ">下一页</a> <form&method=post&action=l.do>
 <input&type=hidden&name=page&value=1> </form> <select&onchange='f(this.value)'> <option&value=2>2</option> <option&value=x2.html>第3页 </select> <iframe&src=
 <!-- --> <script&type=application/json> <script&type='text/xml'><datastore><![CDATA[ ]]> <li&data-url='/art/1.html'>党员清理河道 <base&href=http://other.test/>
 <link&rel=next&href= http://a.cn/2.html> \\\\other.test\\a http://a。cn/1.html javascript: <li&onclick=' '>党员清理河道</li> <body&onload='
 ( ) [ ] { } , ; : . + = ' " ` ${ // /* */ if( function&f(n){ return location.href= window.open( document.write( $.ajax({url: $.post( data:{page:1} fetch(
 createPageHTML( countPage= gotoPage(2) .submit() .page.value= 'index' 'html' '/art/2024/101.html' "//other.test/a.php?id=1234" '/api/list.do?page='+n
 '党员清理河道垃圾' "<a&href='/art/1001.html'>党员清理河道</a>" 1 2 ² \x00 \ud800""".replace("\n", "").split(
    " "
)
PAGES = st.lists(st.sampled_from([piece.replace("&", " ") for piece in PIECES]), max_size=50).map("".join)
URLS = st.sampled_from(
    [
        "http://a.cn/x/",
        "http://a.cn/l_2.html",
        "http://www.a.gov.cn/list.do?page=1&size=10",
        "http://127.0.0.1:8000/",
    ]
)


@given(PAGES, URLS)
def test_any_page_is_read_alike_each_time(html: str, url: str) -> None:
    page = Page(url, html)
    found = links_of(page)
    assert links_of(page) == found == links_of(Page(url, html))
    assert len({canonical_url(link.url) for link in found}) == len(found)
    assert all(same_site(link.url, url) for link in found if link.found or link.role)
    assert all(same_site(link.url, url) and not link.nofollow for link in found if link.body)
    script_redirect(page)


SCRIPT = "<script>countPage=3;createPageHTML(1,2);$.ajax('/a.do');location\n{}</script><a href='javascript:gotoPage(2)'>下一页</a>"
NUMBERS = count()
FRAMES: dict[str, str] = {
    "script": SCRIPT,
    "handler": '<a onclick="location.href={}">下一页</a>',
    "comment": "{}",
    "json": '<script type=application/json>["{}"]</script>',
}


@pytest.mark.parametrize(
    ("frame", "part"),
    [
        ("script", part)
        for part in (
            "(",
            "{",
            "'",
            "/*",
            "=/[",
            "a.",
            "v=v+v;",
            "f('/art/2024/101.html');",
            "$.ajax({url:'/api?page='+p});",
        )
    ]
    + [
        ("script", "function gotoPage(n){location='/l_'+n+'.html'}"),
        ("script", "document.write('<a ');"),
        ("script", "show(3,0,'index','html');"),
        ("script", "show({a:'x',f:function(n){return this.a+'_'+n+'.html'}});"),
        ("script", "show(p=>'/l_'+p+'.html');"),
        ("script", "var u=['l.html','l_2.html'];"),
        ("script", "a++;"),
        ("script", "l[0]='/1101.html';t[0]='支部党员|清理河道';u+='/2.html|';"),
        ("script", "function f(n){g('/l_'+n+'.js')} f(p);p--;"),
        ("script", "if(a)"),
    ]
    + [
        ("json", "<div><a href=/art/1001.html>党</a>"),
        ("script", "document.write('<div><a href=/art/1001.html>党</a>');"),
    ]
    + [
        ("comment", part)
        for part in (
            "<!--",
            "<script ",
            "data-",
            "onclick ",
            "<form>",
            "<select><option>2",
            "<li onclick=\"go('/art/1001.html')\">党",
            "<a href=/1><img></a>",
            "<a href=?page=1>2</a>",
            "<a tagname=l_2.html>2</a>",
            "<a onclick=\"go(this,'l_2.html')\">2</a>",
        )
    ],
)
def test_pages_are_read_in_linear_time(frame: str, part: str) -> None:
    def reading(size: int) -> Callable[[], object]:
        text = f"{next(NUMBERS)};{part * (2500 * size // len(part))}"  # short scripts are remembered
        page = Page("http://a.cn/x/", FRAMES[frame].format(text))
        return lambda: links_of(page)

    assert growth(reading, 1) < LINEAR


@pytest.mark.parametrize("part", ["x", "(", "'", "/*", "<!--", "a.", "0x", "党", "g1(1);", "'....", "{"])
def test_handlers_are_read_in_linear_time(part: str) -> None:
    """The text of one handler is bounded, but not their number."""

    own = count()

    def reading(size: int) -> Callable[[], object]:
        first = next(own)
        handlers = "".join(
            f'<a onclick="location.href={first}{n}{part * (1900 // len(part))}">下一页</a>'
            for n in range(30 * size)
        )
        page = Page("http://a.cn/x/", handlers)
        return lambda: links_of(page)

    assert growth(reading, 1) < LINEAR


def test_functions_that_call_each_other_do_not_explode() -> None:
    calls = "".join(f"function f{n}(n){{f{n - 1}(n+n)}}" for n in range(1, 300))
    links_of(
        Page("http://a.cn/x/", SCRIPT.format(f"function f0(n){{location='/l_'+n+n+'.html'}}{calls}f299(2)"))
    )
    sums = ";".join(f"v{n}={'+'.join([f'v{n - 1}'] * 2000)}" for n in range(1, 5))
    links_of(Page("http://a.cn/x/", SCRIPT.format(f"v0='x';{sums};location.href=v4")))

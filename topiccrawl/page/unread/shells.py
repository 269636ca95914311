"""Pages without content, or without all of it: those that a script fills, and those that send elsewhere."""

from __future__ import annotations

import re
from itertools import islice
from urllib.parse import urlsplit

from topiccrawl.page.elements import Elements
from topiccrawl.page.page import Page
from topiccrawl.page.unread.outline import Outline, assigned_locations, literals_in, read_outline, readable
from topiccrawl.page.unread.reasons import Unread

MOST_TEXT = 100
"""Characters, without white space, of a page without content."""
MOST_LINKS = 5
"""Links of such a page."""
_LONGEST = 300_000
"""Characters of such a page; longer pages have content."""
_ASKS = re.compile(
    r"(?<![\w$.])fetch\(|XMLHttpRequest|(?:\$|jQuery)\.(?:get|post|ajax|getJSON)\(|\)\.load\(|axios"
    r"|\btable\.render\(|\.(?:bootstrapTable|datagrid|jqGrid|[dD]ataTable)\("
)
"""How a script asks for data."""
_EMPTY_LIST = re.compile(r"<(ul|ol|dl|tbody|div)\s[^<>]*\b(?:id|class|v-for)\b[^<>]*>\s*</\1", re.IGNORECASE)
_FEWEST = 5
"""Headlines or sentences of a whole page."""
_HEADLINE = re.compile(r"<a\s[^<>]*>\s*[^<>\s][^<>]{7,200}</a>", re.IGNORECASE)
_OF_ROWS = re.compile("[\u4e00-\u9fff]{8}"), re.compile(r"/[\w-]+\.s?html?\b", re.ASCII)
"""A headline, and the address of a page."""
_MISSING = re.compile(
    r"不存在|不见了|找不到|(?:没有?|未)找到|无法|删除|走丢|错误|出错|抱歉|对不起|遗憾|迷路"
    r"|(?<!\d)404(?!\d)|not found|sorry|oops",
    re.IGNORECASE,
)
_UNFOLDS = re.compile(
    r"<(?:a|button|span|div|p)\s([^<>]*)>\s*(?:<[^<>]*>\s*){0,3}[^<>\w]{0,4}(?:点击|展开|查看|阅读|显示|加载){0,2}"
    r"(?:全文|(?:余下|剩余|全部)(?:\d+%)?(?:内容|全文|文章)?)[^<\w]{0,8}<",
    re.IGNORECASE,
)
_NAMES = re.compile(
    r"\b(?:id|class)\s*=\s*[\"']?([\w -]+)|\bon\w+\s*=\s*[\"'][^\"'(]*?(\w+)\(|cript:\s*(\w+)\("
)
"""What scripts call an element, and the function that it calls."""
_SHOWS_ANSWER = (
    r"[\s\S]{0,400}?(?:\.(?:post|get|getJSON|ajax|load|open)|fetch)\s*\("
    r"[\s\S]{0,400}?(?:\.(?:html|append|after|replaceWith)\(|innerHTML)"
)
"""What a function does that asks for a text and shows it."""
_LOG_IN = re.compile(
    r"(?:^|[/._-])(?:login|logon|signin|sign-in|passport|sso|cas|oauth2?|denglu)(?:[/._?-]|$)", re.IGNORECASE
)


def why_without_content(page: Page) -> Unread | None:
    """Return why a page shows no text; None if it shows one, or has nothing that would fill it.

    Whether it has links is for the caller to see: of a page with some, this is not worth asking.

    >>> why_without_content(Page.of("<div id=app></div><script src=/app.js></script>"))
    <Unread.SCRIPT_LIST: 'script_list'>
    >>> why_without_content(Page.of("<script>top.location.href='/sso/login'</script>"))
    <Unread.LOGIN: 'login'>
    >>> why_without_content(Page.of("<p>对不起，您访问的页面不存在。</p>")) is None
    True
    """
    if len(page.html) > _LONGEST:
        return None
    outline = read_outline(page.html)
    if outline.text >= MOST_TEXT or outline.links > MOST_LINKS or outline.has_frame:
        return None
    if _bounces(outline):
        return Unread.LOGIN
    is_filled = outline.externals or _ASKS.search(outline.script) or _has_rows(outline.script)
    return Unread.SCRIPT_LIST if is_filled else None


def _has_rows(script: str) -> bool:
    """Return whether a script has headlines and addresses of pages, in whatever form."""
    return all(sum(1 for _ in islice(form.finditer(script), _FEWEST)) == _FEWEST for form in _OF_ROWS)


def fills_a_list(page: Page) -> bool:
    """Return whether a script of a page without headlines asks for data, and an empty list waits for it.

    >>> fills_a_list(Page.of("<ul id=l></ul><script>fetch(url).then(show)</script>"))
    True
    >>> fills_a_list(Page.of("<p>暂无内容</p><script>$.get('/count?id=3')</script>"))
    False
    """
    outline = read_outline(page.html)
    return _ASKS.search(outline.script) is not None and _EMPTY_LIST.search(page.html) is not None


def is_log_in_url(url: str) -> bool:
    """Return whether a URL is that of a log-in page.

    >>> is_log_in_url("http://passport.a.cn/"), is_log_in_url("http://a.cn/user/login.jsp?back=1")
    (True, True)
    >>> is_log_in_url("http://a.cn/blog/in/1.html"), is_log_in_url("http://a.cn/1.html?from=/login")
    (False, False)
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return _LOG_IN.search(f"{parts.netloc}{parts.path}") is not None


def is_whole(page: Page) -> bool:
    """Return whether an answer with status 404 is a page all the same, as some servers send it.

    It has headlines or sentences, and does not say that anything is missing.

    >>> is_whole(Page.of("<a href=1.html>支部召开组织生活会</a>" * 5))
    True
    >>> is_whole(Page.of("<p>您访问的页面不存在</p>" + "<a href=1.html>支部召开组织生活会</a>" * 5))
    False
    """
    if len(page.html) > _LONGEST or _MISSING.search(page.html):
        return False
    return page.html.count("。") >= _FEWEST or len(_HEADLINE.findall(page.html)) >= _FEWEST


def asks_for_rest(page: Page) -> bool:
    """Return whether a page shows the beginning of a text, and asks for the rest on a click on 展开全文.

    Most such pages only unfold what they have.

    >>> script = "<script>function more(id) {$.post('/a', {id: id}, function(r) {$('#c').html(r)})}</script>"
    >>> asks_for_rest(Page.of(f"<a onclick='more(12)'>展开全文</a>{script}"))
    True
    """
    if not (unfolds := _UNFOLDS.search(page.html)):
        return False
    named = " ".join(filter(None, (name for found in _NAMES.findall(unfolds[1]) for name in found)))
    names = "|".join(map(re.escape, named.split()))
    scripts = "\n".join(text for _, text in Elements.of(page).inline)
    return (
        bool(names)
        and re.search(rf"(?:function\s+|[#.\"'])(?:{names})\b{_SHOWS_ANSWER}", scripts) is not None
    )


def was_sent_to_log_in(requested: str, url: str) -> bool:
    """Return whether a redirect led from a page to a log-in page.

    >>> was_sent_to_log_in("http://a.cn/dj/1.html", "http://a.cn/login?back=/dj/1.html")
    True
    """
    return is_log_in_url(url) and not is_log_in_url(requested)


def _bounces(outline: Outline) -> bool:
    targets = (literals_in(expression)[:1] for expression in assigned_locations(readable(outline.script)))
    return any(is_log_in_url(f"//a/{text}") for texts in targets for text in texts)

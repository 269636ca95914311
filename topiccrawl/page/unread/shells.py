"""Pages without content: those that a script fills, and those that send to a log-in page."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

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
)
"""How a script asks for data."""
_EMPTY_LIST = re.compile(r"<(ul|ol|dl|tbody|div)\s[^<>]*\b(?:id|class|v-for)\b[^<>]*>\s*</\1", re.IGNORECASE)
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
    return Unread.SCRIPT_LIST if outline.externals or _ASKS.search(outline.script) else None


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


def was_sent_to_log_in(requested: str, url: str) -> bool:
    """Return whether a redirect led from a page to a log-in page.

    >>> was_sent_to_log_in("http://a.cn/dj/1.html", "http://a.cn/login?back=/dj/1.html")
    True
    """
    return is_log_in_url(url) and not is_log_in_url(requested)


def _bounces(outline: Outline) -> bool:
    for expression in assigned_locations(readable(outline.script)):
        if any(is_log_in_url(f"//a/{text}") for text in literals_in(expression)[:1]):
            return True
    return False

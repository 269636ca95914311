"""Which pages are rendered: `[browser]` in `topic.toml`, and pages that turn out to be empty shells."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from topiccrawl.access.hosts import is_among
from topiccrawl.messages import message
from topiccrawl.page.canonical_url import is_host_name

MODES = ("off", "rules", "shells")
"""Render nothing; what the rules name; also pages that are empty without their scripts."""

_MOST_TEXT = 100
"""Maximum number of characters of text in an empty shell."""
_MOST_LINKS = 3
_LONGEST = 300_000
"""Maximum number of characters of an empty shell; longer pages have content."""
_NOT_SHOWN = re.compile(r"<(script|style|noscript|template|title)\b.*?</\1\s*>|<!--.*?-->", re.S | re.I)
_TAG = re.compile(r"<[^>]*>")
_LINK = re.compile(r"<a\s[^>]*href", re.I)
_SCRIPT = re.compile(r"<script\b", re.I)


@dataclass(frozen=True)
class BrowserRules:
    """Pages that are rendered.

    Attributes:
        hosts: hosts whose pages are rendered, with their subdomains.
        urls: regular expression that URLs of pages to render match; with `hosts`, only on these.
        wait_for: CSS selector that a page has when it is complete; empty: the page makes no requests.
    """

    hosts: tuple[str, ...] = ()
    urls: str = ""
    wait_for: str = ""

    def __post_init__(self) -> None:
        for host in self.hosts:
            if not is_host_name(host):
                raise ValueError(message("hosts: {host!r} is not a host name such as example.cn", host=host))
        try:
            re.compile(self.urls)
        except re.error as error:
            raise ValueError(
                message("urls = {urls!r} is not a regular expression ({error})", urls=self.urls, error=error)
            ) from None

    def match(self, url: str) -> bool:
        """Return whether a page is to be rendered.

        >>> BrowserRules(hosts=("a.cn",), urls="/app/").match("http://www.a.cn/app/1")
        True
        >>> BrowserRules().match("http://www.a.cn/app/1")
        False
        """
        if self.hosts and not is_among(urlsplit(url).hostname or "", self.hosts):
            return False
        return bool(self.hosts if not self.urls else re.search(self.urls, url))


def is_empty_shell(html: str) -> bool:
    """Return whether a page has scripts, but almost no text and no links of its own.

    >>> is_empty_shell("<div id=app></div><script src=/app.js></script>")
    True
    >>> is_empty_shell("<p>对不起，您访问的页面不存在。</p>")
    False
    """
    if len(html) > _LONGEST or not _SCRIPT.search(html):
        return False
    if len(_LINK.findall(html)) >= _MOST_LINKS:
        return False
    text = _TAG.sub(" ", _NOT_SHOWN.sub(" ", html))
    return len("".join(text.split())) < _MOST_TEXT

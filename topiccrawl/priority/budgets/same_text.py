"""A key of what a page says, the same for pages that differ in their URL and in numbers only."""

from __future__ import annotations

import re
from collections.abc import Iterable
from hashlib import sha256

from topiccrawl.page.page import Page

_VARYING = re.compile(r"[\x00-\x7f\s]+")
"""Markup, URLs, numbers and times; a page that echoes its URL still says the same."""
_SHORTEST = 10


def same_text_key(page: Page, data: Iterable[str] = ()) -> str:
    """Return the key of the Chinese text of a page; of a page without any, the key of its source.

    Args:
        page: the page.
        data: addresses of the data that its script fills it with; empty shells may get different texts.

    >>> one, two = Page.of("<p>页面不存在，请返回网站首页 /a"), Page.of("<b>页面不存在，请返回网站首页 /b")
    >>> same_text_key(one) == same_text_key(two)
    True
    """
    text = _VARYING.sub("", page.html)
    text = "\n".join((text if len(text) >= _SHORTEST else page.html, *data))
    return sha256(text.encode("utf-8", "replace")).hexdigest()[:16]

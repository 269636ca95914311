"""A key of what a page says, the same for pages that differ in their URL and in numbers only."""

from __future__ import annotations

import re
from hashlib import sha256

from topiccrawl.page.page import Page

_VARYING = re.compile(r"[\x00-\x7f\s]+")
"""Markup, URLs, numbers and times; a page that echoes its URL still says the same."""
_SHORTEST = 10


def same_text_key(page: Page) -> str:
    """Return the key of the Chinese text of a page; of a page without any, the key of its source.

    >>> one, two = Page.of("<p>页面不存在，请返回网站首页 /a"), Page.of("<b>页面不存在，请返回网站首页 /b")
    >>> same_text_key(one) == same_text_key(two)
    True
    """
    text = _VARYING.sub("", page.html)
    return sha256((text if len(text) >= _SHORTEST else page.html).encode("utf-8", "replace")).hexdigest()[:16]

"""Teasers: the beginning of a text that is on another page."""

from __future__ import annotations

import re

_LONGEST_TEASER = 400
"""Characters of a beginning; news agencies and forums cut after some 100 to 300."""
_LONGEST_REFERENCE = 120
"""Characters of what follows it: words such as 原文, and the title or URL of the other page."""
_BREAKS_OFF = re.compile(
    r"(?:…+|\.{3,}|。{3,})\s*[\[(（【<《]*\s*"
    r"(?:(?:点击|查看|继续|阅读|浏览|展开|點擊|繼續|閱讀|瀏覽|展開)+\s*(?:原文|全文|详情|详细|更多|詳情|詳細)"
    r"|(?:原文|全文|原贴|原帖|原貼)\s*(?:链接|地址|出处|鏈接|連結|出處)?\s*[:：])"
)


def is_teaser(text: str) -> bool:
    """Return whether a body breaks off after some sentences and refers to the page with the rest.

    Reposts in forums and blogs often quote the beginning of an article and link to it. The page that is
    linked is the article.

    >>> is_teaser("校党委召开中心组学习会，传达全会精神。会议指出，要认真学习…… 原文：校党委召开学习会")
    True
    >>> is_teaser("校党委召开中心组学习会，传达全会精神。全文如下。")
    False
    """
    end = max((found.start() for found in _BREAKS_OFF.finditer(text)), default=None)
    return end is not None and end <= _LONGEST_TEASER and len(text) - end <= _LONGEST_REFERENCE

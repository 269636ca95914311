"""What kind of page it is, when it has no article."""

from __future__ import annotations

import re

from topiccrawl.page.page import Page

_MISSING = re.compile(
    r"\b404\b|not found|(?:页面|网页|文章|内容|信息|链接|頁面|網頁|文章"
    r"|內容)[^。，]{0,10}(?:不存在|未找到|无法找到|找不到|已删除|已被删除"
    r"|已过期|不存在了|已刪除|無法找到)|(?:找不到|未找到)[^。，]{0,10}(?:页面|网页|文章|頁面|網頁)",
    re.IGNORECASE,
)
_VIDEO_TITLE = re.compile(r"视频|視頻|影片|直播|\bvideo\b", re.IGNORECASE)
_PICTURE_TITLE = re.compile(r"组图|組圖|图集|圖集|图片|圖片|高清|多图")
_LOGIN_TITLE = re.compile(r"登录|登錄|登入|注册|註冊|sign ?in|log ?in", re.IGNORECASE)

SHORT = 200
"""A text with fewer characters may still be a notice that there is nothing here."""


def is_error_notice(title: str, text: str) -> bool:
    """Whether a page only says that what was asked for is not there (a "soft 404")."""
    return len(text) < SHORT and _MISSING.search(f"{title}\n{text}") is not None


def page_kind(page: Page, title: str, text: str) -> str:
    """The kind of a page, as in `Document.kind`: cheap signs only, "list" when none of them speaks.

    Args:
        page: the page.
        title: its headline.
        text: its body; a page with one is an article unless it is an error notice.
    """
    if is_error_notice(title, text):
        return "error"
    if text:
        return "article"
    links = players = pictures = passwords = 0
    for element in page.tree.iter("a", "video", "embed", "object", "iframe", "img", "input"):
        if element.tag == "a":
            links += 1
        elif element.tag == "img":
            pictures += 1
        elif element.tag == "input":
            passwords += (element.get("type") or "").lower() == "password"
        elif element.tag != "iframe" or "video" in (element.get("src") or "").lower():
            players += 1
    if passwords and (links < 40 or _LOGIN_TITLE.search(title)):
        return "login"
    if players or _VIDEO_TITLE.search(title):
        return "video"
    if _PICTURE_TITLE.search(title) or pictures > links:
        return "picture"
    return "list"

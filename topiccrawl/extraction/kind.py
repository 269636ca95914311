"""What kind of page it is: an article, or one of those that have none."""

from __future__ import annotations

import re
from typing import NamedTuple

from topiccrawl.extraction import furniture
from topiccrawl.extraction.lines import Layout, page_layout, page_title
from topiccrawl.extraction.weights import headline
from topiccrawl.page.page import Page

_MISSING = re.compile(
    r"\b404\b|not found|(?:页面|网页|文章|内容|信息|链接|頁面|網頁|連結|內容)"
    r"[^。，]{0,10}(?:不存在|未找到|没有找到|无法找到|找不到|已删除|已被删除|已过期"
    r"|沒有找到|已刪除|已被刪除|無法找到|已過期)"
    r"|(?:找不到|未找到|没有找到|沒有找到)[^。，]{0,10}(?:页面|网页|文章|頁面|網頁)",
    re.IGNORECASE,
)
_VIDEO_TITLE = re.compile(r"视频|視頻|影片|直播|\bvideo\b", re.IGNORECASE)
_PICTURE_TITLE = re.compile(r"组图|組圖|图集|圖集|图片|圖片|高清|多图")
_LOGIN_TITLE = re.compile(r"登录|登錄|登入|注册|註冊|sign ?in|log ?in", re.IGNORECASE)
_PLAYER = re.compile(r"player|video[_-]?(?:box|wrap|area|main|js)\b")
_PLAYER_SOURCE = re.compile(r"video|player|\.swf|\.m3u8", re.IGNORECASE)

SHORT = 200
"""A text with fewer characters may still be a notice that there is nothing here."""

FORM_TEXT = 150
"""A text with fewer characters, undated, is what stands beside a form to log in, if there is one."""

FORM_LINKS = 40
"""A page with more links than this is not there for the form on it."""


class Kind(NamedTuple):
    """The kind of a page, as in `Document.kind`, and why it is taken for one, in words for people."""

    name: str
    reason: str


def page_kind(page: Page, title: str, text: str) -> str:
    """The kind of a page, as in `Document.kind`; see `judge_kind`."""
    return judge_kind(page, title, text).name


def judge_kind(page: Page, title: str, text: str) -> Kind:
    """The kind of a page and why.

    Args:
        page: the page.
        title: its headline.
        text: the body that was found. A page with one is an article, unless the text is an error notice
            (a "soft 404") or what stands beside a form to log in.
    """
    if len(text) < SHORT and _MISSING.search(f"{title}\n{text}"):
        return Kind("error", "title or text say that something is not there, and there is little else")
    if len(text) < FORM_TEXT and _is_form(page, title, text):
        return Kind("login", "it asks for a password, and has few links and little text")
    return Kind("article", "it has a text of its own") if text else _without_article(page, title)


def _is_form(page: Page, title: str, text: str) -> bool:
    """Whether a page is there to log in; one with a text must have few links and no date for it."""
    if not any((element.get("type") or "").lower() == "password" for element in page.tree.iter("input")):
        return False
    if sum(1 for _ in page.tree.iter("a")) < FORM_LINKS:
        return not text or not any(
            furniture.is_date_row(furniture.squeeze(line.text)) for line in page.once(page_layout).lines
        )
    return not text and _LOGIN_TITLE.search(title) is not None


def _without_article(page: Page, title: str) -> Kind:
    """A notice, a player or pictures under a headline, or else a page that leads on to others."""
    layout = page.once(page_layout)
    if _is_notice(layout):
        return Kind("error", "the little it says is that something is not there")
    html_title = page_title(page)
    if headline(layout, html_title) < 0:  # home and channel pages have players and pictures, too
        return Kind("list", "it has no text, and no headline that <title> repeats")
    titles = f"{html_title}\n{title}"
    if _VIDEO_TITLE.search(titles):
        return Kind("video", "its title speaks of a video, and it has no text")
    if has_player(page, layout):
        return Kind("video", "it has a headline and a player, and no text")
    if _PICTURE_TITLE.search(titles):
        return Kind("picture", "its title speaks of pictures, and it has no text")
    if sum(1 for _ in page.tree.iter("img")) > sum(1 for _ in page.tree.iter("a")):
        return Kind("picture", "it has more pictures than links, and no text")
    return Kind("list", "it has no text, and neither player nor pictures under its headline")


def _is_notice(layout: Layout) -> bool:
    """Whether the little that a page itself says is that something is not there."""
    said = [
        line.text
        for line in layout.lines
        if not line.link_chars
        and not layout.blocks[line.block].hidden
        and not furniture.is_furniture(furniture.squeeze(line.text))
    ]
    return sum(map(len, said)) < SHORT and _MISSING.search("\n".join(said)) is not None


def has_player(page: Page, layout: Layout) -> bool:
    """Whether there is something on a page that plays videos."""
    for element in page.tree.iter("video", "embed", "object", "iframe"):
        if element.tag == "video" or _PLAYER_SOURCE.search(element.get("src") or element.get("data") or ""):
            return True
    return any(_PLAYER.search(block.hint) for block in layout.blocks)

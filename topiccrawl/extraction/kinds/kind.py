"""The kind of a page: an article, or one of the pages without one."""

from __future__ import annotations

import re
from typing import NamedTuple

from topiccrawl.extraction.article import furniture
from topiccrawl.extraction.article.body import find_body, page_choice
from topiccrawl.extraction.article.weights import page_headline
from topiccrawl.extraction.kinds.addressed import LONGEST, is_gate, is_guide, is_refusal, is_trouble, is_wall
from topiccrawl.extraction.kinds.beside import why_beside
from topiccrawl.extraction.kinds.evidence import is_dated
from topiccrawl.extraction.kinds.notices import LONG, SHORT, is_notice, says_missing
from topiccrawl.extraction.kinds.pictures import has_pictures_alone, may_be_pictures, why_pictures
from topiccrawl.extraction.kinds.player import has_player
from topiccrawl.extraction.lines import Layout, displayed_text, page_layout
from topiccrawl.extraction.threads.thread import page_thread
from topiccrawl.page.elements import Elements, page_title
from topiccrawl.page.facts.wechat import CHECK, GONE, notice_of
from topiccrawl.page.metadata import read_metadata
from topiccrawl.page.page import Page

_VIDEO_TITLE = re.compile(r"视频|視頻|影片|直播|\bvideo\b", re.IGNORECASE)
_PICTURE_TITLE = re.compile(r"组图|組圖|图集|圖集|图片|圖片|高清|多图")
_LOGIN_TITLE = re.compile(r"登录|登錄|登入|注册|註冊|sign ?in|log ?in", re.IGNORECASE)

FORM_TEXT = 150
"""An undated text with fewer characters belongs to the login form beside it."""

FORM_LINKS = 40
"""A page with more links is not a login page."""


class Kind(NamedTuple):
    """The kind of a page, as in `Document.kind`, and the reason for it."""

    name: str
    reason: str


_WECHAT = {
    GONE: Kind("error", "WeChat says that the article was deleted or blocked"),
    CHECK: Kind("login", "WeChat asks to prove that a person is reading"),
}


def page_kind(page: Page) -> Kind:
    """Return the kind of a page by the body that the default extractor finds; judged once per page."""
    return page.once(_kind_by_default)


def _kind_by_default(page: Page) -> Kind:
    thread = page.once(page_thread)
    if thread is None or thread.kind == "article":
        return judge_kind(page, find_body(page))
    return Kind(thread.kind, thread.reason)


def judge_kind(page: Page, text: str) -> Kind:
    """Return the kind of a page.

    A page with a body is an article, unless the body is an error notice (a "soft 404") or the text of a login
    form.

    Args:
        page: the page.
        text: the body that an extractor found.
    """
    # The headline of a page without a text is in its lines, which `_without_article` reads.
    if len(text) < LONG and is_notice(text, _titles(page) if text else page_title(page)):
        return Kind("error", "title or text say that something is not there, and there is little else")
    if len(text) < SHORT and (notice := notice_of(page, lambda: displayed_text(page))):
        return _WECHAT[notice]
    if len(text) < FORM_TEXT and _is_form(page, text):
        return Kind("login", "it asks for a password, and has few links and little text")
    if not text:
        return _without_article(page)
    if len(text) <= LONGEST and (kind := _addressed(page, text)):
        return kind
    layout = page.once(page_layout)
    if why := why_beside(page, layout, text):
        return Kind("list", why)
    choice = page_choice(page)  # a gallery may be in data
    if may_be_pictures(choice.layout, text):
        why = why_pictures(choice.layout, choice.head, _titles(page), text)
    if why:
        return Kind("picture", why)
    return Kind("article", "it has a text of its own")


def _addressed(page: Page, text: str) -> Kind | None:
    """Return the kind of a page whose text speaks to its visitor about the page or an account."""
    dated = is_dated(page, text)
    headline = page.once(read_metadata).title
    if is_wall(text, headline) or (not dated and is_gate(text)):
        return Kind("login", "its text asks for an account, a payment, consent or a proof")
    if is_refusal(text, headline) or (not dated and is_trouble(text, _titles(page))):
        return Kind("error", "its text tells the visitor that a page cannot be had, and what to do")
    if is_guide(_titles(page)):
        return Kind("list", "its title is that of a guide to the site")
    return None


def _titles(page: Page) -> str:
    """Return <title> and the headline: each may lack what the other says."""
    return f"{page_title(page)}\n{page.once(read_metadata).title}"


def _is_form(page: Page, text: str) -> bool:
    """Return whether a page is a login page; one with a text has few links and no date."""
    if not any((element.get("type") or "").lower() == "password" for element in page.tree.iter("input")):
        return False
    if len(Elements.of(page).anchors) < FORM_LINKS:
        return not text or not any(
            furniture.is_date_row(furniture.squeeze(line.text)) for line in page.once(page_layout).lines
        )
    return not text and _LOGIN_TITLE.search(_titles(page)) is not None


def _without_article(page: Page) -> Kind:
    """Return the kind of a page without a body."""
    layout = page.once(page_layout)
    if _is_notice(layout):
        return Kind("error", "the little it says is that something is not there")
    # Home and channel pages have players and pictures, too, but no headline of their own.
    head = page.once(page_headline)
    alone = has_pictures_alone(layout, head)
    if head < 0 and not alone:
        return Kind("list", "it has no text, and no headline that <title> repeats")
    titles = _titles(page)
    if _VIDEO_TITLE.search(titles):
        return Kind("video", "its title speaks of a video, and it has no text")
    if has_player(page, layout):
        return Kind("video", "it has a headline and a player, and no text")
    if _PICTURE_TITLE.search(titles):
        return Kind("picture", "its title speaks of pictures, and it has no text")
    if alone:
        return Kind("picture", "pictures stand below its headline, and it has no text")
    if sum(1 for _ in page.tree.iter("img")) > len(Elements.of(page).anchors):
        return Kind("picture", "it has more pictures than links, and no text")
    return Kind("list", "it has no text, and neither player nor pictures under its headline")


def _is_notice(layout: Layout) -> bool:
    """Return whether a page has little text of its own, and that is an error notice."""
    own = [
        line.text
        for line in layout.lines
        if not line.link_chars
        and not layout.blocks[line.block].hidden
        and not furniture.is_furniture(furniture.squeeze(line.text))
    ]
    return sum(map(len, own)) < SHORT and says_missing("\n".join(own))

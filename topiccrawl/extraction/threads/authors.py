"""Authors of posts: links to profiles and elements that are named as authors."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set

from lxml import etree
from lxml.html import HtmlElement

from topiccrawl.extraction.article import furniture
from topiccrawl.extraction.lines import BLOCK_TAGS, UNREAD_TAGS
from topiccrawl.extraction.threads.stamps import is_stamp, without_time
from topiccrawl.extraction.threads.wording import is_button_row

MAX_NAME = 30
"""Maximum length of a name in characters."""

CERTAIN = 3
"""Minimum value of an element that names the author."""

_HINT = re.compile(
    r"author|user|nick|poster|uname|(?<![a-z])(?:name|fn|by|who)(?![a-z])|member|authi|floor_head|vcard", re.I
)
_PROFILE = re.compile(r"user|member|people|profile|space|uid|author|/u/|/home|/@|[?&]u=", re.I)
_NOT_NAME = re.compile(r"级|積分|积分|头像|勋章|会员|新手|论坛|:$|。|！|更多|注册|登录")
_ROLE = re.compile(
    r"[(（\[【](?:楼主|樓主|作者|版主|博主|管理员|层主|题主|UP主)[)）\]】]|(?:发表|發表|回复|发布)[于於]|[|｜].*"
)
_LABELLED = re.compile(r"(?:作者|昵称|暱稱|发帖人|发贴人|用户名?|网友|楼主|回复人)\s*[:：]\s*(\S+)")
_FLOOR = re.compile(r"^\s*(?:第?\s*\d+\s*[楼樓#]|#\s*\d+|楼主|沙发|板凳|地板)")
_SAYS = re.compile(r"\s*(?:说道?|写道|回复|表示)?\s*[:：]?$|\s+@\w+$")
_TRIMMED = " :：·|,，、»@"


def find_author(item: HtmlElement, other: Set[HtmlElement]) -> tuple[str, int]:
    """Return the author's name in the element of a post, and how certain it is; empty when there is none.

    Args:
        item: element of the post.
        other: elements inside that hold its text.
    """
    best, best_value = "", 0
    for element in _outside(item, other):
        value = _value(element)
        if value > best_value:
            name = clean_name("".join(element.itertext()) if len(element) < 4 else "")
            if name:
                best, best_value = name, value
    return best, best_value


def _outside(item: HtmlElement, other: Set[HtmlElement]) -> Iterator[HtmlElement]:
    walk = etree.iterwalk(item, events=("start",))
    for _, element in walk:
        if element in other or element.tag in UNREAD_TAGS:
            walk.skip_subtree()
        else:
            yield element


def _value(element: HtmlElement) -> int:
    own = " ".join(filter(None, map(element.get, ("class", "itemprop", "rel", "id"))))
    named = bool(own) and _HINT.search(own) is not None
    href = element.get("href") if element.tag == "a" else None
    value = 3 * named + (href is not None)
    if named:
        # The innermost element has the name alone; a link around it may hold the letter of a missing picture,
        # and a block around it anything.
        value += 4 if not len(element) else -1 if href is None and element.tag in BLOCK_TAGS else 0
    if href is not None:
        value += 2 * (_PROFILE.search(href) is not None)
    return value


def names_author(line: str) -> bool:
    """Return whether a line has the label of an author, such as 昵称：."""
    return _LABELLED.search(line) is not None


def clean_name(text: str) -> str:
    """Return a name without the marks around it; empty when the text is no name.

    >>> clean_name("@李明："), clean_name("王芳(楼主) 3天前"), clean_name("3楼 作者：赵云 日期")
    ('李明', '王芳', '赵云')
    >>> clean_name("回复")
    ''
    """
    name = _ROLE.sub(" ", without_time(text))
    labelled = _LABELLED.search(name)
    name = labelled[1] if labelled else _FLOOR.sub(" ", name)
    name = _SAYS.sub("", " ".join(name.split()).strip(_TRIMMED))
    squeezed = furniture.squeeze(name)
    if not 0 < len(squeezed) <= MAX_NAME or _NOT_NAME.search(name):
        return ""
    if is_stamp(name) or (is_button_row(squeezed) and not squeezed.isdigit()):
        return ""
    return name

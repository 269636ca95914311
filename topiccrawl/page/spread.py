"""What a page shows of how its story spread: source, keywords, summary, comments, views (paper C)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from lxml.html import HtmlElement

from topiccrawl.page.canonical_url import absolute_url
from topiccrawl.page.description import describe
from topiccrawl.page.elements import Elements
from topiccrawl.page.metadata import Metadata, read_metadata
from topiccrawl.page.page import Page
from topiccrawl.text.display import one_line

_MOST_KEYWORDS = 20
_MOST_COMMENTS = 50
_LONGEST_COMMENT = 500
"""Characters of a comment that are kept."""
_MOST_TEXT = 200_000
"""Characters of visible text in which counts are searched."""
_MOST_LINKS = 2000

_SPLIT = re.compile(r"[,，;；、|｜\s]+")
_KEYWORD_PATH = re.compile(r"(?:^|[/.])(?:tags?|keywords?|topics?|label|biaoqian)(?:[/.?]|$)", re.IGNORECASE)
_KEYWORD_BLOCK = re.compile(r"(?:^|[\s_-])(?:key-?words?|tags?|biaoqian)(?:$|[\s_-])", re.IGNORECASE)
_COMMENT_BLOCK = re.compile(
    r"(?:^|[\s_-])(?:comments?|reply|replies|pinglun|liuyan|huifu)(?:$|[\s_-])|commentlist|replylist",
    re.IGNORECASE,
)
_COUNT = r"[:：]?\s*[（(]?\s*(\d[\d,]{0,11})(\.\d+)?\s*(万)?(?![\d年月/:-])"
_VIEWS = re.compile(
    rf"(?<![次人])(?:浏览|点击|阅读|访问|查看|瀏覽|點擊|閱讀)(?:次数|人数|總數|次數|量|数|數|率)?\s*{_COUNT}"
)
_VIEWS_BEHIND = re.compile(
    r"(?<![\d:：-])(\d[\d,]{0,11})(\.\d+)?\s*(万)?\s*(?:次|人)?(?:浏览|点击|阅读|围观|查看)"
)
_COMMENTS_COUNT = re.compile(
    rf"(?<![条人个])(?:评论|跟帖|回复|留言|評論)(?:数|量|數)\s*{_COUNT}|评论\s*[（(](\d+)(\.\d+)?(万)?[)）]"
)
_COMMENTS_BEHIND = re.compile(
    r"(?<![\d:：-])(\d[\d,]{0,11})(\.\d+)?\s*(万)?\s*(?:条|人|个)?\s*(?:评论|跟帖|回复|参与)"
)
_ORIGINAL_TITLE = re.compile(r"原(?:标题|題|题|標題)\s*[:：]\s*([^）)\n]{4,100})")


@dataclass(frozen=True)
class Spread:
    """What a page shows of how its story spread; empty or None: it does not show it.

    Attributes:
        source: the source that the dateline row names.
        source_link: target of the link around the source.
        original_title: the title that the page says the story had elsewhere.
        title_link: target of the headline's link.
        keywords: the page's keywords.
        keyword_links: targets of the links of keywords.
        author: names of the authors.
        summary: the description in the head, when it is not the title.
        comments: texts of readers' comments.
        comment_count: number of comments, as the page counts them.
        attention: number of views, as the page counts them.
    """

    source: str = ""
    source_link: str | None = None
    original_title: str = ""
    title_link: str | None = None
    keywords: tuple[str, ...] = ()
    keyword_links: tuple[str, ...] = ()
    author: str = ""
    summary: str = ""
    comments: tuple[str, ...] = ()
    comment_count: int | None = None
    attention: int | None = None


def read_spread(page: Page) -> Spread:
    """Return what a page shows of how its story spread."""
    stated, described = page.once(read_metadata), page.once(describe)
    visible = _visible_text(page)
    words, word_links = _linked_keywords(page)
    own = tuple(word for word in _SPLIT.split(described.keywords) if word)[:_MOST_KEYWORDS]
    original = _ORIGINAL_TITLE.search(visible)
    summary = one_line(described.description)
    comments = tuple(_comments(page))
    return Spread(
        source=stated.source,
        source_link=_link_of(page, stated.source),
        original_title=original[1].strip() if original else "",
        title_link=_title_link(page, stated),
        keywords=own or words,
        keyword_links=word_links,
        author=stated.author,
        # Many templates repeat the title or the name of the site as the description.
        summary="" if summary in described.title or stated.title in summary[: len(stated.title)] else summary,
        comments=comments,
        comment_count=_first_count(visible, _COMMENTS_COUNT, _COMMENTS_BEHIND),
        attention=_first_count(visible, _VIEWS, _VIEWS_BEHIND),
    )


def _visible_text(page: Page) -> str:
    pieces, length = [], 0
    for text in page.tree.xpath("//body//text()[not(parent::script or parent::style)]"):
        piece = " ".join(text.split())
        if piece:
            pieces.append(piece)
            length += len(piece)
        if length > _MOST_TEXT:
            break
    return "\n".join(pieces)


def _link_of(page: Page, text: str) -> str | None:
    """Return the target of the first link whose text is this one."""
    if not text:
        return None
    for link in Elements.of(page).anchors[:_MOST_LINKS]:
        if "".join(link.itertext()).strip() == text:
            return _target(page, link)
    return None


def _title_link(page: Page, stated: Metadata) -> str | None:
    for heading in islice(page.tree.iter("h1", "h2"), 8):
        if stated.title and stated.title in one_line(heading.text_content()):
            for link in (*heading.iter("a"), *heading.iterancestors("a")):
                return _target(page, link)
    return None


def _linked_keywords(page: Page) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return keywords that are links, and their targets."""
    found: dict[str, str] = {}
    for link in Elements.of(page).anchors[:_MOST_LINKS]:
        word = one_line("".join(islice(link.itertext(), 9))).strip()
        href = link.get("href") or ""
        if not 1 < len(word) <= 20 or len(found) == _MOST_KEYWORDS:
            continue
        if _KEYWORD_PATH.search(href) or any(_KEYWORD_BLOCK.search(name) for name in _blocks(link, 2)):
            target = _target(page, link)
            if target is not None:
                found.setdefault(word, target)
    return tuple(found), tuple(found.values())


def _comments(page: Page) -> Iterator[str]:
    """Yield the texts of comments: the innermost blocks of text within blocks named for comments."""
    count = 0
    for block in page.tree.iter("div", "ul", "section", "dl"):
        if not _COMMENT_BLOCK.search(_name(block)):
            continue
        if any(_COMMENT_BLOCK.search(_name(above)) for above in block.iterancestors()):
            continue  # it was read with the block around it
        for paragraph in block.iter("p", "dd", "blockquote"):
            text = one_line(paragraph.text_content())[:_LONGEST_COMMENT].strip()
            links = sum(len(link.text_content()) for link in paragraph.iter("a"))
            # Shorter ones are buttons; invitations to comment stand beside a form.
            if len(text) >= 6 and links < len(text) / 2 and block.find(".//form") is None:
                yield text
                count += 1
                if count == _MOST_COMMENTS:
                    return


def _blocks(element: HtmlElement, levels: int) -> Iterator[str]:
    for above in islice(element.iterancestors(), levels):
        yield _name(above)


def _name(element: HtmlElement) -> str:
    return f"{element.get('id') or ''} {element.get('class') or ''}"


def _target(page: Page, link: HtmlElement) -> str | None:
    href = link.get("href")
    return absolute_url(page.url, href, page.charset) if href else None


def _first_count(text: str, *forms: re.Pattern[str]) -> int | None:
    for form in forms:
        found = form.search(text)
        if found:
            whole, fraction, ten_thousand = (*found.groups(), None, None, None)[:3]
            if whole is None:
                whole, fraction, ten_thousand = found.groups()[3:6]
            value = float(whole.replace(",", "") + (fraction or ""))
            return int(value * (10_000 if ten_thousand else 1))
    return None

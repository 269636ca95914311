"""Texts beside what a page is about: the rules of a board, what a channel is for, how to fill in a form."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from topiccrawl.extraction.article import furniture
from topiccrawl.extraction.article.weights import page_headline
from topiccrawl.extraction.kinds.evidence import has_headline, is_dated
from topiccrawl.extraction.lines import Layout
from topiccrawl.page.anchors.link import HEADLINE
from topiccrawl.page.page import Page

LIGHT = 140
"""Characters of the longest such text."""

NO_SENTENCE = 500
"""Characters of the longest text with hardly a sentence that is one."""

LEAST_SENTENCES = 0.3
"""Least share of lines with the end of a sentence in a text without headline and date."""

LEAST = 100
"""Characters of the shortest article without headline and date."""

MIN_FIELDS = 2
"""Least number of fields of a form that its text explains; one is a search box."""

_RELATED = re.compile(
    r"[\[【|▪■◆·\s]*(?:(?:相关|相關|延伸|推荐|推薦|热门|熱門|热点|最新|更多|扩展|精彩|猜[您你]喜欢|为您|大家都在)"
    r"(?:的)?(?:阅读|閱讀|文章|新闻|新聞|链接|信息|资讯|内容|推荐|推薦|报道|看|專題|专题)*|猜[您你]喜欢)[\]】:：|\s]*"
)
"""The heading of a list of other pages."""
_HEADING_LINES = 2
"""Lines above a text in which its heading stands."""
_MIN_SUMMARIES = 3
_MOST_SHARE = 0.8
"""Share of the lines of a text that may be summaries of other pages."""

_ENDS_IN_DATE = re.compile(
    r"[\[(（【]?(?:(?:19|20)\d\d[-/.年]\d{1,2}[-/.月]\d{1,2}日?|(?<!\d)\d\d[-/月]\d\d日?)[\])）】]?(?:\s*\d{1,2}:\d\d(?::\d\d)?)?\s*$"
)
_MIN_DATED = 5
"""Least number of dated rows of a list."""

_TYPED = frozenset(("", "text", "radio", "checkbox", "tel", "email", "date", "number", "password", "file"))


def why_beside(page: Page, layout: Layout, text: str) -> str:
    """Return why a text is not what its page is about; empty if it may be."""
    if why := _why_related(page, layout, text):
        return why
    if _are_dated_rows(text) and not has_headline(page):
        return "it is a list of headlines with their dates, and the page has no headline"
    if len(text) >= NO_SENTENCE or is_dated(page, text):
        return ""
    if len(text) < LIGHT and _is_home(page.url):
        return "it is a home page with a light text"
    if has_headline(page):
        return ""
    if len(text) < LEAST:
        return "its text is too short without headline and date"
    if _share_of_sentences(text) < LEAST_SENTENCES:
        return "its text has hardly a sentence, and neither headline nor date"
    if len(text) >= LIGHT:
        return ""
    if sum(line.link_chars for line in layout.lines) > len(text):
        return "its links outweigh a light text without headline and date"
    if sum(map(_is_field, page.tree.iter("input", "textarea", "select"))) >= MIN_FIELDS:
        return "a light text stands beside a form, without headline and date"
    return ""


def _why_related(page: Page, layout: Layout, text: str) -> str:
    """Return why a text is a list of other pages with their summaries, in a template that stayed empty."""
    if page.once(page_headline) >= 0 or is_dated(page, text):
        return ""
    texts = set(text.split("\n"))
    own = [(place, line) for place, line in enumerate(layout.lines) if line.text in texts]
    if not own:
        return ""
    first = own[0][0]
    headings = (layout.lines[place].text for place in range(max(0, first - _HEADING_LINES), first))
    if any(_RELATED.fullmatch(furniture.squeeze(heading)) for heading in headings):
        return "it stands below the heading of related pages, and the page has no headline"
    rows = [line for line in (line for _, line in own) if HEADLINE <= line.link_chars < len(line.text)]
    if len(rows) >= _MIN_SUMMARIES and len(rows) > _MOST_SHARE * len(own):
        return "it is a list of linked headlines with their summaries, and the page has no headline"
    return ""


def _are_dated_rows(text: str) -> bool:
    """Return whether a text is hardly more than headlines and a date behind each, as tables list articles."""
    lines = text.split("\n")
    dated = [line for line in lines if _ENDS_IN_DATE.search(line)]
    named = sum(len(line) >= HEADLINE + 2 and not _ENDS_IN_DATE.match(line) for line in lines)
    return (
        len(dated) >= _MIN_DATED
        and 0.8 * len(dated) <= named <= 2.5 * len(dated)
        and _share_of_sentences(text) < LEAST_SENTENCES
    )


def _share_of_sentences(text: str) -> float:
    """Return the share of a text that is in lines with the end of a sentence."""
    lines = text.split("\n")
    return sum(len(line) for line in lines if furniture.has_sentence(line)) / sum(map(len, lines))


def _is_home(url: str) -> bool:
    parts = urlsplit(url)
    name = parts.path.strip("/").lower()
    return (
        bool(parts.netloc)
        and not parts.query
        and (not name or name.partition(".")[0] in ("index", "default"))
    )


def _is_field(element: object) -> bool:
    tag, kind = element.tag, (element.get("type") or "").lower()  # type: ignore[attr-defined]
    return tag != "input" or kind in _TYPED

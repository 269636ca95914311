"""Metadata of a page: headline, date of publication, author, source, site."""

from __future__ import annotations

import html as html_module
import re
from dataclasses import dataclass, field
from functools import cache
from itertools import islice

from lxml import etree
from lxml.html import HtmlElement

from topiccrawl.page.elements import Elements, page_title
from topiccrawl.page.facts.author import choose_author
from topiccrawl.page.facts.dateline import body_start, text_after, text_before
from topiccrawl.page.facts.headline import Headline, read_headline
from topiccrawl.page.facts.json_ld import read_json_ld
from topiccrawl.page.facts.own_headline import (
    find_own_headline,
    names_an_issue,
    names_no_article,
    without_datelines,
    words_told,
)
from topiccrawl.page.facts.published import ROW, choose_date
from topiccrawl.page.facts.source import choose_source
from topiccrawl.page.facts.title import (
    MAX_TITLE,
    site_named_beside,
    site_suffix,
    strip_site_suffix,
    without_linked_channels,
)
from topiccrawl.page.facts.wechat import read_wechat
from topiccrawl.page.page import Page
from topiccrawl.page.styles.hidden_text import is_seen
from topiccrawl.text.display import one_line
from topiccrawl.text.normalise import simplify

MAX_HEADINGS = 12
"""Maximum number of headings considered; pages with more use them for something else."""

_LONGEST_NAME = 16
"""Maximum length in characters of a <title> that may name a channel although its words do not say so."""
_FROM_TITLE = ("<title>", "visible line that <title> repeats")
_LEAST_TOLD, _MARGIN = 0.3, 0.2
"""Share of a headline's pairs of characters that the text has, and its lead over that of <title>."""
_SAME_HEADLINE = 0.5
"""Share of a headline's pairs of characters from which another one is a form of it."""
OWN_LINE = "line shown as a headline, as <title> names no article"
"""Where the headline of such a page is found."""
_SITE_NAMES = ("og:site_name", "sitename", "application-name")
_ROW = re.compile(
    r"(?:19|20)\d\d[-/.年]\d{1,2}[-/.月]\d{1,2}|(?:点击|浏览|阅读|来源|作者|时间)[数量次]*[:：]"
)
"""What a heading has if a dateline row stands in it."""
_COLUMN = re.compile(r"\[[^\[\]]{1,8}\]|【[^【】]{1,8}】")
"""The kind of a post, which forums show as a link before its title."""
_FIRST_HEADING = re.compile(r"<h1\b", re.IGNORECASE)


@dataclass(frozen=True)
class Metadata:
    """Metadata of a page; an empty string, or None for the date, means not found.

    Texts are on one line, without control characters and direction marks (see `one_line`).

    Attributes:
        title: the headline, without the name of the site.
        published: "YYYY-MM-DD" or "YYYY-MM-DD HH:MM", in China time.
        author: names of the authors, separated by 、.
        source: source of the text named on the page.
        site: name of the site.
        title_from: where the headline was found, as a phrase.
        published_from: where the date was found, as a phrase.
    """

    title: str = ""
    published: str | None = None
    author: str = ""
    source: str = ""
    site: str = ""
    title_from: str = field(default="", compare=False)
    published_from: str = field(default="", compare=False)


def read_metadata(page: Page) -> Metadata:
    """Return the metadata of a page, from its head, its headings and the text after the headline."""
    head: dict[str, str] = {}
    headings: list[str] = []
    machine: dict[str, str] = {}
    html_title = home = ""
    for element in Elements.of(page).telling:
        tag = element.tag
        if tag == "meta":
            name = element.get("property") or element.get("name") or element.get("itemprop") or ""
            name = "".join(name.split()).lower()
            content = _line(element.get("content") or "")
            if name and content:
                head.setdefault(name, content)
        elif tag == "title":
            html_title = html_title or _line(_unescaped(element.text or ""))[:MAX_TITLE]
        elif tag == "script":
            if "ld+json" in (element.get("type") or "").lower():
                read_json_ld(element.text or "", machine)
        elif tag == "time":
            _read_time(element, machine)
        elif tag == "h1" and len(headings) < MAX_HEADINGS:
            text = _heading(element)
            if text == html_title and _leads_home(element):
                home = text
            elif (2 if html_title.startswith(text) else 4) <= len(text) <= 150 and is_seen(page, element):
                headings.append(text)
    html_title = without_linked_channels(html_title, page.html)
    shared = (head.get("og:title", "") or machine.get("headline", ""))[:MAX_TITLE]
    stated = _stated_site(head, machine, html_title) or home or site_named_beside(page.html, html_title)
    headline = read_headline(page.html, html_title, headings, shared, stated)
    headline = _own_headline(page, head, machine, stated, headline) or headline
    html, begin = page.html, _begin(page.html, headline.position)
    near, above = text_after(html, begin), cache(lambda: text_before(html, begin))
    published, published_from = choose_date(head, machine, near, page.url, above, html, begin)
    source = choose_source(head, near, above, html, begin)
    author = choose_author(head, machine, near, ROW, html, begin, above)
    if (wechat := read_wechat(page)) is not None:
        source, author = wechat.account or source, author or wechat.author
        if wechat.title and not headline.text:
            headline = Headline(wechat.title, "script of a WeChat article", -1)
        if wechat.published:
            published, published_from = wechat.published, "script of a WeChat article"
    return Metadata(
        one_line(headline.text),
        published,
        one_line(author),
        one_line(source),
        one_line(stated or site_suffix(html_title)),
        headline.origin,
        published_from,
    )


def _stated_site(head: dict[str, str], machine: dict[str, str], html_title: str) -> str:
    """Return the name of the site stated in the metadata."""
    # Some pages state the headline instead.
    for name in (*(head.get(key, "") for key in _SITE_NAMES), machine.get("site", "")):
        if name and not html_title.startswith(name):
            return name
    return ""


_HOME = re.compile(r"(?:https?://[^/?#]+)?(?:\.{0,2}/)*(?:(?:index|default)\.\w{2,5})?", re.IGNORECASE)
_MODIFIED = re.compile("modif|updat|edit", re.IGNORECASE)
_OTHERS = re.compile(
    r"(?:^|[\s_-])(?:comments?|replies|reply|pinglun|related|recommend(?:ed|s)?|widget|sidebar)(?:$|[\s_-])",
    re.IGNORECASE,
)
"""Names of elements with comments or with other articles."""
_FAR_UP = 8
_TIMES = ("datetime", "data-time", "data-timestamp", "data-date", "content")


def _read_time(element: HtmlElement, machine: dict[str, str]) -> None:
    """Add the time of a <time> element, unless it is that of a change, a comment or another article."""
    if machine.get("time") or any(_of_others(parent) for parent in islice(element.iterancestors(), _FAR_UP)):
        return
    names = f"{element.get('itemprop') or ''} {element.get('class') or ''}"
    if not _MODIFIED.search(names) or "publish" in names.lower():  # WordPress: both, until it is changed
        value = next((value for name in _TIMES if (value := element.get(name))), "")
        if value or "time" not in machine:
            machine["time"] = value


def _of_others(element: HtmlElement) -> bool:
    return _OTHERS.search(f"{element.get('class') or ''} {element.get('id') or ''}") is not None


_WITHOUT_READINGS = etree.XPath(".//text()[not(ancestor::rt or ancestor::rp or ancestor::rtc)]")


def _heading(element: HtmlElement) -> str:
    """Return the text of a heading, without a linked column label or a dateline row in it."""
    whole = _line("".join(_WITHOUT_READINGS(element)))
    if len(element) and element[0].tag == "a" and not (element.text or "").strip():
        label = _line(element[0].text_content())
        whole = whole.removeprefix(label).strip() if _COLUMN.fullmatch(label) else whole
    if not len(element) or not _ROW.search(whole):
        return whole
    pieces = [element.text or ""]
    for child in element:
        if child.tag == "br" or _ROW.search(child.text_content()):
            break
        pieces += child.text_content(), child.tail or ""
    return _line("".join(pieces)) or whole


def _leads_home(heading: HtmlElement) -> bool:
    """Return whether a heading is a link to the home page: then it is the name of the site."""
    links = heading.findall(".//a[@href]")
    return len(links) == 1 and _HOME.fullmatch(links[0].get("href").strip()) is not None


def _unescaped(text: str) -> str:
    """Return a title without entities that a system has escaped once too often."""
    return html_module.unescape(text) if "&" in text else text


def _line(text: str) -> str:
    return " ".join(text.split())


def _own_headline(
    page: Page, head: dict[str, str], machine: dict[str, str], site: str, headline: Headline
) -> Headline | None:
    """Return the headline of a page whose <title> names no article; None when it does, or none is shown."""
    source, nameless = page.html, names_no_article(headline.text, site)
    is_whole = headline.origin == "<title>" or headline.text == page_title(page)
    may_name = is_whole and headline.origin in _FROM_TITLE and len(headline.text) <= _LONGEST_NAME
    if not (nameless or may_name):
        return None
    body = body_start(source)
    for stated, origin in (
        (head.get("articletitle", ""), "meta ArticleTitle"),
        (head.get("og:title", ""), "og:title"),
        (machine.get("headline", ""), "JSON-LD"),
    ):
        text = strip_site_suffix(stated[:MAX_TITLE], site)
        at = source.find(text, body) if text and not names_no_article(text, site) else -1
        is_shown = at >= 0 and origin == "meta ArticleTitle" and text not in headline.text
        if text and (is_shown or (nameless and not names_no_article(text, site))):
            return Headline(text, origin, at)
    text, is_sure = find_own_headline(page.tree, site)
    if not text or (not nameless and words_told(simplify(headline.text), simplify(text)) >= _SAME_HEADLINE):
        return None
    at = source.find(text[:6], body)
    if nameless and (is_sure or names_an_issue(headline.text)):
        return Headline(text, OWN_LINE, at)
    told = without_datelines(text_after(source, source.find("<", max(at, body))))
    sentences = "\n".join(line for line in told.split("\n") if "," in line or "。" in line)
    # The name of the site stands in its footer, too.
    named, shown = words_told(headline.text, sentences), words_told(text, told)
    if nameless:
        is_other = shown <= named and shown < _LEAST_TOLD
    elif is_sure and not named:  # the text does not say a word of <title>
        is_other = False
    else:
        is_other = shown <= max(named + _MARGIN, _LEAST_TOLD) or (headline.position >= 0 and not is_sure)
    if is_other:
        return None
    return Headline(text, OWN_LINE, at)


def _begin(source: str, position: int) -> int:
    """Return the position of the headline, else of the first heading or the body."""
    if position >= 0:
        return position
    found = _FIRST_HEADING.search(source)
    return found.start() if found else body_start(source)

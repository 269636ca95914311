"""The links of a page with their anchor text and context."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from lxml.html import HtmlElement

from topiccrawl.page.anchors.anchor_text import (
    anchor_text,
    drawn_more,
    is_action,
    is_date,
    names_version,
    only_opens,
    says_more,
)
from topiccrawl.page.anchors.link import AREA, HEADLINE, PAGER, Link
from topiccrawl.page.anchors.pagers import pager_word, with_pagers
from topiccrawl.page.anchors.posted_urls import posted_url
from topiccrawl.page.anchors.unsaid_parts import with_unsaid_parts
from topiccrawl.page.bare_pages import bare_links
from topiccrawl.page.canonical_url import absolute_url, canonical_url
from topiccrawl.page.elements import Elements, text_of
from topiccrawl.page.hidden_links.read import hidden_links_of
from topiccrawl.page.hidden_links.records import is_title
from topiccrawl.page.hidden_links.urls import host_of, same_site
from topiccrawl.page.page import Page

_CONTEXT_LENGTH = 120
"""Maximum length of a link's context in characters."""
_LONGEST_URL_READ = 10_000
"""Characters of a URL; Scrapy drops and counts those over `URLLENGTH_LIMIT`, and need not see longer ones."""
_CONTEXT_NODES = 200
"""A block with more nodes is not the context of one link. Without the limit the search would be quadratic."""
_MOST_CHILDREN = 12
"""Children of a block; one with more has the texts of other links."""
_NOT_PAGES = frozenset(
    """
    jpg jpeg png gif bmp svg webp ico css js json xml rss zip rar 7z gz tar exe apk dmg iso pdf doc docx xls
    xlsx ppt pptx mp3 mp4 avi wmv flv mov m4a m4v wav swf m3u8 ts woff woff2 ttf
    """.split()
)
_BLOCKS = frozenset(
    {"p", "li", "td", "dd", "dt", "div", "section", "article", "h1", "h2", "h3", "h4", "tr", "ul"}
)
_CELLS, _ROWS = frozenset({"td", "dt", "div", "p", "h3", "h4"}), frozenset({"tr", "dl", "li", "div"})
"""Blocks with a link alone, and rows in which its date stands beside them."""
_MOST_CELLS = 8
_CAPTIONED = ("li", "figure", "td", "dd", "dl", "div")
_HEADINGS = ("h2", "h3", "h4", "h5", "h6")
_TITLES = frozenset({"dt", "tr", *_HEADINGS})
_MOST_BLOCKS = 3
_SHORTEST_TITLE = 4
_LONGEST_CAPTION = 100
"""Characters of the caption of a picture."""
_FULL_WIDTH_DOT = re.compile("[。．｡]")
_NUMBER = re.compile(r"(?<![0-9A-Za-z%])\d{2,}(?![0-9A-Za-z])", re.ASCII)
_NAVIGATION = frozenset({"nav", "header", "footer"})


def links_of(page: Page, limit: int = 2000) -> tuple[Link, ...]:
    """Return the links of a page, hidden ones last; for each URL the anchor text that names it best.

    Links to files that cannot be pages (pictures, archives, documents, media) are left out, and URLs that are
    too long to be requested. Links that continue a list have the role `PAGER`.

    Args:
        page: the page.
        limit: maximum number of URLs; a page with many thousand links is a trap or a sitemap.
    """
    found: dict[str, Link] = {}
    contexts = LinkContexts()
    may_be_navigation = Elements.of(page).has_navigation
    for element, url in islice(_urls(page), 10 * limit):
        key = canonical_url(url)
        known = found.get(key)
        if known is None and len(found) >= limit:
            break
        anchor, picture = anchor_text(element)
        if not anchor or (picture and len(anchor) < HEADLINE):
            if caption := contexts.caption(element, anchor):
                anchor, picture = caption, False
            anchor = anchor or drawn_more(element) or _title_of_row(element)
        if only_opens(anchor):
            anchor = contexts.title_beside(element) or anchor
        elif is_date(anchor):
            anchor = max(contexts.title_beside(element), anchor, key=len)
        nofollow = is_nofollow(element)
        if known is not None and known.nofollow and not nofollow:
            # A page that links to a URL twice lets it be followed if one of the links does.
            known = found[key] = known._replace(nofollow=False)
        if known is None or _is_better(anchor, picture, known):
            navigation = may_be_navigation and _in_navigation(element)
            both = nofollow and (known is None or known.nofollow)
            way = "" if anchor or element.tag != AREA else AREA
            found[key] = Link(url, anchor, contexts.of(element, anchor), navigation, picture, both, way)
    for link in _next_in_head(page):
        found.setdefault(canonical_url(link.url), link)
    plain = tuple(found.values())
    for link in hidden_links_of(page, plain):
        if link.body and host_of(link.url) != host_of(page.url):
            continue
        if link.body:
            link = link._replace(url=posted_url(link.url, link.body, numbered=link.number > 0))
        key = canonical_url(link.url)
        known = found.get(key)
        if known is None and len(found) < limit and link.url != page.url:
            found[key] = link
        elif known is not None and link.role and not known.role and _says_part(known.anchor):
            found[key] = link  # what the script of a page asks for, not just a text in it
        elif known is not None and _renames(link, known):
            found[key] = known._replace(anchor=link.anchor, picture=False)
    found = {k: v for k, v in found.items() if not names_version(v.anchor)}
    if actions := [key for key, link in found.items() if is_action(link.anchor)]:
        # What prints, shares or comments on this page, or on one of its list, has the number of that page.
        own = set(_numbers_in(page.url)[-1:])
        named = (_numbers_in(link.url)[-1:] for link in found.values() if len(link.anchor) >= HEADLINE)
        listed = {number for numbers in named for number in numbers}
        for key in actions:
            numbers = _numbers_in(found[key].url)
            if numbers and (numbers[-1] in listed or own.intersection(numbers)):
                del found[key]
    for link in bare_links(page, tuple(found.values())):
        known = found.get(key := canonical_url(link.url))
        found[key] = link if known is None else known._replace(found=link.found, role=link.role)
    return tuple(with_pagers(with_unsaid_parts(page, tuple(found.values())), page.url))


def _numbers_in(url: str) -> list[str]:
    return _NUMBER.findall(url.partition("//")[2].partition("/")[2])


def _says_part(anchor: str) -> bool:
    """Return whether an anchor text is none, or that of a pager."""
    return not anchor or pager_word(anchor) is not None


def _renames(link: Link, known: Link) -> bool:
    """Return whether a hidden link names a known one better; what says 下一页 keeps its anchor text."""
    if known.role or not says_more(link.anchor, known.anchor):
        return False
    return not isinstance(pager_word(known.anchor), str)


def _is_better(anchor: str, picture: bool, known: Link) -> bool:
    """Return whether an anchor text replaces the one that is known: a text does so for a picture."""
    if picture != known.picture and anchor and known.anchor:
        return known.picture
    return says_more(anchor, known.anchor)


def _urls(page: Page) -> Iterator[tuple[HtmlElement, str]]:
    base = page.base_url
    elements = Elements.of(page)
    for element, href in zip(elements.linking, elements.hrefs, strict=True):
        # Relative ones only become longer; resolving a megabyte takes 70 MB.
        if href is None or len(href) > _LONGEST_URL_READ:
            continue
        if "\\" in href or (not href.isascii() and _FULL_WIDTH_DOT.search(href)):
            href = _mended(href)
        url = absolute_url(base, href, page.charset)
        # Longer URLs are never requested, and caches would hold 65,536 of them.
        if url is not None and len(url) <= _LONGEST_URL_READ and (may_be_page(url) or _is_styled(url, base)):
            yield element, url


def _next_in_head(page: Page) -> Iterator[Link]:
    """Yield the next page of a list that only the head of the page names."""
    for element in Elements.of(page).telling:
        if element.tag != "link" or "next" not in (element.get("rel") or "").lower().split():
            continue
        if href := element.get("href"):
            url = page.absolute(href)
            if url and url != page.url and same_site(url, page.url):
                yield Link(url, "下一页", found="rel=next", role=PAGER)


def may_be_page(url: str) -> bool:
    """Return whether a URL has no suffix of a file that cannot be a page."""
    return url.partition("?")[0].rpartition(".")[2].lower() not in _NOT_PAGES


def _is_styled(url: str, base: str) -> bool:
    """Return whether a URL is XML as its page is, which a style sheet makes a page."""
    return url.endswith(".xml") and base.endswith(".xml")


def _mended(href: str) -> str:
    """Return a reference with slashes for backslashes and dots for the full stops of a Chinese keyboard."""
    turned = href.replace("\\", "/")
    scheme, slashes, rest = turned.partition("//")
    if not slashes:
        return turned
    host, slash, path = rest.partition("/")
    return f"{scheme}//{_FULL_WIDTH_DOT.sub('.', host)}{slash}{path}"


class LinkContexts:
    """The contexts of the links of a page; the links of one block follow each other, so its text is kept."""

    def __init__(self) -> None:
        self._block: HtmlElement | None = None
        self._text = ""

    def caption(self, element: HtmlElement, name: str) -> str:
        """Return the caption of a link without text: its block's heading, or for a picture its block's text.

        The block has no other link; of blocks within each other, it is the first with a text.

        Args:
            element: the link.
            name: of its picture.
        """
        for block in islice(element.iterancestors(*_CAPTIONED), _MOST_BLOCKS):
            if next(islice(block.iter("a"), 1, None), None) is not None:
                return ""
            if text := _text_of(block):
                headings = (_text_of(heading) for heading in block.iter(*_HEADINGS))
                own = "" if name or not (len(element) or block.tag == "li") else text
                if len(own) > _LONGEST_CAPTION and _is_repeated(block):  # a summary stands below the name
                    own = next((line for line in _lines_of(block) if len(line) >= HEADLINE), "")
                    own = "" if own.endswith(("。", "…")) else own
                text = next((heading for heading in headings if len(heading) >= _SHORTEST_TITLE), own)
                return text if _SHORTEST_TITLE <= len(text) <= _LONGEST_CAPTION else ""
        return ""

    def title_beside(self, element: HtmlElement) -> str:
        """Return the title that stands in the row of a link such as 下载, if no other link has it."""
        if title := _title_above(element):
            return title
        row = next(element.iterancestors("tr", "li", "dl"), None)
        if row is None:  # rows of other elements: the first around the cell that has more text
            block = next(element.iterancestors("div"), None)
            row = block if block is None or _shows_more(block, element) else block.getparent()
        if row is None or row.tag == "body":
            return ""
        if _is_large(row):
            return ""
        links = list(islice(row.iter("a"), _MOST_CELLS))
        if len(links) == _MOST_CELLS or not all(map(_says_no_title, links)):
            return ""
        return _title_in(row)

    def of(self, element: HtmlElement, anchor: str) -> str:
        """Return the text of the block around a link, if it says more than the anchor text."""
        block = element.getparent()
        while block is not None and block.tag not in _BLOCKS:
            block = block.getparent()
        if block is None:
            return ""
        if block is not self._block:  # lxml counts children one by one, so not for each link
            self._block, self._text = block, "" if len(block) > _MOST_CHILDREN else _text_of(block)
            if self._text == anchor and block.tag in _CELLS:
                self._text = _row_around(block) or anchor
        return self._text[:_CONTEXT_LENGTH] if len(self._text) > len(anchor) else ""


def _title_above(element: HtmlElement) -> str:
    """Return the title without a link in the term, heading or row right above the block of a link."""
    block = next(element.iterancestors("dd", "p", "div", "tr", "li"), None)
    above = block.getprevious() if block is not None else None
    if block is None or above is None or above.tag not in _TITLES or _is_large(block) or _is_large(above):
        return ""
    if next(above.iter("a"), None) is not None:
        return ""
    if above.tag == "tr":  # this row has a title of its own, unless it has a summary
        is_of_list = any(mark in _text_of(block) for mark in "。…")
    else:  # below its headline, an article leads to its rest as well
        beside = (one for one in (block.getnext(), above.getprevious()) if one is not None)
        is_of_list = above.tag == "dt" or any(one.tag in (above.tag, block.tag) for one in beside)
        is_of_list = is_of_list or _is_repeated(block.getparent())
    return _title_in(above) if is_of_list else ""


def _title_of_row(element: HtmlElement) -> str:
    """Return the title in the table row of a link, if it is a headline and the row has no other link."""
    row = next(element.iterancestors("tr"), None)
    if row is None or _is_large(row) or next(islice(row.iter("a"), 1, None), None) is not None:
        return ""
    title = _title_in(row)
    return title if len(title) >= HEADLINE else ""


def _is_large(block: HtmlElement) -> bool:
    return next(islice(block.iter(), _CONTEXT_NODES, None), None) is not None


def _title_in(row: HtmlElement) -> str:
    texts = [" ".join(text.split()) for text in row.itertext()]
    title = max((text for text in texts if is_title(text) and not only_opens(text)), key=len, default="")
    return title if len(title) <= _LONGEST_CAPTION and "。" not in title else ""


def _says_no_title(link: HtmlElement) -> bool:
    anchor = anchor_text(link)[0]
    return not anchor or only_opens(anchor) or is_date(anchor)


def _shows_more(block: HtmlElement, element: HtmlElement) -> bool:
    """Return whether a small block shows a title beside the text of an element."""
    return len(_text_of(block)) >= len(_text_of(element)) + _SHORTEST_TITLE


def _row_around(cell: HtmlElement) -> str:
    """Return the text of the row around a cell, such as a headline and its date; empty with more links."""
    row = cell.getparent()
    if row is None or row.tag not in _ROWS or len(row) > _MOST_CELLS:
        return ""
    return _text_of(row, " ") if next(islice(row.iter("a"), 1, None), None) is None else ""


def _text_of(block: HtmlElement, between: str = "") -> str:
    """Return the text of a block in one line; empty if the block is too large for a context."""
    if _is_large(block):
        return ""
    text = text_of(block)
    if len(text) > 4 * _CONTEXT_LENGTH:
        return ""
    return " ".join((between.join(block.itertext()) if between else text).split())


def _is_repeated(block: HtmlElement) -> bool:
    """Return whether a block alike stands beside a block, as cards do; the foot of a page stands alone."""
    beside = (other for other in (block.getnext(), block.getprevious()) if other is not None)
    return any((other.tag, other.get("class")) == (block.tag, block.get("class")) for other in beside)


def _lines_of(block: HtmlElement) -> Iterator[str]:
    texts = (element.text for element in block.iter("p", "div", "dd", "span", "strong", "b"))
    return (" ".join(text.split()) for text in texts if text)


def is_nofollow(element: HtmlElement) -> bool:
    """Return whether the page asks crawlers not to follow a link."""
    return "nofollow" in (element.get("rel") or "").lower().split()


def _in_navigation(element: HtmlElement) -> bool:
    return next(element.iterancestors(*_NAVIGATION), None) is not None

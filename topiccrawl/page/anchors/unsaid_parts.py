"""The parts of an article that links name by subtitles, or by nothing but a picture."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from lxml import etree
from lxml.html import HtmlElement

from topiccrawl.page.anchors.article_parts import Place, part_numbers
from topiccrawl.page.anchors.link import PAGER, Link
from topiccrawl.page.anchors.pagers import pager_word
from topiccrawl.page.elements import Elements
from topiccrawl.page.page import Page

_MOST_PARTS = 30
_LONGEST_SUBTITLE = 40
_MOST_NODES = 200
_MOST_ABOVE = 3
"""Elements around a row of links in which the subtitle of the page itself may stand."""
_NOWHERE = ("#", "javascript:")
_NAMED_BOX = re.compile(
    r"(?:本文|文章|内容|本篇)?(?:导航|目录|导读|分页|提纲|看点|章节|页码)[\s：:]*|\w{2,6}\s*[：:]\s*$"
)
_NO_SUBTITLE = re.compile(r"[\W_]*(?:第?[\d一二三四五六七八九十]{1,3}[页頁部章节節篇]?[\W_]*)?")
_ORDINAL = re.compile(
    r"[\[【(（]?\s*第?\s*(?:0?(\d{1,2})|([一二三四五六七八九十]))\s*"
    r"(?:[页頁章节節篇回讲集]|部分|[、.．:：)）\]】])"
)
_HAN = "一二三四五六七八九十"
_TAG = re.compile(r"<[^>]*>")
_COUNT = re.compile(r"(?<![\d/])(\d{1,3})\s*/\s*共?\s*(\d{1,3})(?![\d/])")
"""The number of a picture and that of all: 2/4."""


def with_unsaid_parts(page: Page, links: Sequence[Link]) -> list[Link]:
    """Return the links of a page; those to parts of its article that do not say so get a role and a number.

    A part has the URL of the page with another number. A box of subtitles names all parts in their order, the
    page among them, or numbers them; or a picture with the headline, or one that is counted (2/4), leads to
    the next number.
    """
    found = list(links)
    own = Place.of(page.url)
    split = own.split() if own else None
    for stem, number in [one for one in (split, own and (own, 0)) if one and one[1] <= _MOST_PARTS]:
        begin, field = f"//{stem.host}{stem.name}", f"={stem.fields[0][1]}" if stem.fields else ""
        near = (link.url for link in links if begin in link.url and field in link.url)  # a quick look
        urls = {url for url in near if _number(url, stem) is not None}
        if not urls - {page.url}:
            continue
        subtitled = _subtitled(page, stem, number)
        for at, link in enumerate(found):
            if (
                link.url not in urls
                or link.url == page.url
                or link.role
                or pager_word(link.anchor) is not None
            ):
                continue
            if link.url in subtitled:
                part = subtitled[link.url]
                found[at] = link._replace(anchor=str(part), role=PAGER, number=part)
            elif link.picture and _number(link.url, stem) == number + 1 and _is_next(page, link, number):
                found[at] = link._replace(anchor="下一页", role=PAGER, picture=False)
    return found


def _number(url: str, stem: Place) -> int | None:
    """Return the number of the part that a URL is, 0 for one without a number; None if it is no part."""
    place = Place.of(url)
    if place is None:
        return None
    return 0 if place == stem else place.number_behind(stem)


def _subtitled(page: Page, stem: Place, number: int) -> dict[str, int]:
    """Return the numbers of the parts by their URLs, if a row of links names them by subtitles."""
    for row in _rows(page, stem):
        urls = [url for _, url in row]
        if len(set(urls)) < len(urls):
            continue
        before = sum((_number(url, stem) or 0) < number for url in urls)
        is_linked = page.url in urls
        every = urls if is_linked else [*urls[:before], page.url, *urls[before:]]
        if part_numbers(every) and (
            _are_counted(row, every)
            or (_names_own(page, row, stem) if is_linked else _stands_between(row, before, page))
        ):
            return {url: place for place, url in enumerate(every, 1)}
    return {}


def _rows(page: Page, stem: Place) -> Iterator[list[tuple[HtmlElement, str]]]:
    """Yield the anchors that lead to parts, with their URLs; no other link stands between those of a row."""
    name, row = stem.name.rpartition("/")[2], list[tuple[HtmlElement, str]]()
    for element in Elements.of(page).anchors:
        href = (element.get("href") or "").strip()
        if not href or href.lower().startswith(_NOWHERE) or pager_word(_text(element)) is not None:
            continue
        url = page.absolute(href) if name in href or href[0] == "?" else ""
        if url and _number(url, stem) is not None:
            row.append((element, url))
            continue
        if row:
            yield row
        row = []
    if row:
        yield row


def _are_counted(row: Sequence[tuple[HtmlElement, str]], every: Sequence[str]) -> bool:
    """Return whether all subtitles begin with the number of their part: 二、做法."""
    for element, url in row:
        found = _ORDINAL.match(_text(element))
        if found is None or (int(found[1]) if found[1] else _HAN.index(found[2]) + 1) != every.index(url) + 1:
            return False
    return True


def _names_own(page: Page, row: Sequence[tuple[HtmlElement, str]], stem: Place) -> bool:
    """Return whether the page itself has a subtitle, not its headline as in a list of articles."""
    own = next(_text(element) for element, url in row if url == page.url)
    return stem.name[-1:].isdigit() and _is_subtitle(own, page)


def _stands_between(row: Sequence[tuple[HtmlElement, str]], before: int, page: Page) -> bool:
    """Return whether a text that is no link stands in the place of the page, and in no other."""
    anchors = [element for element, _ in row]
    box: HtmlElement | None = anchors[0]
    for _ in range(_MOST_ABOVE + len(row)):
        box = box.getparent() if box is not None else None
        if box is None or sum(1 for _ in box.iter()) > _MOST_NODES:
            return False
        if any(box not in anchor.iterancestors() for anchor in anchors):
            continue
        gaps = _gaps(box, anchors)
        if _is_subtitle(gaps[before], page):
            return all(_NO_SUBTITLE.fullmatch(gap) for at, gap in enumerate(gaps) if at != before)
        if any(gaps):
            return False
    return False


def _gaps(box: HtmlElement, anchors: Sequence[HtmlElement]) -> list[str]:
    """Return the texts of a box before, between and behind some anchors."""
    gaps, inside = [""], 0
    for event, element in etree.iterwalk(box, events=("start", "end")):
        if event == "start" and element in anchors:
            gaps, inside = [*gaps, ""], inside + 1
        elif event == "end" and element in anchors:
            inside -= 1
        text = element.text if event == "start" else element.tail if element is not box else ""
        if text and not inside and element.tag not in ("script", "style"):
            gaps[-1] += f" {text}"
    return [_NAMED_BOX.sub("", " ".join(gap.split())).strip() for gap in gaps]


def _is_subtitle(text: str, page: Page) -> bool:
    title = page.tree.findtext(".//title") or ""
    text = text.strip(" |｜·>》»-—/")
    return 2 <= len(text) <= _LONGEST_SUBTITLE and text not in title and "。" not in text


def _is_next(page: Page, link: Link, number: int) -> bool:
    """Return whether a picture that leads to the next number shows the same article: by its title, or 2/4."""
    if len(link.anchor) > 1 and link.anchor in (page.tree.findtext(".//title") or ""):
        return True
    counts = _COUNT.findall(_TAG.sub("", page.html))
    return any(int(own) - number in (0, 1) and int(own) < int(of) for own, of in counts)


def _text(element: HtmlElement) -> str:
    return " ".join("".join(element.itertext()).split())

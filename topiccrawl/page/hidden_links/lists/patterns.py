"""Pagers whose address stands in an attribute with a place for the number, for a script that draws them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any
from urllib.parse import quote, urlencode

from topiccrawl.page.anchors.link import PAGER, SOURCE, Link
from topiccrawl.page.hidden_links.attributes import handler_texts, in_page
from topiccrawl.page.hidden_links.lists.counts import of_places
from topiccrawl.page.hidden_links.lists.numbered import PLACE
from topiccrawl.page.hidden_links.records import parsed
from topiccrawl.page.hidden_links.urls import source_url
from topiccrawl.page.page import Page

_HINT = re.compile(r"\}(?:(?<=age\})|(?<=\{p\})|(?<=\{#\}))")
"""Ends of the places for a number."""
_ADDRESS = re.compile(
    rf"(?:https?://|[\w./?&=-])[\w./?&=;%~:-]{{0,200}}(?:{PLACE.pattern})[\w./?&=;%~-]{{0,100}}(?=[\"'])"
)
_LONGEST = 250
"""Characters before a place in which its address begins."""
_NUMBERS = re.compile(r"data-((?!page-?num)[\w-]+)\s*=\s*[\"']?(\d{1,6})\b", re.IGNORECASE)
"""Numbers of a pager; `data-page-num` may be that of all pages or of this one."""
_NEAR = 400
"""Characters around an address in which the numbers of its pager stand."""
_MOST = 20
_DOWN = re.compile(r"_gotopage\w*\(\s*(\d{1,4})\s*,\s*['\"]")
"""The call of a form that jumps to a page: its files count down from the number of pages."""
_STATIC = re.compile(r"(?P<stem>.*?)(?:/(?P<number>\d{1,4}))?\.(?P<suffix>html?)$")
_QUERY_DATA = ("querydata", "data-query")
_MOST_UNITS = 20
PART = "&paramJson="
"""Begins the field that names the part of such a list."""


def further_pagers(page: Page) -> list[Link]:
    """Return the pagers of a page whose addresses stand in attributes, in order."""
    found: list[Link] = []
    if "place" in in_page(page):
        found += _with_places(page, [match.start() for match in islice(_HINT.finditer(page.html), 2 * _MOST)])
    for text in handler_texts(page):
        if "_gotopage" in text:
            found += _counting_down(page, text)
            break
    found += _units(page)
    return found


def _with_places(page: Page, places: Sequence[int]) -> Iterator[Link]:
    """Yield the next page by an address such as `/list_{page}.html`."""
    source = page.html
    for place in places:
        first = max(0, place - _LONGEST)
        start = max(source.rfind(quote, first, place) for quote in "\"'") + 1
        match = _ADDRESS.match(source, start) if start else None
        if match is None:
            continue
        near = page.html[max(0, match.start() - _NEAR) : match.end() + _NEAR]
        options: dict[str, str | int] = {
            name.replace("-", "_"): int(number) for name, number in _NUMBERS.findall(near)
        }
        yield from of_places(page, {**options, "": match[0].replace("&amp;", "&")}, None, "data attribute")


def _counting_down(page: Page, text: str) -> Iterator[Link]:
    """Yield the next page of a list whose files count down: `dt.htm`, `dt/3.htm`, `dt/2.htm`."""
    call = _DOWN.search(text)
    name = _STATIC.fullmatch(page.url)
    if call is None or name is None:
        return
    pages = int(call[1])
    following = (int(name["number"]) if name["number"] else pages) - 1
    if 0 < following < pages:
        url = f"{name['stem']}/{following}.{name['suffix']}"
        yield Link(url, "下一页", found="page script", role=PAGER, number=pages - following + 1)


def _units(page: Page) -> Iterator[Link]:
    """Yield the first part of a list that a script file fetches with what its own or another element names.

    How many records of it the page has is not known, so the first part is asked for again.
    """
    if "unit" not in in_page(page):
        return
    elements: Any = page.tree.xpath(f"//*[{' or '.join(f'@{name}' for name in _QUERY_DATA)}]")
    for element in elements[:_MOST_UNITS]:
        names = dict(element.attrib)
        fields = next((text for name in _QUERY_DATA if (text := names.get(name))), "")
        url = source_url(page, names.get("url") or names.get("data-url"), named=True) or ""
        data = parsed(fields.replace("'", '"')) if fields and url else None
        if not isinstance(data, dict) or not all(isinstance(value, str | int) for value in data.values()):
            continue
        part = {"pageNo": 1, "pageSize": _size(page, names)}
        query = urlencode(data, quote_via=quote) + PART + quote(json.dumps(part, separators=(",", ":")))
        yield Link(f"{url}{'&' if '?' in url else '?'}{query}", found="script file", role=SOURCE)


_PAGE_SIZE = re.compile(r"(?:pageSize|perPage|rows)[\"']?\s*[:=]\s*[\"']?(\d{1,3})\b", re.IGNORECASE)
_USUAL_SIZE = 15


def _size(page: Page, attributes: dict[str, str]) -> int:
    """Return how many records a part has, by what the element or the page names."""
    found = _PAGE_SIZE.search(" ".join(attributes.values())) or _PAGE_SIZE.search(page.html)
    return int(found[1]) if found else _USUAL_SIZE

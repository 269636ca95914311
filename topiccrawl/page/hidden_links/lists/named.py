"""Pagers whose address stands in the call of a function of a script file, or in an attribute of any name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from lxml.html import HtmlElement

from topiccrawl.page.anchors.anchor_text import drawn_turn
from topiccrawl.page.anchors.link import HEADLINE, Link
from topiccrawl.page.anchors.pagers import BACK, LAST, NEXT, continues, is_next_by_number, pager_word
from topiccrawl.page.hidden_links.attributes import Handled, addresses_elsewhere, addresses_in_attributes
from topiccrawl.page.hidden_links.lists.numbered import pager_link
from topiccrawl.page.hidden_links.templates import addresses_of
from topiccrawl.page.hidden_links.urls import is_of_host, page_url
from topiccrawl.page.page import Page

_MOST_CHILDREN = 3
"""Children of an element that leads to a page have fewer: an icon and a text."""
_MOST_TEXTS = 20
"""Texts of a pager."""


def label_and_word(handled: Handled) -> tuple[str, int | str | None]:
    """Return what an element is called, and what that means for a pager; None for other texts."""
    if len(handled.element) >= _MOST_CHILDREN:
        return "", None
    text = text_on(handled.element) or drawn_turn(handled.element)
    return text, pager_word(text)


def text_on(element: HtmlElement) -> str:
    """Return what stands on an element such as a button."""
    text = "".join(islice(element.itertext(), _MOST_TEXTS)) if len(element) else element.text or ""
    return " ".join(text.split()) or (element.get("value") or "").strip()


def from_named(page: Page, handlers: Iterable[Handled]) -> list[Link]:
    """Return the pages whose addresses elements hand to functions of script files: `go('list_2.html')`."""
    known = addresses_of(page)
    found: list[tuple[Handled, list[str]]] = []
    for handled in handlers:
        script = handled.script
        values = [v for step in script.steps if step.is_call and step.name not in known for v in step.values]
        if texts := [text for value in values if isinstance(text := script.resolved(value), str)]:
            found.append((handled, texts))
    return _leading_on(page, found, "onclick") if found else []


def from_attributes(page: Page) -> list[Link]:
    """Return the pages whose addresses stand in attributes of any name: `<a tagname="list_2.html">2</a>`."""
    found = (*addresses_elsewhere(page), *page.once(addresses_in_attributes))
    return _leading_on(page, [(handled, [handled.value]) for handled in found], "data attribute")


def _leading_on(page: Page, elements: Sequence[tuple[Handled, list[str]]], found: str) -> list[Link]:
    """Return the addresses that continue a list, by what their elements are called and by their numbers."""
    pagers: list[tuple[str, int | str | None, str]] = []
    for handled, texts in elements:
        label, word = label_and_word(handled)
        if word in (BACK, LAST) or len(label) >= HEADLINE or len(handled.element) >= _MOST_CHILDREN:
            continue
        if word is None and found != "onclick" and any(map(str.isalnum, label)):
            continue
        urls = (url for text in texts if (url := page_url(page, text, titled=True)) and is_of_host(page, url))
        if url := next(urls, None):
            pagers.append((label, word, url))
    lists = [page.url, *islice((url for _, word, url in pagers if word == NEXT), 1)]
    links: list[Link] = []
    for label, word, url in pagers:
        if _leads_on(page, url, word, lists):
            number = word if isinstance(word, int) else 0
            links += pager_link(page, url, number, found, anchor=label)
    return links


def _leads_on(page: Page, url: str, word: int | str | None, lists: Sequence[str]) -> bool:
    """Return whether a URL is that of a page of a list.

    Args:
        page: of the list.
        url: of another page.
        word: what the pager says.
        lists: the URL of the page, and that of the next one if a pager says so.
    """
    if word == NEXT:
        return True
    if isinstance(word, int):
        return any(continues(url, other) or url == other for other in lists)
    return is_next_by_number(url, page.url)

"""Links in attributes: `onclick`, `data-url`, `javascript:` addresses, options and frames."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import islice
from typing import NamedTuple

from lxml import etree
from lxml.html import HtmlElement

from topiccrawl.page.hidden_links.records import is_title, plain
from topiccrawl.page.page import Page
from topiccrawl.page.scripts.script import Script

_DATA_NAMES = (
    "data-url",
    "data-href",
    "data-link",
    "data-src-url",
    "data-target-url",
    "data-jump",
    "data-uri",
    "data-path",
    "data-to",
    "data-go",
)
_NEXT_NAMES = (
    "data-next",
    "data-next-url",
    "data-load",
    "data-more",
    "data-ajax",
    "data-api",
    "data-source-url",
    "data-page-url",
    "data-remote",
)
_DATA = re.compile(rf"data-(?:{'|'.join(name[5:] for name in (*_NEXT_NAMES, *_DATA_NAMES))})(?=\s*=)")
_HANDLERS = {"onclick": "onClick", "onchange": "onChange"}
"""Attributes with scripts, and how else they are spelled."""
_MOST = 3000
"""Elements with such attributes that are read."""
_LONGEST_TEXT = 200


class Handled(NamedTuple):
    """An element with a script or an address in an attribute.

    Attributes:
        element: the element.
        name: of the attribute.
        value: its text; without `javascript:`.
    """

    element: HtmlElement
    name: str
    value: str

    @property
    def script(self) -> Script:
        """Return the text, read as a script."""
        return read_handler(self.value)


def handlers_of(page: Page) -> list[Handled]:
    """Return the elements of a page that run a script when they are clicked or changed."""
    return [handled for handled in _attributes(page) if handled.name in _HANDLERS or handled.name == "href"]


def addresses_in_attributes(page: Page) -> Iterator[Handled]:
    """Yield the elements of a page with the address of a page or of the next part of a list."""
    for handled in _attributes(page):
        if handled.name in _DATA_NAMES or handled.name in _NEXT_NAMES:
            yield handled


def names_next(handled: Handled) -> bool:
    """Return whether an attribute has the address of the next part of a list."""
    return handled.name in _NEXT_NAMES


def _attributes(page: Page) -> tuple[Handled, ...]:
    return page.once(_read_attributes)


def _read_attributes(page: Page) -> tuple[Handled, ...]:
    source = page.html
    found: list[Handled] = []
    names: tuple[str, ...] = tuple(
        name for name, other in _HANDLERS.items() if name in source or other in source
    )
    if "data-" in source:
        names += tuple(sorted(set(_DATA.findall(source))))
    for name in names:
        found += (
            Handled(element, name, element.get(name).strip()) for element in _with(name)(page.tree)[:_MOST]
        )
    if "cript:" in source:
        for element in page.tree.iter("a", "area"):
            if (element.get("href") or "")[:11].lower() == "javascript:":
                found.append(Handled(element, "href", element.get("href")[11:].strip()))
    return tuple(
        handled
        for handled in found[:_MOST]
        if 2 < len(handled.value) < _LONGEST_VALUE and not _NOTHING.fullmatch(handled.value)
    )


@cache
def _with(name: str) -> etree.XPath:
    """Return the path of all elements with an attribute; attributes are searched a hundred times as fast in C."""
    return etree.XPath(f"//*[@{name}]", smart_strings=False)


_LONGEST_VALUE = 2000
_NOTHING = re.compile(r"(?:void\s*\(?\s*0?\s*\)?|;|#|return\s+(?:false|true)|\s)*;?", re.IGNORECASE)


@lru_cache(maxsize=512)
def read_handler(text: str) -> Script:
    """Return the script of an attribute."""
    return Script.read(text)


def label_of(element: HtmlElement) -> str:
    """Return what a reader would call an element: its headline without the date and the counts beside it."""
    texts = [plain(text) for text in islice(element.itertext(), 60)]
    titles = [text for text in texts if is_title(text) and len(text) <= _LONGEST_TEXT]
    if titles:
        return max(titles, key=len)
    if (title := plain(element.get("title") or "")) and is_title(title):
        return title
    return " ".join(text for text in texts if text)[:_LONGEST_TEXT]

"""URLs that elements refer to."""

from __future__ import annotations

from collections.abc import Iterator

from lxml.html import HtmlElement

from topiccrawl.page.page import Page
from topiccrawl.page.sites.selectors import Node

_ATTRIBUTES = ("href", "data-href", "data-url", "data-link")
_LONGEST = 10_000


def references(node: Node, page: Page) -> Iterator[str]:
    """Yield the URLs that an element and those within it refer to; a text is a reference itself."""
    if isinstance(node, str):
        found = [node]
    else:
        found = [value for element in node.iter() if (value := _reference(element))]
    for reference in found:
        if len(reference) <= _LONGEST and (url := page.absolute(reference)):
            yield url


def _reference(element: HtmlElement) -> str:
    if element.tag == "option":
        return str(element.get("value") or "")
    return next((str(element.get(name)) for name in _ATTRIBUTES if element.get(name)), "")

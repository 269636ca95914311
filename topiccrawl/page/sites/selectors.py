"""Selectors of elements: CSS, as Scrapy writes it, or XPath."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

from lxml import etree
from lxml.html import HtmlElement

from topiccrawl.messages import message
from topiccrawl.page.page import Page

Node: TypeAlias = HtmlElement | str
"""What a selector finds: elements, or texts by `::text`, `::attr(NAME)`, `text()` and `@NAME`."""
_VALUES = {"meta": "content", "input": "value", "time": "datetime"}
"""Attributes that hold the text of an element without one."""
_LONGEST = 2000
"""Characters of a node's text that are read."""
_CALL = re.compile(r"([\w:-]+)\s*\(")
_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")
_FUNCTIONS = frozenset(
    """
    last position count id local-name namespace-uri name string concat starts-with contains substring-before
    substring-after substring string-length normalize-space translate boolean not true false lang number sum
    floor ceiling round comment text processing-instruction node and or div mod
    """.split()
)
"""What may stand before a bracket in XPath 1.0."""


@dataclass(frozen=True)
class Selectors:
    """Selectors of a page's elements; the first one that finds something counts.

    Attributes:
        written: the selectors; those that begin with `/` or `(` are XPath.

    Raises:
        ValueError: a selector cannot be read.
    """

    written: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for selector in self.written:
            _check(selector)

    def __bool__(self) -> bool:
        return bool(self.written)

    def nodes(self, page: Page) -> Sequence[Node]:
        """Return what the first selector that finds something finds, in the order of the page."""
        for selector in self.written:
            try:
                found: Any = _compiled(selector)(page.tree)
            except etree.XPathError:  # it compares what cannot be compared
                continue
            if nodes := [node for node in found if isinstance(node, HtmlElement | str)]:
                return nodes
        return ()

    def texts(self, page: Page) -> list[str]:
        """Return the texts of the nodes, each on one line, without empty ones."""
        return list(filter(None, map(node_text, self.nodes(page))))


NO_SELECTORS = Selectors()
"""Find nothing."""


def node_text(node: Node) -> str:
    """Return the text of a node on one line; of a <meta> its content."""
    if isinstance(node, str):
        return " ".join(node[:_LONGEST].split())
    own = " ".join(str(node.text_content())[: 10 * _LONGEST].split())[:_LONGEST]
    return own or " ".join((node.get(_VALUES.get(str(node.tag), ""), "")).split())


@lru_cache(maxsize=1024)
def _compiled(selector: str) -> etree.XPath:
    path = selector if selector.startswith(("/", "(")) else _xpath_of_css(selector)
    # Without regular expressions in XPath, which may take for ever.
    return etree.XPath(path, regexp=False, smart_strings=False)


def _xpath_of_css(selector: str) -> str:
    from cssselect import ExpressionError, SelectorError  # loaded only where it is used
    from parsel.csstranslator import HTMLTranslator

    try:
        return HTMLTranslator().css_to_xpath(selector)
    except (SelectorError, ExpressionError) as error:
        raise ValueError(str(error)) from None


def _check(selector: str) -> None:
    try:
        found = _compiled(selector)(Page.of("<p>").tree)
    except (etree.XPathError, ValueError) as error:
        raise ValueError(
            message("{selector!r} is not a selector ({error})", selector=selector, error=error)
        ) from None
    for function in _CALL.findall(_QUOTED.sub("", selector)) if selector.startswith(("/", "(")) else ():
        if function.rpartition("::")[2] not in _FUNCTIONS:  # found out only on a page that has the element
            raise ValueError(
                message("{selector!r}: XPath has no function {name}()", selector=selector, name=function)
            )
    if not isinstance(found, list):
        raise ValueError(message("{selector!r} selects no elements, but a value", selector=selector))

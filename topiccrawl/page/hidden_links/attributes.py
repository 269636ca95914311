"""Links in attributes: `onclick`, `data-url` and `javascript:` addresses.

Most pages have such attributes, and on most they only share, print or fold something. The values are therefore read
from the source first, and elements are looked up only where a value may lead somewhere.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import cache, lru_cache
from html import unescape
from itertools import islice
from typing import NamedTuple

from lxml import etree
from lxml.html import HtmlElement

from topiccrawl.page.hidden_links.records import is_title, plain
from topiccrawl.page.hidden_links.urls import NO_PAGE, host_of, hosts_of_one_site, page_url, source_url
from topiccrawl.page.page import Page
from topiccrawl.page.scripts.script import Script, Step

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
_DATA = re.compile(
    rf"""data-({"|".join(name[5:] for name in (*_NEXT_NAMES, *_DATA_NAMES))})\s*=\s*["']?([^"'<>\s]{{3,}})"""
)
_HANDLER = re.compile(r"on[cC](?:lick|hange)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s>]+))")
_SCRIPT_URL = re.compile(r"cript:(?!\s*;?\s*[\"'>]|\s*void\b)([^<>]*)")
_NOTHING = re.compile(r"(?:void\s*\(?\s*0?\s*\)?|;|#|return\s+(?:false|true)|\s)*;?", re.IGNORECASE)
_LITERAL = re.compile(r"""["']((?:(?:https?:)?//([\w.-]+))?[^"'<>]*)["']""")
_LEADS = re.compile(r"[/.?]\w")
_CALLS = re.compile(r"([A-Za-z_$][\w$.]*)\s*\((\s*(?:[\"']?\w*\d|this\.|[\"'][^\"']*[\"']\s*,))?")
_POST_BACK = "__doPostBack"
_MOST = 3000
"""Elements with such attributes that are read."""
_LONGEST_VALUE = 2000
_LONGEST_TEXT = 200
_PIECES = 60
"""Pieces of the text of an element that are read."""


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


def handler_texts(page: Page) -> tuple[str, ...]:
    """Return the scripts that run when elements of a page are clicked or changed, each once and in order.

    They are read from the source: some may stand in comments or in strings of scripts.
    """
    return page.once(_handler_texts)


def _handler_texts(page: Page) -> tuple[str, ...]:
    source = page.html
    found = [double or single or bare for double, single, bare in _HANDLER.findall(source)]
    found += _SCRIPT_URL.findall(source)
    texts = (unescape(text) if "&" in text else text for text in dict.fromkeys(found[:_MOST]))
    return tuple(
        text for text in texts if 2 < len(text) < _LONGEST_VALUE and not _NOTHING.fullmatch(text.strip())
    )


def clicked(page: Page, functions: Collection[str]) -> list[Handled]:
    """Return the elements of a page that may lead to another page when they are clicked.

    Args:
        page: the page.
        functions: names of functions that open a page or send a form.
    """
    if not any(_leads(page, text, functions) for text in handler_texts(page)):
        return []
    return [handled for handled in page.once(_clicked) if _leads(page, handled.value, functions)]


def _leads(page: Page, text: str, functions: Collection[str]) -> bool:
    """Return whether a script names an address that may be of this site, or calls one of the functions."""
    hosts, names, _ = _hints_in(text)
    if hosts and ("" in hosts or any(hosts_of_one_site(host, host_of(page.url)) for host in hosts)):
        return True
    return _POST_BACK in names or not names.isdisjoint(functions)


class _Hints(NamedTuple):
    """What the script of an attribute hints at.

    Attributes:
        hosts: of its addresses; an empty one for those without a host.
        calls: names of the functions that it calls.
        called: those that are called with a number, an id or what is chosen.
    """

    hosts: frozenset[str]
    calls: frozenset[str]
    called: frozenset[str]


@lru_cache(maxsize=1024)
def _hints_in(text: str) -> _Hints:
    hosts = frozenset(
        host
        for value, host in (_LITERAL.findall(text) if "/" in text or "." in text else ())
        if (_LEADS.search(value) or value[-1:] == "/") and not NO_PAGE.search(value)
    )
    if "(" not in text:
        return _Hints(hosts, frozenset(), frozenset())
    calls = _CALLS.findall(text)
    return _Hints(
        hosts, frozenset(name for name, _ in calls), frozenset(name.rsplit(".", 1)[-1] for name, chosen in calls if chosen)
    )


def called_names(page: Page) -> set[str]:
    """Return the functions that elements of a page call with a number, an id or what is chosen."""
    return {name for text in handler_texts(page) for name in _hints_in(text).called}


def _clicked(page: Page) -> list[Handled]:
    found = []
    if "onclick" in page.html or "onClick" in page.html:
        for element in _with("onclick")(page.tree)[:_MOST]:
            found.append(Handled(element, "onclick", element.get("onclick").strip()))
    if "cript:" in page.html:
        for element in page.tree.iter("a", "area"):
            href = element.get("href")
            if href and href[:11].lower() == "javascript:":
                found.append(Handled(element, "href", href[11:].strip()))
    return [handled for handled in found[:_MOST] if 2 < len(handled.value) < _LONGEST_VALUE]


def addresses_in_attributes(page: Page) -> Iterator[Handled]:
    """Yield the elements of a page with the address of a page or of the next part of a list."""
    if "data-" not in page.html:
        return
    names: dict[str, None] = {}
    for ending, value in islice(_DATA.findall(page.html), _MOST):
        name = f"data-{ending}"
        if name not in names:
            text = unescape(value)
            url = source_url(page, text, named=True) if name in _NEXT_NAMES else page_url(page, text, titled=True)
            if url:
                names[name] = None
    for name in sorted(names):
        for element in _with(name)(page.tree)[:_MOST]:
            yield Handled(element, name, element.get(name).strip())


def names_next(handled: Handled) -> bool:
    """Return whether an attribute has the address of the next part of a list."""
    return handled.name in _NEXT_NAMES


@cache
def _with(name: str) -> etree.XPath:
    """Return the path of all elements with an attribute; attributes are searched a hundred times as fast in C."""
    return etree.XPath(f"descendant-or-self::*[@{name}]", smart_strings=False)


_ARGUMENT = r"""(?:'[^'\\\n]*'|"[^"\\\n]*"|\d{1,15})"""
_SIMPLE = re.compile(
    rf"""\s*(?:return\s+)?(?:
        (?P<called>[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*)\s*\(\s*(?P<arguments>{_ARGUMENT}(?:\s*,\s*{_ARGUMENT})*)?\s*\)
      | (?P<assigned>[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*)\s*=\s*(?P<value>'[^'\\\n]*'|"[^"\\\n]*")
    )\s*;?\s*""",
    re.VERBOSE,
)
"""One call with literals, or one string that is assigned: nearly all handlers."""
_EACH_ARGUMENT = re.compile(_ARGUMENT)
_KEYWORDS = frozenset({"if", "while", "for", "switch", "function", "return", "typeof", "void", "new", "with"})


@lru_cache(maxsize=512)
def read_handler(text: str) -> Script:
    """Return the script of an attribute."""
    simple = _SIMPLE.fullmatch(text)
    if simple is None:
        return Script.read(text)
    if called := simple["called"]:
        if called in _KEYWORDS:
            return Script.read(text)
        found = _EACH_ARGUMENT.findall(simple["arguments"] or "")
        values = tuple(item[1:-1] if item[0] in "'\"" else int(item) for item in found)
        return Script((Step(called, values, is_call=True),))
    return Script((Step(simple["assigned"], (simple["value"][1:-1],), is_call=False),))


def label_of(element: HtmlElement) -> str:
    """Return what a reader would call an element: its headline without the date and the counts beside it."""
    texts = [plain(text) for text in islice(element.itertext(), _PIECES)]
    titles = [text for text in texts if is_title(text) and len(text) <= _LONGEST_TEXT]
    if titles:
        return max(titles, key=len)
    if (title := plain(element.get("title") or "")) and is_title(title):
        return title
    return " ".join(text for text in texts if text)[:_LONGEST_TEXT]

"""Links in attributes: `onclick`, `data-url` and `javascript:` addresses.

Most pages have such attributes, and on most they only share, print or fold something. The values are
therefore read from the source first, and elements are looked up only where a value may lead somewhere.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from html import unescape
from itertools import islice
from typing import NamedTuple
from urllib.parse import unquote

from lxml import etree
from lxml.html import HtmlElement

from topiccrawl.page.elements import Elements
from topiccrawl.page.hidden_links.clues import clues_in
from topiccrawl.page.hidden_links.hints import hints_in
from topiccrawl.page.hidden_links.records import is_title, plain
from topiccrawl.page.hidden_links.urls import host_of, may_be_page, page_url, source_url
from topiccrawl.page.page import Page
from topiccrawl.page.scripts.expressions import Expressions
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
    "lay-href",
    "ng-href",
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
    "data-source",
    "data-json",
    "hx-get",
    "data-include",
    "include-html",
    "w3-include-html",
)
_ADDRESSES = frozenset((*_NEXT_NAMES, *_DATA_NAMES))
_EVENTS = ("onclick", "onmousedown", "onmouseup", "ondblclick", "ontouchstart", "ontouchend")
_QUOTE = r"(?:\"|'|&quot;|&#34;|&#39;)"
_IN_PAGE = Expressions(
    first={
        "place": (r"age\}", r"\{p\}", r"\{#\}"),
        "bound": (":href",),
        "unit": ("queryData=", "querydata=", "QUERYDATA=", "data-query="),
        "escaped": (r"&lt;[aA]\s",),
        "hash": (r"location\.hash",),
        "options": ("data-options",),
        "href": (
            r"<(?:li|div|span|p|t[drh]|d[ltd]|h[1-6]|button|section|article|strong|b|em|font)(?:\s[^<>]*)?\shref\s*=",
        ),
        "next": (
            r">(?:\s|　)*下(?:一)?(?:(?:页|頁)|(?:页|頁)?\s*(?:&gt;|»|›))(?:\s|　)*<",
            r">\s*[nN][eE][xX][tT]\s*<",
        ),
    },
    every={
        **{name: (rf"(?i:{name})\s*=",) for name in _EVENTS},
        "hover": (r"on[mM]ouse(?:[oO]ver|[eE]nter|[mM]ove|[dD]own)\s*=",),
        "data": (r"[\"'>]\s?(?:\[\s?[\[{]|\{\s?[\"'&])",),
        "later": (
            r"<(?:code|noscript|template)[^<>]*>\s*<!--",
            r"(?:lazy|hidden|display:\s?none|pagelet|render|templ|tpl|async|defer)[^<>]*>\s*<!--",
        ),
        "address": (
            r"[a-z][_-](?:href|url|link|uri|jump|goto|redirect)s?\s*=",
            r"\s(?:_(?:href|url|link)|url|link)\s*=",
        ),
        **{name: (name,) for name in _ADDRESSES},
    },
)
"""What is read in attributes, in the source of a page.

Hyperscan takes milliseconds to compile what may repeat: Python reads that behind a name, where one is found.
"""
_ASSIGNED = re.compile(rb"\s*=")
_RECORDS = re.compile(
    rf"(?:=\s?[\"']|>)\s?(?:\[|\{{\s?{_QUOTE}\w+{_QUOTE}\s?:[^<>]{{0,300}}\[)\s?[\[{{]\s?{_QUOTE}".encode()
)
_BEFORE_DATA = 20
"""Characters before the first name or value of data in which its attribute or text begins."""
_NAME = re.compile(rb"[\s\"']([a-zA-Z_][\w-]{2,39})\s*$")
_OF_ANOTHER_USE = re.compile(
    r"img|image|pic|photo|cover|icon|logo|avatar|thumb|poster|src|video|audio|share|login|comment|api|ajax|load|next|prev"
    r"|more|page|post|submit|form|upload|save|callback|back|base|root|site|home|xlink|css|script|track|log|stat|count"
    r"|ad(?:s|v)?(?![a-z])|qr|wap|mobile|search|original",
    re.IGNORECASE,
)
"""Names of attributes whose addresses are not those of an article that the element stands for."""
_TAG = re.compile(rb"<[A-Za-z][\w:-]*[\s/]")
_DATA = re.compile(rb"""\s*["']?([^"'<>\s]{3,})""")
_HANDLER = re.compile(rb"\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s>]+))")
_SCRIPT_URL = re.compile(r"cript:(?<=[aA][vV][aA][sS]cript:)(?!\s*+;?+\s*+[\"'>]|\s*+void\b)([^<>]*)")
_MOST_NAMES = 10
"""Names of attributes with addresses that are read beside the usual ones."""
_MOST = 3000
"""Elements with such attributes that are read."""
_SHORTEST_VALUE, _LONGEST_VALUE = 2, 2000
"""Characters of a script in an attribute."""
_LONGEST_WRITTEN = 6 * _LONGEST_VALUE
"""Characters of one whose quotes are written as `&quot;`."""
_LONGEST_TAG = 1000
"""Characters of a start tag before an attribute."""
_LONGEST_TEXT = 200
_LONGEST_HEADLINE = 60
_LONGEST_TEXTS = 100_000
"""Characters of the scripts in the attributes of a page that are searched for hints."""
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
    matches = (match for name in _EVENTS for match in _matches(page, name, _HANDLER))
    found = [b"".join(match.groups(b"")) for match in islice(matches, _MOST)]
    chosen = (select.get("onchange", "") for select in Elements.of(page).selects)
    return _once_each([*(text.decode() for text in found), *chosen, *page.once(_script_urls)])


def hover_texts(page: Page) -> tuple[str, ...]:
    """Return the scripts that run when the pointer is over elements, as over the tabs of old pages."""
    found = islice(_matches(page, "hover", _HANDLER), _MOST)
    return _once_each([b"".join(match.groups(b"")).decode() for match in found])


def _script_urls(page: Page) -> tuple[str, ...]:
    elements = Elements.of(page)
    found = [_unquoted(script) for script in {script: None for _, script in elements.nowhere if script}]
    for _, text in elements.inline:
        found += _urls_in(text) if "url" in clues_in(text) else ()
    return _once_each(found)


@lru_cache(maxsize=256)
def _urls_in(text: str) -> tuple[str, ...]:
    """Return the scripts of the `javascript:` addresses that a script writes."""
    return tuple([_unquoted(match[1]) for match in _SCRIPT_URL.finditer(text)])


def _unquoted(text: str) -> str:
    """Return a script; some have its quotes encoded as in other addresses."""
    return unquote(text) if "%27" in text or "%22" in text else text


def in_page(page: Page) -> Mapping[str, list[int]]:
    """Return the places in the source of a page behind what its attributes and scripts may lead by."""
    return page.once(_in_page)


def _in_page(page: Page) -> Mapping[str, list[int]]:
    return _IN_PAGE.places(page.source)


def may_have_records(page: Page) -> bool:
    """Return whether a list of records may stand in an attribute or in a text of a page."""
    source = page.source
    for place in in_page(page).get("data", ()):
        first = max(0, place - _BEFORE_DATA)
        start = max(source.rfind(b"=", first, place), source.rfind(b">", first, place))
        if start >= 0 and _RECORDS.match(source, start):
            return True
    return False


def _matches(page: Page, name: str, pattern: re.Pattern[bytes]) -> Iterator[re.Match[bytes]]:
    """Yield what stands behind an attribute, wherever it is in the source of a page."""
    behind = 0
    for place in in_page(page).get(name, ()):
        if name in _ADDRESSES:
            if (assigned := _ASSIGNED.match(page.source, place)) is None:
                continue
            place = assigned.end()
        if place >= behind and (found := pattern.match(page.source, place)):
            behind = found.end()
            yield found


def _once_each(found: Sequence[str]) -> tuple[str, ...]:
    texts: list[str] = []
    room = _LONGEST_TEXTS
    for text in dict.fromkeys(text for text in found[:_MOST] if len(text) < _LONGEST_WRITTEN):
        text = _unescaped(text) if "&" in text else text
        if _SHORTEST_VALUE < len(text) < min(_LONGEST_VALUE, room):
            texts.append(text)
            room -= len(text)
    return tuple(texts)


_unescaped = lru_cache(maxsize=2048)(unescape)


def called_names(page: Page) -> frozenset[str]:
    """Return the functions that elements of a page call with a number, an id or what is chosen."""
    return frozenset().union(*(hints_in(text).chosen for text in handler_texts(page)))


def clicked(page: Page, functions: Collection[str]) -> list[Handled]:
    """Return the elements of a page that may lead to another page when they are clicked.

    Args:
        page: the page.
        functions: names of functions that open a page or send a form.
    """
    host = host_of(page.url)
    leading = [text for text in handler_texts(page) if hints_in(text).lead(host, functions)]
    if not leading:
        return []
    urls = frozenset(page.once(_script_urls))
    found = [*page.once(_with_onclick)] if any(text not in urls for text in leading) else []
    if not urls.isdisjoint(leading):
        found += _with_script_url(page)
    return [handled for handled in found if hints_in(handled.value).lead(host, functions)]


def leads(page: Page, text: str) -> bool:
    """Return whether the script of an attribute names an address that may be of the site of a page."""
    return hints_in(text).lead(host_of(page.url), ())


def handlers_of(page: Page) -> Iterator[Handled]:
    """Yield all elements of a page with a script that runs when they are clicked."""
    yield from page.once(_with_onclick)
    yield from _with_script_url(page)


def _with_onclick(page: Page) -> list[Handled]:
    return [
        Handled(element, name, element.get(name).strip())
        for name in _EVENTS
        if name == "onclick" or name in in_page(page)
        for element in _with(name)(page.tree)[:_MOST]
    ]


def _with_script_url(page: Page) -> list[Handled]:
    nowhere = Elements.of(page).nowhere[:_MOST]
    return [Handled(element, "href", _unquoted(script)) for element, script in nowhere if script]


def addresses_in_attributes(page: Page) -> list[Handled]:
    """Return the elements of a page with the address of a page or of the next part of a list."""
    names = []
    for name in _ADDRESSES.intersection(in_page(page)):
        values = dict.fromkeys(match[1] for match in islice(_matches(page, name, _DATA), _MOST))
        if any(_may_be_address(page, name, unescape(value.decode())) for value in values):
            names.append(name)
    found = [
        Handled(element, name, element.get(name).strip())
        for name in sorted(names)
        for element in _with(name)(page.tree)[:_MOST]
    ]
    if "href" in in_page(page):
        found += [
            Handled(element, "href", element.get("href").strip())
            for element in _NO_ANCHORS(page.tree)[:_MOST]
        ]
    return [handled for handled in found if names_next(handled) or not _is_plain(page, handled.value)]


_NO_ANCHORS = etree.XPath(
    "descendant-or-self::*/@href/parent::*[not(self::a or self::area or self::link or self::base)]",
    smart_strings=False,
)
"""Elements whose address only a script reads."""


def _is_plain(page: Page, address: str) -> bool:
    """Return whether an anchor with a text has an address: the buttons beside a headline repeat it."""
    anchor = page.once(_anchors_by_address).get(address)
    return anchor is not None and any(map(str.strip, islice(anchor.itertext(), _PIECES)))


def _anchors_by_address(page: Page) -> dict[str | None, HtmlElement]:
    elements = Elements.of(page)
    return dict(zip(elements.hrefs, elements.linking, strict=True))


def _may_be_address(page: Page, name: str, text: str) -> bool:
    url = source_url(page, text, named=True) if name in _NEXT_NAMES else page_url(page, text, titled=True)
    return url is not None


def addresses_elsewhere(page: Page) -> list[Handled]:
    """Return the addresses in attributes of any name, of elements that lead nowhere by themselves.

    A function of a script file reads them when such an element is clicked. Of other elements, only
    attributes are read that are called an address.
    """
    return page.once(_elsewhere)


def _elsewhere(page: Page) -> list[Handled]:
    elements = [element for element, _ in Elements.of(page).nowhere]
    if any(hints_in(text).itself for text in handler_texts(page)):
        clickable = (handled.element for handled in page.once(_with_onclick))
        elements += [element for element in clickable if element.tag != "a"]
    named = [(e, name) for name in _names_of_addresses(page) for e in _with(name)(page.tree)[:_MOST]]
    found = [(element, name, element.get(name)) for element, name in named] + [
        (element, name, value)
        for element in elements[:_MOST]
        if not _NO_ADDRESSES.issuperset(element.keys())
        for name, value in element.items()
        if name not in _NO_ADDRESSES and ("/" in value or "." in value or "?" in value)
    ]
    return [Handled(element, name, value.strip()) for element, name, value in found if may_be_page(value)]


def _names_of_addresses(page: Page) -> list[str]:
    """Return the attributes of other names that are called an address, such as `data-detail-url`."""
    source = page.source
    names: set[str] = set()
    for place in in_page(page).get("address", ())[:_MOST]:
        if (found := _NAME.search(source, max(0, place - 45), place - 1)) is None:
            continue
        name = found[1].decode().lower()
        if name in names or name in _ADDRESSES or _OF_ANOTHER_USE.search(name):
            continue
        start = max(0, place - _LONGEST_TAG)
        tag = source.rfind(b"<", start, place)
        if tag < source.rfind(b">", start, place) or (tag >= 0 and not _TAG.match(source, tag)):
            continue  # in a script
        if (value := _DATA.match(source, place)) and may_be_page(unescape(value[1].decode())):
            names.add(name)
    return sorted(names)[:_MOST_NAMES]


_NO_ADDRESSES = frozenset(
    """href class style title src alt target role type hidefocus data-original
    onclick onmouseover onmouseout onmousedown onmouseup ondblclick onfocus onload""".split()
)
"""Attributes that hold no address of another page, or one that is read elsewhere."""


def names_next(handled: Handled) -> bool:
    """Return whether an attribute has the address of the next part of a list."""
    return handled.name in _NEXT_NAMES


@lru_cache(maxsize=256)
def _with(name: str) -> etree.XPath:
    """Return the path of all elements with an attribute: in C the search is a hundred times as fast."""
    return etree.XPath(f"descendant-or-self::*/@{name}/..", smart_strings=False)


@lru_cache(maxsize=512)
def read_handler(text: str) -> Script:
    """Return the script of an attribute."""
    return Script.read(text)


def label_of(element: HtmlElement) -> str:
    """Return what a reader would call an element: its headline without the date and the counts beside it."""
    pieces = islice(element.itertext(), _PIECES) if len(element) else (element.text or "",)
    texts = [plain(text) for text in pieces]
    titles = [text for text in texts if is_title(text) and len(text) <= _LONGEST_TEXT]
    headlines = [text for text in titles if len(text) <= _LONGEST_HEADLINE]  # what is longer sums it up
    if titles:
        return max(headlines or titles, key=len)
    if (title := plain(element.get("title") or "")) and is_title(title):
        return title
    return " ".join(text for text in texts if text)[:_LONGEST_TEXT]

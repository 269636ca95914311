"""What a script reads from its page: parameters of the page's own address, and values of its elements."""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import parse_qsl, urlsplit

from lxml.html import HtmlElement

from topiccrawl.page.page import Page
from topiccrawl.page.scripts.values import NUMBERS, TIMES, Called, Value, Variable

_READS_PARAMETER = re.compile(r"get|query|param|parm|request|url|args|location\..*match", re.IGNORECASE)
"""Names of functions that may read a parameter of the address: `getQueryString("id")`."""
_ROUTE = re.compile(r"(?:^|\.)\$?route\.query\.(\w+)$")
_SELECTS = {"$": "", "jQuery": "", "querySelector": "", "getElementById": "id", "getElementsByName": "name"}
"""Functions that select elements, with the attribute that they look at; without one they take a selector."""
_SELECTOR = re.compile(
    r"""[a-z]*(?:\#(?P<id>[\w-]+)|\.(?P<class>[\w-]+)|\[name=["']?(?P<name>[\w-]+)["']?\])""", re.ASCII
)
_LONGEST = 500
_FREE = frozenset({"text", "search", "textarea"})
"""Kinds of fields that a reader fills in."""
_NEVER = frozenset({"password", "file", "email", "tel"})


def parameter(page: Page, value: Variable | Called) -> str | None:
    """Return the parameter of the page's own address that a script reads; None if it reads none.

    >>> page = Page.of("", "http://a.cn/list?cid=7")
    >>> parameter(page, Called("getQueryString", ("cid",))), parameter(page, Variable("$route.query.cid"))
    ('7', '7')
    """
    if isinstance(value, Variable):
        route = _ROUTE.search(value.name)
        name = route[1] if route else None
    else:
        reads = _READS_PARAMETER.search(value.name) is not None
        name = next((item for item in value.values if isinstance(item, str)), None) if reads else None
    if name is None:
        return None
    return dict(parse_qsl(urlsplit(page.url).query)).get(name)


def is_clock(value: Value) -> bool:
    """Return whether a value is a time stamp or a random number against caches.

    >>> is_clock(Called("Math.floor", (Called("Math.random", ()),))), is_clock(Called("getId", ()))
    (True, False)
    """
    if not isinstance(value, Called):
        return False
    if _IS_CLOCK.search(value.name):
        return True
    return (value.name == TIMES or value.name.startswith("Math.")) and any(map(is_clock, value.values))


_IS_CLOCK = re.compile(r"(?:^|\.)(?:getTime|now|random|valueOf|Date)$")


def element_value(page: Page, call: Called) -> str | None:
    """Return what an element holds that a script reads: `$("#cid").val()`; None if that is not known.

    A field that a reader fills in has a value only while it is empty.
    """
    if not (found := _elements_read(page, call)):
        return None
    text = _field_value(found[0]) if call.name == "val" else found[0].text_content()
    return text.strip() if text is not None and len(text) <= _LONGEST else None


def periods_chosen(page: Page, call: Value) -> list[str]:
    """Return the values of the selection of years or months that a script reads; none for anything else.

    Its options may be written by a loop. One that may be left open asks for all of them at once.
    """
    found = _elements_read(page, call) if isinstance(call, Called) and call.name == "val" else ()
    if not found or found[0].tag != "select":
        return []
    options = [(option.get("value") or option.text or "").strip() for option in found[0].iter("option")]
    options = options or _written_options(found[0].text_content())
    numbers = {int(option) if option.isdecimal() and len(option) < 5 else 0 for option in options}
    return options if any(numbers <= {*span} for span in (range(1, 13), range(1990, 2100))) else []


def _written_options(script: str) -> list[str]:
    """Return the numbers that a loop counts: `for (var m = 1; m <= 12; m++)`, some with two digits."""
    if (found := _LOOP.search(script)) is None:
        return []
    name, first, test, last = found.groups()
    start, end, step = int(first), int(last), -1 if test[0] == ">" else 1
    numbers = range(start, end + (step if test[1:] else 0), step)[:_MOST_WRITTEN]
    padded = re.search(rf"[\"']0[\"']\s*\+\s*{name}\b", script) is not None
    return [f"{number:02}" if padded else str(number) for number in numbers]


_LOOP = re.compile(r"for\s*\(\s*(?:var|let)?\s*(\w+)\s*=\s*(\d{1,4})\s*;\s*\w+\s*([<>]=?)\s*(\d{1,4})\s*;")
_MOST_WRITTEN = 100


def _elements_read(page: Page, call: Called) -> Sequence[HtmlElement]:
    """Return the elements that a call such as `$("#cid").val()` reads; none for other calls."""
    subject = call.values[0] if len(call.values) == 1 else None
    if not isinstance(subject, Called) or not subject.values or not isinstance(subject.values[0], str):
        return ()
    function, selector = subject.name.rsplit(".", 1)[-1], "".join(subject.values[0].split()[-1:])
    return selected(page, selector, _SELECTS[function]) if function in _SELECTS else ()


def selected(page: Page, selector: str, name: str = "") -> Sequence[HtmlElement]:
    """Return the elements of a selector such as `#cid`, `.cid` or `[name=cid]`; none for more complex ones.

    Args:
        page: the page.
        selector: the selector.
        name: of the attribute that has the selector as it is.
    """
    wanted = selector
    if not name:
        if (parts := _SELECTOR.fullmatch(selector)) is None:
            return ()
        name = str(parts.lastgroup)
        wanted = str(parts[name])
    if name == "class":
        path = "//*[contains(concat(' ', normalize-space(@class), ' '), concat(' ', $wanted, ' '))]"
    else:
        path = f"//*[@{name}=$wanted]"
    found: Sequence[HtmlElement] = page.tree.xpath(path, wanted=wanted)
    return found


def _field_value(element: HtmlElement) -> str | None:
    kind = (element.get("type") or "text").lower() if element.tag == "input" else element.tag
    if kind in _NEVER:
        return None
    if kind == "select":
        return chosen_value(element)
    text = element.text_content() if kind == "textarea" else element.get("value") or ""
    return None if kind in _FREE and text.strip() and not _is_hidden(element) else text


def chosen_value(select: HtmlElement) -> str:
    """Return the value of the option that a selection shows, which is its text if it has none."""
    options = list(select.iter("option"))
    chosen = [option for option in options if option.get("selected") is not None] or options
    return str(chosen[0].get("value", chosen[0].text or "")) if chosen else ""


def _is_hidden(element: HtmlElement) -> bool:
    style = "".join((element.get("style") or "").split())
    return "display:none" in style or element.get("hidden") is not None


def number_of(value: Value) -> Value:
    """Return the value that a function such as `parseInt` makes a number of."""
    while isinstance(value, Called) and value.name in NUMBERS and value.values:
        value = value.values[0]
    return value

"""Menus that a script builds, as by `d.add(3, 0, "党建", "list3.htm")`, and those of selections."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice

from lxml.html import HtmlElement

from topiccrawl.page.anchors.link import Link
from topiccrawl.page.anchors.pagers import pager_word
from topiccrawl.page.elements import Elements
from topiccrawl.page.hidden_links.attributes import read_handler
from topiccrawl.page.hidden_links.markup import HOLE
from topiccrawl.page.hidden_links.page_scripts import Code, PageScripts
from topiccrawl.page.hidden_links.records import objects_in
from topiccrawl.page.hidden_links.templates import addresses_of, evaluated
from topiccrawl.page.hidden_links.urls import host_of, page_url, reference
from topiccrawl.page.page import Page
from topiccrawl.page.scripts.script import Step
from topiccrawl.page.scripts.values import Joined, Value

_LABEL = re.compile(r"[\[【·•\s]*[\u3400-\u9fff][\u3400-\u9fffA-Za-z0-9·“”、（）()\-]{1,9}[\]】\s]*")
_LABEL_KEYS = ("name", "title", "text", "label", "menuName", "nodeName", "caption")
_URL_KEYS = ("url", "href", "link", "path", "src", "menuUrl", "linkUrl", "target")
_FEWEST = 2
"""Entries of a menu."""
_MOST = 200
_HAN_LABEL = re.compile("[\u3400-\u9fff]{2}")
_MOST_OPTIONS = 200
"""Options of the selections of a page that are read."""
_GOES = re.compile(r"location|open$")


def menu_links(page: Page, scripts: PageScripts) -> list[Link]:
    """Return the entries of the menus that the scripts of a page build, in order."""
    found: dict[str, dict[str, Link]] = {}
    for menu, label, texts in scripts.code.once(_entries):
        if url := next((url for text in texts if (url := page_url(page, text, titled=True))), None):
            found.setdefault(menu, {}).setdefault(url, Link(url, label.strip(), found="menu"))
    return [entry for entries in found.values() if len(entries) >= _FEWEST for entry in entries.values()][
        :_MOST
    ]


def option_links(page: Page) -> Iterator[Link]:
    """Yield the pages of the same host that selections lead to: columns, departments, years."""
    left = _MOST_OPTIONS
    for select in Elements.of(page).selects:
        options = [
            (" ".join((option.text or "").split()), (option.get("value") or "").strip())
            for option in islice(select.iter("option"), left)
        ]
        left -= len(options)
        address = chosen_address(page, select) if options else HOLE
        found = [
            Link(url, label, found="option")
            for label, value in options
            if _HAN_LABEL.search(label)
            and pager_word(label) is None
            and (url := page_url(page, address.replace(HOLE, value), titled=True))
            and host_of(url) == host_of(page.url)
        ]
        if len(found) >= _FEWEST:
            yield from found


def chosen_address(page: Page, select: HtmlElement) -> str:
    """Return where a selection leads, with a hole for the value of an option; for most that alone.

    Its own script says so, the function that this calls, or a script that waits for its change.
    """
    script = read_handler(select.get("onchange") or "")
    own = addresses_of(page)
    steps = script.steps or page.once(PageScripts.of).code.once(_gone_to)
    for step in steps:
        value = step.values[0] if step.values and _GOES.search(step.name) else None
        if (address := own.get(step.name)) is not None and step.is_call:
            value, _ = address.called_with(step.values)
        parts = value.parts if isinstance(value, Joined) else ()
        if any(isinstance(part, str) and part for part in parts):
            texts = [part if isinstance(part, str) else evaluated(page, part) or HOLE for part in parts]
            return "".join(texts) if texts.count(HOLE) == 1 else HOLE
    return HOLE


def _gone_to(code: Code) -> tuple[Step, ...]:
    """Return where scripts go to with the value of a selection that has changed."""
    waits = any(
        "change" in (step.name, *step.values) or step.function == "onchange" for _, step in code.steps
    )
    found = (step for _, step in code.steps if waits and not step.tested and _GOES.search(step.name))
    return tuple([step for step in found if any(map(_is_of_choice, step.values))])


def _is_of_choice(value: Value) -> bool:
    """Return whether a text is joined to the value of an element."""
    parts = value.parts if isinstance(value, Joined) else ()
    return any(getattr(part, "name", "").rsplit(".", 1)[-1] in ("val", "value") for part in parts)


def _entries(code: Code) -> list[tuple[str, str, list[str]]]:
    """Return the entries of menus in scripts: the function that adds them, the label, possible addresses."""
    found: list[tuple[str, str, list[str]]] = []
    for _, step in code.titled:
        if step.is_call and len(step.values) > 1:
            texts = [value for value in step.values if type(value) is str]
            label = next(filter(_LABEL.fullmatch, texts), None) if len(texts) > 1 else None
            if label is not None:
                found.append(
                    (step.name, label, [text for text in texts if text != label and reference(text)])
                )
        for value in step.values:
            found += (("", *entry) for node in objects_in(value) if (entry := _entry(node)) is not None)
    return found


def _entry(node: Mapping[str, Value]) -> tuple[str, list[str]] | None:
    """Return the label and the address of an object; None if it is no entry of a menu."""
    text = next((node[key] for key in _URL_KEYS if isinstance(node.get(key), str)), "")
    if not text or not reference(text):
        return None
    label = next((node[key] for key in _LABEL_KEYS if isinstance(node.get(key), str)), "")
    return (label, [text]) if _LABEL.fullmatch(label) else None

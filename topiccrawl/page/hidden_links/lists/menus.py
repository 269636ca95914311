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
from topiccrawl.page.hidden_links.records import nodes
from topiccrawl.page.hidden_links.templates import addresses_of, evaluated
from topiccrawl.page.hidden_links.urls import host_of, page_url
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
    for _, step in scripts.steps():
        if step.is_call and len(step.values) > 1 and (entry := _of_call(page, step.values)):
            found.setdefault(step.name, {}).setdefault(entry.url, entry)
        for entry in _of_objects(page, step.values):
            found.setdefault("", {}).setdefault(entry.url, entry)
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
            if pager_word(label) is None
            and _HAN_LABEL.search(label)
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


def _of_call(page: Page, values: tuple[Value, ...]) -> Link | None:
    """Return the entry that a call adds: a label and an address behind it."""
    texts = [value for value in values if isinstance(value, str)]
    label = next((text for text in texts if _LABEL.fullmatch(text)), None)
    if label is None:
        return None
    url = next((url for text in texts if text != label and (url := page_url(page, text, titled=True))), None)
    return Link(url, label.strip(), found="menu") if url else None


def _of_objects(page: Page, values: tuple[Value, ...]) -> Iterator[Link]:
    for value in values:
        if not isinstance(value, list | dict):
            continue
        for node in nodes(value):
            if not isinstance(node, Mapping):
                continue
            label = next((node[key] for key in _LABEL_KEYS if isinstance(node.get(key), str)), "")
            text = next((node[key] for key in _URL_KEYS if isinstance(node.get(key), str)), "")
            if text and _LABEL.fullmatch(label) and (url := page_url(page, text, titled=True)):
                yield Link(url, label.strip(), found="menu")

"""Addresses that a page builds from the ids of records: `"/news/" + item.id + ".html"`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from topiccrawl.page.hidden_links.attributes import label_of
from topiccrawl.page.hidden_links.page_scripts import PageScripts
from topiccrawl.page.hidden_links.records import Record, nodes, title_of
from topiccrawl.page.hidden_links.urls import page_url
from topiccrawl.page.page import Page
from topiccrawl.page.scripts.script import Script
from topiccrawl.page.scripts.values import Called, Joined, Value, Variable

_START, _END = "\ue000", "\ue001"
_HREF = re.compile(
    rf"href\s*=\s*[\"']?([^\"'<>\s{_START}]*){_START}([^{_END}]*){_END}([^\"'<>\s{_START}]*)", re.I
)
_WHOLE = re.compile(rf"([^\"'<>\s{_START}]+){_START}([^{_END}]*){_END}([^\"'<>\s{_START}]*)")
_BOUND = re.compile(r":href\s*=\s*\"([^\"]{3,200})\"")
_BINDS = re.compile(r"(?:[^\w-]|v-bind)$")
_GOES = re.compile(r"(?:^|\.)(?:location(?:\.href|\.assign|\.replace)?|open|push|href)$")
_READS = re.compile(r"(?:^|\.)(?:data|attr|getAttribute)$")
_OF_ELEMENT = "@"
"""Begins the field of a template whose id stands in an attribute."""
_ID = re.compile(r"(?:\w*[._]?)?(?:id|Id|ID|code|guid|uuid|no|key|sn)$")
_LONGEST_ID = 64
_MOST = 10
_MOST_ELEMENTS = 500


class IdTemplate(NamedTuple):
    """An address with a place for an id.

    Attributes:
        before: the address up to the id.
        field: name of the field with the id; of an attribute `@` and its name.
        after: the rest of the address.
    """

    before: str
    field: str
    after: str

    def url(self, page: Page, value: object) -> str | None:
        """Return the absolute URL for an id; None if it is none, or leads to another site."""
        text = str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""
        if not 0 < len(text) <= _LONGEST_ID or not re.fullmatch(r"[\w.-]+", text, re.ASCII):
            return None
        return page_url(page, f"{self.before}{text}{self.after}", titled=True)


def id_templates(page: Page, scripts: PageScripts) -> tuple[IdTemplate, ...]:
    """Return the addresses that the scripts and bound attributes of a page build from an id, in order."""
    found: dict[IdTemplate, None] = {}
    for template in _templates(page, scripts):
        if _ID.search(template.field) and (
            "/" in template.before or "?" in template.before or "." in template.after
        ):
            found.setdefault(template)
        if len(found) == _MOST:
            break
    return tuple(found)


def _templates(page: Page, scripts: PageScripts) -> Iterator[IdTemplate]:
    for script, step in scripts.steps():
        for value in step.values:
            if isinstance(value, Joined) and ((goes := _GOES.search(step.name)) or _has_href(script, value)):
                text = _with_names(script.resolved(value))
                yield from (IdTemplate(*found) for found in _HREF.findall(text))
                if goes and (whole := _WHOLE.fullmatch(text)):
                    yield IdTemplate(*whole.groups())
    for expression in islice(_bound(page.html), _MOST):
        for step in Script.read(f"x={expression}").steps:
            if step.values and (whole := _WHOLE.fullmatch(_with_names(step.values[0]))):
                yield IdTemplate(*whole.groups())


def _bound(source: str) -> Iterator[str]:
    """Yield the expressions of the attributes `:href` and `v-bind:href`."""
    for match in _BOUND.finditer(source):
        if _BINDS.search(source, max(0, match.start() - len("v-bind")), match.start()):
            yield match[1]


def _has_href(script: Script, value: Joined) -> bool:
    """Return whether an anchor may be joined: only then the names in it are looked up."""
    for part in value.parts:
        known = script.constants.get(part.name) if isinstance(part, Variable) else part
        if isinstance(known, Joined) or (isinstance(known, str) and "href" in known.lower()):
            return True
    return False


def _with_names(value: Value) -> str:
    """Return a text with the names of its variables between marks."""
    if not isinstance(value, Joined):
        return value if isinstance(value, str) else ""
    return "".join(part if isinstance(part, str) else f"{_START}{_field(part)}{_END}" for part in value.parts)


def _field(part: Value) -> str:
    if isinstance(part, Variable):
        return part.name.rsplit(".", 1)[-1] if not part.plus else ""
    if (
        isinstance(part, Called)
        and _READS.search(part.name)
        and part.values
        and isinstance(part.values[-1], str)
    ):
        name = part.values[-1]
        is_data = part.name.endswith("data") and not name.startswith("data-")
        return f"{_OF_ELEMENT}data-{name}" if is_data else f"{_OF_ELEMENT}{name}"
    return ""


def records_by_id(page: Page, data: Any, templates: Sequence[IdTemplate]) -> list[Record]:
    """Return the records in data that have a title and the id of a template."""
    found: list[Record] = []
    for node in nodes(data):
        if not isinstance(node, Mapping):
            continue
        for template in templates:
            url = template.url(page, node[template.field]) if template.field in node else None
            if url is not None and (title := title_of(node)):
                found.append(Record(url, title, ""))
                break
    return found


def elements_by_id(page: Page, templates: Sequence[IdTemplate]) -> Iterator[tuple[str, str]]:
    """Yield URL and label of the elements with an attribute that a template reads."""
    for template in templates:
        name = template.field.removeprefix(_OF_ELEMENT)
        if name == template.field or not re.fullmatch(r"[\w-]+", name, re.ASCII):
            continue
        for element in page.tree.xpath(f"//*[@{name}]")[:_MOST_ELEMENTS]:
            if url := template.url(page, element.get(name)):
                yield url, label_of(element)

"""Headlines of a list whose pages only a script or a form opens, in a way that is not read."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from lxml.html import HtmlElement

from topiccrawl.page.anchors.anchor_text import is_action
from topiccrawl.page.anchors.link import HEADLINE, SOURCE, Link
from topiccrawl.page.elements import Elements
from topiccrawl.page.hidden_links.attributes import handlers_of, label_of
from topiccrawl.page.hidden_links.hints import calls_of, leading_body
from topiccrawl.page.hidden_links.records import is_title
from topiccrawl.page.page import Page
from topiccrawl.page.unread.reasons import Unread

FEWEST = 3
"""Such headlines of a list; a single one may belong to a box."""
_READ_FOR_EACH = 3
"""Headlines with links, for each without one, of a list that has more of those than of others."""
_MOST = 3000
_ID = re.compile(r"[\w-](?:id|key|no|code|guid|uuid)$")
_IDENTIFIES = re.compile(r"[0-9a-fA-F-]{16,}|[a-zA-Z]{0,4}\d+", re.ASCII)
_ROWS = ("li", "tr", "dd")
_SENDS = re.compile(r"submit\(|__doPostBack")


def unopened(page: Page, links: Sequence[Link]) -> Unread | None:
    """Return why a list has headlines without links; None if it has few of them, or none.

    >>> rows = "".join(f"<li onclick='show({n})'>渔港村支部第{n}次夜话会</li>" for n in (3, 4, 5))
    >>> unopened(Page.of(rows + "<script src=/js/site.js></script>"), ())
    <Unread.SCRIPT_LIST: 'script_list'>
    """
    read = {link.anchor for link in links if len(link.anchor) >= HEADLINE}
    scripts = dict(_dead(page, read))
    asked = sum(link.role == SOURCE for link in links)  # their texts, when each opens one in its place
    if len(scripts) < FEWEST or _READ_FOR_EACH * len(scripts) < len(read) or asked >= len(scripts):
        return None
    posts = any(_SENDS.search(text) for text in scripts.values())
    return Unread.FORM if posts else Unread.SCRIPT_LIST


def _dead(page: Page, read: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield the headlines that lead nowhere, each with what would open it."""
    bodies: dict[str, str | None] = {}
    texts = [text for _, text in Elements.of(page).inline]
    for element, script in _openers(page):
        label = label_of(element) or element.get("value") or ""
        if len(label) < HEADLINE or label in read or element.get("title") in read:
            continue
        if not is_title(label) or is_action(label):
            continue
        names = calls_of(script)
        bodies |= {name: leading_body(name, texts) for name in names - bodies.keys()}
        leading = [script if bodies[name] is None else bodies[name] for name in names]
        leading += [script] if _SENDS.search(script) or (not names and _has_id(element)) else []
        if any(leading) or (leading and not script):
            yield label, "".join(filter(None, leading))


def _openers(page: Page) -> Iterator[tuple[HtmlElement, str]]:
    """Yield the elements that a script or a form may open, and how."""
    elements = Elements.of(page)
    leading = frozenset(elements.linking).difference(element for element, _ in elements.nowhere)
    for element, _, script in handlers_of(page):
        if element not in leading:
            yield element, script
    yield from ((element, "") for element, script in elements.nowhere[:_MOST] if not calls_of(script))
    for row in page.tree.iter(*_ROWS):
        if len(row.attrib) and _has_id(row) and leading.isdisjoint(row.iter("a")):
            yield row, ""
    for form in elements.forms:
        if (form.get("method") or "").strip().lower() == "post":
            yield from ((button, "submit()") for button in form.iter("button", "input"))


def _has_id(element: HtmlElement) -> bool:
    if any("//" in value for value in element.values()):  # it leads to another site
        return False
    return any(
        value.isdecimal() if name == "id" else _ID.search(name) and _IDENTIFIES.fullmatch(value)
        for name, value in element.items()
    )

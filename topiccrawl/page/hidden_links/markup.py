"""Anchors in texts that are HTML: strings of scripts, CDATA of data islands, templates, comments."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from lxml import html as lxml_html
from lxml.html import HtmlElement

from topiccrawl.page.anchors.anchor_text import anchor_text
from topiccrawl.page.hidden_links.urls import page_url
from topiccrawl.page.page import ONE_CLASS, Page

HOLE = "\ue000"
"""Character that stands where a script puts in a value that is not known."""
_PLUS = 0xE100
"""Character behind a hole for what is added to its value: this for nothing, the next for one."""
_MOST_ADDED = 8
_HOLE_PLUS = re.compile(f"{HOLE}([{chr(_PLUS - _MOST_ADDED)}-{chr(_PLUS + _MOST_ADDED)}])")
_ANCHOR = re.compile(r"<[aA]\s|&(?:lt|LT);[aA] ")
_CDATA = re.compile(r"<!\[CDATA\[|\]\]>")
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")
_FILLED = re.compile(r"@@|\$\$|\{\{|[$#]\{|<%")
"""Marks in an anchor text that a script fills."""
_MOST_CHILDREN = 5
_MOST_PIECES = 60
"""Children and texts of the row of an anchor."""
_LONGEST = 500_000
"""Characters of markup that are parsed."""


class Anchored(NamedTuple):
    """An anchor in a piece of markup.

    Attributes:
        href: as written; with `HOLE` for what is not known.
        url: absolute URL, if the reference is that of a page of the same site; otherwise empty.
        anchor: anchor text.
        context: text of the row around it.
    """

    href: str
    url: str
    anchor: str
    context: str


def hole(plus: int = 0) -> str:
    """Return what stands for a value that is not known, with a number that is added to it."""
    return f"{HOLE}{chr(_PLUS + plus)}" if plus and abs(plus) <= _MOST_ADDED else HOLE


def plus_of(text: str) -> tuple[str, int]:
    """Return a text with plain holes, and what is added to the value of the first one."""
    found = _HOLE_PLUS.search(text)
    return (_HOLE_PLUS.sub(HOLE, text), ord(found[1]) - _PLUS) if found else (text, 0)


def between(text: str, start: str, end: str) -> Iterator[str]:
    """Yield what stands between each start and the next end; an unclosed one is left out."""
    place = text.find(start)
    while place >= 0 and (stop := text.find(end, place + len(start))) >= 0:
        yield text[place + len(start) : stop]
        place = text.find(start, stop + len(end))


def elements_in(tag: str, pieces: Iterable[str]) -> Iterator[HtmlElement]:
    """Yield the elements of a kind in pieces of markup, in order."""
    # A template that is all comment: a browser must not show it before the script does.
    text = "\n".join(piece.strip().removeprefix("<!--").removesuffix("-->") for piece in pieces)
    if not text:
        return
    text = _NOT_XML.sub(" ", _CDATA.sub("", text[:_LONGEST]))
    if "&lt;a" in text:
        text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", '"')
    try:
        parser = lxml_html.HTMLParser()
        parser.set_element_class_lookup(ONE_CLASS)
        root = lxml_html.fragment_fromstring(text, create_parent="div", parser=parser)
    except Exception:  # lxml raises errors of several kinds on odd markup
        return
    yield from root.iter(tag)


def anchors_in(page: Page, pieces: Iterable[str]) -> Iterator[Anchored]:
    """Yield the anchors in pieces of markup, in order."""
    bearing = (piece for piece in pieces if _ANCHOR.search(piece))
    for element in elements_in("a", bearing):
        href = (element.get("href") or "").strip()
        anchor, picture = anchor_text(element)
        titled = (len(anchor) >= 4 or "更多" in anchor) and not picture
        known = HOLE not in href and not _FILLED.search(anchor)
        url = page_url(page, href, titled=titled) if known else None
        context = _text_of(element.getparent()) if url else ""
        yield Anchored(href, url or "", anchor, context[:120] if len(context) > len(anchor) else "")


def _text_of(row: HtmlElement | None) -> str:
    """Return the text of the row around an anchor; empty if the row is too large for one."""
    if row is None or next(islice(row.iterchildren(), _MOST_CHILDREN, None), None) is not None:
        return ""  # to count all children for each of them would take quadratic time
    return " ".join("".join(islice(row.itertext(), _MOST_PIECES)).split())

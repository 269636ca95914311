"""Pages of the same site in frames, also those that a script writes or loads."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from urllib.parse import parse_qsl

from lxml.html import HtmlElement

from topiccrawl.page.anchors.link import SOURCE, Link
from topiccrawl.page.elements import Elements
from topiccrawl.page.hidden_links.data.request_fields import begun
from topiccrawl.page.hidden_links.markup import HOLE, anchors_in, elements_in
from topiccrawl.page.hidden_links.page_scripts import Code, PageScripts
from topiccrawl.page.hidden_links.templates import evaluated
from topiccrawl.page.hidden_links.urls import DATA, frame_url, frameset_url
from topiccrawl.page.page import Page
from topiccrawl.page.scripts.values import Called, Value, Variable

FILM = "film"
"""How the data of a Flash film was found."""
_PIXELS = re.compile(r"\s*(\d{1,5})(?:px)?\s*$")
_SMALLEST_FRAME = 200
"""Width and height in pixels of a frame with a list; adverts and counters are smaller."""


def frame_links(page: Page, scripts: PageScripts, written: Iterable[str]) -> Iterator[Link]:
    """Yield the pages of the same site that stand in frames.

    Args:
        page: the page.
        scripts: its scripts, which may load a page in a frame.
        written: pieces of markup that these write.
    """
    framed = (text for text in written if "<iframe" in text and HOLE not in text)
    for element in (*Elements.of(page).frames, *elements_in("iframe", framed)):
        if element.tag in ("embed", "object"):
            yield from _data_of_film(page, element)
        height = element.get("height")
        if _is_small(height) or _is_small(element.get("width")):
            continue
        names = ("src", "data", "data-src")
        sources = (text for name in names if (text := (element.get(name) or "").strip()))
        text = next((text for text in sources if not text.lower().startswith(("javascript:", "about:"))), "")
        if not text:
            loaded = scripts.code.once(_loaded_in_frames)
            name = next((name for name in map(element.get, ("id", "name")) if name in loaded), "")
            text = evaluated(page, begun(loaded.get(name or element.tag, ""))) or ""
        text = text.replace("\\", "/")
        if not text:
            continue
        large = _PIXELS.match(height or "") is not None  # the small ones are left out above
        url = frameset_url(page, text) if element.tag == "frame" else frame_url(page, text, large=large)
        if url:
            yield Link(url, found=f"{element.tag}", role=SOURCE)
    if any(element.tag == "frame" for element in Elements.of(page).frames):
        markup = [element.text for element in page.tree.iter("noframes") if element.text]
        yield from (
            Link(a.url, a.anchor, a.context, found="noframes") for a in anchors_in(page, markup) if a.url
        )


def _data_of_film(page: Page, element: HtmlElement) -> Iterator[Link]:
    """Yield the data that a Flash film shows, such as a menu: `menu.swf?xmlUrl=menu.xml`."""
    params = {(param.get("name") or "").lower(): param.get("value") or "" for param in element.iter("param")}
    sources = [element.get(name) or params.get(name) or "" for name in ("src", "data", "movie")]
    variables = [element.get("flashvars") or params.get("flashvars", "")]
    variables += [
        query for path, _, query in (text.partition("?") for text in sources) if path.endswith(".swf")
    ]
    for name, value in parse_qsl("&".join(variables)):
        is_data = "xml" in name.lower() or DATA.search(value) is not None
        if is_data and (url := frameset_url(page, value)):  # a menu is part of the page
            yield Link(url, found=FILM, role=SOURCE)


def _loaded_in_frames(code: Code) -> dict[str, Value]:
    """Return the addresses that scripts load in frames, by the id or name of the frame, or by its tag."""
    found: dict[str, Value] = {}
    selected: Value = ""
    for script, step in code.steps:
        owner, _, last = step.name.removesuffix(".href").rpartition(".")
        if last not in (_SETS if step.is_call else _SET):
            continue
        value = script.resolved(step.values[-1]) if step.values else ""
        if last in _ELEMENTS:
            selected = value
            continue
        known = script.resolved(Variable(owner)) if owner else selected
        if step.is_call and isinstance(value, dict):
            value = value.get("src")
        elif step.is_call and step.values[:1] != ("src",):
            continue
        if isinstance(known, Called) and known.values:
            known = known.values[-1]
        elif isinstance(known, Variable):
            known = owner.removesuffix(".contentWindow").rstrip("[]").rsplit(".", 1)[-1]
        if isinstance(known, str):
            found.setdefault(_AROUND_NAME.sub("", known), value)
    return found


_ELEMENTS = frozenset({"$", "jQuery", "getElementById", "querySelector"})
_SETS, _SET = _ELEMENTS | {"attr", "prop", "setAttribute"}, frozenset({"src", "location"})
"""Functions that select an element or set an attribute, and what is assigned to."""
_AROUND_NAME = re.compile(r"^(?:iframe)?(?:[#.]|\[(?:name|id)=)|[\"'\]]")
"""What surrounds the name of a frame in a selector."""


def _is_small(length: str | None) -> bool:
    """Return whether a frame of a width or a height is too small for a list."""
    pixels = _PIXELS.match(length) if length else None
    return pixels is not None and int(pixels[1]) < _SMALLEST_FRAME

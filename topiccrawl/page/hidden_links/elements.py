"""The elements of a page that may bear hidden links, found in one walk through its tree."""

from __future__ import annotations

from dataclasses import dataclass

from lxml.html import HtmlElement

from topiccrawl.page.page import Page

_FRAMES = frozenset({"frame", "iframe", "object", "embed"})


@dataclass(frozen=True)
class Elements:
    """Elements of a page, each kind in order.

    Attributes:
        scripts: inline scripts and script files.
        frames: frames, objects and embedded pages.
        forms: forms that are not inside another one.
        selects: selections, likewise.
    """

    scripts: tuple[HtmlElement, ...]
    frames: tuple[HtmlElement, ...]
    forms: tuple[HtmlElement, ...]
    selects: tuple[HtmlElement, ...]

    @classmethod
    def of(cls, page: Page) -> Elements:
        """Return the elements of a page."""
        return page.once(_find)


def _find(page: Page) -> Elements:
    scripts: list[HtmlElement] = []
    frames: list[HtmlElement] = []
    forms: list[HtmlElement] = []
    selects: list[HtmlElement] = []
    for element in page.tree.iter("script", "frame", "iframe", "object", "embed", "form", "select"):
        tag = element.tag
        if tag == "script":
            scripts.append(element)
        elif tag in _FRAMES:
            frames.append(element)
        elif next(element.iterancestors(tag), None) is None:
            (forms if tag == "form" else selects).append(element)
    return Elements(tuple(scripts), tuple(frames), tuple(forms), tuple(selects))

"""The elements of a page that have links, hidden links or facts, found in one walk through its tree."""

from __future__ import annotations

from dataclasses import dataclass

from lxml import etree
from lxml.html import HtmlElement

from topiccrawl.page.page import Page
from topiccrawl.text.radicals import without_radicals

_FRAMES = ("frame", "iframe", "object", "embed", "include")
_KINDS = ("a", "area", "script", "form", "select", "textarea", "table", "nextgroup")
_ROUTED = ("router-link", "nuxt-link")
"""Links of frameworks, whose addresses are bound to data."""
_TELLING = ("title", "meta", "link", "h1", "time")
"""Elements that tell of the page, beside its scripts."""
_AROUND = ("nav", "header", "footer")
"""Elements around menus."""
_NESTED = frozenset({"form", "select"})
"""Elements whose inner ones belong to the outer one."""


@dataclass(frozen=True)
class Elements:
    """Elements of a page, each kind in order.

    Attributes:
        anchors: the `a` elements, with and without an address.
        areas: those of image maps.
        scripts: inline scripts and script files.
        frames: frames, objects, embedded and included pages.
        forms: forms that are not inside another one.
        selects: selections, likewise.
        textareas: fields for texts and old examples of code, in which some pages keep templates.
        tables: tables, some of which fetch their rows.
        hrefs: addresses of the anchors and areas.
        nowhere: those of them that lead nowhere by themselves, with the scripts that their addresses have.
        inline: the inline scripts of any type, with their texts.
        files: addresses of the script files.
        telling: titles, meta elements, links of the head, first headings, times and scripts, in their order.
        has_navigation: whether some links may be in a menu that says so.
        has_groups: whether the data of a list that is no page names its next group.
    """

    anchors: tuple[HtmlElement, ...]
    areas: tuple[HtmlElement, ...]
    scripts: tuple[HtmlElement, ...]
    frames: tuple[HtmlElement, ...]
    forms: tuple[HtmlElement, ...]
    selects: tuple[HtmlElement, ...]
    textareas: tuple[HtmlElement, ...]
    tables: tuple[HtmlElement, ...]
    hrefs: tuple[str | None, ...]
    nowhere: tuple[tuple[HtmlElement, str], ...]
    inline: tuple[tuple[HtmlElement, str], ...]
    files: tuple[str, ...]
    telling: tuple[HtmlElement, ...]
    has_navigation: bool
    has_groups: bool

    @classmethod
    def of(cls, page: Page) -> Elements:
        """Return the elements of a page."""
        return page.once(_find)

    @property
    def linking(self) -> tuple[HtmlElement, ...]:
        """Anchors, and areas behind them."""
        return self.anchors + self.areas if self.areas else self.anchors


def text_of(element: HtmlElement) -> str:
    """Return all text inside of an element, in less than half of the time that `itertext` takes."""
    text: str = etree.tostring(element, method="text", encoding="unicode", with_tail=False)
    return text


def _script_in(href: str | None) -> str | None:
    """Return the script of an address; empty for one that leads nowhere, None for any other."""
    if not href or href[0] == "#":
        return ""
    return href[11:].strip() if href[0] in "jJ" and href[:11].lower() == "javascript:" else None


def _find(page: Page) -> Elements:
    frames: list[HtmlElement] = []
    found: dict[str, list[HtmlElement]] = {tag: [] for tag in _KINDS}
    found.update(dict.fromkeys(_FRAMES, frames), xmp=found["textarea"])
    routed: list[HtmlElement] = []
    found.update(dict.fromkeys(_ROUTED, routed))
    telling: list[HtmlElement] = []
    found.update(dict.fromkeys(_TELLING, telling))
    around: list[HtmlElement] = []
    found.update(dict.fromkeys(_AROUND, around))
    for element in page.tree.iter(*found):
        tag = element.tag
        if tag not in _NESTED or next(element.iterancestors(tag), None) is None:
            found[tag].append(element)
            if tag == "script":
                telling.append(element)
    linking = (*found["a"], *found["area"])
    nowhere = [(element, "") for element in routed]
    hrefs = tuple([element.get("href") for element in linking])
    nowhere += [(linking[n], script) for n, script in enumerate(map(_script_in, hrefs)) if script is not None]
    sources = [(element, element.get("src")) for element in found["script"]]
    texts = [(element, element.text) for element, source in sources if source is None]
    return Elements(
        tuple(found["a"]),
        tuple(found["area"]),
        tuple(found["script"]),
        tuple(frames),
        tuple(found["form"]),
        tuple(found["select"]),
        tuple(found["textarea"]),
        tuple(found["table"]),
        hrefs,
        tuple(nowhere),
        tuple([(element, text) for element, text in texts if text]),
        tuple([source for _, source in sources if source]),
        tuple(telling),
        bool(around),
        bool(found["nextgroup"]),
    )


def page_title(page: Page) -> str:
    """Return the text of <title> with white space collapsed."""
    return page.once(_read_title)


def _read_title(page: Page) -> str:
    title = next((element for element in Elements.of(page).telling if element.tag == "title"), None)
    return " ".join(without_radicals(title.text or "").split()) if title is not None else ""

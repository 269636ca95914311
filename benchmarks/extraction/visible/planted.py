"""Text planted in real pages in the ways that pages hide text from their readers."""

from __future__ import annotations

import html
from typing import NamedTuple

from benchmarks.extraction.visible.sample import Labelled

PLANTED = "此段暗记甲乙丙丁不为读者所见，"
"""What is planted: no page has these words, and they look like text."""

PLACES = 3
"""Number of paragraphs of a page in which it is planted."""


class Hiding(NamedTuple):
    """A way to hide text.

    Attributes:
        tag: the opening tag around the text; its name is the first word.
        css: rules of a <style> element in the head.
    """

    tag: str
    css: str = ""


HIDDEN = {
    "display": Hiding('span style="display:none"'),
    "visibility": Hiding('span style="visibility: hidden"'),
    "hidden attribute": Hiding("span hidden"),
    "font size 0": Hiding('font style="font-size:0px;color:#FFF"'),
    "white on white": Hiding('span style="color:#fff"'),
    "white <font>": Hiding("font color=white"),
    "transparent colour": Hiding('span style="color:rgba(0,0,0,0)"'),
    "opacity": Hiding('span style="opacity:0"'),
    "off-screen": Hiding('span style="position:absolute;left:-9999px;top:auto"'),
    "above the screen": Hiding('span style="position:fixed;top:-2000px"'),
    "clip": Hiding('span style="position:absolute;clip:rect(0 0 0 0);width:1px;height:1px;overflow:hidden"'),
    "clip-path": Hiding('span style="position:absolute;clip-path:inset(50%)"'),
    "box without height": Hiding('span style="display:inline-block;height:0;overflow:hidden"'),
    "box without width": Hiding('span style="display:inline-block;width:0;height:1em;overflow:hidden"'),
    "scaled": Hiding('span style="display:inline-block;transform:scale(0)"'),
    "indented": Hiding('span style="display:block;text-indent:-9999px;overflow:hidden"'),
    "class": Hiding("span class=k7x", ".k7x{display:none}"),
    "class in a class": Hiding("span class='a1 k7x'", "body .k7x, .zz{ font-size:0 }"),
    "tag": Hiding("ins", "ins{display:none}"),
    "child": Hiding("b class=k7x", "p > b.k7x, div > b.k7x, td > b.k7x, body b.k7x{visibility:hidden}"),
    "id": Hiding("i id=mark7", "#mark7{position:absolute;left:-3000px}"),
    "attribute": Hiding("span data-mark=1", "span[data-mark]{display:none}"),
    "media": Hiding("span class=k7x", "@media screen and (min-width:100px){.k7x{display:none}}"),
    "important": Hiding("span class=k7x style='display:inline'", ".k7x{display:none !important}"),
    "several classes": Hiding("span class='k7x off'", ".k7x.off{display:none}"),
    "grounded": Hiding('span style="background:#333;color:#333"'),
    "colour by class": Hiding("span class=k7x", ".k7x{color:#ffffff;background-color:#fff}"),
    "line of nothing": Hiding('span style="font:0/0 a"'),
}  # fmt: skip

SHOWN = {
    "folded away": Hiding('details style="display:inline"'),
    "grey": Hiding('span style="color:#666"'),
    "white on blue": Hiding('span style="background:#00f;color:#fff"'),
    "overridden": Hiding("span class=k7x style='display:inline'", ".k7x{display:none}"),
    "for print": Hiding("span class=k7x", "@media print{.k7x{display:none}}"),
    "narrow screens": Hiding("span class=k7x", "@media (max-width:300px){.k7x{display:none}}"),
    "small": Hiding('span style="font-size:10px"'),
    "later rule": Hiding("span class=k7x", ".k7x{display:none}.k7x{display:inline}"),
    "elsewhere": Hiding("span class=k7x", ".menu .k7x{display:none}"),
    "hovered": Hiding("span class=k7x", ".k7x:hover{display:none}"),
    "moved a little": Hiding('span style="position:relative;left:-3px"'),
}
"""Ways that hide nothing."""


def planted(page: Labelled, source: str, hiding: Hiding) -> str:
    """Return the HTML of a page with text planted in the middle of its body; empty if there is no place."""
    name = hiding.tag.partition(" ")[0]
    piece = f"<{hiding.tag}>{PLANTED}</{name}>"
    found, places = source, 0
    for line in page.gold.splitlines():
        opening = html.escape(line.strip()[:14], quote=False)
        if len(opening) == 14 and found.count(opening) == 1 and places < PLACES:
            found = found.replace(opening, f"{opening[:9]}{piece}{opening[9:]}")
            places += 1
            if name == "i":  # an id stands once
                break
    if not places:
        return ""
    style = f"<style>{hiding.css}</style>" if hiding.css else ""
    at = found.lower().find("</head>")
    return found[:at] + style + found[at:] if at >= 0 else style + found

"""What the declarations of a style say about how text is displayed."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from topiccrawl.page.styles.colours import declared_colours, is_dark

_FAR = -500
"""Position in pixels from which text is outside of every screen."""

_TELLING = re.compile(
    r"display|visib|font|indent|left|top|right|margin|overflow|clip|opacity|scale|colou?r|background|white-space",
    re.IGNORECASE,
)
_LENGTH = re.compile(r"(-?(?:\d+\.?\d*|\.\d+))(px|pt|em|rem|%|vw|vh|in|cm)?")
_PIXELS = {"px": 1.0, "pt": 1.33, "em": 16.0, "rem": 16.0, "in": 96.0, "cm": 38.0, "vw": 12.0, "vh": 8.0}
_SHORTHAND_SIZE = re.compile(r"(?:^|\s)0(?:px|pt)?(?:/\S+)?\s")
_CLIPPED = re.compile(r"rect\(\s*(?:0|1)\w*[\s,]+(?:0|1)\w*[\s,]+(?:0|1)\w*|inset\(\s*(?:50|100)%")
_TRANSPARENT = re.compile(r"(?:rgb|hsl)a?\((?:[^,()]+,){3}\s*0?\.?0*%?\s*\)|#[0-9a-f]{3}0|#[0-9a-f]{6}00")
_KEEPS_BREAKS = frozenset(("pre", "pre-wrap", "pre-line", "break-spaces"))


class Declared(NamedTuple):
    """Properties that a style sets; None where it does not.

    Attributes:
        displayed: False for `display: none`.
        visible: False for `visibility: hidden`.
        tiny: whether the font is too small to read.
        away: whether the text is outside of the screen or cut off.
        opaque: False for `opacity: 0`.
        colour: font colour as #rrggbb.
        ground: background colour; "" when transparent.
        pictured: whether a picture is the background.
        keeps_breaks: whether line breaks of the source are displayed.
    """

    displayed: bool | None = None
    visible: bool | None = None
    tiny: bool | None = None
    away: bool | None = None
    opaque: bool | None = None
    colour: str | None = None
    ground: str | None = None
    pictured: bool | None = None
    keeps_breaks: bool | None = None

    def over(self, other: Declared) -> Declared:
        """Return these properties, with those of another style where these do not set them."""
        if self is NOTHING or other is NOTHING:
            return other if self is NOTHING else self
        both = zip(self, other, strict=True)
        return Declared._make(value if value is not None else outer for value, outer in both)

    @property
    def may_hide(self) -> bool:
        """Whether one of the properties may keep text from the reader."""
        return (
            self.displayed is False
            or self.visible is False
            or self.opaque is False
            or bool(self.tiny or self.away)
            or self.colour is not None
        )

    @property
    def may_matter(self) -> bool:
        """Whether they may hide text, wherever it stands, or keep line breaks."""
        return bool(self.keeps_breaks) or (
            self.may_hide
            and (
                self._replace(colour=None).may_hide
                or bool(self.ground or self.pictured)
                or (self.colour is not None and not is_dark(self.colour))
            )
        )


NOTHING = Declared()


@lru_cache(maxsize=8192)  # the same styles stand on many elements and pages
def declared(style: str) -> Declared:
    """Return what `name: value; ...` says.

    >>> declared("font-size:0px; DISPLAY : none !important").displayed
    False
    >>> declared("position:absolute; left:-9999px").away, declared("font-size: 14px").tiny
    (True, False)
    """
    if len(style) > 5000 or _TELLING.search(style) is None:
        return NOTHING
    values = {}
    for declaration in (lower := style.lower()).split(";"):
        name, _, value = declaration.partition(":")
        values[name.strip()] = value.replace("!important", "").strip()
    coloured = "color" in lower or "background" in lower
    colour, ground = declared_colours(style) if coloured else (None, None)
    background = values.get("background", "") + values.get("background-image", "")
    return Declared(
        displayed=values["display"] != "none" if values.get("display") else None,
        visible=values["visibility"] not in ("hidden", "collapse") if values.get("visibility") else None,
        tiny=_tiny(values),
        away=_away(values) or None,
        opaque=_opaque(values),
        colour=colour,
        ground=ground,
        pictured=True if "url(" in background or "gradient(" in background else None,
        keeps_breaks=values["white-space"] in _KEEPS_BREAKS if values.get("white-space") else None,
    )


def _opaque(values: dict[str, str]) -> bool | None:
    """Return whether text can be seen through, None if nothing is said."""
    if values.get("color") == "transparent" or _TRANSPARENT.fullmatch(values.get("color", "")):
        return False
    return _number(values["opacity"]) != 0 if values.get("opacity") else None


def _tiny(values: dict[str, str]) -> bool | None:
    """Return whether the font is too small to read, None if no size is set."""
    if size := values.get("font-size"):
        pixels = _pixels(size)
        return None if pixels is None else pixels <= 1
    if font := values.get("font"):
        return True if _SHORTHAND_SIZE.search(font) else None
    return None


def _away(values: dict[str, str]) -> bool:
    """Return whether text is moved out of the screen, cut off, or in a box without a size."""
    moved: tuple[str, ...] = ("text-indent", "margin-left", "margin-top", "margin")
    if values.get("position") in ("absolute", "fixed", "relative"):
        moved += ("left", "top", "right", "bottom")
    if any((_pixels(values[name]) or 0) <= _FAR for name in moved if name in values):
        return True
    if _CLIPPED.search(values.get("clip", "")) or _CLIPPED.search(values.get("clip-path", "")):
        return True
    if "scale(0)" in values.get("transform", ""):
        return True
    if values.get("overflow") not in ("hidden", "clip"):
        return False
    sizes = [_pixels(values.get(name, "")) for name in ("width", "height", "max-height", "line-height")]
    return any(size is not None and size <= 1 for size in sizes)


def _pixels(value: str) -> float | None:
    """Return a length in pixels, None if it is none; a percentage counts as that many pixels."""
    found = _LENGTH.match(value)
    return float(found[1]) * _PIXELS.get(found[2] or "px", 1.0) if found else None


def _number(value: str) -> float:
    found = _LENGTH.match(value)
    return float(found[1]) if found else 1.0

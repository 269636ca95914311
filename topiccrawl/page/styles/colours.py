"""Colours in CSS values, declarations and HTML attributes."""

from __future__ import annotations

import re

from lxml.html import HtmlElement

WHITE = "#ffffff"
"""Default background colour."""

BLACK = "#000000"
"""Default font colour."""

LINK_BLUE = "#0000ee"
"""Default font colour of links."""

MAX_VALUE = 300
"""Number of characters of a value in which a colour is searched; longer values have embedded pictures."""

_NAMED = dict(
    pair.split(":")
    for pair in """
    black:000000 silver:c0c0c0 gray:808080 grey:808080 white:ffffff maroon:800000 red:ff0000 purple:800080
    fuchsia:ff00ff magenta:ff00ff green:008000 lime:00ff00 olive:808000 yellow:ffff00 navy:000080 blue:0000ff
    teal:008080 aqua:00ffff cyan:00ffff orange:ffa500 brown:a52a2a pink:ffc0cb gold:ffd700 beige:f5f5dc
    ivory:fffff0 darkred:8b0000 darkblue:00008b darkgreen:006400 darkgray:a9a9a9 darkgrey:a9a9a9
    dimgray:696969 dimgrey:696969 lightgrey:d3d3d3 lightgray:d3d3d3 whitesmoke:f5f5f5 snow:fffafa
    gainsboro:dcdcdc lightyellow:ffffe0 lightblue:add8e6 skyblue:87ceeb steelblue:4682b4 royalblue:4169e1
    crimson:dc143c tomato:ff6347 firebrick:b22222 chocolate:d2691e
    """.split()
)
_COLOUR = re.compile(r"#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})(?![0-9a-z])|rgba?\(([^()]{1,60})\)|[a-z]+")
_LIGHT = 0x90
WHITISH = 0xF0
"""Least part of red, green and blue of a colour that cannot be read on white."""

_BARE_HEX = re.compile(r"[0-9a-fA-F]{6}")
_COLOUR_ATTRIBUTES = {"font": "color", "body": "text"}


def parse_colour(value: str) -> str | None:
    """Return the first visible colour in a CSS value or an HTML attribute, as #rrggbb; None without one.

    >>> parse_colour("RGB(255, 0,0) url(a.gif)"), parse_colour("#Fff"), parse_colour("transparent")
    ('#ff0000', '#ffffff', None)
    """
    for found in _COLOUR.finditer(value.lower()):
        text = found.group()
        if text.startswith("#"):
            digits = text[1:] if len(text) > 5 else "".join(2 * digit for digit in text[1:])
            if not digits.endswith("00", 6):
                return "#" + digits[:6]
        elif found.group(1) is not None:
            return _parse_rgb(found.group(1))
        elif text in _NAMED:
            return "#" + _NAMED[text]
    return None


def parts_of(colour: str) -> tuple[int, int, int]:
    """Return red, green and blue of a colour as #rrggbb, each in 0..255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def is_dark(colour: str) -> bool:
    """Return whether a colour is one of texts rather than of the grounds behind them."""
    return max(parts_of(colour)) < _LIGHT


def _parse_rgb(arguments: str) -> str | None:
    """Return `255, 0, 0` or `100% 0% 0% / 0.5` as #rrggbb; None when invisible or not a colour."""
    numbers = re.findall(r"(\d+(?:\.\d+)?|\.\d+)(%?)", arguments)
    if len(numbers) < 3 or (len(numbers) > 3 and float(numbers[3][0]) == 0):
        return None
    parts = (min(255, round(float(value) * (2.55 if percent else 1))) for value, percent in numbers[:3])
    return "#" + "".join(f"{part:02x}" for part in parts)


def declared_colours(declarations: str) -> tuple[str | None, str | None]:
    """Return the font colour and background set by `name: value; ...`; "" is a transparent background."""
    colour: str | None = None
    background: str | None = None
    for declaration in declarations.split(";"):
        name, _, value = declaration.partition(":")
        name, value = name.strip().lower(), value[:MAX_VALUE]
        if name == "color":
            colour = parse_colour(value) or colour
        elif name in ("background", "background-color"):
            background = parse_colour(re.sub(r"url\([^)]*\)", " ", value)) or ""
    return colour, background


def attribute_colours(element: HtmlElement) -> tuple[str | None, str | None]:
    """Return the font colour and background set by `<font color>`, `<body text>` and `bgcolor`."""
    name = _COLOUR_ATTRIBUTES.get(element.tag)
    return _attribute_colour(element.get(name) if name else None), _attribute_colour(element.get("bgcolor"))


def _attribute_colour(value: str | None) -> str | None:
    """Parse the colour of an attribute: as in CSS, but the `#` may be missing."""
    if not value:
        return None
    return parse_colour("#" + value if _BARE_HEX.fullmatch(value) else value)

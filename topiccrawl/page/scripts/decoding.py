"""Texts that scripts write down encoded."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import unquote

_UNIT = re.compile(r"%u([0-9a-fA-F]{4})")


def unescaped(text: str) -> str:
    """Return a text that was encoded for `decodeURIComponent` or `unescape`, decoded.

    >>> unescaped("%u515A%E8%AF%BE"), unescaped("%uD83D%uDEA9")
    ('党课', '🚩')
    """
    units = _UNIT.sub(lambda unit: chr(int(unit[1], 16)), text)
    # A character beyond the first 65,536 is written as two; no database takes half of one.
    return unquote(units.encode("utf-16", "surrogatepass").decode("utf-16", "replace"))


def json_in(text: str | bytes) -> Any:
    """Return the value of JSON; None if a text is none, or too deep."""
    try:
        return json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return None


def json_at(text: str, place: int) -> tuple[Any, int]:
    """Return the value of JSON that begins at a place, and where it ends; None and the place if none does."""
    try:
        return _DECODER.raw_decode(text, place)
    except (ValueError, RecursionError):
        return None, place


_DECODER = json.JSONDecoder(strict=False)


def from_base64(text: str) -> str | None:
    """Return the text that a text is the base64 of, with or without padding; None if it is none."""
    try:
        return b64decode(text + "=" * (-len(text) % 4), validate=True).decode()
    except ValueError:
        return None


DECODERS: Mapping[str, Callable[[str], str | None]] = {
    **dict.fromkeys(("decodeURIComponent", "decodeURI", "unescape"), unescaped),
    "atob": from_base64,
}
"""Functions that decode a text, by their last names; bytes are read as UTF-8."""

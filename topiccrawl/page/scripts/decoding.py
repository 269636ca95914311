"""Texts that scripts write down encoded."""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Callable, Mapping
from urllib.parse import unquote

_UNIT = re.compile(r"%u([0-9a-fA-F]{4})")


def _unescaped(text: str) -> str:
    return unquote(_UNIT.sub(lambda unit: chr(int(unit[1], 16)), text))


def _from_base64(text: str) -> str | None:
    try:
        return b64decode(text, validate=True).decode()
    except ValueError:
        return None


DECODERS: Mapping[str, Callable[[str], str | None]] = {
    **dict.fromkeys(("decodeURIComponent", "decodeURI", "unescape"), _unescaped),
    "atob": _from_base64,
}
"""Functions that decode a text, by their last names; bytes are read as UTF-8."""

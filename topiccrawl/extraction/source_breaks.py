"""Line breaks of the source that a reader does not see, as they stand inside Chinese sentences."""

from __future__ import annotations

import re

_CHINESE = "\u2e80-\u2fff\u3001-\u30ff\u3400-\u9fff\uf900-\ufaff\uff01-\uff60\u2014\u2018-\u201d\u2026"
_SOURCE_BREAK = re.compile(
    rf"(?<=[{_CHINESE}])[ \t\r\f\xa0]*\n\s*(?=[{_CHINESE}0-9A-Za-z])"
    rf"|(?<=[0-9A-Za-z%])[ \t\r\f\xa0]*\n\s*(?=[{_CHINESE}])"
)
"""A line break of the source inside a Chinese sentence: neither a browser nor a reader sees one."""

_INDENTED = re.compile("(?<=[。！？…：”」])[ \\t\\r]*\\n[ \\t\\r\\n]*(?=\u3000\u3000)")
"""A line break of the source between indented paragraphs: a style sheet shows it."""

RUNNING = re.compile("[，。；！？、]")
"""Marks inside of running text."""


def without_source_breaks(text: str) -> str:
    """Return a line with white space collapsed, and without the line breaks inside Chinese sentences."""
    text = text.strip()
    if "\n" in text and RUNNING.search(text) is not None:
        text = _SOURCE_BREAK.sub("", text)
    return " ".join(text.split())


def paragraphs(text: str) -> list[str]:
    """Return the indented paragraphs of a text, without the line breaks inside of them."""
    pieces = _INDENTED.split(text) if "\u3000" in text else [text]
    return [without_source_breaks(piece) for piece in pieces]

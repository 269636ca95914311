"""The lines of a page's HTML source, as paper C reads them, each with the size of its text."""

from __future__ import annotations

import re
from html import unescape
from typing import NamedTuple

_RAW_TEXT = "script|style|noscript|title|textarea|iframe|noframes|xmp"
"""Elements whose content is no markup for a browser; without an end tag they reach to the end of the page."""

_UNREAD = re.compile(
    rf"<!--.*?(?:-->|\Z)|<({_RAW_TEXT})\b.*?(?:</\1\b[^>]*>|\Z)"
    r"|<(?:option|button)\b[^<>]*>[^<]*",  # a control is not text of the page
    re.DOTALL | re.IGNORECASE,
)
_TAG = re.compile(r"<[a-zA-Z/!?][^<>]*>")
_LINE_END = re.compile(r"\r\n?|\n")
_HIDDEN = "\0"
"""Stands in for a removed character, so that lines keep their number; `Page` allows none in its text."""


class SourceLine(NamedTuple):
    """A line of the HTML source.

    Attributes:
        text: its text without tags, white space collapsed; may be empty.
        text_bytes: length of `text` in UTF-8.
        html_bytes: length of the line in UTF-8, with tags and indentation.
    """

    text: str
    text_bytes: int
    html_bytes: int

    @property
    def density(self) -> float:
        """Return bytes of text over bytes of HTML, in [0, 1]; 0 for a blank line."""
        # References such as &nbsp; are longer than their character, but &ngE; is shorter than its two.
        return min(self.text_bytes / self.html_bytes, 1.0) if self.text_bytes else 0.0


def source_lines(html: str) -> list[SourceLine]:
    r"""Return all lines of a source, blank ones too, since they count for the distance between two texts.

    Tags, comments, scripts and styles may extend over several lines; each of these lines has their bytes.

    >>> source_lines("<p>正文\n<b class=a\nid=b>粗</b>")[2]
    SourceLine(text='粗', text_bytes=3, html_bytes=12)
    """
    html = _LINE_END.sub("\n", html.replace(_HIDDEN, " "))
    shown = _TAG.sub(_hide, _UNREAD.sub(_hide, html))
    return [_line(line, source) for line, source in zip(shown.split("\n"), html.split("\n"), strict=True)]


def _hide(found: re.Match[str]) -> str:
    """Return what is left of a tag: its line ends."""
    return _HIDDEN + "\n" * found.group().count("\n")


def _line(shown: str, source: str) -> SourceLine:
    text = " ".join(unescape(shown.replace(_HIDDEN, "")).split())
    return SourceLine(text, _size(text), _size(source))


def _size(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8", "replace"))

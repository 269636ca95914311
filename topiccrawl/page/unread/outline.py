"""What a page without content shows and runs, read from its source without a tree.

Scripts are read as text and never run. All patterns take time in proportion to the length of the page.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_SCRIPT_LENGTH = 64 * 1024
"""Characters of the scripts of a page that are read."""

_RAW = re.compile(r"<(script|style|noscript|title|textarea|template)\b([^<>]*)>|<!--", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]*>?")
_LINK = re.compile(r"<a\s[^<>]*?\bhref\s*=\s*[\"']?\s*(?!#|javascript:)[^\s\"'>]", re.IGNORECASE)
_FRAME = re.compile(r"<i?frame\b", re.IGNORECASE)
_SRC = re.compile(r"\bsrc\s*=", re.IGNORECASE)
_FILM = re.compile(r"<embed\b[^<>]{1,500}\.swf\b", re.IGNORECASE)
_META = re.compile(r"<meta\s[^<>]*>", re.IGNORECASE)
_CONTENT = re.compile(
    r"content\s*=\s*(?:\"([^\"]{0,2000})\"|'([^']{0,2000})'|([^\s>]{0,2000}))", re.IGNORECASE
)
_REFRESH_URL = re.compile(r"^[\s\d.]{0,20}[;,]?\s{0,20}(?:url\s{0,5}=)?\s{0,5}[\"']?([^\"']*)", re.IGNORECASE)
_JOIN = re.compile(r"[\"'][\s)]{0,8}\+[\s(]{0,8}[\"']")
_ESCAPE = re.compile(r"\\x([0-9a-f]{2})|\\u([0-9a-f]{4})", re.IGNORECASE)
_ASSIGNED = re.compile(
    r"\blocation(?:\s{0,5}\.\s{0,5}href|\s{0,5}\[\s{0,5}[\"']href[\"']\s{0,5}\])?\s{0,5}=(?!=)\s{0,5}([^;\n]{0,500})"
    r"|\blocation\s{0,5}(?:\.\s{0,5}(?:replace|assign)|\[\s{0,5}[\"'](?:replace|assign)[\"']\s{0,5}\])"
    r"\s{0,5}\(([^;\n]{0,500})"
)
_LITERAL = re.compile(r"\"([^\"]*)\"|'([^']*)'")


@dataclass
class Outline:
    """What a page shows and runs.

    Attributes:
        words: what it displays, without white space.
        links: number of links that lead to another page.
        has_frame: whether it has a frame.
        has_notice: whether it has a text for those without scripts.
        externals: number of scripts with a `src`, and of Flash films.
        scripts: the scripts in the page.
        refreshes_to: target of a refresh tag; empty: the page itself, None: there is no such tag.
    """

    words: str = ""
    links: int = 0
    has_frame: bool = False
    has_notice: bool = False
    externals: int = 0
    scripts: list[str] = field(default_factory=list)
    refreshes_to: str | None = None

    @property
    def text(self) -> int:
        """Number of characters it displays, without white space."""
        return len(self.words)

    @property
    def has_script(self) -> bool:
        """Whether the page has a script."""
        return bool(self.scripts or self.externals)

    @property
    def script(self) -> str:
        """The beginning of its scripts in one text."""
        return "\n".join(self.scripts)[:_SCRIPT_LENGTH]


def read_outline(html: str) -> Outline:
    """Return the outline of a page.

    >>> page = read_outline("<title>党建</title><p>正文</p><script src=/app.js></script>")
    >>> page.words, page.text, page.externals, page.has_script
    ('正文', 2, 1, True)
    """
    outline, shown, at = Outline(), [], 0
    while (start := _RAW.search(html, at)) is not None:
        shown.append(html[at : start.start()])
        name = (start[1] or "").lower()
        end = html.find("-->", start.end()) if not name else _find_end(html, name, start.end())
        inside = html[start.end() : len(html) if end < 0 else end]
        if name == "script":
            if _SRC.search(start[2] or ""):
                outline.externals += 1
            elif inside.strip():
                outline.scripts.append(inside)
        elif name == "noscript":
            outline.has_notice = outline.has_notice or bool(_TAG.sub("", inside).strip())
        if end < 0:
            break
        at = end + 3 if not name else html.find(">", end) + 1 or len(html)
    else:
        shown.append(html[at:])
    rest = "".join(shown)
    outline.links = len(_LINK.findall(rest))
    outline.externals += len(_FILM.findall(rest))
    outline.has_frame = _FRAME.search(rest) is not None
    outline.refreshes_to = _refresh(rest)
    outline.words = "".join(_TAG.sub(" ", rest).split())
    return outline


def readable(script: str) -> str:
    r"""Return a script with its escapes and joined literals written out.

    >>> readable(r"document['co'+'\x6fkie']")
    "document['cookie']"
    """
    return _JOIN.sub("", _ESCAPE.sub(lambda found: chr(int(found[1] or found[2], 16)), script))


def assigned_locations(script: str) -> list[str]:
    """Return the expressions that a script assigns to `location`.

    >>> assigned_locations("window.location.href = '/login'; location.replace(url)")
    ["'/login'", 'url)']
    """
    return [first or second for first, second in _ASSIGNED.findall(script)]


def literals_in(expression: str) -> list[str]:
    """Return the literal texts of an expression."""
    return [first or second for first, second in _LITERAL.findall(expression)]


def _find_end(html: str, name: str, start: int) -> int:
    """Return where the end tag of an element with raw text stands; -1 without one."""
    closing = f"</{name}"
    found = html.find(closing, start)
    return found if found >= 0 else html.find(closing.upper(), start)


def _refresh(html: str) -> str | None:
    for tag in _META.findall(html):
        if "refresh" in tag.lower() and (content := _CONTENT.search(tag)) is not None:
            target = _REFRESH_URL.match(content[1] or content[2] or content[3] or "")
            return target[1].strip() if target is not None else ""
    return None

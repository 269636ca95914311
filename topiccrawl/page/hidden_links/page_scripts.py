"""The inline scripts of a page that may hold links."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from topiccrawl.page.hidden_links.records import parsed
from topiccrawl.page.page import Page
from topiccrawl.page.scripts.script import LONGEST_SCRIPT, Script, Step
from topiccrawl.page.scripts.values import Value

_MOST = 200_000
"""Characters of scripts of a page that are read."""
_LONGEST_DATA = 2_000_000
"""Characters of data in a page that are read: Python's reader takes some milliseconds for them."""
_CODE_TYPES = frozenset(
    {"", "text/javascript", "application/javascript", "text/ecmascript", "module", "application/x-javascript"}
)
_BEARS_LINKS = re.compile(
    r"href|\.s?html?\b|\.(?:jspx?|aspx?|php|do|action|jsonp?|xml|rss)\b|location|\.submit\b|ajax|fetch\(|\.load\(|\.open\("
    r"|\$\.(?:get|post)|axios|(?:page|count)\w*\s*[=(:]|\w+Page\w*\(|(?:url|link)[\"']?\s*[:=]",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class PageScripts:
    """The inline scripts of a page.

    Attributes:
        scripts: those whose text may bear links, as read.
        data: texts of scripts that are JSON.
        markup: texts of scripts that are HTML or XML.
    """

    scripts: tuple[Script, ...]
    data: tuple[str, ...]
    markup: tuple[str, ...]

    @classmethod
    def of(cls, page: Page) -> PageScripts:
        """Read the scripts of a page."""
        code: list[str] = []
        data: list[str] = []
        markup: list[str] = []
        room = _MOST
        for element in page.tree.iter("script"):
            text = element.text
            if not text or element.get("src"):
                continue
            kind = (element.get("type") or "").lower().split(";")[0].strip()
            if "json" in kind:
                if len(text) <= _LONGEST_DATA:
                    data.append(text)
            elif kind not in _CODE_TYPES or text.lstrip()[:1] == "<" and not text.lstrip().startswith("<!--"):
                markup.append(text[:_LONGEST_DATA])
            elif (assigned := _assigned_data(text)) and parsed(assigned) is not None:
                data.append(assigned)
            elif room > 0 and _BEARS_LINKS.search(text, 0, LONGEST_SCRIPT):
                code.append(text[: min(room, LONGEST_SCRIPT)])
                room -= len(code[-1])
        return cls(_read(code), tuple(data), tuple(markup))

    def steps(self) -> Iterator[tuple[Script, Step]]:
        """Yield what the scripts do, in order."""
        for script in self.scripts:
            for step in script.steps:
                yield script, step


def _read(texts: list[str]) -> tuple[Script, ...]:
    """Read scripts; each knows the constants of those before it."""
    found: list[Script] = []
    known: dict[str, Value] = {}
    for text in texts:
        found.append(Script.read(text, known))
        known = found[-1].constants
    if len(found) > 1:
        found = [Script(script.steps, known) for script in found]
    return tuple(found)


_STATE = re.compile(r"\s*(?:window\.|var\s+|let\s+|const\s+)?[\w$.\[\]\"']+\s*=\s*(?=[{\[]\s*[\"{\[])")


def _assigned_data(text: str) -> str:
    """Return the JSON that a script of one assignment assigns, such as the state of a page; empty otherwise."""
    if not (start := _STATE.match(text)):
        return ""
    rest = text[start.end() :].strip().removesuffix(";").rstrip()
    return (
        rest
        if len(rest) <= _LONGEST_DATA and rest[-1:] in ("}", "]") and rest[1:].lstrip()[:1] in '"{['
        else ""
    )

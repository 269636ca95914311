"""Date and source in hidden text areas, from which a script draws an article."""

from __future__ import annotations

import html as html_module
import re

_AREA = re.compile(r"<textarea\b(?P<tag>[^<>]{1,400})>\s*(?P<text>[^<>]{2,60}?)\s*</textarea", re.IGNORECASE)
_NAME = re.compile(r"\b(?:class|id|name)\s*=\s*[\"']?([\w\s-]{1,80})", re.IGNORECASE)
_WORD_BREAK = re.compile(r"(?<=[a-z])(?=[A-Z])|[\s_]+")
_DATE = re.compile(
    r"(?:^|-)(?:p?time|pub-?(?:time|date)|(?:article|news|doc|info|publish|release|create|add|input)-(?:time|date))$"
)
_SOURCE = re.compile(r"(?:^|-)(?:source(?:-?name)?|origin(?:-?name)?|copy-?from|come-?from|laiyuan)$")


def held_date(source: str) -> str:
    """Return the text of the text area that has the time of publication; empty without one.

    >>> held_date('<textarea class="article-time" hidden>1738807200000</textarea>')
    '1738807200000'
    """
    return _held(source, _DATE)


def held_source(source: str) -> str:
    """Return the text of the text area that has the source; empty without one.

    >>> held_source('<textarea class="article-source-name">青山日报</textarea>')
    '青山日报'
    """
    return _held(source, _SOURCE)


def _held(source: str, names: re.Pattern[str]) -> str:
    if "<textarea" not in source and "<TEXTAREA" not in source:
        return ""
    found = {
        html_module.unescape(area["text"])
        for area in _AREA.finditer(source)
        for name in _NAME.findall(area["tag"])
        if names.search(_WORD_BREAK.sub("-", name.strip()).lower())
    }
    return found.pop() if len(found) == 1 else ""

"""Title, date, source and author that stand beside an article's text in the data of a page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from topiccrawl.extraction.elsewhere.state import MAX_DEPTH, MAX_NODES, data_in, is_data
from topiccrawl.page.facts.dates import published_text
from topiccrawl.page.facts.source import is_plausible
from topiccrawl.page.facts.title import MAX_TITLE
from topiccrawl.page.metadata import Metadata
from topiccrawl.page.page import Page
from topiccrawl.page.scripts.data import data_of

_PROBE = 20
"""Characters of the text, without tags and blanks, by which its place in the data is found."""
_LEVELS = 3
"""Objects around the text in which its facts may stand."""
_TITLES = re.compile(
    r"(?!sub|short|seo|share|site|list|lead|intro|web|page|column|channel|media)\w*title|headline|biaoti",
    re.IGNORECASE,
)
_DATES = re.compile(
    r"(?!up|mod|edit|end|exp|last|now|sys)\w*?(?:pub\w*|release\w*|issue\w*|create\w*|news|article|show|input|add|post)[_-]?(?:time|date|at|on)?"
    r"|time|date|ctime|ptime",
    re.IGNORECASE,
)
_SOURCES = re.compile(r"(?:\w*source|origin|media|copy_?from|come_?from|laiyuan)(?:_?name)?", re.IGNORECASE)
_AUTHORS = re.compile(r"(?:\w*author|writer|reporter|zuozhe)(?:_?name)?", re.IGNORECASE)
_TAG, _BLANK = re.compile(r"<[^>]*>"), re.compile(r"[\s\u3000]+")
_NAMES = re.compile(r"[^<>{}\[\]]{2,40}")


def with_facts_beside(metadata: Metadata, page: Page, text: str, *, shows_headline: bool) -> Metadata:
    """Return metadata with what the data of a page says beside a text that only the data has."""
    probe = _plain(text)[:_PROBE]
    for value in data_in(page):
        around = _around(value, probe, MAX_DEPTH, [MAX_NODES]) if probe else None
        if around is None:
            continue
        for item in around[:_LEVELS]:
            if title := next(_texts(item, _TITLES), ""):
                published = next(filter(None, map(published_text, _values(item, _DATES))), None)
                source = next(filter(is_plausible, _texts(item, _SOURCES)), "")
                author = next(filter(_NAMES.fullmatch, _texts(item, _AUTHORS)), "")
                return replace(
                    metadata,
                    title=metadata.title if shows_headline else _TAG.sub("", title)[:MAX_TITLE].strip(),
                    published=published or metadata.published,
                    source=source or metadata.source,
                    author=author or metadata.author,
                )
    return metadata


def _around(value: Any, probe: str, depth: int, room: list[int]) -> list[Mapping[str, Any]] | None:
    """Return the objects around the text that has a beginning, innermost first; None without it."""
    room[0] -= 1
    if depth <= 0 or room[0] <= 0:
        return None
    if isinstance(value, str) and is_data(value):  # JSON in a string, as for JSON.parse
        inner = (_around(one, probe, depth - 5, room) for one in data_of(value) if not isinstance(one, str))
        return next((found for found in inner if found is not None), None)
    if isinstance(value, str):
        return [] if len(value) >= len(probe) and probe in _plain(value[:2000]) else None
    items = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    is_one_of_several = isinstance(value, list) and sum(isinstance(item, dict) for item in value) > 1
    for item in items:
        found = _around(item, probe, depth - 1, room)
        if found is not None:
            return [*found, value] if isinstance(value, dict) else [] if is_one_of_several else found
    return None


def _values(item: Mapping[str, Any], names: re.Pattern[str]) -> Iterator[Any]:
    return (value for name, value in item.items() if value and names.fullmatch(name))


def _texts(item: Mapping[str, Any], names: re.Pattern[str]) -> Iterator[str]:
    return (
        value.strip() for value in _values(item, names) if isinstance(value, str) and len(value.strip()) > 1
    )


def _plain(text: str) -> str:
    return _BLANK.sub("", _TAG.sub("", text.replace("&nbsp;", "")))

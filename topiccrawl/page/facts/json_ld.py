"""Headline, date, author and publisher of a page's JSON-LD scripts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

_TEXTS = (
    ("headline", "headline"),
    ("datePublished", "published"),
    ("pubDate", "published"),
    ("dateCreated", "created"),
    ("uploadDate", "created"),
)
_NAMES = (("author", "author"), ("publisher", "site"))
_DEPTH = 4
"""Levels of lists and graphs that are read."""
_NEEDLESS_COMMA = re.compile(r",(?=\s*[}\]])")
_DATE = re.compile(r"[\"'](?:datePublished|pubDate)[\"']\s*:\s*\[?\s*[\"']([^\"']{8,40})[\"']")


def read_json_ld(text: str, into: dict[str, str]) -> None:
    """Add headline, date, author and publisher from a JSON-LD script to those found before.

    Of invalid JSON, the date alone is used.

    >>> found = {}
    >>> read_json_ld('{"@type": "NewsArticle", "datePublished": "2018-03-05", oops', found)
    >>> found
    {'published': '2018-03-05'}
    """
    objects = json_ld_objects(text)
    if objects is None:
        if found := _DATE.search(text):
            into.setdefault("published", found[1])
        return
    for node in objects:
        for key, name in _TEXTS:
            stated = _first_text(node.get(key))
            if stated:
                into.setdefault(name, stated)
        for key, name in _NAMES:
            values = node.get(key)
            names = [
                value.get("name") if isinstance(value, dict) else value
                for value in (values if isinstance(values, list) else [values])
            ]
            stated = "、".join(_line(value) for value in names if isinstance(value, str))
            if stated:
                into.setdefault(name, stated)


def json_ld_objects(text: str) -> Iterator[dict[str, Any]] | None:
    """Return the objects of a JSON-LD script, but not those within them; None for invalid JSON."""
    for source in (text, _NEEDLESS_COMMA.sub("", text)):
        try:
            return _objects(json.loads(source, strict=False), _DEPTH)
        except (ValueError, RecursionError):
            continue
    return None


def _first_text(value: Any) -> str:
    """Return a text, or the first of a list."""
    if isinstance(value, list) and value:
        value = value[0]
    if isinstance(value, dict):
        value = value.get("@value")
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    return _line(value) if isinstance(value, str) else ""


def _objects(data: Any, depth: int) -> Iterator[dict[str, Any]]:
    if isinstance(data, list) and depth:
        for item in data:
            yield from _objects(item, depth - 1)
    elif isinstance(data, dict):
        yield data
        if depth:
            yield from _objects(data.get("@graph"), depth - 1)


def _line(text: str) -> str:
    return " ".join(text.split())

"""Records in data: objects and rows that have the address and the title of an article."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from html import unescape
from typing import Any
from urllib.parse import unquote

from topiccrawl.page.anchors.link import Link
from topiccrawl.page.facts.dates import published_text
from topiccrawl.page.hidden_links.urls import page_url, reference
from topiccrawl.page.page import Page
from topiccrawl.page.scripts.data import data_of, unflattened
from topiccrawl.page.scripts.decoding import json_at, json_in
from topiccrawl.page.scripts.values import Called, Value

_MOST_MEMBERS = 6
"""Texts of an object that stands for one field of another."""
MOST_NODES = 20_000
"""Objects, lists and values of one piece of data that are looked at."""
_HAN = re.compile("[\u3400-\u9fff]")
_TAG = re.compile(r"<[^<>]{0,300}>")
_URL_KEY = re.compile(r"url|link|href|path|addr|jump|detail|target|static", re.IGNORECASE)
_NOT_URL_KEY = re.compile(
    r"img|image|pic|photo|thumb|cover|logo|icon|video|audio|file|poster|avatar|author|source(?!_?(?:url|link))|channel|column|parent|site|api|list|more",
    re.I,
)
_TITLE_KEY = re.compile(r"title|name|bt$|biaoti|headline|subject|topic|caption|text|label", re.IGNORECASE)
_NOT_TITLE_KEY = re.compile(
    r"author|source|site|channel|column|user|nick|editor|dept|org|file|class|type|sub|short|seo|media|unit",
    re.I,
)
_SHORTEST_DATA = 40
"""Characters of a string with data, and more."""
_FEWEST_HAN = 4
"""Han characters of a title."""
_DATE_KEY = re.compile(r"\w*(?:time|date(?!d)|day|gmt|sj|rq|_at|(?-i:At))\w*", re.ASCII | re.IGNORECASE)
_DATES = (
    re.compile(r"pub|release|issue|show|display|news|online|post|dateline|ptime|fb|fabu", re.IGNORECASE),
    re.compile(r"^(?:date|time|date_?time|sj|rq)$", re.IGNORECASE),
    re.compile(r"creat|add|input|write|send|doc|insert|ctime|cj|lr", re.IGNORECASE),
    re.compile(r"update|modif|edit|mtime|gx|xg", re.IGNORECASE),
)
"""What names of dates say, the best first: when a page was published, a date, when it was made or changed."""


def parsed(text: str) -> Any:
    """Return the value of JSON or JSONP; None if the text is neither.

    >>> parsed('show({"a": [1]});')
    {'a': [1]}
    """
    text = text.strip("\ufeff \r\n\t")
    if (wrapping := WRAPPING.match(text)) is None:
        return unflattened(json_in(text))
    found, end = json_at(text, wrapping.end())
    return unflattened(found) if _BEHIND.match(text, end) else None


WRAPPING = re.compile(
    r"(?:/\*[^*]{0,99}\*/\s*)?(?:\w{1,30}\s*=\s*[\d.]{1,12};\s*){0,4}(?:typeof\s+[\w$.]+\s*={2,3}\s*['\"]function['\"]\s*&&\s*)?"
    r"(?:try\s*\{\s*)?(?:(?:(?:var|let|const)\s+)?[\w$.\[\]\"']+\s*=\s*|[\w$.\[\]]*\s*\(\s*)(?=[{\[\"'])"
)
"""What stands before data: numbers of records, the name of a function or of a variable, or only a bracket."""
_BEHIND = re.compile(r"\s*\)?\s*(?:;|\Z)")
_FOLDED = re.compile(r"[\[{]\s*\\+\"|:\s*\"[\[{]")
"""JSON inside of a string of JSON."""
_DEEPEST = 30


def answered(text: str) -> Any:
    """Return the value of an answer, with the data in its strings; None if it is no data."""
    text = GUARD.sub("", text, count=1)
    found = parsed(text)
    head = text[:_LONGEST_HEAD].strip()
    if found is None and (head[:1] in ("{", "[") or WRAPPING.match(head)):  # literals of a script
        text = f"x={text}" if head[:1] in ("{", "[") else text
        found = [value for value in data_of(text) if isinstance(value, str | list | dict)] or None
    return _unfolded(found, _DEEPEST) if _FOLDED.search(text) else found


GUARD = re.compile(r"\s*(?:for\s*\(;;\);|while\s*\(1\);|\)\]\}',?)\s*")
"""What keeps a page of another site from running data as a script."""
_LONGEST_HEAD = 500


def _unfolded(value: Any, depth: int) -> Any:
    """Return data with the objects and lists that its strings are JSON of."""
    if depth == 0:
        return value
    if isinstance(value, dict):
        return {key: _unfolded(item, depth - 1) for key, item in value.items()}
    if isinstance(value, list):
        return [_unfolded(item, depth - 1) for item in value]
    if isinstance(value, str) and value[:1] in ("{", "[") and value.rstrip()[-1:] in ("}", "]"):
        found = json_in(value)
        return value if found is None else found
    return value


def unpacked(values: tuple[Value, ...]) -> Any:
    """Return the data in a string, as `JSON.parse` and `eval` read it; None if there is none."""
    for value in values:
        text = value.values[0] if isinstance(value, Called) and value.values else value
        while isinstance(text, Called) and text.values:
            text = text.values[0]
        if isinstance(text, str) and len(text) > _SHORTEST_DATA:
            text = unquote(text) if text.startswith(("%5B", "%7B", "%5b", "%7b")) else text
            if text.strip("( ")[:1] in ("[", "{") and (found := parsed(text.strip().strip("()"))) is not None:
                return found
    return None


def records_of(page: Page, data: Any) -> list[Link]:
    """Return the links of the records in data, in order; their context has dates, summaries and the like."""
    found: list[Link] = []
    for node in nodes(data):
        if isinstance(node, dict):
            record = _of_object(page, node)
            if record is None and "/" in next(iter(node), ""):
                found += _of_keys(page, node)
        elif node and all(isinstance(item, str | int | float | type(None)) for item in node):
            record = _of_row(page, node)
        else:
            continue
        if record is not None:
            found.append(record)
    return found


def _of_keys(page: Page, node: Mapping[str, Any]) -> list[Link]:
    """Return the records of an object with the addresses for its keys: `{"/1.html": "支部召开会议"}`."""
    pairs = ((page_url(page, key, titled=True), value) for key, value in node.items() if "/" in key)
    return [
        Link(url, plain(value)) for url, value in pairs if url and isinstance(value, str) and is_title(value)
    ]


def issues_of(page: Page, data: Any) -> list[Link]:
    """Return the records in data that have an address and a date, but no title: the issues of a newspaper."""
    found: list[Link] = []
    for node in objects_in(data):
        texts = [value.strip() for value in node.values() if isinstance(value, str)]
        date = next((text for text in texts if _DAY.fullmatch(text)), "")
        url = next(
            (url for text in texts if text != date and (url := page_url(page, text, titled=True))), None
        )
        if date and url and not title_of(node):
            found.append(Link(url, date, ""))
    return found


_DAY = re.compile(
    r"(?:19|20)\d{2}(?:[-/.年](?:0?[1-9]|1[0-2])[-/.月](?:0?[1-9]|[12]\d|3[01])日?|[01]\d[0-3]\d)"
)


def nodes(data: Any) -> Iterator[dict[str, Any] | list[Any]]:
    """Yield the objects and lists in data, outer ones first and in order."""
    waiting = [data]
    room = MOST_NODES
    while waiting and room > 0:
        node = waiting.pop()
        room -= 1
        if isinstance(node, dict):
            yield node
            waiting += [value for value in node.values() if type(value) in _NESTED][::-1]
        elif isinstance(node, list):
            yield node
            waiting += [value for value in node[:MOST_NODES] if type(value) in _NESTED][::-1]


def objects_in(data: Any) -> Iterator[dict[str, Any]]:
    """Yield the objects in data, outer ones first and in order."""
    return (node for node in nodes(data) if isinstance(node, dict))


_NESTED = frozenset((dict, list))


def texts_of(data: Any) -> Iterator[str]:
    """Yield the strings in data."""
    for node in nodes([data]):
        for value in node.values() if isinstance(node, dict) else node:
            if isinstance(value, str):
                yield value


def _of_object(page: Page, node: Mapping[str, Any]) -> Link | None:
    kinds = set(map(type, node.values()))
    texts = {key: value for key, value in node.items() if type(value) is str} if str in kinds else {}
    if dict in kinds:
        texts |= _members(node)
    if all(map(str.isascii, texts.values())):
        return None  # it has no Chinese title
    url, best = "", 0
    for key, value in texts.items():
        if not ("/" in value or "." in value):
            continue
        value = unescape(value) if "&amp;" in value else value
        rank = _rank_of_url(key)
        if rank <= best or (not value.isascii() and _HAN.search(value[:50])) or not reference(value):
            continue
        if found := page_url(page, value, titled=True):
            url, best = found, rank
    title = title_of(node) if url else ""
    if not title:
        return None
    context, date = _context(title, node.values()), date_of(node)
    return Link(url, title, context if date[:10] in context else _context(title, (date, *node.values())))


@lru_cache(maxsize=1024)
def _rank_of_url(key: str) -> int:
    """Return how likely the address of an article stands under a key; 0: it does not."""
    if _NOT_URL_KEY.search(key):
        return 0
    return 2 if _URL_KEY.search(key) and "source" not in key.lower() else 1


@lru_cache(maxsize=1024)
def _rank_of_title(key: str) -> int:
    """Return how likely a title stands under a key."""
    rank = 2 if _TITLE_KEY.search(key) and not _NOT_TITLE_KEY.search(key) else 0
    return rank + (key.lower() in ("title", "doctitle", "headline", "subject", "name"))


def title_of(node: Mapping[str, Any]) -> str:
    """Return the title among the values of an object, without tags; empty if it has none."""
    return _best_title(node) or _best_title(_members(node))


def _members(node: Mapping[str, Any]) -> dict[str, str]:
    """Return the texts of the small objects in an object: `{"title": {"rendered": "山村通车"}}`."""
    return {
        f"{key}.{name}": text
        for key, value in node.items()
        if isinstance(value, dict) and len(value) <= _MOST_MEMBERS
        for name, text in (value | _members(value)).items()
        if isinstance(text, str)
    }


def _best_title(node: Mapping[str, Any]) -> str:
    title, rank = "", -1
    for key, value in node.items():
        if isinstance(value, str) and not value.isascii() and _rank_of_title(key) > rank and is_title(value):
            title, rank = plain(value), _rank_of_title(key)
    return title


def _of_row(page: Page, row: Sequence[Any]) -> Link | None:
    if not 2 <= len(row) <= 12 or not any(isinstance(item, str) and not item.isascii() for item in row):
        return None
    url = next(
        (
            found
            for item in row
            if isinstance(item, str)
            and not _HAN.search(item)
            and (found := page_url(page, item, titled=True))
        ),
        "",
    )
    titles = [plain(item) for item in row if isinstance(item, str) and is_title(item)]
    return Link(url, titles[0], _context(titles[0], row)) if url and titles else None


def is_title(text: str) -> bool:
    """Return whether a text may be a headline."""
    return len(text) <= 300 and not text.isascii() and len(_HAN.findall(_TAG.sub("", text))) >= _FEWEST_HAN


def plain(text: str) -> str:
    """Return a text without tags and in one line."""
    text = _TAG.sub("", text) if "<" in text else text
    return " ".join((unescape(text) if "&" in text else text).split())


def date_of(node: Mapping[str, Any]) -> str:
    """Return the date of a record, by the name that says most plainly that it is that of publication."""
    found = {
        key: date
        for key, value in node.items()
        if _DATE_KEY.fullmatch(key) and (date := published_text(value))
    }
    return next((date for says in _DATES for key, date in found.items() if says.search(key)), "")


def _context(title: str, values: Any) -> str:
    others = [
        plain(value)
        for value in values
        if isinstance(value, str) and 6 <= len(value) <= 200 and "/" not in value
    ]
    return " ".join([title, *(text for text in others if text and text != title)])[:120]

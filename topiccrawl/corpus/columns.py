"""The columns of exports, feeds and conditions: their names, types and values."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import Enum, auto
from functools import cache, lru_cache
from operator import itemgetter
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy import Boolean, Column, Double, Integer

from topiccrawl.access.tls.problems import TLS_HEADER
from topiccrawl.corpus import COLUMNS
from topiccrawl.corpus.quality import ATTRIBUTES, COUNTS, TEXTS
from topiccrawl.errors import ComplexPageError, ExportError
from topiccrawl.page.complexity import check_complexity, limited_seconds
from topiccrawl.page.hidden_links.urls import public_suffixes
from topiccrawl.page.page import Page
from topiccrawl.storage import schema
from topiccrawl.storage.schema.column_types import UtcDateTime
from topiccrawl.text.documents.formats import is_file_body
from topiccrawl.text.files.decompression import whole_or_none

QUALITY = "quality."
"""What the name of a single quality attribute begins with, such as `quality.chinese`."""

ALL_QUALITY = tuple(f"{QUALITY}{name}" for name in ATTRIBUTES)
"""What `quality.*` stands for."""


class Kind(Enum):
    """What the values of a column are."""

    TEXT = auto()
    DATE = auto()
    """A date or time as ISO 8601 text, with the precision given by the page."""
    TIME = auto()
    INTEGER = auto()
    NUMBER = auto()
    FLAG = auto()
    JSON = auto()


@dataclass(frozen=True, slots=True)
class ExportColumn:
    """A column that can be exported.

    Attributes:
        name: its name in exports and conditions.
        kind: what its values are.
        sources: the columns of the database that `value` reads.
        doc: what it holds, for people.
        value: returns the value from a row of the database.
    """

    name: str
    kind: Kind
    sources: tuple[str, ...]
    doc: str
    value: Callable[[Mapping[str, Any]], Any]


_TYPES = ((Boolean, Kind.FLAG), (Integer, Kind.INTEGER), (Double, Kind.NUMBER), (UtcDateTime, Kind.TIME))
_TEXTS = {"published": Kind.DATE} | dict.fromkeys(("headers", "priority_parts", "quality"), Kind.JSON)
"""What texts of the table `pages` hold, if they are not just texts."""
_OF_EVENTS = (
    ("event", Kind.TEXT, "the event that it reports, as `topiccrawl stories` found it; null before"),
    ("event_day", Kind.DATE, "day on which the event happened"),
    ("place", Kind.TEXT, "place of the event"),
    ("country", Kind.TEXT, "country of the event"),
    ("province", Kind.TEXT, "province-level unit of China of the event"),
    ("category", Kind.TEXT, "what the event is about, such as 政治 or 体育"),
    ("people", Kind.JSON, "who took part in the event: a list of names"),
    ("organisations", Kind.JSON, "organisations that the first report names: a list"),
    ("first_source", Kind.TEXT, "site or agency that published the story first"),
)
_OTHERS = (
    ("id", Kind.TEXT, "url_hash", "sha256 of url: the same in every export"),
    ("raw_text", Kind.TEXT, "raw_text", "the extracted text before cleaning"),
    ("posts", Kind.JSON, "posts", "posts of a thread or microblog, comments of a blog or article"),
    ("duplicate_of", Kind.TEXT, "duplicate_of", "URL of the original; null for originals"),
    ("duplicate_kind", Kind.TEXT, "duplicate_kind", "what is similar, such as title or body"),
    ("duplicate_similarity", Kind.NUMBER, "duplicate_similarity", "how similar, in [0, 1]"),
    ("near_duplicates", Kind.INTEGER, "near_duplicates", "pages that are marked as its duplicates"),
)
_CLUSTER = "id of the original of its copies, its own if it is one: the same for all near duplicates"
_TLS = "why the server was not verified, such as unverified: expired; null if it was, and for http"
_MARKDOWN = "title and text as Markdown, with the headings, lists and tables of the stored page"
_SENTENCES = "the two most important sentences of the text, unchanged"
_HIDDEN = ("id", "url_hash")


def all_columns() -> tuple[str, ...]:
    """Return the names of all columns; attributes of quality can also be named one by one."""
    return (*COLUMNS, *(name for name in _known() if name not in COLUMNS))


def column(name: str) -> ExportColumn:
    """Return a column by its name.

    Raises:
        ExportError: there is no such column.

    >>> column("quality.chinese").value({"quality": '{"chinese": 0.9}'})
    0.9
    """
    known = _known()
    if name in known:
        return known[name]
    attribute = name.removeprefix(QUALITY)
    if attribute != name and attribute in (*ATTRIBUTES, "near_duplicates"):
        if attribute == "near_duplicates":
            return replace(known[attribute], name=name)
        return _quality(attribute)
    raise ExportError(
        "unknown column {name!r}; use {known}, or {quality} with {attributes}",
        name=name,
        known=", ".join(all_columns()),
        quality=QUALITY,
        attributes=", ".join(ATTRIBUTES),
    )


def columns_named(names: Iterable[str]) -> tuple[ExportColumn, ...]:
    """Return columns by their names.

    Raises:
        ExportError: one is unknown or named twice, or none is named.
    """
    chosen = tuple(
        column(one) for name in names for one in (ALL_QUALITY if name == f"{QUALITY}*" else (name,))
    )
    if not chosen:
        raise ExportError("no columns are named")
    twice = sorted({one.name for one in chosen if sum(other.name == one.name for other in chosen) > 1})
    if twice:
        raise ExportError("the column {name!r} is named twice", name=twice[0])
    return chosen


def plain(value: object) -> object:
    """Return a value that JSON can hold: times as ISO 8601 text."""
    return value.isoformat() if isinstance(value, datetime) else value


def cell(value: object) -> object:
    """Return a value for a format without nested values and times: these become text."""
    if isinstance(value, (Mapping, list)):
        return json.dumps(value, ensure_ascii=False)
    return plain(value)


@lru_cache(maxsize=1)
def _known() -> dict[str, ExportColumn]:
    found = [
        _stored(one.name, _kind_of(one), one.name, str(one.doc))
        for one in schema.pages.c
        if one.name not in _HIDDEN
    ]
    found += [_stored(*one) for one in _OTHERS]
    found += [_stored(name, kind, name, doc) for name, kind, doc in _OF_EVENTS]
    page = ("raw_html", "url", "headers")
    found += [
        ExportColumn(name, Kind.TEXT, sources, doc, value)
        for name, sources, doc, value in (
            ("cluster", ("url_hash", "original_hash"), _CLUSTER, _cluster),
            ("domain", ("url",), "registered domain of its URL", lambda row: site_of(row["url"])),
            ("tls", ("headers",), _TLS, _tls),
            ("raw_html", page, "the page as fetched, decoded to text", _html),
            ("markdown", (*page, "title", "text", "parts"), _MARKDOWN, markdown_of),
            ("summary", ("title", "text"), _SENTENCES, _summary),
        )
    ]
    return {one.name: one for one in (*found, replace(_quality("script"), name="script"))}


def _stored(name: str, kind: Kind, source: str, doc: str) -> ExportColumn:
    value = (lambda row: _json(row[source])) if kind is Kind.JSON else itemgetter(source)
    return ExportColumn(name, kind, (source,), doc, value)


def _kind_of(stored: Column[Any]) -> Kind:
    by_type = (kind for type_, kind in _TYPES if isinstance(stored.type, type_))
    return _TEXTS.get(stored.name) or next(by_type, Kind.TEXT)


def _quality(attribute: str) -> ExportColumn:
    kind = Kind.TEXT if attribute in TEXTS else Kind.INTEGER if attribute in COUNTS else Kind.NUMBER
    return ExportColumn(
        f"{QUALITY}{attribute}",
        kind,
        ("quality",),
        ATTRIBUTES[attribute],
        lambda row: _attributes(row["quality"]).get(attribute),
    )


@lru_cache(maxsize=2048)  # of more pages than a part has: several columns read the same
def _attributes(text: str | None) -> Mapping[str, Any]:
    return json.loads(text) if text else {}


def _json(text: str | None) -> Any:
    return json.loads(text) if text else None


def _cluster(row: Mapping[str, Any]) -> str:
    return row["original_hash"] or row["url_hash"]  # type: ignore[no-any-return]


def _tls(row: Mapping[str, Any]) -> str | None:
    found: str | None = (_json(row["headers"]) or {}).get(TLS_HEADER)
    return found


def stored_page(row: Mapping[str, Any]) -> Page | None:
    """Return the page of a row with `raw_html`, `url` and `headers`; None if it is not stored, or damaged."""
    body = whole_or_none(row["raw_html"])
    return None if body is None else _page(body, row["url"], _json(row["headers"]))


def _html(row: Mapping[str, Any]) -> str | None:
    page = stored_page(row)
    return None if page is None else page.html


def _page(body: bytes, url: str, headers: Mapping[str, Any] | None) -> Page:
    return Page.from_bytes(body, url, str((headers or {}).get("Content-Type", "")))


def markdown_of(row: Mapping[str, Any], change: Callable[[str], str] = str) -> str:
    """Return title and text of a page as Markdown.

    Args:
        row: with the stored page, and its further parts if they are read.
        change: applied to each line, for masks.
    """
    from topiccrawl.corpus.training.markdown import to_markdown  # here: crawls read columns, too

    parts = ((one.raw_html, one.url, one.headers) for one in row.get("parts", ()))
    stored = ((whole_or_none(row["raw_html"]), row["url"], _json(row["headers"])), *parts)
    try:
        with limited_seconds(row["url"]):
            pages = [_page(body, *about) for body, *about in stored if body and not is_file_body(body)]
            for one in pages:
                check_complexity(one.html, one.url)
            return to_markdown(row["text"], row["title"], pages, change)
    except ComplexPageError:
        return to_markdown(row["text"], row["title"], change=change)


def _summary(row: Mapping[str, Any]) -> str:
    from topiccrawl.corpus.training.summary import summarise  # here: it needs the segmenter

    sentences = summarise(row["title"], row["text"])
    # A line of a list or a table ends without a mark.
    return "".join(one + "\n" * one[-1].isalnum() for one in sentences).strip()


def utc(value: datetime) -> str:
    """Return a time as `2024-05-01T00:00:00Z`, in whole seconds."""
    return value.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def site_of(url: str) -> str:
    """Return the registered domain of a URL, or its host where there is none, such as an IP address.

    >>> site_of("http://dj.news.example.com.cn/1.html"), site_of("http://127.0.0.1:8000/")
    ('example.com.cn', '127.0.0.1')
    """
    return _site_of_host(urlsplit(url).hostname or "")


@cache
def _site_of_host(host: str) -> str:
    found = public_suffixes()(host)
    return f"{found.domain}.{found.suffix}" if found.domain and found.suffix else host

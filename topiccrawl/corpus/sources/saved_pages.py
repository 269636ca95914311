"""Pages that a browser saved in a file each: HTML with its pictures inside or beside it, and MHTML."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from collections.abc import Iterator
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any

from topiccrawl.corpus.sources.contract import LARGEST_FILE, Found, Response
from topiccrawl.messages import message
from topiccrawl.page.canonical_url import absolute_url
from topiccrawl.page.complexity import why_too_complex
from topiccrawl.page.content_type import is_html
from topiccrawl.page.page import Page
from topiccrawl.page.url_forms import declared_url
from topiccrawl.text.files.child import ChildError, Limits, read_in_child
from topiccrawl.text.files.size_limit import read_bounded

_DATA_URI = re.compile(rb"data:[\w.+-]+/[\w.+-]+(?:;[\w=.+-]+)*,[^\"'<>\s)]{64,}+", re.IGNORECASE)
"""A picture, font or style sheet inside a page; short ones may stay."""
_HEAD, _DECLARED = 20_000, 200_000
"""Bytes in which comments and declared URLs are looked for."""
_COMMENT = re.compile(
    rb"<!--[^>]*?(?:saved from url=\(\d+\)|Page saved with SingleFile\s+url:\s*)(https?://[^\s>]+)"
    rb"|<!-- Mirrored from ([^\s>]+) by HTTrack",
    re.IGNORECASE,
)
_SAVED = re.compile(rb"saved date:\s*(\w{3} \w{3} \d\d? \d{4} [\d:]{8} GMT[+-]\d{4})")
_LIMITS = Limits(memory=4 * LARGEST_FILE, seconds=60.0, output=None)


def html_pages(path: Path) -> Iterator[tuple[str, Found]]:
    """Yield the page of an HTML file.

    Its URL is the one in the comment of SingleFile, HTTrack or the browser, else the one that the page
    declares as canonical or for Open Graph; a page with none has an empty one.
    """
    try:
        body = _DATA_URI.sub(b"data:,", read_bounded(path, LARGEST_FILE))
    except OSError as error:
        yield str(path), message("{file}: cannot be read: {error}", file=path, error=error)
        return
    if not is_html("", body):
        yield str(path), message("{file}: is not HTML", file=path)
        return
    saved = _SAVED.search(body[:_HEAD])
    moment = parsedate_to_datetime(_as_mail_date(saved[1].decode())).isoformat() if saved else ""
    yield str(path), Response(_url_in(body), moment, 200, {"content-type": "text/html"}, body)


def _as_mail_date(text: str) -> str:
    _, month, day, year, clock, zone = text.split()
    return f"{day} {month} {year} {clock} {zone.removeprefix('GMT')}"


def _url_in(body: bytes) -> str:
    comment = _COMMENT.search(body[:_HEAD])
    if comment:
        return (comment[1] or b"http://" + comment[2]).decode("utf-8", "replace")
    head = Page.from_bytes(body[:_DECLARED])
    if why_too_complex(head.html):
        return ""
    shared = (one.get("content") or "" for one in head.tree.iter("meta") if one.get("property") == "og:url")
    return declared_url(head) or absolute_url("", next(shared, "")) or ""


def mhtml_pages(path: Path) -> Iterator[tuple[str, Found]]:
    """Yield the page of an MHTML file: its first part of HTML."""
    try:
        for url, date, kind, body in read_in_child(_read_mhtml, str(path), limits=_LIMITS):
            page = _DATA_URI.sub(b"data:,", b64decode(body))
            yield str(path), Response(url or _url_in(page), date, 200, {"content-type": kind}, page)
    except ChildError as error:
        yield str(path), message("{file}: no MHTML file that can be read: {error}", file=path, error=error)


def _read_mhtml(path: str) -> Iterator[tuple[str, str, str, str]]:
    from email import message_from_bytes
    from email.message import Message

    whole: Any = message_from_bytes(read_bounded(Path(path), LARGEST_FILE))
    try:
        part: Message = next(part for part in whole.walk() if part.get_content_type() == "text/html")
        body = part.get_payload(decode=True)
    except (StopIteration, RecursionError) as error:
        raise ValueError(message("it has no page")) from error
    assert isinstance(body, bytes)
    url = next((name for name in (whole["Snapshot-Content-Location"], part["Content-Location"]) if name), "")
    date = str(whole["Date"] or "")
    # Long URLs are folded.
    yield "".join(str(url).split()), date, str(part["Content-Type"]), b64encode(body).decode()

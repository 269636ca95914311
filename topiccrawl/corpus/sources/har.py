"""Pages of HAR files, which the developer tools of browsers save: one entry for each request."""

from __future__ import annotations

import binascii
import re
from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from topiccrawl.corpus.sources.contract import Found, Response
from topiccrawl.errors import TextError
from topiccrawl.messages import Message, message
from topiccrawl.text.files.rows import LONGEST_LINE, Row, json_object

_CHUNK = 2**20
_OUTSIDE, _INSIDE = re.compile(rb'["{}\[\]]'), re.compile(rb'(?>(?:[^"\\]++|\\.)*)', re.DOTALL)
"""Marks outside a text, and all of a text but the quotation mark at its end."""
_QUOTE = ord('"')
_ENTRY_DEPTH = 3
"""Brackets around an entry: the file, `log` and `entries`."""
_NOT_MODIFIED = 304
_ENCODINGS = ("content-encoding", "transfer-encoding")


def har_pages(path: Path) -> Iterator[tuple[str, Found]]:
    """Yield the responses of a HAR file, holding one entry in memory.

    Raises:
        TextError: the file cannot be read, or holds no entries.
    """
    found = False
    try:
        with path.open("rb") as stream:
            for offset, data in _objects(stream):
                place = f"{path}: entry at byte {offset}"
                entry = _entry(data, place)
                if isinstance(entry, Message):
                    found = True
                    yield place, entry
                elif "response" in entry or "request" in entry:  # the others are pages of the log
                    found = True
                    yield place, _response(entry, place)
    except OSError as error:
        raise TextError("{file}: cannot be read: {error}", file=path, error=error) from error
    if not found:
        raise TextError("{path}: holds no HTTP responses", path=path)


def _objects(stream: IO[bytes]) -> Iterator[tuple[int, bytes | Message]]:
    """Yield the objects in lists of objects of the object in a file, and where they begin.

    Only brackets and quotation marks are looked at, so an object that is no JSON does not hide the next one.
    """
    depth, in_text, start, escaped, base = 0, False, -1, False, 0
    held = bytearray()
    while chunk := stream.read(_CHUNK):
        at, begun = int(escaped), 0
        escaped = False
        while at < len(chunk):
            if in_text:
                at = _INSIDE.match(chunk, at).end()  # type: ignore[union-attr]
                in_text = at == len(chunk) or chunk[at] != _QUOTE  # else a backslash is the last byte
                escaped = in_text and at < len(chunk)
                at += 1
                continue
            mark = _OUTSIDE.search(chunk, at)
            if mark is None:
                break
            at, byte = mark.end(), mark[0]
            if byte == b'"':
                in_text = True
            elif byte in b"{[":
                if depth == _ENTRY_DEPTH and byte == b"{":
                    start, begun = base + mark.start(), mark.start()
                depth += 1
            else:
                depth -= 1
                if depth == _ENTRY_DEPTH and start >= 0:
                    held += chunk[begun:at][: LONGEST_LINE + 1 - len(held)]
                    yield start, _bounded(held)
                    held.clear()
                    start = -1
        if start >= 0:
            held += chunk[begun:][: LONGEST_LINE + 1 - len(held)]
        base += len(chunk)
    if start >= 0:
        yield start, message("the file ends within it")


def _bounded(data: bytearray) -> bytes | Message:
    if len(data) > LONGEST_LINE:
        return message("longer than {count:,} bytes", count=LONGEST_LINE)
    return bytes(data)


def _entry(data: bytes | Message, place: str) -> Row | Message:
    if isinstance(data, Message):
        return message("{place}: {problem}", place=place, problem=data)
    try:
        return json_object(data.decode(), place)
    except UnicodeDecodeError as error:
        return message("{place}: not {encoding}: {error}", place=place, encoding="UTF-8", error=error.reason)


def _response(entry: Any, place: str) -> Found:
    try:
        request, response = entry["request"], entry["response"]
        content = response.get("content") or {}
        headers = {
            str(one["name"]).lower(): str(one["value"])
            for one in response.get("headers") or ()
            if str(one["name"]).lower() not in _ENCODINGS
        }
        kind = headers.get("content-type") or str(content.get("mimeType") or "")
        text = content.get("text") or ""
        if content.get("encoding") == "base64":
            body = b64decode(text)
        else:  # the browser has decoded it
            body = text.encode()
            kind = kind and f"{kind.split(';')[0]}; charset=utf-8"
        status = int(response.get("status") or 0)
        return Response(
            url=str(request["url"]),
            date=str(entry.get("startedDateTime") or ""),
            # With 304 it is the page in the browser's cache.
            status=200 if status == _NOT_MODIFIED and body else status,
            headers={**headers, "content-type": kind},
            body=body,
            method=str(request.get("method") or "GET").upper(),
        )
    except (KeyError, TypeError, AttributeError, ValueError, OverflowError, binascii.Error) as error:
        return message(
            "{place}: no HTTP response ({error})", place=place, error=f"{type(error).__name__}: {error}"[:200]
        )

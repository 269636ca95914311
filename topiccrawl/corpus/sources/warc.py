"""HTTP responses of WARC files, and the texts of WET files."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, Literal, Protocol

from topiccrawl.corpus.sources.contract import LARGEST_BODY, Found, PlainText, Response
from topiccrawl.errors import TextError
from topiccrawl.extras import require_extra
from topiccrawl.messages import Message, message
from topiccrawl.text.files.binary_detection import reason_not_text
from topiccrawl.text.files.decompression import GZIP, decompress

WARC_NAMES = (".warc", ".warc.gz")
"""Endings of the names of WARC files."""
WET_NAMES = (".wet", ".wet.gz")
"""Endings of the names of WARC files that hold extracted texts, such as those of Common Crawl."""
_MOST_DAMAGED = 1_000
"""Damaged records of a file that are passed over: each one means to look for the next."""
_CHUNK = 2**20
_ZSTD = b"\x28\xb5\x2f\xfd"
_KNOWN = ("", "identity", "gzip", "x-gzip", "deflate", "zstd")
"""Content codings."""


class Opened(Protocol):
    """A file, a member of a ZIP file, or a part of a file elsewhere; its text is its place, for messages."""

    @property
    def name(self) -> str:
        """Name with its ending."""

    def open(self, mode: Literal["rb"]) -> IO[bytes]:
        """Return its content; can be called several times."""


def warc_pages(path: Opened) -> Iterator[tuple[str, Found]]:
    """Yield the responses and texts of a WARC file, and a sentence for each that is damaged or too long.

    Other records are left out, such as requests, DNS look-ups and revisits: a revisit has no body.

    Raises:
        TextError: the file cannot be read, or holds no such records.
        MissingExtraError: warcio is not installed.
    """
    require_extra("warc")
    place = str(path)
    found, start, damaged = False, 0, 0
    while start >= 0:
        try:
            for record in _records_from(path, start):
                found = True
                yield place, record
            break
        except _DamagedRecordError as error:
            damaged += 1
            start = _next_record(path, error.searched + 1)
            if damaged > _MOST_DAMAGED or (not found and start < 0):
                raise TextError(
                    "{path}: no WARC file that can be read: {error}", path=path, error=error
                ) from error
            yield (
                place,
                message(
                    "{path}: damaged record at byte {offset}: {error}",
                    path=path,
                    offset=error.offset,
                    error=error,
                ),
            )
    if not found:  # warcio takes an empty file, and one that is cut off in its first record, for a whole one
        raise TextError("{path}: holds no HTTP responses", path=path)


def warc_responses(path: Path) -> Iterator[Response]:
    """Yield the HTTP responses of a WARC file of whole records, without those that are too long.

    Raises:
        TextError: a record is damaged, or as `warc_pages`.
        MissingExtraError: warcio is not installed.
    """
    require_extra("warc")
    found = False
    try:
        for record in _records_from(path, 0):
            found = True
            if isinstance(record, Response):
                yield record
    except _DamagedRecordError as error:
        raise TextError("{path}: no WARC file that can be read: {error}", path=path, error=error) from error
    if not found:
        raise TextError("{path}: holds no HTTP responses", path=path)


class _DamagedRecordError(Exception):
    """A record cannot be read.

    Attributes:
        offset: where it begins, in bytes.
        searched: behind which byte the next record may begin: with too great a length, the record before has
            taken its beginning.
    """

    def __init__(self, reason: object, offset: int, searched: int) -> None:
        super().__init__(str(reason))
        self.offset = offset
        self.searched = searched


def _records_from(path: Opened, start: int) -> Iterator[Response | PlainText | Message]:
    """Yield the records from a byte on; a sentence for one that is too long to be a page."""
    from warcio.archiveiterator import ArchiveIterator

    offset, records = start, None
    try:
        with path.open("rb") as stream:
            left = stream.seek(0, io.SEEK_END) - start
            stream.seek(start)
            if stream.read(len(GZIP)) == GZIP:
                left = sys.maxsize  # a record unpacks to more than the file has
            stream.seek(start)
            records = ArchiveIterator(stream)
            while (record := next(records, None)) is not None:
                offset = records.offset  # `get_record_offset` would read the record to its end
                _check_length(record, left - (offset - start))
                if not _is_read(record):
                    continue
                body = _body(record)
                if len(body) > LARGEST_BODY:
                    yield message(
                        "{path}: the record at byte {offset} is longer than {most:,} bytes",
                        path=path,
                        offset=offset,
                        most=LARGEST_BODY,
                    )
                    continue
                _check_end(record)
                yield (_text if record.rec_type == "conversion" else _response)(record, body)
    except MemoryError:
        raise
    except Exception as error:  # warcio checks little: a forged record can raise almost anything
        begins = offset if records is None else max(offset, records.offset)
        searched = begins if _is_packed(path) else offset
        raise _DamagedRecordError(str(error).partition(", first line")[0], begins, searched) from error


def _body(record: Any) -> bytes:
    """Return a body without its codings, of which warcio knows some, and these not in all spellings.

    Raises:
        ValueError: its coding is unknown.
    """
    coding = ""
    if record.http_headers is not None:
        for name, same in (("Transfer-Encoding", "chunked"), ("Content-Encoding", "gzip")):
            coding = (record.http_headers.get_header(name) or "").strip().lower()
            if coding.removeprefix("x-") == same:
                record.http_headers.replace_header(name, same)
            elif coding == "br":  # with the package brotli, warcio raises an AttributeError
                record.http_headers.replace_header(name, "identity")
    body: bytes = record.content_stream().read(LARGEST_BODY + 1)
    if coding == "zstd" and body.startswith(_ZSTD):
        return decompress(io.BytesIO(body), ".zst").read(LARGEST_BODY + 1)
    if coding not in _KNOWN and reason_not_text(body):
        raise ValueError(f"its body is packed with {coding[:20]}")
    return body


def _check_length(record: Any, most: int) -> None:
    length = record.rec_headers.get_header("Content-Length") or ""
    if not (length.isascii() and length.isdecimal() and len(length) < 20 and int(length) <= most):
        raise ValueError(f"Content-Length {length[:40]!r}")


def _check_end(record: Any) -> None:
    """Raise an `EOFError` when the file ends within a record that was read."""
    while record.raw_stream.read(_CHUNK):
        pass
    if record.raw_stream.limit > 0:
        raise EOFError(f"the file ends {record.raw_stream.limit} bytes before the record does")


def _next_record(path: Opened, start: int) -> int:
    """Return where the next record begins, at this byte or later; -1 if there is none."""
    marks = (b"\x1f\x8b\x08",) if _is_packed(path) else (b"WARC/1.", b"WARC/0.")
    overlap = max(map(len, marks)) - 1
    with suppress(OSError), path.open("rb") as stream:
        stream.seek(start)
        place, held = start, b""
        while chunk := stream.read(_CHUNK):
            held += chunk
            places = [found for mark in marks if (found := held.find(mark)) >= 0]
            if places:
                return place + min(places)
            place += len(held) - overlap
            held = held[-overlap:]
    return -1


def _is_packed(path: Opened) -> bool:
    return path.name.lower().endswith(".gz")


def _is_read(record: Any) -> bool:
    """Return whether a record is an HTTP response or plain text."""
    if record.rec_type == "response":
        return record.http_headers is not None
    kind = record.rec_headers.get_header("Content-Type") or ""
    return record.rec_type == "conversion" and bool(kind.lower().startswith("text/plain"))


def _text(record: Any, body: bytes) -> PlainText:
    text = body.decode("utf-8", "replace")
    if 100 * text.count("\ufffd") > len(text):  # a page with a few bad letters is worth having
        raise ValueError("not UTF-8")
    return PlainText(_target(record), _date(record), text)


def _target(record: Any) -> str:
    return (record.rec_headers.get_header("WARC-Target-URI") or "").strip("<>")


def _date(record: Any) -> str:
    return record.rec_headers.get_header("WARC-Date") or ""


def _response(record: Any, body: bytes) -> Response:
    status = record.http_headers.get_statuscode() or ""
    # `content_stream` has undone both.
    dropped = {"content-encoding", "transfer-encoding"}
    named = {
        name.lower(): value for name, value in record.http_headers.headers if name.lower() not in dropped
    }
    return Response(
        url=_target(record),
        date=_date(record),
        status=int(status) if status.isdecimal() else 0,
        headers=named,
        body=body,
    )

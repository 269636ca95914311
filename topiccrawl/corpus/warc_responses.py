"""HTTP responses of WARC files."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from topiccrawl.errors import TextError
from topiccrawl.extras import require_extra
from topiccrawl.messages import message

WARC_NAMES = (".warc", ".warc.gz")
"""Endings of the names of WARC files."""
LARGEST_BODY = 10_000_000
"""Bytes of a body; what is longer is left out, as it is no page."""


@dataclass(frozen=True, slots=True)
class WarcResponse:
    """A response as it was recorded.

    Attributes:
        url: its URL.
        date: when it was fetched, ISO 8601.
        status: HTTP status; 0 if it is no number.
        headers: by name in lower case, without those of encodings.
        body: without transfer and content encoding.
    """

    url: str
    date: str
    status: int
    headers: dict[str, str]
    body: bytes


def is_warc(path: Path) -> bool:
    """Return whether a file is named like a WARC file."""
    return path.name.lower().endswith(WARC_NAMES)


def warc_responses(path: Path) -> Iterator[WarcResponse]:
    """Yield the HTTP responses of a WARC file, plain or compressed record by record.

    Other records are left out, such as requests, DNS look-ups and revisits: a revisit has no body.

    Raises:
        TextError: the file cannot be read, or holds no responses.
        MissingExtraError: warcio is not installed.
    """
    require_extra("warc")
    from warcio.archiveiterator import ArchiveIterator
    from warcio.exceptions import ArchiveLoadFailed

    found = False
    try:
        with path.open("rb") as stream:
            for record in ArchiveIterator(stream):
                if record.rec_type == "response" and record.http_headers is not None:
                    found = True
                    body = record.content_stream().read(LARGEST_BODY + 1)
                    if len(body) <= LARGEST_BODY:
                        yield _response(record, body)
    except (OSError, EOFError, ValueError, zlib.error, ArchiveLoadFailed) as error:
        raise TextError(
            message("{path}: no WARC file that can be read: {error}", path=path, error=error)
        ) from error
    if not found:  # warcio takes an empty file, and one that is cut off in its first record, for a whole one
        raise TextError(message("{path}: holds no HTTP responses", path=path))


def _response(record: Any, body: bytes) -> WarcResponse:
    status = record.http_headers.get_statuscode() or ""
    # `content_stream` has undone both.
    dropped = {"content-encoding", "transfer-encoding"}
    named = {
        name.lower(): value for name, value in record.http_headers.headers if name.lower() not in dropped
    }
    return WarcResponse(
        url=(record.rec_headers.get_header("WARC-Target-URI") or "").strip("<>"),
        date=record.rec_headers.get_header("WARC-Date") or "",
        status=int(status) if status.isdecimal() else 0,
        headers=named,
        body=body,
    )

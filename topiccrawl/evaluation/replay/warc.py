"""Responses of a recorded crawl in a WARC file."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from pathlib import Path

from topiccrawl.errors import EvaluationError
from topiccrawl.evaluation.replay.responses import Response
from topiccrawl.extras import require_extra

WARC_NAMES = (".warc", ".warc.gz")
"""Endings of the names of WARC files."""
LARGEST_BODY = 10_000_000
"""Maximum bytes of a body; no page is longer, so longer bodies are left out."""


def is_warc(path: Path) -> bool:
    """Return whether a file is named like a WARC file."""
    return path.name.lower().endswith(WARC_NAMES)


def read_warc(path: Path) -> Iterator[Response]:
    """Yield the HTTP responses of a WARC file, plain or compressed record by record, bodies decoded.

    Other records are left out, such as requests, DNS look-ups and revisits: a revisit has no body.

    Raises:
        EvaluationError: the file cannot be read.
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
        raise EvaluationError(f"{path}: not a WARC file that can be read: {error}") from error
    if not found:  # warcio takes an empty file, and one that is cut off in its first record, for a whole one
        raise EvaluationError(f"{path}: holds no HTTP responses")


def _response(record: object, body: bytes) -> Response:
    headers = record.http_headers  # type: ignore[attr-defined]  # warcio has no types
    status = headers.get_statuscode() or ""
    # `content_stream` has undone both.
    dropped = {"content-encoding", "transfer-encoding"}
    named = {name.lower(): value for name, value in headers.headers if name.lower() not in dropped}
    url = record.rec_headers.get_header("WARC-Target-URI") or ""  # type: ignore[attr-defined]
    return Response(url.strip("<>"), int(status) if status.isdecimal() else 0, named, body)

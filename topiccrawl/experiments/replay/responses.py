"""Responses of a web, from which a capture is made: a table that any program can write."""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from topiccrawl.errors import EvaluationError
from topiccrawl.messages import message
from topiccrawl.text.files.decompression import GZIP, PackedFileError, inflate

TABLE = "responses"
COLUMNS = ("url", "status", "headers", "body")
_COMMIT_EVERY = 100


@dataclass(frozen=True, slots=True)
class Response:
    """A response as a server sent it.

    Attributes:
        url: the requested URL.
        status: HTTP status; 0 when the server did not answer.
        headers: header values by lower-case name.
        body: the body, decompressed.
    """

    url: str
    status: int
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""

    @property
    def content_type(self) -> str:
        """The header Content-Type."""
        return self.headers.get("content-type", "")


def read_responses(path: Path) -> Iterator[Response]:
    """Yield the responses of a SQLite file with the table `responses(url, status, headers, body)`.

    `headers` is a JSON object or list of pairs. `body` may be compressed with gzip or zlib; a body that is
    itself one of these formats must be compressed once more.

    Raises:
        EvaluationError: the file or one of its rows cannot be read.
    """
    if not path.is_file():
        raise EvaluationError(
            "{path}: {reason}",
            path=path,
            reason=message("is a folder") if path.is_dir() else message("there is no such file"),
        )
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            cursor = connection.execute(f"SELECT {', '.join(COLUMNS)} FROM {TABLE}")  # noqa: S608 - constants
            for url, status, headers, body in cursor:
                yield _response(path, url, status, headers, body)
    except sqlite3.Error as error:
        expected = message(
            "expected a SQLite file with a table {table}({columns})", table=TABLE, columns=", ".join(COLUMNS)
        )
        raise EvaluationError(
            "{path}: {error}; {expected}", path=path, error=error, expected=expected
        ) from error


class ResponseTable:
    """Writes the table that `read_responses` reads; a second response for a URL replaces the first.

    Args:
        path: a new file, or one that was written before.

    Raises:
        sqlite3.Error: the file cannot be written.
        EvaluationError: it is a database of something else, such as the corpus.
    """

    def __init__(self, path: Path) -> None:
        self._connection = sqlite3.connect(path, check_same_thread=False)
        tables = {name for (name,) in self._connection.execute("SELECT name FROM sqlite_master")}
        if tables and TABLE not in tables:
            self._connection.close()
            raise EvaluationError(
                "{path}: is another database; name a file that only responses go to", path=path
            )
        self._connection.execute(
            f"CREATE TABLE IF NOT EXISTS {TABLE}"
            "(url TEXT PRIMARY KEY, status INTEGER NOT NULL, headers TEXT NOT NULL, body BLOB NOT NULL)"
        )
        self._unsaved = 0

    def add(self, response: Response) -> None:
        """Add a response."""
        headers = json.dumps(dict(response.headers), ensure_ascii=False)
        row = (response.url, response.status, headers, zlib.compress(response.body, 1))
        self._connection.execute(f"INSERT OR REPLACE INTO {TABLE} VALUES (?, ?, ?, ?)", row)  # noqa: S608
        self._unsaved += 1
        if self._unsaved >= _COMMIT_EVERY:
            self._connection.commit()
            self._unsaved = 0

    def close(self) -> None:
        """Commit and close the file."""
        self._connection.commit()
        self._connection.close()


def _response(path: Path, url: object, status: object, headers: object, body: object) -> Response:
    try:
        if not isinstance(url, str) or not isinstance(status, int):
            raise ValueError("url is not a text, or status is not an integer")
        pairs = json.loads(str(headers)) if headers else {}
        named = pairs.items() if isinstance(pairs, dict) else pairs
        values = {str(name).lower(): str(value) for name, value in named}
        if isinstance(body, str):
            body = body.encode()
        return Response(url, status, values, unpacked(body or b""))  # type: ignore[arg-type]
    except (ValueError, TypeError, OSError, RecursionError) as error:
        raise EvaluationError(
            "{path}: the response of {url} cannot be read: {error}",
            path=path,
            url=str(url)[:200],
            error=error,
        ) from error


def unpacked(body: bytes) -> bytes:
    """Return a body without compression by gzip or zlib.

    Raises:
        PackedFileError: it is a damaged gzip file, or unpacks to more than any page has.

    >>> unpacked(zlib.compress(b"a")), unpacked(b"<html>"), unpacked(b"x^2 + y^2")
    (b'a', b'<html>', b'x^2 + y^2')
    """
    if body.startswith(GZIP):
        return inflate(body)
    if body[:1] == b"\x78" and len(body) > 1 and int.from_bytes(body[:2], "big") % 31 == 0:
        try:
            return inflate(body)
        except PackedFileError as error:
            if not error.damaged:
                raise
            return body  # a text that happens to begin like zlib, such as "x^"
    return body

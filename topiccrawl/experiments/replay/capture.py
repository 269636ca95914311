"""A capture: the responses of a web in one SQLite file."""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.parse import urljoin, urlsplit

from topiccrawl.errors import EvaluationError
from topiccrawl.page.canonical_url import url_key
from topiccrawl.page.content_type import is_html
from topiccrawl.text.files.atomic_write import atomic_replace
from topiccrawl.text.files.decompression import PackedFileError, inflate

FORMAT = 2
"""Version of the file format."""
ANY_PATH = "/*"
"""Path of the response that a host gives to every URL that was not captured."""
PAGE, REDIRECT, FAILURE, ROBOTS = "page", "redirect", "failure", "robots"
_PAGES = frozenset((200, 201, 202, 203))
_REDIRECTS = frozenset((301, 302, 303, 307, 308))
_TABLES = """
CREATE TABLE meta(name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE captured(
    key BLOB PRIMARY KEY, kind TEXT NOT NULL, url TEXT NOT NULL, status INTEGER NOT NULL,
    headers TEXT NOT NULL, body BLOB NOT NULL
);
"""


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


@dataclass(frozen=True)
class Contents:
    """How many responses of each kind a capture has."""

    pages: int = 0
    redirects: int = 0
    failures: int = 0
    robots: int = 0


class Capture:
    """An open capture; a context manager.

    Args:
        path: the file.
        create: make a new one; it must not exist or be empty.

    Raises:
        EvaluationError: it is missing, damaged or of another format.
    """

    def __init__(self, path: Path, create: bool = False) -> None:
        self.path = path
        if not create and not path.is_file():
            problem = "is a folder, no capture" if path.is_dir() else "no such capture"
            raise EvaluationError(
                "{path}: {problem}; make one with topiccrawl replay capture", path=path, problem=problem
            )
        try:
            self._connection = sqlite3.connect(path)
        except sqlite3.Error as error:
            raise self._damaged(error) from error
        try:
            if create:
                self._connection.executescript(_TABLES)
                self._connection.execute("INSERT INTO meta VALUES ('format', ?)", (str(FORMAT),))
            elif (found := dict(self._run("SELECT name, value FROM meta")).get("format")) != str(FORMAT):
                raise EvaluationError(
                    "{path}: format {found}, expected {format}; make the capture again",
                    path=path,
                    found=found,
                    format=FORMAT,
                )
        except BaseException:
            self._connection.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._connection.close()

    def contents(self) -> Contents:
        """Return how many responses of each kind there are."""
        counts = dict(self._run("SELECT kind, count(*) FROM captured GROUP BY kind"))
        return Contents(*(counts.get(kind, 0) for kind in (PAGE, REDIRECT, FAILURE, ROBOTS)))

    def get(self, url: str) -> Response | None:
        """Return the response for a URL, or that of its host for unknown URLs; None: there is none.

        Raises:
            EvaluationError: the file is damaged.
        """
        try:
            parts = urlsplit(url)
        except ValueError:  # such as the target of a redirect
            return None
        query = "SELECT url, status, headers, body FROM captured WHERE key = ?"
        rows = self._run(query, (url_key(url),))
        if not rows and parts.path != "/robots.txt":
            rows = self._run(query, (url_key(f"{parts.scheme}://{parts.netloc}{ANY_PATH}"),))
        if not rows:
            return None
        try:
            known, status, headers, body = rows[0]
            return Response(known, int(status), dict(json.loads(headers)), inflate(body))
        except (PackedFileError, ValueError, TypeError) as error:
            raise self._damaged(error) from error

    def add(self, response: Response) -> None:
        """Add a response; the last one of a URL counts."""
        try:
            key, kind = url_key(response.url), _kind(response)
        except ValueError as error:
            raise EvaluationError(
                "the response of {url} cannot be read: {error}", url=response.url[:200], error=error
            ) from error
        if not kind:
            return
        headers = json.dumps(dict(response.headers))
        row = (key, kind, response.url, response.status, headers, zlib.compress(response.body, 1))
        self._connection.execute("INSERT OR REPLACE INTO captured VALUES (?, ?, ?, ?, ?, ?)", row)

    def save(self) -> None:
        """Make what was added permanent."""
        self._connection.commit()

    def _run(self, statement: str, values: tuple[Any, ...] = ()) -> list[Any]:
        try:
            return self._connection.execute(statement, values).fetchall()
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise self._damaged(error) from error

    def _damaged(self, error: Exception) -> EvaluationError:
        return EvaluationError(
            "{path}: not a capture, or damaged: {error}; make it again", path=self.path, error=error
        )


def write_capture(
    responses: Iterable[Response],
    target: Path,
    on_progress: Callable[[int], object] = lambda done: None,
) -> Contents:
    """Write responses to a capture, which appears when it is complete.

    Args:
        responses: all responses of a web, those for robots.txt included. A response for `http://HOST/*`
            stands for every URL of the host that has none of its own.
        target: the file, which is replaced.
        on_progress: called with the number of responses so far.

    Raises:
        EvaluationError: a response cannot be read, or the file not be written.
        OSError: the file cannot be written.
    """
    rest, done = iter(responses), 0
    with atomic_replace(target) as part, Capture(part, create=True) as capture:
        try:
            while chunk := list(islice(rest, 500)):
                for response in chunk:
                    capture.add(response)
                on_progress(done := done + len(chunk))
            capture.save()
        except (sqlite3.Error, UnicodeEncodeError) as error:  # such as a full disk
            raise EvaluationError("{path}: cannot be written: {error}", path=target, error=error) from error
        return capture.contents()


def is_page(response: Response) -> bool:
    """Return whether a response is an HTML page."""
    return response.status in _PAGES and is_html(response.content_type, response.body)


def _kind(response: Response) -> str:
    """Return the kind of a response; empty if a replay does not need it."""
    target = response.headers.get("location", "")
    if urlsplit(response.url).path == "/robots.txt":
        return ROBOTS if response.status == 200 else ""
    if response.status in _REDIRECTS and target:
        try:
            to_itself = url_key(urljoin(response.url, target)) == url_key(response.url)
        except ValueError:  # such as a bracket that is not an IPv6 address
            return FAILURE
        return "" if to_itself else REDIRECT  # to another form of the same URL, such as https
    return PAGE if is_page(response) else FAILURE

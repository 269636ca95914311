"""The SQLite file of a capture: pages as received or parsed, redirects, failures, robots.txt."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from topiccrawl.errors import EvaluationError
from topiccrawl.experiments.replay.captured_page import Captured, received
from topiccrawl.experiments.replay.responses import Response
from topiccrawl.messages import message
from topiccrawl.page.canonical_url import url_key

FORMAT = 1
"""Version of the file format."""
EXTRACTOR, MAX_LINKS = "extractor", "max_links"
"""Facts that every capture has: how its pages are parsed."""
ANY_PATH = "/*"
"""Path of the response that a host gives to every URL that was not captured."""

_TABLES = """
CREATE TABLE meta(name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE robots(host TEXT PRIMARY KEY, rules TEXT NOT NULL);
CREATE TABLE pages(
    key BLOB PRIMARY KEY, url TEXT NOT NULL, page BLOB NOT NULL, raw BLOB NOT NULL,
    content_type TEXT NOT NULL, target TEXT NOT NULL, failure TEXT NOT NULL
);
"""
_FIELDS = "url, page, raw, content_type, target, failure"
_WRITE = f"INSERT OR REPLACE INTO pages(key, {_FIELDS}) VALUES (?, ?, ?, ?, ?, ?, ?)"  # noqa: S608 - constants
_ROBOTS_BYTES = 512 * 1024
"""Bytes of a robots.txt that a crawl parses."""
_PATIENCE = 60.0
"""Seconds to wait for another process that writes."""


@dataclass(frozen=True)
class Contents:
    """How many responses of each kind a capture has; `unparsed` pages count as pages too."""

    pages: int = 0
    unparsed: int = 0
    redirects: int = 0
    failures: int = 0
    robots: int = 0


class CaptureFile:
    """An open file of a capture.

    Args:
        path: the file.
        create: make a new one; it must not exist or be empty.

    Attributes:
        path: the file.

    Raises:
        EvaluationError: it is missing, damaged or of another format.
    """

    def __init__(self, path: Path, create: bool = False) -> None:
        self.path = path
        if not create and not path.is_file():
            problem = "is a folder, no capture" if path.is_dir() else "no such capture"
            raise EvaluationError(
                message(
                    "{path}: {problem}; make one with topiccrawl replay capture", path=path, problem=problem
                )
            )
        try:
            self._connection = sqlite3.connect(path, timeout=_PATIENCE)
        except sqlite3.Error as error:
            raise self._damaged(error) from error
        try:
            # Parsed pages are written again after a power cut; each commit need not reach the disk.
            self._run("PRAGMA synchronous = OFF")
            if create:
                self._connection.executescript(_TABLES)
                self.set_about({"format": str(FORMAT)})
            else:
                self._check(self.about())
        except BaseException:
            self._connection.close()
            raise

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def about(self) -> dict[str, str]:
        """Return the facts about the capture by name: format, extractor, source ..."""
        return dict(self._run("SELECT name, value FROM meta"))

    def set_about(self, facts: Mapping[str, str]) -> None:
        """Add facts about the capture."""
        self._connection.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", facts.items())
        self._connection.commit()

    def receive(self, responses: Iterable[Response]) -> Iterator[int]:
        """Write responses, and yield the number written from time to time; the last one of a URL counts."""
        done, rest = 0, iter(responses)
        while chunk := list(islice(rest, 500)):
            try:
                for response in chunk:
                    self._receive(response)
                self._connection.commit()
            except (sqlite3.Error, UnicodeEncodeError) as error:  # such as a full disk
                raise EvaluationError(
                    message("{path}: cannot be written: {error}", path=self.path, error=error)
                ) from error
            done += len(chunk)
            yield done

    def robots(self, host: str) -> str:
        """Return the robots.txt of a host (with its port, if any); empty when there is none."""
        found = self._run("SELECT rules FROM robots WHERE host = ?", (host,))
        return str(found[0][0]) if found else ""

    def get(self, key: bytes) -> Captured | None:
        """Return what the file has for a URL by its key (see `url_key`); None when it was not captured."""
        rows = self._run(f"SELECT {_FIELDS} FROM pages WHERE key = ?", (key,))  # noqa: S608 - constants
        return Captured(*rows[0]) if rows else None

    def unparsed(self) -> Iterator[Captured]:
        """Yield the pages that are not parsed yet."""
        for (key,) in self._run("SELECT key FROM pages WHERE raw != x''"):
            if (one := self.get(key)) is not None and one.raw:
                yield one

    def replace(self, parsed: Iterable[Captured]) -> None:
        """Write pages in their parsed form."""
        rows = [
            (url_key(one.url), one.url, one.page, one.raw, one.content_type, one.target, one.failure)
            for one in parsed
        ]
        try:
            self._connection.executemany(_WRITE, rows)
            self._connection.commit()
        except sqlite3.Error as error:
            raise self._damaged(error) from error

    def compact(self) -> None:
        """Free the space of the bodies that were parsed."""
        self._run("VACUUM")

    def contents(self) -> Contents:
        """Return how many responses of each kind there are."""
        counts = "count(*), sum(raw != x''), sum(target != ''), sum(failure != '')"
        rows = self._run(f"SELECT {counts}, (SELECT count(*) FROM robots) FROM pages")  # noqa: S608 - constants
        everything, unparsed, redirects, failures, robots = (value or 0 for value in rows[0])
        return Contents(everything - redirects - failures, unparsed, redirects, failures, robots)

    def _receive(self, response: Response) -> None:
        try:
            parts = urlsplit(response.url)
        except ValueError as error:
            raise EvaluationError(
                message("the response of {url} cannot be read: {error}", url=response.url[:200], error=error)
            ) from error
        if parts.path == "/robots.txt":
            if response.status == 200:
                rules = response.body[:_ROBOTS_BYTES].decode("utf-8", "replace")
                self._connection.execute("INSERT OR REPLACE INTO robots VALUES (?, ?)", (parts.netloc, rules))
            return
        one, key = received(response), url_key(response.url)
        if one.target and url_key(one.target) == key:
            return  # to another form of the same URL, such as https
        row = (key, one.url, one.page, one.raw, one.content_type, one.target, one.failure)
        self._connection.execute(_WRITE, row)

    def _check(self, about: Mapping[str, str]) -> None:
        if (found := about.get("format")) != str(FORMAT):
            raise EvaluationError(
                message(
                    "{path}: format {found}, expected {format}; make the capture again",
                    path=self.path,
                    found=found,
                    format=FORMAT,
                )
            )
        if EXTRACTOR not in about or not about.get(MAX_LINKS, "").isdigit():
            raise self._damaged(ValueError(f"it does not say its {EXTRACTOR} and {MAX_LINKS}"))

    def _run(self, statement: str, values: tuple[Any, ...] = ()) -> list[Any]:
        try:
            return self._connection.execute(statement, values).fetchall()
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise self._damaged(error) from error

    def _damaged(self, error: Exception) -> EvaluationError:
        return EvaluationError(
            message("{path}: not a capture, or damaged: {error}; make it again", path=self.path, error=error)
        )

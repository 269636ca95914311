"""Copies of a built web with changed pages: links removed, signals added."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from benchmarks.live.web import ReplayWeb

LINK = re.compile(rb"""<a\b[^>]*?\bhref\s*=\s*["']?([^"'\s>]+)[^>]*>""", re.IGNORECASE)
"""A tag with a link; the first group is its URL as written."""


@dataclass
class WebPage:
    """A stored answer of a web.

    Attributes:
        host: its host.
        path: path and query.
        body: its content, not compressed.
        headers: headers besides the usual ones.
        is_html: whether it is an HTML page.
    """

    host: str
    path: str
    body: bytes
    headers: list[tuple[str, str]] = field(default_factory=list)
    is_html: bool = True

    @property
    def url(self) -> str:
        """Its URL."""
        return f"http://{self.host}{self.path}"


def web_pages(web: ReplayWeb) -> list[WebPage]:
    """Return the HTML pages of a web that are answered with 200."""
    return [page for page, status in _read(web.folder) if page.is_html and status == 200]


def altered(web: ReplayWeb, folder: Path, change: Callable[[WebPage], object], *robots: str) -> ReplayWeb:
    """Return a copy of a web with changed pages.

    Args:
        web: the web.
        folder: of the copy; an older one is replaced.
        change: changes a page in place; it gets robots.txt files, too.
        robots: hosts that must have a robots.txt for it to change.
    """
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name in ("web.sqlite", "labels.jsonl", "seeds.json"):
        shutil.copyfile(web.folder / name, folder / name)
    with closing(sqlite3.connect(folder / "web.sqlite")) as database, database:
        missing = set(robots) - {
            host for (host,) in database.execute("SELECT host FROM pages WHERE path = '/robots.txt'")
        }
        for host in sorted(missing):
            row = (host, "/robots.txt", 200, "text/plain", "[]", gzip.compress(b"User-agent: *\n"))
            database.execute("INSERT INTO pages VALUES (?, ?, ?, ?, ?, ?)", row)
    changed = []
    for page, _ in _read(folder):
        if page.is_html or page.path == "/robots.txt":
            before = page.body, list(page.headers)
            change(page)
            if (page.body, page.headers) != before:
                changed.append((gzip.compress(page.body, 1), json.dumps(page.headers), page.host, page.path))
    with closing(sqlite3.connect(folder / "web.sqlite")) as database, database:
        database.executemany("UPDATE pages SET body = ?, headers = ? WHERE host = ? AND path = ?", changed)
    return ReplayWeb(folder, web.seed)


def draw(share: float, *names: str) -> bool:
    """Return True for a share of names, always the same ones.

    >>> draw(0.0, "a"), draw(1.0, "a")
    (False, True)
    """
    number = int.from_bytes(sha256("\n".join(names).encode()).digest()[:4], "big")
    return number < share * 2**32


def _read(folder: Path) -> list[tuple[WebPage, int]]:
    query = "SELECT host, path, status, ctype, headers, body FROM pages ORDER BY host, path"
    with closing(sqlite3.connect(folder / "web.sqlite")) as database:
        return [
            (
                WebPage(
                    host,
                    path,
                    gzip.decompress(body),
                    [(name, value) for name, value in json.loads(headers)],
                    kind.startswith("text/html") and path != "/robots.txt",
                ),
                status,
            )
            for host, path, status, kind, headers, body in database.execute(query)
        ]

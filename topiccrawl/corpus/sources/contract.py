"""What readers of files yield."""

from __future__ import annotations

from dataclasses import dataclass

from topiccrawl.messages import Message
from topiccrawl.text.files.rows import Row

LARGEST_BODY = 10_000_000
"""Bytes of a body; what is longer is left out, as it is no page."""
WARC_FILES = "https://data.commoncrawl.org/"
"""What the names of WARC files in Common Crawl's index are relative to."""
LARGEST_FILE = 100_000_000
"""Bytes of a file that one page was saved in, with its pictures."""


@dataclass(frozen=True, slots=True)
class Response:
    """A page as a server sent it, or as a browser saved it.

    Attributes:
        url: its URL; empty if none is known.
        date: when it was fetched, in any form of `fetched_at`.
        status: HTTP status; 0 if it is no number.
        headers: by name in lower case, without those of encodings.
        body: without transfer and content encoding.
        method: of the request.
    """

    url: str
    date: str
    status: int
    headers: dict[str, str]
    body: bytes
    method: str = "GET"


@dataclass(frozen=True, slots=True)
class PlainText:
    """The text of a page, which a program extracted before.

    Attributes:
        url: URL of the page.
        date: when it was fetched, ISO 8601.
        text: all that the page shows, in lines.
    """

    url: str
    date: str
    text: str


Found = Row | Response | PlainText | Message
"""A page in one of three forms, or what is wrong with it, with its place."""

"""Captures of the built webs of the measuring data, and tables of their labels."""

from __future__ import annotations

import csv
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from benchmarks.live.web import ReplayWeb
from topiccrawl.experiments.replay.capture import ANY_PATH, Response, write_capture
from topiccrawl.text.files.decompression import GZIP, PackedFileError, inflate

LABELS = {"partybuild": "party", "overseas": "qiao", "football": "cnfootball"}
"""Name of each topic in the labels of the built webs."""
_UNKNOWN = "/__404__"
"""Path under which a built web holds what a host answers to unknown URLs."""


def capture_web(web: ReplayWeb, folder: Path) -> Path:
    """Return the capture of a built web, made unless it exists."""
    path = folder / f"web-{web.seed}.capture"
    if not path.exists():
        write_capture(responses(web), path)
    return path


def responses(web: ReplayWeb) -> Iterator[Response]:
    """Yield all static responses of a built web; endless ones, such as calendars, are not in it."""
    file = web.folder / "web.sqlite"
    with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as connection:
        query = "SELECT host, path, status, ctype, headers, body FROM pages"
        for host, path, status, content_type, headers, body in connection.execute(query):
            named = {name.lower(): value for name, value in json.loads(headers)}
            shown = ANY_PATH if path == _UNKNOWN else path
            url = f"http://{host}{shown}"
            yield Response(url, status, {**named, "content-type": content_type}, _unpacked(body))


def label_table(web: ReplayWeb, topic: str, folder: Path) -> Path:
    """Return the table of URLs and grades of a topic; it is made unless it exists."""
    path, label = folder / f"labels-{web.seed}-{topic}.tsv", LABELS[topic]
    if path.exists():
        return path
    with web.labels.open(encoding="utf-8") as lines, path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter="\t")
        writer.writerow(("url", "grade"))
        for row in map(json.loads, lines):
            if row["kind"] == "article":
                grade = row.get("grade", {}).get(label, 2 if label in row.get("topics", ()) else 0)
                if grade:
                    writer.writerow((row["url"], grade))
    return path


def _unpacked(body: bytes) -> bytes:
    """Return a body without compression by gzip or zlib.

    Raises:
        PackedFileError: it is a damaged gzip file, or unpacks to more than any page has.
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

"""The pages of a replay web with their labels."""

from __future__ import annotations

import gzip
import json
import sqlite3
from collections.abc import Iterator
from typing import NamedTuple

from benchmarks.live.web import ReplayWeb


class Labelled(NamedTuple):
    """A page of a web with its labels."""

    host: str
    url: str
    body: bytes
    content_type: str
    kind: str
    text: str
    title: str


def read_pages(web: ReplayWeb) -> Iterator[Labelled]:
    """Yield the labelled HTML pages of a web."""
    labels = {}
    with web.labels.open(encoding="utf-8") as rows:
        for row in map(json.loads, rows):
            labels[row["url"].split("://", 1)[1]] = row
    with sqlite3.connect(web.folder / "web.sqlite") as database:
        for host, path, _, content_type, _, body in database.execute("SELECT * FROM pages"):
            label = labels.get(host + path)
            if label is not None and "html" in content_type:
                text = label.get("gold_text") or ""
                url = f"http://{host}{path}"
                title = label.get("gold_title") or ""
                yield Labelled(host, url, gzip.decompress(body), content_type, label["kind"], text, title)

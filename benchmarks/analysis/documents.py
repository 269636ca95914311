"""Documents of the measuring data by an opaque id, and their labels."""

from __future__ import annotations

import csv
import hashlib
import json
import lzma
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.measuring import data_folder

_ID = 12
_SHORTEST = 120
"""Minimum length of a document in characters."""


@dataclass(frozen=True, slots=True)
class Document:
    """A document.

    Attributes:
        id: the beginning of the SHA-256 of title and text.
        title: the headline.
        text: the text.
        source: the collection that it is from; only for holding out whole sources.
        published: when it was published.
    """

    id: str
    title: str
    text: str
    source: str
    published: str


def read_documents(wanted: Collection[str]) -> dict[str, Document]:
    """Return the documents with these ids."""
    return {one.id: one for one in _documents() if one.id in wanted}


def _documents() -> Iterator[Document]:
    with lzma.open(data_folder("web") / "raw" / "corpus.jsonl.xz", "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            text = "\n".join(row["paras"])
            if len(text) - text.count("\n") >= _SHORTEST:
                number = hashlib.sha256(f"{row['title']}\n{text}".encode()).hexdigest()[:_ID]
                yield Document(number, row["title"], text, row["src"], row["dt"] or "")


def read_labels(name: str) -> list[dict[str, str]]:
    """Return the rows of a table beside this module."""
    with (Path(__file__).parent / name).open(encoding="utf-8", newline="") as file:
        lines = (line for line in file if not line.startswith("#"))
        rows = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [{str(name): str(value) for name, value in row.items()} for row in rows]

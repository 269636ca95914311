"""Export of a topic's corpus to one file: JSON lines, CSV or Parquet."""

from __future__ import annotations

import csv
import importlib
import json
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from itertools import chain, islice
from pathlib import Path
from typing import Any

from topiccrawl.errors import ExportError
from topiccrawl.extras import require_extra
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.text.display import spreadsheet_cell
from topiccrawl.text.files.atomic_write import atomic_replace

COLUMNS = (
    "url",
    "canonical_url",
    "title",
    "text",
    "published",
    "site",
    "relevance",
    "author",
    "fetched_at",
    "charset",
    "extractor",
    "duplicate_of",
    "anchor",
    "parent_url",
    "body_sha256",
)
"""Columns of an export, in this order; documented in `topiccrawl.storage.records.PageRecord`."""

Rows = Iterable[dict[str, Any]]

_LINE_ENDS = tuple((char, f"\\u{ord(char):04x}") for char in "\x85\u2028\u2029")


def export(store_url: str, topic: str, format: str, out: str | Path, include_duplicates: bool = False) -> int:
    """Write the pages of a topic to a file, in the order they were stored.

    The file appears when it is complete; until then rows go to a temporary file beside it. If a crawl kept no
    page of the topic, the file is empty (with Parquet, a table without rows).

    Args:
        store_url: database URL, as for `CorpusStore`; the database must exist.
        topic: name of the topic.
        format: `jsonl` (UTF-8, one page per line), `csv` (for spreadsheets: UTF-8 with a byte order mark, and
            an apostrophe before texts that look like formulas) or `parquet`.
        out: the file; an older one is replaced.
        include_duplicates: whether pages marked as duplicates are exported, too.

    Returns:
        The number of pages.

    Raises:
        ExportError: the format is unknown, or the topic was never crawled into this database.
        MissingExtraError: the format needs a package that is not installed.
        StorageError: the database is missing, holds no corpus or cannot be read.
        OSError: the file cannot be written.
    """
    if format not in FORMATS:
        raise ExportError(f"unknown format {format!r}; use {', '.join(FORMATS)}")
    write = FORMATS[format]()
    target = Path(out)
    store = CorpusStore(store_url)
    store.open(create=False)
    try:
        if topic not in (known := store.topics()):
            topics = f"there are {', '.join(known)}" if known else "it holds none"
            raise ExportError(f"{store.display_name}: holds no topic {topic!r}; {topics}")
        with atomic_replace(target) as part:
            return write(store.read_pages(topic, COLUMNS, originals_only=not include_duplicates), part)
    finally:
        store.close()


def _jsonl(rows: Rows, path: Path) -> int:
    count = 0
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for row in rows:
            line = json.dumps({name: _plain(row[name]) for name in COLUMNS}, ensure_ascii=False)
            # Valid in JSON, but some programs take these three characters for line ends.
            for char, escape in _LINE_ENDS:
                line = line.replace(char, escape)
            file.write(line + "\n")
            count += 1
    return count


def _csv(rows: Rows, path: Path) -> int:
    remaining = iter(rows)
    first = next(remaining, None)
    if first is None:  # an empty file, without a header
        path.touch()
        return 0
    count = 0
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(COLUMNS)
        for row in chain((first,), remaining):
            writer.writerow([_cell(row[name]) for name in COLUMNS])
            count += 1
    return count


def _parquet(arrow: Any, parquet: Any, rows: Rows, path: Path) -> int:
    types = {"relevance": arrow.float64(), "fetched_at": arrow.timestamp("us", tz="UTC")}
    schema = arrow.schema([(name, types.get(name, arrow.string())) for name in COLUMNS])
    count = 0
    with parquet.ParquetWriter(path, schema) as writer:
        for group in _groups(rows):
            writer.write_table(arrow.Table.from_pylist(group, schema=schema))
            count += len(group)
    return count


def _groups(rows: Rows, size: int = 1000) -> Iterator[list[dict[str, Any]]]:
    remaining = iter(rows)
    while group := list(islice(remaining, size)):
        yield group


def _plain(value: object) -> object:
    return value.isoformat() if isinstance(value, datetime) else value


def _cell(value: object) -> object:
    plain = _plain(value)
    return spreadsheet_cell(plain) if isinstance(plain, str) else plain


def _parquet_writer() -> Callable[[Rows, Path], int]:
    require_extra("parquet")
    # pyarrow is large and rarely needed, so it is optional and imported only here.
    arrow, parquet = importlib.import_module("pyarrow"), importlib.import_module("pyarrow.parquet")
    return lambda rows, path: _parquet(arrow, parquet, rows, path)


FORMATS: dict[str, Callable[[], Callable[[Rows, Path], int]]] = {
    "jsonl": lambda: _jsonl,
    "csv": lambda: _csv,
    "parquet": _parquet_writer,
}
"""Writers by format; made only when used, as one needs an extra."""

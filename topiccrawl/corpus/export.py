"""The corpus of a topic as one file: JSON lines, CSV or Parquet."""

from __future__ import annotations

import csv
import importlib
import json
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from itertools import chain
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
"""What an export holds of each page, in this order; `topiccrawl.storage.records.PageRecord` explains it."""

Rows = Iterable[dict[str, Any]]

_LINE_ENDS = tuple((char, f"\\u{ord(char):04x}") for char in "\x85\u2028\u2029")


def export(store_url: str, topic: str, format: str, out: str | Path, include_duplicates: bool = False) -> int:
    """Write the pages of a topic to a file, first stored first.

    The file is there when it is complete: until then the rows are in another file beside it. When no page of
    a crawled topic was kept, it is an empty file (with Parquet a table without rows).

    Args:
        store_url: database URL, as for `CorpusStore`; the database must exist.
        topic: name of the topic.
        format: `jsonl` (UTF-8, a page a line), `csv` (UTF-8 with a mark, for spreadsheets: texts that one
            would take for formulas get an apostrophe) or `parquet`. The other two hold texts as they are.
        out: the file; an older one is replaced.
        include_duplicates: also the pages that are marked as duplicate of another.

    Returns:
        Number of pages.

    Raises:
        ExportError: unknown format, or a topic that was never crawled into this database.
        MissingExtraError: the format needs a package that is not installed.
        StorageError: the database is missing, holds no corpus or cannot be read.
        OSError: the file cannot be written.
    """
    if format not in _FORMATS:
        raise ExportError(f"no such format: {format!r}; there are {', '.join(_FORMATS)}")
    write = _FORMATS[format]()
    target = Path(out)
    store = CorpusStore(store_url)
    store.open(create=False)
    try:
        if topic not in (known := store.topics()):
            there = f"there are {', '.join(known)}" if known else "it holds none"
            raise ExportError(f"{store.shown}: holds no topic {topic!r}; {there}")
        with atomic_replace(target) as part:
            return write(store.read_pages(topic, COLUMNS, originals_only=not include_duplicates), part)
    finally:
        store.close()


def _jsonl(rows: Rows, path: Path) -> int:
    count = 0
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for row in rows:
            line = json.dumps({name: _plain(row[name]) for name in COLUMNS}, ensure_ascii=False)
            # JSON allows these three as they are, but some readers of lines take them for ends of lines.
            for char, escape in _LINE_ENDS:
                line = line.replace(char, escape)
            file.write(line + "\n")
            count += 1
    return count


def _csv(rows: Rows, path: Path) -> int:
    waiting = iter(rows)
    first = next(waiting, None)
    if first is None:
        path.touch()
        return 0
    count = 0
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(COLUMNS)
        for row in chain((first,), waiting):
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
    group: list[dict[str, Any]] = []
    for row in rows:
        group.append(row)
        if len(group) == size:
            yield group
            group = []
    if group:
        yield group


def _plain(value: object) -> object:
    return value.isoformat() if isinstance(value, datetime) else value


def _cell(value: object) -> object:
    plain = _plain(value)
    return spreadsheet_cell(plain) if isinstance(plain, str) else plain


def _parquet_writer() -> Callable[[Rows, Path], int]:
    require_extra("parquet")
    # A heavy package that few need, so it is loaded here.
    arrow, parquet = importlib.import_module("pyarrow"), importlib.import_module("pyarrow.parquet")
    return lambda rows, path: _parquet(arrow, parquet, rows, path)


_FORMATS: dict[str, Callable[[], Callable[[Rows, Path], int]]] = {
    "jsonl": lambda: _jsonl,
    "csv": lambda: _csv,
    "parquet": _parquet_writer,
}

FORMATS = tuple(_FORMATS)
"""Names of the formats."""

"""Import of pages from files, as if a crawl had fetched them: judged, compared, measured and stored."""

from __future__ import annotations

import importlib
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

from topiccrawl.corpus.reading import Comparison, PageReader
from topiccrawl.corpus.stored_records import stored_records
from topiccrawl.corpus.warc_responses import WARC_NAMES, warc_responses
from topiccrawl.errors import TextError
from topiccrawl.extraction import clean
from topiccrawl.extras import require_extra
from topiccrawl.page.canonical_url import absolute_url
from topiccrawl.page.content_type import is_html
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.records import DropRecord, PageRecord

KEPT, DUPLICATE, KNOWN = "kept", "kept as duplicates", "known already"
OFF_TOPIC, EMPTY, NO_URL = "off the topic", "without a text", "without a URL"

_BATCH = 100
_TEXTS = ("title", "author", "published", "site", "anchor", "parent_url", "robots", "tdm_policy")
_HEADERS = {
    name.lower(): name
    for name in ("Content-Type", "Last-Modified", "Content-Language", "X-Robots-Tag", "TDM-Reservation")
}
_SUCCESS = range(200, 204)

Row = Mapping[str, Any]


def import_pages(
    store: CorpusStore,
    topic: str,
    run_id: int,
    files: Iterable[Path],
    reader: PageReader,
    comparison: Comparison,
    on_page: Callable[[int], object] = lambda done: None,
    *,
    keep_all: bool = False,
) -> Counter[str]:
    """Store the pages of files, and return how many there were of each kind.

    Pages that the topic has already stay as they are, so an interrupted import can be run again.

    Args:
        store: an open store.
        topic: name of the topic.
        run_id: the run of the import.
        files: JSON lines (`.jsonl`, `.jsonl.zst`), Parquet or WARC files.
        reader: extracts and judges.
        comparison: finds duplicates; gets to know the stored pages first.
        on_page: called with the number of pages so far.
        keep_all: whether pages are stored whatever their verdict.

    Raises:
        TextError: a file cannot be read.
        MissingExtraError: the format needs a package that is not installed.
        StorageError: the database cannot be used.
    """
    known = set()
    for _, stored in stored_records(store, topic, source=False):
        known.add(stored.url)
        comparison.know(stored)
    counts: Counter[str] = Counter()
    pages: list[PageRecord] = []
    drops: list[DropRecord] = []
    for file in files:
        for record, problem in _records(file, topic, run_id):
            if record is not None and record.url in known:
                problem = KNOWN
            if record is None or problem:
                counts[problem] += 1
                continue
            known.add(record.url)
            read = _read(reader, record)
            if not read.text:
                counts[EMPTY] += 1
                drops.append(_drop(read, "empty"))
            elif not keep_all and not reader.is_kept(read):
                counts[OFF_TOPIC] += 1
                drops.append(_drop(read, "off_topic"))
            else:
                page = comparison.compared(read)
                counts[DUPLICATE if page.duplicate_of else KEPT] += 1
                pages.append(page)
            on_page(counts.total())
            if len(pages) + len(drops) >= _BATCH:
                store.write(pages, drops)
                pages, drops = [], []
    store.write(pages, drops)
    return counts


def _read(reader: PageReader, record: PageRecord) -> PageRecord:
    return reader.judged(record) if record.raw_html is None else reader.from_source(record)


def _drop(record: PageRecord, reason: str) -> DropRecord:
    return DropRecord(
        topic=record.topic,
        url=record.url,
        stage="import",
        reason=reason,
        run_id=record.run_id,
        dropped_at=datetime.now(UTC),
        score=record.relevance,
    )


def _records(file: Path, topic: str, run_id: int) -> Iterator[tuple[PageRecord | None, str]]:
    """Yield the pages of a file, each with the problem that keeps it out."""
    name = file.name.lower()
    if name.endswith(WARC_NAMES):
        yield from _from_warc(file, topic, run_id)
        return
    if name.endswith((".jsonl", ".ndjson", ".jsonl.zst")):
        rows = _json_rows(file)
    elif name.endswith(".parquet"):
        rows = _parquet_rows(file)
    else:
        raise TextError(f"{file}: unknown ending; import reads .jsonl, .jsonl.zst, .parquet, .warc, .warc.gz")
    for row in rows:
        yield _from_row(row, topic, run_id)


def _from_row(row: Row, topic: str, run_id: int) -> tuple[PageRecord | None, str]:
    url = _url(row.get("url"))
    if url is None:
        return None, NO_URL
    text = row.get("text")
    if not isinstance(text, str) or not text.strip():
        return None, EMPTY
    texts = {name: row[name] for name in _TEXTS if isinstance(row.get(name), str)}
    reservation = row.get("tdm_reservation")
    return (
        PageRecord(
            topic=topic,
            url=url,
            run_id=run_id,
            fetched_at=_time(row.get("fetched_at")),
            extractor="import",
            raw_title=texts.get("title", ""),
            raw_text=text,
            text=clean(text),
            tdm_reservation=reservation if isinstance(reservation, bool) else None,
            **texts,
        ),
        "",
    )


def _from_warc(file: Path, topic: str, run_id: int) -> Iterator[tuple[PageRecord | None, str]]:
    for response in warc_responses(file):
        url = _url(response.url)
        if url is None:
            yield None, NO_URL
        elif response.status not in _SUCCESS:
            yield None, f"with the status {response.status}"
        elif not is_html(response.headers.get("content-type", ""), response.body):
            yield None, "not HTML"
        else:
            headers = {_HEADERS[name]: value for name, value in response.headers.items() if name in _HEADERS}
            record = PageRecord(
                topic=topic,
                url=url,
                run_id=run_id,
                fetched_at=_time(response.date),
                status=response.status,
                headers=headers,
                body_sha256=sha256(response.body).hexdigest(),
                raw_html=response.body,
            )
            yield record, ""


def _json_rows(file: Path) -> Iterator[Row]:
    opener: Callable[..., Any] = zstd.open if file.name.lower().endswith(".zst") else open
    try:
        with opener(file, "rt", encoding="utf-8-sig", newline="\n") as lines:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    yield _json_row(line, f"{file}:{number}")
    except (OSError, EOFError, UnicodeDecodeError, zstd.ZstdError) as error:
        raise TextError(f"{file}: cannot be read: {error}") from error


def _json_row(line: str, place: str) -> Row:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise TextError(f"{place}: no JSON: {error}") from None
    if not isinstance(row, dict):
        raise TextError(f"{place}: expected an object with url, title and text")
    return row


def _parquet_rows(file: Path) -> Iterator[Row]:
    require_extra("parquet")
    arrow, parquet = map(importlib.import_module, ("pyarrow", "pyarrow.parquet"))
    try:
        with parquet.ParquetFile(file) as table:
            for batch in table.iter_batches(batch_size=_BATCH):
                yield from batch.to_pylist()
    except (OSError, arrow.ArrowException) as error:
        raise TextError(f"{file}: no Parquet file that can be read: {error}") from error


def _url(value: object) -> str | None:
    return absolute_url("", value) if isinstance(value, str) else None


def _time(value: object) -> datetime:
    if isinstance(value, str):
        try:
            value = datetime.fromisoformat(value)
        except ValueError:
            value = None
    if not isinstance(value, datetime):
        return datetime.now(UTC)
    return value if value.tzinfo else value.replace(tzinfo=UTC)

"""Import of pages from files, as if a crawl had fetched them: judged, compared, measured and stored."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any

from topiccrawl.messages import message

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

from topiccrawl.corpus.reading import PageReader
from topiccrawl.corpus.stored_records import stored_urls
from topiccrawl.corpus.warc_responses import WARC_NAMES, WET_NAMES, WarcText, warc_records
from topiccrawl.errors import TextError
from topiccrawl.page.canonical_url import absolute_url
from topiccrawl.page.content_type import is_html
from topiccrawl.page.facts.dates import published_text
from topiccrawl.page.facts.title import MAX_TITLE
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.records import DropRecord, PageRecord
from topiccrawl.text.files.child import ChildError
from topiccrawl.text.files.parquet import parquet_rows

KEPT, DUPLICATE, KNOWN = "kept", "kept as duplicates", "known already"
OFF_TOPIC, EMPTY, NO_URL = "off the topic", "without a text", "without a URL"

BATCH = 100
"""Pages of one transaction."""
_TEXTS = ("title", "author", "source", "site", "anchor", "parent_url", "robots", "tdm_policy", "licence")
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
    on_page: Callable[[int], object] = lambda done: None,
    *,
    keep_all: bool = False,
) -> Counter[str]:
    """Store the pages of files, and return how many there were of each kind.

    Pages that the topic has already stay as they are, so an interrupted import can be run again.

    Args:
        store: an open store, whose pages can be compared (`SketchCatchUp.finish`).
        topic: name of the topic.
        run_id: the run of the import.
        files: JSON lines (`.jsonl`, `.jsonl.zst`), Parquet, WARC or WET files.
        reader: extracts and judges.
        on_page: called with the number of pages so far.
        keep_all: whether pages are stored whatever their verdict.

    Raises:
        TextError: a file cannot be read.
        MissingExtraError: the format needs a package that is not installed.
        StorageError: the database cannot be used.
    """
    counts: Counter[str] = Counter()
    for file in files:
        records = _records(file, topic, run_id)
        while batch := list(islice(records, BATCH)):
            fresh = _without_known(store, topic, batch, counts)
            _store(store, fresh, reader, counts, on_page, keep_all=keep_all)
    return counts


def _without_known(
    store: CorpusStore, topic: str, batch: Sequence[tuple[PageRecord | None, str]], counts: Counter[str]
) -> list[PageRecord]:
    """Return the pages that can be stored and are new, each URL once; count the others."""
    known = stored_urls(store, topic, [record.url for record, _ in batch if record is not None])
    fresh = []
    for record, problem in batch:
        if record is None or problem:
            counts[problem] += 1
        elif record.url in known:
            counts[KNOWN] += 1
        else:
            known.add(record.url)
            fresh.append(record)
    return fresh


def _store(
    store: CorpusStore,
    fresh: Iterable[PageRecord],
    reader: PageReader,
    counts: Counter[str],
    on_page: Callable[[int], object],
    *,
    keep_all: bool,
) -> None:
    """Judge and store pages in one transaction."""
    pages: list[PageRecord] = []
    drops: list[DropRecord] = []
    for record in fresh:
        read = reader.from_text(record) if record.raw_html is None else reader.from_source(record)
        if not read.text:
            drops.append(_drop(read, "empty"))
        elif not keep_all and not reader.is_kept(read):
            drops.append(_drop(read, "off_topic"))
        else:
            pages.append(read)
        on_page(counts.total() + len(pages) + len(drops))
    decisions = store.write([*pages, *drops])
    counts.update(EMPTY if drop.reason == "empty" else OFF_TOPIC for drop in drops)
    counts.update(KEPT if decisions[page.url].repeat is None else DUPLICATE for page in pages)


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
    if name.endswith(WARC_NAMES + WET_NAMES):
        yield from _from_warc(file, topic, run_id)
        return
    if name.endswith((".jsonl", ".ndjson", ".jsonl.zst")):
        rows = _json_rows(file)
    elif name.endswith(".parquet"):
        rows = _parquet_rows(file)
    else:
        raise TextError(
            message(
                "{file}: unknown ending; import reads .jsonl, .jsonl.zst, .parquet, .warc, .warc.gz, .wet, "
                ".wet.gz",
                file=file,
            )
        )
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
            published=published_text(row.get("published")) or published_text(row.get("published_at")),
            tdm_reservation=reservation if isinstance(reservation, bool) else None,
            **texts,
        ),
        "",
    )


def _from_warc(file: Path, topic: str, run_id: int) -> Iterator[tuple[PageRecord | None, str]]:
    for response in warc_records(file):
        url = _url(response.url)
        if url is None:
            yield None, NO_URL
        elif isinstance(response, WarcText):
            # Extractors of whole pages write the title as the first line.
            title = response.text.lstrip().split("\n", 1)[0].strip()[:MAX_TITLE]
            row = {"url": url, "title": title, "text": response.text, "fetched_at": response.date}
            yield _from_row(row, topic, run_id)
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
        raise TextError(message("{file}: cannot be read: {error}", file=file, error=error)) from error


def _json_row(line: str, place: str) -> Row:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise TextError(message("{place}: no JSON: {error}", place=place, error=error)) from None
    if not isinstance(row, dict):
        raise TextError(message("{place}: expected an object with url, title and text", place=place))
    return row


def _parquet_rows(file: Path) -> Iterator[Row]:
    try:
        yield from parquet_rows(file)
    except ChildError as error:
        raise TextError(
            message("{file}: no Parquet file that can be read: {error}", file=file, error=error)
        ) from error


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

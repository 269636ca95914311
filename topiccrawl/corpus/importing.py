"""Import of pages from files, as if a crawl had fetched them: judged, compared, measured and stored."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from itertools import islice
from pathlib import Path
from types import MappingProxyType

from topiccrawl.corpus.reading import PageReader
from topiccrawl.corpus.stored_records import stored_urls
from topiccrawl.corpus.warc_responses import WARC_NAMES, WET_NAMES, WarcText, warc_records
from topiccrawl.errors import ComplexPageError, RowRefusedError, TextError
from topiccrawl.messages import Message, message
from topiccrawl.page.canonical_url import absolute_url
from topiccrawl.page.content_type import is_html
from topiccrawl.page.facts.dates import published_text
from topiccrawl.page.facts.title import MAX_TITLE
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.records import DropRecord, PageRecord
from topiccrawl.text.files.rows import ROW_NAMES, Row, file_rows

KEPT, DUPLICATE, KNOWN = "kept", "kept as duplicates", "known already"
OFF_TOPIC, EMPTY, NO_URL = "off the topic", "without a text", "without a URL"
BAD, COMPLEX = "bad", "too complex"

NO_COLUMNS: Mapping[str, str] = MappingProxyType({})
"""Rows have the names that are read here."""

_KIND_OF_DROP = {"empty": EMPTY, "off_topic": OFF_TOPIC, "too_complex": COMPLEX}

BATCH = 100
"""Pages of one transaction."""
_TEXTS = ("title", "author", "source", "site", "anchor", "parent_url", "robots", "tdm_policy", "licence")
COLUMNS = frozenset((*_TEXTS, "url", "text", "published", "published_at", "fetched_at", "tdm_reservation"))
"""Names that are read in the rows of files."""
_HEADERS = {
    name.lower(): name
    for name in ("Content-Type", "Last-Modified", "Content-Language", "X-Robots-Tag", "TDM-Reservation")
}
_SUCCESS = range(200, 204)
_YEARS = range(1970, 9999)


def import_pages(
    store: CorpusStore,
    topic: str,
    run_id: int,
    files: Iterable[Path],
    reader: PageReader,
    on_page: Callable[[int], object] = lambda done: None,
    on_bad: Callable[[str], object] = lambda problem: None,
    *,
    keep_all: bool = False,
    columns: Mapping[str, str] = NO_COLUMNS,
) -> Counter[str]:
    """Store the pages of files, and return how many there were of each kind.

    Pages that the topic has already stay as they are, so an interrupted import can be run again.

    Args:
        store: an open store, whose pages can be compared (`SketchCatchUp.finish`).
        topic: name of the topic.
        run_id: the run of the import.
        files: JSON lines (`.jsonl`, `.jsonl.gz`, `.jsonl.zst`), CSV, Parquet, WARC or WET files.
        reader: extracts and judges.
        on_page: called with the number of pages so far.
        on_bad: called with a sentence about each row or record that cannot be used; the others are stored.
        keep_all: whether pages are stored whatever their verdict.
        columns: names in the rows of files, by the names that are read here, such as `{"text": "content"}`.

    Raises:
        TextError: a file cannot be read.
        MissingExtraError: the format needs a package that is not installed.
        StorageError: the database cannot be used.
    """
    counts: Counter[str] = Counter()
    for file in files:
        records = _records(file, topic, run_id, on_bad, columns)
        while batch := list(islice(records, BATCH)):
            fresh = _without_known(store, topic, batch, counts)
            _store(store, fresh, reader, counts, on_page, on_bad, keep_all=keep_all)
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
    on_bad: Callable[[str], object],
    *,
    keep_all: bool,
) -> None:
    """Judge and store pages in one transaction."""
    pages: list[PageRecord] = []
    drops: list[DropRecord] = []
    for record in fresh:
        try:
            read = reader.from_text(record) if record.raw_html is None else reader.from_source(record)
        except ComplexPageError as error:
            on_bad(str(error))
            drops.append(_drop(record, "too_complex"))
            continue
        if not read.text:
            drops.append(_drop(read, "empty"))
        elif not keep_all and not reader.is_kept(read):
            drops.append(_drop(read, "off_topic"))
        else:
            pages.append(read)
        on_page(counts.total() + len(pages) + len(drops))
    try:
        _write(store, pages, drops, counts)
    except RowRefusedError:  # one of them: nothing was written
        for one in pages:
            _write_alone(store, one, [], counts, on_bad)
        for drop in drops:
            _write_alone(store, None, [drop], counts, on_bad)


def _write_alone(
    store: CorpusStore,
    page: PageRecord | None,
    drops: Sequence[DropRecord],
    counts: Counter[str],
    on_bad: Callable[[str], object],
) -> None:
    """Write a page or a drop, or report why the database refuses it."""
    try:
        _write(store, [] if page is None else [page], drops, counts)
    except RowRefusedError as error:
        counts[BAD] += 1
        on_bad(str(error))


def _write(
    store: CorpusStore, pages: Sequence[PageRecord], drops: Sequence[DropRecord], counts: Counter[str]
) -> None:
    decisions = store.write([*pages, *drops])
    counts.update(_KIND_OF_DROP[drop.reason] for drop in drops)
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


def _records(
    file: Path, topic: str, run_id: int, on_bad: Callable[[str], object], columns: Mapping[str, str]
) -> Iterator[tuple[PageRecord | None, str]]:
    """Yield the pages of a file, each with the problem that keeps it out."""
    name = file.name.lower()
    if name.endswith(WARC_NAMES + WET_NAMES):
        yield from _from_warc(file, topic, run_id, on_bad)
        return
    if not name.endswith(ROW_NAMES):
        known = ", ".join((*ROW_NAMES, *WARC_NAMES, *WET_NAMES))
        raise TextError(message("{file}: unknown ending; import reads {known}", file=file, known=known))
    for place, row in file_rows(file):
        if isinstance(row, Message):
            on_bad(row)
            yield None, BAD
            continue
        try:
            named = {name: row[own] for name, own in columns.items() if own in row}
            found = _from_row({**row, **named}, topic, run_id)
        except (ValueError, OverflowError) as error:
            on_bad(f"{place}: {error}")
            found = None, BAD
        yield found


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


def _from_warc(
    file: Path, topic: str, run_id: int, on_bad: Callable[[str], object]
) -> Iterator[tuple[PageRecord | None, str]]:
    for response in warc_records(file, on_bad=on_bad):
        if response is None:
            yield None, BAD
            continue
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


def _url(value: object) -> str | None:
    return absolute_url("", value) if isinstance(value, str) else None


def _time(value: object) -> datetime:
    """Return a time of fetching; now for a value that is none.

    Raises:
        ValueError: no database can hold it.
    """
    if isinstance(value, str):
        try:
            value = datetime.fromisoformat(value)
        except ValueError:
            value = None
    if not isinstance(value, datetime):
        return datetime.now(UTC)
    if value.year not in _YEARS:
        raise ValueError(message("fetched_at {value} is out of range", value=value.isoformat()))
    return value if value.tzinfo else value.replace(tzinfo=UTC)

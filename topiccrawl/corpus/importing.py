"""Import of pages from files, as if a crawl had fetched them: judged, compared, measured and stored."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import partial
from hashlib import sha256
from itertools import chain, islice
from pathlib import Path
from types import MappingProxyType

from topiccrawl.corpus.reading import PageReader
from topiccrawl.corpus.sources.contract import LARGEST_BODY, Found, PlainText, Response
from topiccrawl.corpus.sources.files import pages_of
from topiccrawl.corpus.sources.web_index import WebIndex
from topiccrawl.corpus.stored_records import dropped_urls, kept_urls, stored_urls
from topiccrawl.errors import ComplexPageError, RowRefusedError, TextError
from topiccrawl.messages import Message, message, said
from topiccrawl.page.canonical_url import absolute_url
from topiccrawl.page.complexity import limited_seconds
from topiccrawl.page.content_type import is_html
from topiccrawl.page.facts.dates import CHINA, published_moment, published_text
from topiccrawl.page.facts.title import MAX_TITLE
from topiccrawl.relevance.judgement import Verdict
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.records import DropRecord, PageRecord
from topiccrawl.storage.rows.row import url_hash
from topiccrawl.text.files.processes import map_in_processes
from topiccrawl.text.files.rows import Row
from topiccrawl.text.language import marked

KEPT, DUPLICATE, KNOWN = marked("kept"), marked("kept as duplicates"), marked("known already")
ASIDE = marked("set aside")
OFF_TOPIC, EMPTY, NO_URL = marked("off the topic"), marked("without a text"), marked("without a URL")
BAD, COMPLEX, NOT_HTML = marked("bad"), marked("too complex"), marked("not HTML")

NO_COLUMNS: Mapping[str, str] = MappingProxyType({})
"""Rows have the names that are read here."""

_Read = tuple[PageRecord, Verdict | Message | None]
"""A page with the topic's own verdict, or with the reason why it is not read."""
_KIND_OF_DROP = {"empty": EMPTY, "off_topic": OFF_TOPIC, "too_complex": COMPLEX}

BATCH = 100
"""Pages of one transaction."""
_LOOKED_UP = 25
"""Pages that are looked up at a time; they are in memory with their sources."""
_TEXTS = ("title", "author", "source", "site", "anchor", "parent_url", "robots", "tdm_policy", "licence")
COLUMNS = frozenset((*_TEXTS, "url", "text", "published", "published_at", "fetched_at", "tdm_reservation"))
"""Names that are read in the rows of files."""
_HEADERS = {
    name.lower(): name
    for name in ("Content-Type", "Last-Modified", "Content-Language", "X-Robots-Tag", "TDM-Reservation")
}
_SUCCESS = range(200, 204)
_SHOWN_NAMES, _SHOWN_NAME = 12, 60
"""Names of a row that a message shows, and characters of a value."""
_YEARS = range(1970, 9999)
_URN = re.compile("urn:sha256:[0-9a-f]{64}")
_EPOCH = re.compile(r"(\d{10})(?:\d{3}|\d{6}|\d{9})?(?:\.\d+)?")
_STAMP = re.compile(r"(?:19|20)\d{12}")
"""Times as web archives write them."""


def import_pages(
    store: CorpusStore,
    topic: str,
    run_id: int,
    sources: Iterable[Path | WebIndex],
    reader: PageReader,
    on_page: Callable[[int], object] = lambda done: None,
    on_bad: Callable[[str], object] = lambda problem: None,
    *,
    keep_all: bool = False,
    columns: Mapping[str, str] = NO_COLUMNS,
    processes: int = 1,
) -> Counter[str]:
    """Store the pages of files, and return how many there were of each kind.

    Pages that the topic has already stay as they are, so an interrupted import can be run again.

    Args:
        store: an open store, whose pages can be compared (`SketchCatchUp.finish`).
        topic: name of the topic.
        run_id: the run of the import.
        sources: files with one of `ENDINGS` (`topiccrawl.corpus.sources.files`), and indexes of web archives.
        reader: extracts and judges.
        on_page: called with the number of pages so far.
        on_bad: called with a sentence about each row, record or file that cannot be used; the others are
            stored.
        keep_all: whether pages are stored whatever their verdict.
        columns: names in the rows of files, by the names that are read here, such as `{"text": "content"}`.
        processes: number of processes that extract and judge, see `map_in_processes`.

    Raises:
        MissingExtraError: the format needs a package that is not installed.
        StorageError: the database cannot be used.
    """
    work = _Import(store, topic, run_id, reader, on_page, on_bad, keep_all, columns)
    records = chain.from_iterable(map(work.records, sources))
    found = map_in_processes(partial(_measured, reader), work.fresh(records), processes, _died)
    while batch := list(islice(found, BATCH)):
        work.store(batch)
        if (verdicts := reader.verdicts) is not None and verdicts.judge.is_due:
            verdicts.learn(verdicts.judge.sample())
    return work.counts


def _measured(reader: PageReader, record: PageRecord) -> _Read:
    """Return a page as it is read and judged, or the reason why it is not."""
    try:
        with limited_seconds(record.url):
            return reader.measured(record)
    except ComplexPageError as error:
        return record, message(said(error))


def _died(record: PageRecord) -> _Read:
    return record, message("{source}: is not parsed: its process has ended twice", source=record.url)


@dataclass
class _Import:
    """One call of `import_pages`, and how many pages it has met of each kind."""

    pages: CorpusStore
    topic: str
    run_id: int
    reader: PageReader
    on_page: Callable[[int], object]
    on_bad: Callable[[str], object]
    keep_all: bool
    columns: Mapping[str, str]
    counts: Counter[str] = field(default_factory=Counter)
    _on_their_way: set[str] = field(default_factory=set)

    def records(self, source: Path | WebIndex) -> Iterator[PageRecord]:
        """Yield the pages of a source that can be used."""
        try:
            found = pages_of(source) if isinstance(source, Path) else self._captured(source)
            for place, one in found:
                if isinstance(one, Message):
                    self._is_bad(one)
                    continue
                try:
                    record = self._record(one)
                except (ValueError, OverflowError) as error:
                    self._is_bad(message("{place}: {error}", place=place, error=error))
                    continue
                if isinstance(record, str):
                    self.counts[record] += 1
                else:
                    yield record
        except TextError as error:  # the next file may be whole
            self._is_bad(said(error))

    def _is_bad(self, problem: str) -> None:
        self.counts[BAD] += 1
        self.on_bad(problem)

    def _record(self, found: Row | Response | PlainText) -> PageRecord | str:
        """Return a page, or the problem that keeps it out."""
        if isinstance(found, Response):
            return _from_response(found, self.topic, self.run_id)
        if isinstance(found, PlainText):
            return _from_text(found, self.topic, self.run_id)
        named = {name: found[own] for name, own in self.columns.items() if own in found}
        return _from_row({**found, **named}, self.topic, self.run_id)

    def _captured(self, index: WebIndex) -> Iterator[tuple[str, Found]]:
        """Yield the pages of an index that can be used and are new; only these are read from WARC files."""
        last = ""
        for place, capture in index.captures():
            if isinstance(capture, Message):
                yield place, capture
                continue
            url, status = str(capture.get("url") or ""), str(capture.get("status") or "200")
            if not status.startswith("2"):
                self.counts[f"with the status {status[:9]}"] += 1
            elif not is_html(str(capture.get("mime") or ""), b"<"):
                self.counts[NOT_HTML] += 1
            elif url == last or stored_urls(self.pages, self.topic, [url]):
                self.counts[KNOWN] += 1
            else:
                last = url
                yield from index.record(capture, place)

    def fresh(self, records: Iterator[PageRecord]) -> Iterator[PageRecord]:
        """Yield the pages that are new, each URL once."""
        while batch := list(islice(records, _LOOKED_UP)):
            urls = [record.url for record in batch]
            known = stored_urls(self.pages, self.topic, urls)
            known |= dropped_urls(self.pages, self.topic, urls, self.run_id)
            for record in batch:
                if record.url in known or record.url in self._on_their_way:
                    self.counts[KNOWN] += 1
                else:
                    self._on_their_way.add(record.url)
                    yield record

    def store(self, found: Iterable[_Read]) -> None:
        """Judge and store pages in one transaction."""
        rows: list[PageRecord | DropRecord] = []
        for record, judged in found:
            self._on_their_way.discard(record.url)
            if isinstance(judged, Message):
                self.on_bad(judged)
                rows.append(_drop(record, "too_complex"))
                continue
            rows.append(self._decided(record, judged))
            self.on_page(self.counts.total() + len(rows))
        try:
            self._write(rows)
        except RowRefusedError:  # one of them: nothing was written
            for one in rows:
                try:
                    self._write([one])
                except RowRefusedError as error:
                    self._is_bad(said(error))

    def _decided(self, record: PageRecord, judged: Verdict | None) -> PageRecord | DropRecord:
        """Return a page as it is stored, or as a drop."""
        # A page of our own export stays what it was in the crawl.
        read = self.reader.decided(record, judged, learns=record.relevance is None)
        if not read.text:
            return _drop(read, "empty")
        if self.keep_all or self.reader.is_kept(read):
            return read
        if record.relevance is not None:  # what else spoke for it in the crawl is not in the export
            return replace(read, relevance=record.relevance, set_aside=None)
        return read if read.set_aside is not None else _drop(read, "off_topic")

    def _write(self, rows: Sequence[PageRecord | DropRecord]) -> None:
        decisions = self.pages.write(rows)
        # An original that gave its place to a page of this transaction is a duplicate now.
        replaced = [one.replaced for one in decisions.values() if one.replaced is not None]
        for one in rows:
            if isinstance(one, DropRecord):
                self.counts[_KIND_OF_DROP[one.reason]] += 1
            else:
                self.counts[_kind_of(one, decisions[one.url].repeat is not None)] += 1
        if replaced:
            moved = len(kept_urls(self.pages, self.topic, replaced, self.run_id))
            self.counts[KEPT] -= moved
            self.counts[DUPLICATE] += moved


def _kind_of(page: PageRecord, is_duplicate: bool) -> str:
    if page.set_aside is not None:
        return ASIDE
    return DUPLICATE if is_duplicate else KEPT


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


def _from_row(row: Row, topic: str, run_id: int) -> PageRecord | str:
    if "text" not in row and not row.keys() <= COLUMNS:
        names = ", ".join(str(name)[:_SHOWN_NAME] for name in list(row)[:_SHOWN_NAMES])
        raise ValueError(message("has no text, but {names}; use --map text=NAME", names=names))
    text = row.get("text")
    text = text if isinstance(text, str) else ""
    url = _url(row["url"]) if row.get("url") else urn_of(text)
    if not url:
        if row.get("url"):
            raise ValueError(message("{url!r} is no URL", url=str(row["url"])[:_SHOWN_NAME]))
        return NO_URL
    texts = {name: row[name] for name in _TEXTS if isinstance(row.get(name), str)}
    reservation = row.get("tdm_reservation")
    if isinstance(reservation, str):  # of a CSV file
        reservation = {"true": True, "1": True, "false": False, "0": False}.get(reservation.lower())
    return PageRecord(
        topic=topic,
        url=url,
        run_id=run_id,
        fetched_at=_time(_date(row.get("fetched_at"))),
        extractor="import",
        raw_title=texts.get("title", ""),
        raw_text=text,
        published=published_text(_date(row.get("published")))
        or published_text(_date(row.get("published_at"))),
        tdm_reservation=reservation if isinstance(reservation, bool) else None,
        relevance=_own_relevance(row, topic, url),
        **texts,
    )


def _own_relevance(row: Row, topic: str, url: str) -> float | None:
    """Return the relevance of a row of our own export of the topic; such rows stay pages of the corpus."""
    if (row.get("topic"), row.get("id")) != (topic, url_hash(url)) or not row.get("relevance"):
        return None
    return min(max(float(row["relevance"]), 0.0), 1.0)


def _from_text(found: PlainText, topic: str, run_id: int) -> PageRecord | str:
    # Extractors of whole pages write the title as the first line.
    title = found.text.lstrip().split("\n", 1)[0].strip()[:MAX_TITLE]
    if not found.url:
        return NO_URL
    row = {"url": found.url, "title": title, "text": found.text, "fetched_at": found.date}
    return _from_row(row, topic, run_id)


def _from_response(found: Response, topic: str, run_id: int) -> PageRecord | str:
    url = _url(found.url) if found.url else urn_of(found.body)
    kind = found.headers.get("content-type", "")
    if not url:
        return NO_URL
    if found.method != "GET":
        return f"with the method {found.method[:20]}"
    if found.status not in _SUCCESS:
        return f"with the status {found.status}"
    if len(found.body) > LARGEST_BODY:
        raise ValueError(message("longer than {count:,} bytes", count=LARGEST_BODY))
    if not is_html(kind, found.body):
        return NOT_HTML
    return PageRecord(
        topic=topic,
        url=url,
        run_id=run_id,
        fetched_at=_time(found.date),
        status=found.status,
        headers={_HEADERS[name]: value for name, value in found.headers.items() if name in _HEADERS},
        body_sha256=sha256(found.body).hexdigest(),
        raw_html=found.body,
    )


def urn_of(content: str | bytes) -> str:
    """Return an identifier that stands for the URL of a page that has none; empty for no content.

    >>> urn_of("党建")[:19], urn_of(" ")
    ('urn:sha256:aaabe42b', '')
    """
    data = content.strip().encode() if isinstance(content, str) else content
    return f"urn:sha256:{sha256(data).hexdigest()}" if data else ""


def _url(value: object) -> str | None:
    if isinstance(value, str) and _URN.fullmatch(value.strip()):
        return value.strip()
    return absolute_url("", value) if isinstance(value, str) else None


def _date(value: object) -> object:
    """Return a date without what MongoDB puts around it: {"$date": {"$numberLong": "1709634000000"}}."""
    for name in ("$date", "$numberLong"):
        value = value.get(name) if isinstance(value, dict) else value
    return value


def _time(value: object) -> datetime:
    """Return a time of fetching; now for a value that is none.

    Raises:
        ValueError: no database can hold it.
    """
    if isinstance(value, str):
        value = _read_time(value.strip())
    elif isinstance(value, int | float) and not isinstance(value, bool):
        value = _read_time(f"{value:.0f}")
    if not isinstance(value, datetime):
        return datetime.now(UTC)
    if value.year not in _YEARS:
        raise ValueError(message("fetched_at {value} is out of range", value=value.isoformat()))
    return value if value.tzinfo else value.replace(tzinfo=UTC)


def _read_time(text: str) -> datetime | None:
    """Return the time of a text: ISO 8601, RFC 5322, a number since 1970, or any form that pages have."""
    if epoch := _EPOCH.fullmatch(text):
        # Seconds, milliseconds, microseconds or nanoseconds.
        return datetime.fromtimestamp(int(epoch[1]), UTC)
    if _STAMP.fullmatch(text):
        return datetime.strptime(text, "%Y%m%d%H%M%S").replace(tzinfo=UTC)
    for read in (datetime.fromisoformat, parsedate_to_datetime):
        try:
            return read(text)
        except (ValueError, IndexError, TypeError):
            continue
    found = published_text(text)
    moment = published_moment(found) if found else None
    return moment or (datetime.fromisoformat(found).replace(tzinfo=CHINA) if found else None)

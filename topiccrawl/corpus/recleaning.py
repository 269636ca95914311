"""Clean a stored corpus again from the sources of its pages, without fetching; ids stay."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from urllib.parse import urlsplit

from topiccrawl.corpus.reading import PageReader
from topiccrawl.corpus.stored_records import stored_duplicates, stored_records
from topiccrawl.errors import ComplexPageError
from topiccrawl.extraction.site_memory import MemoryStore, SiteMemory
from topiccrawl.page.complexity import limited_seconds
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.records import PageRecord
from topiccrawl.storage.sketches.decisions import Decision

COMPARED = (
    *("title", "author", "published", "source", "site", "kind", "extractor", "raw_text", "text", "posts"),
    *("relevance", "duplicate_of", "quality", "robots", "tdm_reservation", "tdm_policy", "licence"),
)
"""Fields whose changes are shown, and for which a page is written again: what `filling` sets belongs here, or
`clean` does not fill it. The others follow from them."""

BATCH = 100
"""Pages of one transaction."""

_CLOSE = 1e-6
"""Difference of numbers that is no change. The last digits of a relevance depend on the words whose nearness
was computed with those of the page."""


@dataclass(frozen=True)
class Recleaned:
    """A page before and after.

    Attributes:
        number: its id.
        before: as it is stored.
        after: as it is stored now; `before` itself when it has no source or its source gives no text.
        problem: why it is unchanged; empty if its source was read.
        kept: whether it reaches the threshold of the verdict now.
    """

    number: int
    before: PageRecord
    after: PageRecord
    problem: str = ""
    kept: bool = True

    @property
    def changed(self) -> tuple[str, ...]:
        """Return the names of the fields that differ."""
        return tuple(
            name for name in COMPARED if _differs(getattr(self.before, name), getattr(self.after, name))
        )


@dataclass(frozen=True)
class RecleanedBatch:
    """The pages of one transaction.

    Attributes:
        pages: those that were read, in the order of storing.
        other_roles: number of other pages that have another original now, or none any more.
    """

    pages: list[Recleaned]
    other_roles: int


class Recleaning:
    """Reads the pages of a topic again and writes them.

    Lines that repeat over a site are counted first, in the stored texts of all its pages. A page whose title
    or text changes is compared with all pages of the topic, in the transaction that writes it, and so are the
    pages that were marked as its duplicates. The others keep their roles.

    Args:
        source: an open store, with the pages as fetched.
        target: the store that is written; its pages can be compared, and have the ids of those in `source`.
        topic: name of the topic.
        reader: extracts and judges.
    """

    def __init__(self, source: CorpusStore, target: CorpusStore, topic: str, reader: PageReader) -> None:
        self._source = source
        self._target = target
        self._topic = topic
        self._reader = reader
        self._memory = SiteMemory(MemoryStore())

    def batches(self, after: int = 0) -> Iterator[RecleanedBatch]:
        """Yield the pages, each batch when it is committed.

        Args:
            after: id of the last page that an interrupted call has processed; reading continues after it.
        """
        for _, record in stored_records(self._source, self._topic, source=False):
            self._memory.strip(_host(record.url), record.title, record.raw_text)
        records = stored_records(self._source, self._topic, after=after)
        while batch := [self._read(number, record) for number, record in islice(records, BATCH)]:
            yield self._written(batch)

    def _read(self, number: int, record: PageRecord) -> Recleaned:
        if record.raw_html is None:
            return Recleaned(number, record, record, "no source is stored")
        try:
            with limited_seconds(record.url):
                new = self._reader.from_source(record, self._memory.strip)
        except ComplexPageError:
            before = replace(record, raw_html=None, parts=())
            return Recleaned(number, before, before, "the source is too complex to be parsed")
        # The source stays in the database, and a batch of sources takes much memory.
        before, new = (replace(one, raw_html=None, parts=()) for one in (record, new))
        if not new.text:
            return Recleaned(number, before, before, "the source gives no text now")
        if (new.title, new.text) == (before.title, before.text):
            new = replace(new, dedup=None)
        return Recleaned(number, before, new, kept=self._reader.is_kept(new))

    def _written(self, batch: list[Recleaned]) -> RecleanedBatch:
        changed = [page.after for page in batch if page.changed or page.after.dedup is not None]
        copies = self._copies_of(changed)
        decisions = self._target.rewrite([*changed, *copies])
        roles = sum(_new_role(copy, decisions[copy.url]) for copy in copies)
        roles += sum(decision.replaced is not None for decision in decisions.values())
        return RecleanedBatch([_decided(page, decisions) for page in batch], roles)

    def _copies_of(self, changed: Sequence[PageRecord]) -> list[PageRecord]:
        """Return the pages that are marked as duplicates of pages which are compared again."""
        own = {page.url for page in changed}
        compared = [page.url for page in changed if page.dedup is not None]
        copies = stored_duplicates(self._target, self._topic, compared)
        return [replace(copy, dedup=self._reader.rule) for copy in copies if copy.url not in own]


def _decided(page: Recleaned, decisions: Mapping[str, Decision]) -> Recleaned:
    """Return a page with the duplicate that the store found."""
    if page.after.dedup is None:
        return page
    found = decisions[page.after.url].repeat
    original, kind, similarity = (
        (None, None, None) if found is None else (found.match.key, found.kind, found.match.similarity)
    )
    after = replace(page.after, duplicate_of=original, duplicate_kind=kind, duplicate_similarity=similarity)
    return replace(page, after=after)


def _new_role(copy: PageRecord, decision: Decision) -> bool:
    original = None if decision.repeat is None else decision.repeat.match.key
    return copy.duplicate_of != original


def _host(url: str) -> str:
    return urlsplit(url).hostname or ""


def _differs(before: object, after: object) -> bool:
    if isinstance(before, float) and isinstance(after, float):
        return abs(before - after) > _CLOSE
    # Authors and the like are empty texts or missing, by the version that wrote them.
    return (before or None) != (after or None)

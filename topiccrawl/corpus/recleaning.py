"""Cleaning a stored corpus again, from the sources of its pages: nothing is fetched, and ids stay."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

from topiccrawl.corpus.reading import Comparison, PageReader
from topiccrawl.corpus.stored_records import stored_records
from topiccrawl.extraction.site_memory import MemoryStore, SiteMemory
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.records import PageRecord

COMPARED = (
    *("title", "author", "published", "site", "kind", "extractor", "raw_text", "text", "posts"),
    *("relevance", "duplicate_of", "quality", "robots", "tdm_reservation", "tdm_policy"),
)
"""Fields whose changes are shown; the others follow from them."""

_CLOSE = 1e-9


@dataclass(frozen=True)
class Recleaned:
    """A page before and after.

    Attributes:
        number: its id.
        before: as it is stored.
        after: as it would be stored now; `before` itself when it has no source or its source gives no text.
        problem: why it stays as it is; empty when it was read.
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


def reclean(
    store: CorpusStore, topic: str, reader: PageReader, title_threshold: float, *, after: int = 0
) -> Iterator[Recleaned]:
    """Yield the pages of a topic as they would be stored today, in the order of storing.

    Lines that repeat over a site are counted first, in the stored texts of all its pages. A page whose title
    or text changes is compared with the pages before it; the others keep their roles.

    Args:
        store: an open store.
        topic: name of the topic.
        reader: extracts and judges.
        title_threshold: cosine from which two titles count as the same story.
        after: the id after which pages are read again; those up to it were, by an interrupted call.
    """
    memory = SiteMemory(MemoryStore())
    comparison = Comparison(title_threshold)
    for number, record in stored_records(store, topic, source=False):
        memory.strip(urlsplit(record.url).hostname or "", record.title, record.raw_text)
        if number <= after:
            comparison.know(record)
    for number, record in stored_records(store, topic, after=after):
        if record.raw_html is None:
            comparison.know(record)
            yield Recleaned(number, record, record, "no source is stored")
            continue
        new = reader.from_source(record, memory.strip)
        if not new.text:
            comparison.know(record)
            yield Recleaned(number, record, record, "the source gives no text now")
            continue
        if (new.title, new.text) == (record.title, record.text):
            comparison.know(new)
        else:
            new = comparison.compared(new)
        yield Recleaned(number, record, new, kept=reader.is_kept(new))


def _differs(before: object, after: object) -> bool:
    if isinstance(before, float) and isinstance(after, float):
        return abs(before - after) > _CLOSE
    # Authors and the like are empty texts or missing, by the version that wrote them.
    return (before or None) != (after or None)

"""From a page or a text to the fields of a record, without a crawl: for cleaning again and for imports."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from urllib.parse import urlsplit

from topiccrawl.corpus.quality import SensitiveWords, measure_quality
from topiccrawl.dedup.fingerprint import fingerprint
from topiccrawl.dedup.memory import MemoryOriginals
from topiccrawl.dedup.originals import roles_of
from topiccrawl.dedup.repeats import find_or_keep
from topiccrawl.dedup.title_vectors import count_title_words
from topiccrawl.extraction import clean, extract_page
from topiccrawl.page.canonical_url import canonical_url
from topiccrawl.page.description import describe
from topiccrawl.page.page import Page
from topiccrawl.page.rights import read_rights
from topiccrawl.priority.focus import Focus
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.storage.records import PageRecord
from topiccrawl.storage.rows.titles import title_terms

Strip = Callable[[str, str, str], str]
"""Returns a body without the lines that repeat over its site: host, title, body."""


class PageReader:
    """Extracts, judges and measures pages as the pipelines of a crawl do.

    Verdicts use the text alone: what a strategy learns from the pages of a section is not known here.

    Args:
        topic: what pages are judged by; without words their verdicts stay as they are.
        extractor: a key of `topiccrawl.extraction.EXTRACTORS`.
        sensitive: the user's list of words.
        thread_text: a member of `topiccrawl.extraction.THREAD_TEXTS`.

    Raises:
        TopicError: a parameter of the topic is unknown or out of range.
    """

    def __init__(
        self,
        topic: Topic,
        extractor: str,
        sensitive: SensitiveWords | None = None,
        thread_text: str = "posts",
    ) -> None:
        self._focus = Focus(topic)
        self._extractor = extractor
        self._thread_text = thread_text
        self._sensitive = sensitive

    def is_kept(self, record: PageRecord) -> bool:
        """Return whether a judged page reaches the threshold of the verdict."""
        return record.relevance is None or record.relevance >= self._focus.verdict.threshold

    def from_source(self, record: PageRecord, strip: Strip | None = None) -> PageRecord:
        """Return a record as its source, `raw_html`, gives it today; the text is empty if it has none."""
        assert record.raw_html is not None  # the caller has checked it
        content_type = str(record.headers.get("Content-Type", ""))
        page = Page.from_bytes(record.raw_html, record.url, content_type)
        document = extract_page(page, self._extractor, thread_text=self._thread_text)
        own = strip(_host(record.url), document.title, document.text) if strip else document.text
        description, rights = describe(page), read_rights(page, record.headers)
        read = replace(
            record,
            charset=page.charset,
            charset_source=page.charset_source,
            kind=document.kind,
            extractor=document.extractor,
            title=document.title,
            raw_title=description.title,
            author=document.author,
            published=document.published,
            site=document.site,
            raw_text=document.text,
            text=clean(own),
            posts=document.post_rows,
            robots=rights.robots,
            tdm_reservation=rights.tdm_reservation,
            tdm_policy=rights.tdm_policy,
        )
        return self.judged(read, description.text)

    def judged(self, record: PageRecord, description: str = "") -> PageRecord:
        """Return a record with the verdict, the quality and the title terms of its text.

        Args:
            record: the page.
            description: title, description and keywords; empty: the title alone.
        """
        record = replace(
            record,
            canonical_url=canonical_url(record.url),
            quality=measure_quality(record.text, self._sensitive),
            title_terms=title_terms(count_title_words(record.title)),
        )
        if not self._focus.topic.words:
            return record
        own = self._focus.description(description or record.title)
        found = self._focus.judge(own, record.text)
        return replace(
            record,
            relevance=found.relevance,
            description_relevance=found.description,
            body_relevance=found.body,
        )


class Comparison:
    """Finds duplicates among the pages it has seen, in memory.

    Args:
        title_threshold: cosine from which two titles count as the same story.
    """

    def __init__(self, title_threshold: float) -> None:
        self._threshold = title_threshold
        self._originals = MemoryOriginals(title_threshold)

    def know(self, record: PageRecord) -> None:
        """Take over a page with the roles that it has."""
        own = fingerprint(record.title, record.text)
        kind = record.duplicate_kind if record.duplicate_of else None
        self._originals.keep(own, record.url, roles_of(own, kind), record.duplicate_of)

    def compared(self, record: PageRecord) -> PageRecord:
        """Return a page with what it is a duplicate of, among the pages known so far."""
        own = fingerprint(record.title, record.text)
        found = find_or_keep(own, record.url, self._originals, self._threshold)
        if found is None:
            return replace(
                record, fingerprint=own, duplicate_of=None, duplicate_kind=None, duplicate_similarity=None
            )
        return replace(
            record,
            fingerprint=own,
            duplicate_of=found.match.key,
            duplicate_kind=found.kind,
            duplicate_similarity=found.match.similarity,
        )


def _host(url: str) -> str:
    return urlsplit(url).hostname or ""

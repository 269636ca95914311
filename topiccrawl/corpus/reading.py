"""From a page or text to the fields of a record, without a crawl: for `clean` and `import`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from urllib.parse import urlsplit

from topiccrawl.corpus.filling import ExtractedPage, with_extracted, with_text, with_verdict
from topiccrawl.corpus.learned.stored_verdicts import StoredVerdicts
from topiccrawl.corpus.quality import SensitiveWords
from topiccrawl.dedup.rule import DedupRule
from topiccrawl.extraction import clean, extract_page
from topiccrawl.extraction.document import Document
from topiccrawl.extraction.file_document import (
    EXTRACTOR,
    page_of_file,
    with_attachments,
    without_title,
)
from topiccrawl.extraction.joined import joined_text
from topiccrawl.extraction.kinds.teaser import is_teaser
from topiccrawl.extraction.sites.fields import describe_by_rules, with_site_fields
from topiccrawl.page.complexity import check_complexity
from topiccrawl.page.page import Page
from topiccrawl.priority.focus import Focus
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.storage.records import PageRecord, PartRecord
from topiccrawl.text.documents import read_file
from topiccrawl.text.documents.formats import is_file_body

Strip = Callable[[str, str, str], str]
"""Returns a body without the lines that repeat over its site: host, title, body."""


class PageReader:
    """Extracts, judges and measures pages as the pipelines of a crawl do.

    Verdicts use the text alone: what a strategy learns from the pages of a section is not known here. Pages
    of a topic with a short list are judged by what is learned from them (`verdicts`).

    Args:
        topic: what pages are judged by; without words their verdicts stay as they are.
        extractor: a key of `topiccrawl.extraction.EXTRACTORS`.
        title_threshold: cosine from which two titles count as the same story.
        sensitive: the user's list of words.
        thread_text: a member of `topiccrawl.extraction.THREAD_TEXTS`.

    Attributes:
        verdicts: judges pages by what is learned; None: verdicts are the topic's.
        rule: how the store compares the pages; part of each record that is returned.

    Raises:
        TopicError: a parameter of the topic is unknown or out of range.
    """

    def __init__(
        self,
        topic: Topic,
        extractor: str,
        title_threshold: float = 0.8,
        sensitive: SensitiveWords | None = None,
        thread_text: str = "posts",
    ) -> None:
        self.rule = DedupRule(topic.dedup, title_threshold)
        self._focus = Focus(topic)
        self._extractor = extractor
        self._thread_text = thread_text
        self._sensitive = sensitive
        self.verdicts: StoredVerdicts | None = None

    def is_kept(self, record: PageRecord) -> bool:
        """Return whether a judged page reaches the threshold of the verdict."""
        return record.relevance is None or record.relevance >= self._focus.verdict.threshold

    def from_source(self, record: PageRecord, strip: Strip | None = None) -> PageRecord:
        """Return a record extracted again from its source, `raw_html`; the text is empty if none is found.

        Raises:
            ComplexPageError: the source is too expensive to parse.
        """
        assert record.raw_html is not None  # the caller has checked it
        if record.extractor == EXTRACTOR:
            return self._from_file(record, strip)
        content_type = str(record.headers.get("Content-Type", ""))
        page = Page.from_bytes(record.raw_html, record.url, content_type)
        document = self._document_of(page)
        rules = self._focus.topic.sites.of(record.url)
        files = [part for part in record.parts if is_file_body(part.raw_html)]
        texts = [self._text_of_part(part) for part in record.parts if part not in files]
        first = with_attachments(document.text, map(_text_of_file, files), document.title)
        if files and first:
            document = replace(document, kind="article")
        texts = [first, *texts]
        own = joined_text(
            [self._own(record.url, document.title, text, strip) for text in texts], document.title
        )
        document = replace(document, text=joined_text(texts, document.title))
        description = describe_by_rules(page, rules)
        read = with_extracted(record, ExtractedPage(page, document, description.title))
        text = "" if document.is_teaser else clean(own)
        return self._measured(read, document.text, text, description.text)

    def _from_file(self, record: PageRecord, strip: Strip | None) -> PageRecord:
        """Return a record whose source is a file; title, date and source came from the page with the link."""
        assert record.raw_html is not None
        text = without_title(read_file(record.raw_html, record.url).text, record.title)
        document = Document(
            title=record.title,
            text=text,
            author=record.author or "",
            published=record.published,
            extractor=EXTRACTOR,
            source=record.source or "",
            site=record.site or "",
        )
        read = with_extracted(
            record, ExtractedPage(page_of_file(document, record.url), document, record.title)
        )
        return self._measured(
            read, text, clean(self._own(record.url, record.title, text, strip)), record.title
        )

    def _text_of_part(self, part: PartRecord) -> str:
        page = Page.from_bytes(part.raw_html, part.url, str(part.headers.get("Content-Type", "")))
        return self._document_of(page).text

    def _document_of(self, page: Page) -> Document:
        """Return what the extractor and the rules of the site find on a page."""
        check_complexity(page.html, page.url)
        document = extract_page(page, self._extractor, thread_text=self._thread_text)
        if rules := self._focus.topic.sites.of(page.url):
            document, _ = with_site_fields(document, page, rules)
        return document

    def _own(self, url: str, title: str, text: str, strip: Strip | None) -> str:
        return strip(_host(url), title, text) if strip else text

    def from_text(self, record: PageRecord, *, learns: bool = True) -> PageRecord:
        """Return a record of a page without source, with what follows from its `title` and `raw_text`.

        Args:
            record: the page.
            learns: whether `verdicts` judges it and learns from it.
        """
        text = "" if is_teaser(record.raw_text) else clean(record.raw_text)
        return self._measured(record, record.raw_text, text, record.title, learns=learns)

    def _measured(
        self, record: PageRecord, raw_text: str, text: str, description: str, *, learns: bool = True
    ) -> PageRecord:
        read = with_text(record, raw_text, text, self.rule, self._sensitive)
        if not self._focus.topic.words:
            return read
        own = self._focus.description(description or read.title)
        judged = self._focus.judge(own, read.text)
        if self.verdicts is not None and learns:
            judged = self.verdicts.judged(read.url, read.title, read.text, judged)
        return with_verdict(read, judged)


def _text_of_file(part: PartRecord) -> str:
    return read_file(part.raw_html, part.url).text


def _host(url: str) -> str:
    return urlsplit(url).hostname or ""

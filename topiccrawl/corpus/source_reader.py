"""From the source of a page to its texts: what needs nothing of other pages, and takes most of the time."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from topiccrawl.corpus.filling import with_extracted
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
from topiccrawl.extraction.lines import displayed_text
from topiccrawl.extraction.sites.fields import describe_by_rules, with_site_fields
from topiccrawl.page.complexity import check_complexity
from topiccrawl.page.page import Page
from topiccrawl.page.shown.data_page import page_of_text
from topiccrawl.page.sites.rules import Sites
from topiccrawl.storage.records import PageRecord, PartRecord
from topiccrawl.text.documents import read_file
from topiccrawl.text.documents.formats import is_file_body

Strip = Callable[[str, str, str], str]
"""Returns a body without the lines that repeat over its site: host, title, body."""
_MARKUP = re.compile(
    r"\s*<(?:p|div|section|article|span|br|h[1-6]|table|ul|ol|figure|img|strong)[\s/>]", re.I
)
"""How a text begins that is written as HTML."""


@dataclass(frozen=True, slots=True)
class Texts:
    """What the source of a page gives.

    Attributes:
        record: the page, with the facts beside its text.
        raw_text: its text before cleaning.
        text: its text; empty if there is none.
        description: what links to it would say.
    """

    record: PageRecord
    raw_text: str
    text: str
    description: str


@dataclass(frozen=True, slots=True)
class SourceReader:
    """Extracts the texts of pages from their sources.

    Args:
        sites: rules of single sites.
        extractor: a key of `topiccrawl.extraction.EXTRACTORS`.
        thread_text: a member of `topiccrawl.extraction.THREAD_TEXTS`.
    """

    sites: Sites
    extractor: str
    thread_text: str

    def read(self, record: PageRecord, strip: Strip | None = None) -> Texts:
        """Return what the source of a page gives; without one, what its `title` and `raw_text` do.

        Raises:
            ComplexPageError: the source is too expensive to parse.
        """
        if record.raw_html is None:
            raw_text = _without_markup(record)
            return Texts(record, raw_text, "" if is_teaser(raw_text) else clean(raw_text), record.title)
        if record.extractor == EXTRACTOR:
            return self._from_file(record, strip)
        content_type = str(record.headers.get("Content-Type", ""))
        page = Page.from_bytes(record.raw_html, record.url, content_type)
        document = self._document_of(page)
        rules = self.sites.of(record.url)
        files = [part for part in record.parts if is_file_body(part.raw_html)]
        texts = [self._text_of_part(part, document) for part in record.parts if part not in files]
        first = with_attachments(document.text, map(_text_of_file, files), document.title)
        if files and first:
            document = replace(document, kind="article")
        texts = [first, *texts]
        own = joined_text(
            [self._own(record.url, document.title, text, strip) for text in texts], document.title
        )
        document = replace(document, text=joined_text(texts, document.title))
        description = describe_by_rules(page, rules)
        read = with_extracted(record, page, document, description.title)
        text = "" if document.is_teaser else clean(own)
        return Texts(read, document.text, text, description.text)

    def _from_file(self, record: PageRecord, strip: Strip | None) -> Texts:
        """Return the text of a file; title, date and source came from the page with the link."""
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
        read = with_extracted(record, page_of_file(document, record.url), document, record.title)
        own = clean(self._own(record.url, record.title, text, strip))
        return Texts(read, text, own, record.title)

    def _text_of_part(self, part: PartRecord, first: Document) -> str:
        page = Page.from_bytes(part.raw_html, part.url, str(part.headers.get("Content-Type", "")))
        if not first.text:
            page = page_of_text(page, first.title)
        return self._document_of(page).text

    def _document_of(self, page: Page) -> Document:
        """Return what the extractor and the rules of the site find on a page."""
        check_complexity(page.html, page.url)
        document = extract_page(page, self.extractor, thread_text=self.thread_text)
        if rules := self.sites.of(page.url):
            document, _ = with_site_fields(document, page, rules)
        return document

    def _own(self, url: str, title: str, text: str, strip: Strip | None) -> str:
        return strip(_host(url), title, text) if strip else text


def _without_markup(record: PageRecord) -> str:
    """Return the text of a row; other programs write it as HTML, with its paragraphs and tables."""
    text = record.raw_text
    if record.relevance is not None or not _MARKUP.match(text):  # rows of own exports have texts
        return text
    check_complexity(text, record.url)
    return displayed_text(Page.of(text, record.url))


def _text_of_file(part: PartRecord) -> str:
    return read_file(part.raw_html, part.url).text


def _host(url: str) -> str:
    return urlsplit(url).hostname or ""

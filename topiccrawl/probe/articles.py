"""Articles of a list: what a crawl would extract from them, and keep."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from topiccrawl.access.polite_client import PoliteClient, Problem
from topiccrawl.extraction import Document, clean, extract_page
from topiccrawl.extraction.file_document import (
    file_document,
    files_of_notice,
    page_of_file,
    with_attachments,
)
from topiccrawl.extraction.sites.fields import with_site_fields
from topiccrawl.page.anchors.link import SOURCE, Link
from topiccrawl.page.description import describe
from topiccrawl.page.links import links_of
from topiccrawl.page.page import Page
from topiccrawl.page.unread.files import file_links, has_file_suffix
from topiccrawl.page.unread.reasons import Unread
from topiccrawl.probe.findings import ArticleFindings
from topiccrawl.probe.judge import Judge
from topiccrawl.probe.pages import NotReadError, read_page, read_text_of_file, why_empty
from topiccrawl.probe.reasons import NO_TEXT

_LONGEST_SENTENCE = 200
_SENTENCE = re.compile(r"[^。！？!?\n]+[。！？!?]*[”’」』）)]*")


def read_articles(links: Sequence[Link], client: PoliteClient, judge: Judge) -> tuple[ArticleFindings, ...]:
    """Return the articles behind links, in order; those for which no request is left are left out."""
    found = []
    for link in links:
        try:
            found.append(_article(link, client, judge))
        except NotReadError as error:
            if error.reason == Problem.BUDGET:
                break
            found.append(ArticleFindings(link.url, link.anchor, problem=error.reason, detail=error.detail))
    return tuple(found)


def _document(page: Page, judge: Judge) -> Document:
    """Return what is extracted from a page, as the rules of its site want it."""
    document = extract_page(page)
    rules = judge.rules_of(page.url)
    return with_site_fields(document, page, rules)[0] if rules else document


def _article(link: Link, client: PoliteClient, judge: Judge) -> ArticleFindings:
    if client.files and has_file_suffix(link.url):
        document = file_document(read_text_of_file(client, link.url), link.url, link.anchor, link.context)
        return _judged(link, page_of_file(document, link.url), document, judge)
    read = read_page(client, link.url)
    page = read.page
    document = _document(page, judge)
    if not document.text:
        sources = [one for one in links_of(page) if one.role == SOURCE]
        for source in sources[:1]:
            filled = read_page(client, source.url, source.body, may_be_data=True).page
            if (inner := _document(filled, judge)).text:
                page, document = filled, inner
    if client.files:
        document = _with_file(document, page, client)
    return _judged(link, page, document, judge)


def _with_file(document: Document, page: Page, client: PoliteClient) -> Document:
    """Return a short notice with the text of the first of its files that can be read."""
    for url in files_of_notice(page, document.text):
        try:
            text = read_text_of_file(client, url)
        except NotReadError as error:
            if error.reason == Problem.BUDGET:
                break
        else:
            return replace(document, text=with_attachments(document.text, [text], document.title))
    return document


def _judged(link: Link, page: Page, document: Document, judge: Judge) -> ArticleFindings:
    text = clean(document.text)
    if not text:
        title = document.title or link.anchor
        why = Unread.FILE_TEXT if file_links(page) else why_empty(page) or NO_TEXT
        return ArticleFindings(link.url, title, problem=str(why))
    verdict = judge.page(describe(page).text, text)
    sentence = _SENTENCE.search(text)
    return ArticleFindings(
        link.url,
        document.title,
        document.published or "",
        document.source,
        sentence[0].strip()[:_LONGEST_SENTENCE] if sentence else "",
        len(text),
        round(verdict.relevance, 4),
        verdict.kept,
    )

"""The extractors by name, and what they find on a page as a document.

>>> extract_text("<p>没有正文</p>")
''
"""

from __future__ import annotations

from collections.abc import Callable

from topiccrawl.extraction.article.body import find_body, page_choice
from topiccrawl.extraction.article.extract import extract_article
from topiccrawl.extraction.article.weights import page_headline
from topiccrawl.extraction.clustering.clustering import extract_clustering, extract_clustering_literal
from topiccrawl.extraction.density import extract_density, extract_density_of_source
from topiccrawl.extraction.document import THREAD_TEXTS, Document
from topiccrawl.extraction.elsewhere.beside_text import with_facts_beside
from topiccrawl.extraction.kinds.kind import Kind, judge_kind, page_kind
from topiccrawl.extraction.lines import page_layout
from topiccrawl.extraction.threads.thread import page_thread
from topiccrawl.extraction.visual.sheets import NO_SHEETS, Sheets
from topiccrawl.extraction.visual.visual import extract_visual, extract_visual_in_browser
from topiccrawl.extraction.with_trafilatura import extract_trafilatura
from topiccrawl.page.metadata import read_metadata
from topiccrawl.page.page import Page

EXTRACTORS: dict[str, Callable[[Page], str]] = {
    "article": extract_article,
    "density": extract_density,
    "density:source": extract_density_of_source,
    "visual": extract_visual,
    "visual-browser": extract_visual_in_browser,
    "clustering": extract_clustering,
    "clustering:literal": extract_clustering_literal,
    "trafilatura": extract_trafilatura,
}
"""Extractors by name. Each returns the body of a page, one paragraph per line; empty when there is none."""


def extract_page(
    page: Page,
    extractor: str = "article",
    sheets: Sheets = NO_SHEETS,
    read: Callable[[Page], str] | None = None,
    thread_text: str = "posts",
) -> Document:
    """Return the body and the metadata of a page. No content of a page raises an error.

    Args:
        page: the page.
        extractor: a key of `EXTRACTORS`.
        sheets: style sheets that the page links to; only `visual-browser` uses them.
        thread_text: a member of `THREAD_TEXTS`; it matters for the extractor `article` alone. "off": pages
            have no posts either.
        read: replaces the function of the extractor, as by one with clusters that have grown.

    Raises:
        ValueError: there is no extractor of that name, or no such text of a thread.
        BrowserMissingError: the extractor needs a browser, and none can be started.
    """
    if extractor not in EXTRACTORS:
        raise ValueError(f"no extractor {extractor!r}; there are: {', '.join(sorted(EXTRACTORS))}")
    if thread_text not in THREAD_TEXTS:
        raise ValueError(f"no text of threads {thread_text!r}; there are: {', '.join(THREAD_TEXTS)}")
    metadata = page.once(read_metadata)
    if extractor == "article" and thread_text == "off":
        text, kind, thread = *_without_threads(page), None
    else:
        if extractor == "visual-browser":
            text = extract_visual_in_browser(page, sheets)
        else:
            text = (read or EXTRACTORS[extractor])(page)
        kind = document_kind(page, extractor, text).name
        thread = None if thread_text == "off" else page.once(page_thread)
    if extractor == "article" and thread_text == "first" and thread is not None and thread.holds_replies:
        text = thread.posts[0].text
    if extractor == "article" and text and page.once(page_choice).layout is not page.once(page_layout):
        shows_headline = page.once(page_headline) >= 0
        metadata = with_facts_beside(metadata, page, text, shows_headline=shows_headline)
    return Document(
        title=metadata.title,
        text="" if kind == "error" else text,
        author=metadata.author or (thread.posts[0].author if thread is not None and kind == "thread" else ""),
        published=metadata.published,
        kind=kind,
        extractor=extractor,
        source=metadata.source,
        site=metadata.site,
        posts=() if thread is None else thread.posts,
    )


def _without_threads(page: Page) -> tuple[str, str]:
    """Return text and kind of a page as if there were no threads."""
    text = find_body(page)
    kind = judge_kind(page, text).name
    return (text if kind in ("article", "picture") else ""), kind


def document_kind(page: Page, extractor: str, text: str) -> Kind:
    """Return the kind of a page and the reason for it, given the text that an extractor found."""
    return page_kind(page) if extractor == "article" else judge_kind(page, text)


def extract(html: str | bytes, url: str | None = None, extractor: str = "article") -> Document:
    """Return the body and the metadata of an HTML page, see `extract_page`."""
    return extract_page(Page.of(html, url), extractor)


def extract_text(html: str | bytes, url: str | None = None) -> str:
    """Return the body of an HTML page by the default extractor, one paragraph per line."""
    return extract_article(Page.of(html, url))

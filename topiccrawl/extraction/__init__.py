"""Body extraction: several extractors with one signature turn a page into a document.

>>> extract_text("<p>没有正文</p>")
''
"""

from __future__ import annotations

from collections.abc import Callable

from topiccrawl.extraction.article.extract import extract_article
from topiccrawl.extraction.cleaning import clean
from topiccrawl.extraction.clustering.clustering import extract_clustering, extract_clustering_literal
from topiccrawl.extraction.density import extract_density, extract_density_of_source
from topiccrawl.extraction.document import Document
from topiccrawl.extraction.kind import Kind, judge_kind, page_kind
from topiccrawl.extraction.visual.sheets import NO_SHEETS, Sheets
from topiccrawl.extraction.visual.visual import extract_visual, extract_visual_in_browser
from topiccrawl.extraction.with_trafilatura import extract_trafilatura
from topiccrawl.page.metadata import read_metadata
from topiccrawl.page.page import Page

__all__ = ["EXTRACTORS", "Document", "clean", "document_kind", "extract", "extract_page", "extract_text"]

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
) -> Document:
    """Return the body and the metadata of a page. No content of a page raises an error.

    Args:
        page: the page.
        extractor: a key of `EXTRACTORS`.
        sheets: style sheets that the page links to; only `visual-browser` uses them.
        read: replaces the function of the extractor, as by one with clusters that have grown.

    Raises:
        ValueError: there is no extractor of that name.
        BrowserMissingError: the extractor needs a browser, and none can be started.
    """
    if extractor not in EXTRACTORS:
        raise ValueError(f"no extractor {extractor!r}; there are: {', '.join(sorted(EXTRACTORS))}")
    if extractor == "visual-browser":
        text = extract_visual_in_browser(page, sheets)
    else:
        text = (read or EXTRACTORS[extractor])(page)
    metadata = page.once(read_metadata)
    kind = document_kind(page, extractor, text).name
    return Document(
        title=metadata.title,
        text="" if kind == "error" else text,
        author=metadata.author,
        published=metadata.published,
        kind=kind,
        extractor=extractor,
        source=metadata.source,
        site=metadata.site,
    )


def document_kind(page: Page, extractor: str, text: str) -> Kind:
    """Return the kind of a page and the reason for it, given the text that an extractor found."""
    return page_kind(page) if extractor == "article" else judge_kind(page, text)


def extract(html: str | bytes, url: str | None = None, extractor: str = "article") -> Document:
    """Return the body and the metadata of an HTML page, see `extract_page`."""
    return extract_page(Page.of(html, url), extractor)


def extract_text(html: str | bytes, url: str | None = None) -> str:
    """Return the body of an HTML page by the default extractor, one paragraph per line."""
    return extract_article(Page.of(html, url))

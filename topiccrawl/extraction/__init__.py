"""Body extraction: from a page to a document, with several extractors of one signature.

>>> extract_text("<p>没有正文</p>")
''
"""

from __future__ import annotations

from collections.abc import Callable

from topiccrawl.extraction.article import extract_article
from topiccrawl.extraction.cleaning import clean
from topiccrawl.extraction.clustering.clustering import extract_clustering
from topiccrawl.extraction.density import extract_density
from topiccrawl.extraction.document import Document
from topiccrawl.extraction.kind import page_kind
from topiccrawl.extraction.visual.visual import extract_visual, extract_visual_in_browser
from topiccrawl.extraction.with_trafilatura import extract_trafilatura
from topiccrawl.page.metadata import read_metadata
from topiccrawl.page.page import Page

__all__ = ["EXTRACTORS", "Document", "clean", "extract", "extract_page", "extract_text"]

EXTRACTORS: dict[str, Callable[[Page], str]] = {
    "article": extract_article,
    "density": extract_density,
    "visual": extract_visual,
    "visual-browser": extract_visual_in_browser,
    "clustering": extract_clustering,
    "trafilatura": extract_trafilatura,
}
"""The extractors by name: a page in, its body out, a paragraph a line, empty when there is none."""


def extract_page(page: Page, extractor: str = "article") -> Document:
    """Body and metadata of a page; the page is parsed once.

    Args:
        page: the page.
        extractor: a key of `EXTRACTORS`.

    Raises:
        ValueError: there is no extractor of that name. Whatever is on the page raises nothing.
        BrowserMissingError: the extractor lays pages out in a browser, and there is none.
    """
    if extractor not in EXTRACTORS:
        raise ValueError(f"no extractor {extractor!r}; there are: {', '.join(sorted(EXTRACTORS))}")
    text = EXTRACTORS[extractor](page)
    found = read_metadata(page)
    kind = page_kind(page, found.title, text)
    return Document(
        title=found.title,
        text="" if kind == "error" else text,
        author=found.author,
        published=found.published,
        kind=kind,
        extractor=extractor,
        source=found.source,
        site=found.site,
    )


def extract(html: str | bytes, url: str | None = None, extractor: str = "article") -> Document:
    """Body and metadata of a page given as text or as bytes, see `extract_page`."""
    return extract_page(Page.of(html, url), extractor)


def extract_text(html: str | bytes, url: str | None = None) -> str:
    """The body of a page by the default extractor, a paragraph a line; empty when the page has no article."""
    return extract_article(Page.of(html, url))

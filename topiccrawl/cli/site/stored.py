"""Stored pages of one site."""

from __future__ import annotations

from collections.abc import Iterator

from topiccrawl.corpus.columns import stored_page
from topiccrawl.page.page import Page
from topiccrawl.page.sites.rules import SiteRules, Sites
from topiccrawl.storage import schema
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.rows.chunks import chunks
from topiccrawl.storage.rows.pages import pages_query


def stored_pages_of(
    store: CorpusStore, topic: str, sites: Sites, rules: SiteRules, most: int
) -> Iterator[Page]:
    """Yield the last pages of a site that were stored as they were fetched.

    Args:
        store: an open store.
        topic: name of the topic.
        sites: the rules of all its sites.
        rules: those of the site.
        most: maximum number of pages.
    """
    pages = schema.pages.c
    own = [row["id"] for row in store.read_pages(topic, ("id", "url")) if sites.of(row["url"]) is rules]
    for some in chunks(own[-most:]):
        query = pages_query(topic, ("url", "headers", "raw_html")).where(pages.id.in_(some))
        yield from (page for row in store.fetch(query) if (page := stored_page(dict(row))) is not None)

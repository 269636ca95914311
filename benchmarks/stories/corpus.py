"""Pages of a benchmark in a database, extracted and compared as in a crawl, and the stories found."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from pathlib import Path

from sqlalchemy import select

from benchmarks.stories.chains import MadePage
from topiccrawl.corpus.quality import measure_quality
from topiccrawl.dedup.rule import DedupRule
from topiccrawl.extraction import clean, extract_page
from topiccrawl.page.description import describe
from topiccrawl.page.page import Page
from topiccrawl.storage import schema
from topiccrawl.storage.pages.sketch_catch_up import SketchCatchUp
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.records import PageRecord

TOPIC = "measured"
_BATCH = 100


@dataclass(frozen=True)
class Fetched:
    """A page as it was fetched.

    Attributes:
        url: its URL.
        html: its body.
        content_type: the HTTP header.
        fetched_at: when.
    """

    url: str
    html: bytes
    content_type: str
    fetched_at: datetime


@dataclass(frozen=True)
class Found:
    """What was found about the pages of a corpus.

    Attributes:
        parents: by URL, where each page was taken from: URL or name; and pages with nothing.
        first: by URL of a page, the URL of the page that published its story first.
        source: by URL of a page, the site or agency that published its story first.
        published: dates of publication by URL, as extracted.
    """

    parents: Mapping[str, list[tuple[str, str]]]
    first: Mapping[str, str]
    source: Mapping[str, str]
    published: Mapping[str, str | None]


def fill(store: CorpusStore, pages: Iterable[Fetched]) -> int:
    """Extract and store pages with decisions about duplicates; return their number."""
    rule = DedupRule()
    SketchCatchUp(store, TOPIC, rule).step()
    store.start_run(TOPIC, {"strategy": "adaptive"})
    iterator, count = iter(pages), 0
    while some := list(islice(iterator, _BATCH)):
        store.write([_record(one, rule) for one in some])
        count += len(some)
    return count


def _record(fetched: Fetched, rule: DedupRule) -> PageRecord:
    page = Page.from_bytes(fetched.html, fetched.url, fetched.content_type)
    document = extract_page(page)
    text = clean(document.text)
    return PageRecord(
        topic=TOPIC,
        url=fetched.url,
        run_id=1,
        fetched_at=fetched.fetched_at,
        headers={"Content-Type": fetched.content_type},
        charset=page.charset,
        raw_html=fetched.html,
        kind=document.kind,
        title=document.title,
        raw_title=describe(page).title,
        author=document.author,
        published=document.published,
        site=document.site,
        raw_text=document.text,
        text=text,
        quality=measure_quality(text),
        dedup=rule,
    )


def made_html(page: MadePage) -> bytes:
    """Return a made-up page as HTML."""
    source = f'<a href="{page.link}">{page.source or "原文链接"}</a>' if page.link else page.source
    row = " ".join(
        part for part in (page.published or "", f"来源：{source}" if page.source or page.link else "") if part
    )
    body = "".join(f"<p>　　{paragraph}</p>" for paragraph in page.paragraphs)
    return (
        f"<html><head><meta charset=utf-8><title>{page.title}_{page.site}</title>"
        f'<meta property="og:site_name" content="{page.site}"></head><body>'
        f"<div class=nav><a href=/>首页</a> <a href=/news/>新闻</a></div><h1>{page.title}</h1>"
        f"<div class=info>{row}</div><div class=content>{body}</div>"
        f"<div class=footer>{page.site} 版权所有</div></body></html>"
    ).encode()


def read_found(store: CorpusStore) -> Found:
    """Return what `topiccrawl stories` stored."""
    pages, reposts, propagation = schema.pages.c, schema.reposts.c, schema.propagation.c
    query = (
        select(
            pages.id,
            pages.url,
            pages.published,
            reposts.from_page_id,
            reposts.via,
            propagation.publishing_site,
        )
        .join(schema.reposts, reposts.page_id == pages.id)
        .join(schema.propagation, propagation.page_id == pages.id)
    )
    rows = store.fetch(query)
    url = {row["id"]: row["url"] for row in rows}
    parents: dict[str, list[tuple[str, str]]] = {}
    for row in rows:
        start = url.get(row["from_page_id"])
        own = parents.setdefault(row["url"], [])
        if row["via"]:
            if start:
                own.append((start, row["via"]))
            own.append((row["via"], row["url"]))
        elif start:
            own.append((start, row["url"]))
    links, events = schema.event_pages.c, schema.events.c
    firsts = store.fetch(
        select(links.page_id, events.first_page).join(schema.events, events.id == links.event_id)
    )
    return Found(
        parents=parents,
        first={url[row["page_id"]]: url[row["first_page"]] for row in firsts},
        source={row["url"]: row["publishing_site"] for row in rows},
        published={row["url"]: row["published"] for row in rows},
    )


def opened(path: Path) -> CorpusStore:
    """Return an open store of a SQLite file."""
    store = CorpusStore(f"sqlite:///{path}")
    store.open()
    return store


def inflated(body: bytes) -> bytes:
    """Return a body of the replay web, which is packed with gzip."""
    return zlib.decompress(body, 31)


def batches(pages: Iterable[Fetched], size: int) -> Iterator[list[Fetched]]:
    """Yield pages in pieces."""
    iterator = iter(pages)
    while some := list(islice(iterator, size)):
        yield some

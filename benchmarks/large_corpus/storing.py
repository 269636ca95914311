"""Store generated pages like a crawl, in batches with duplicate detection; continue after a kill.

python -m benchmarks.large_corpus.storing DATABASE WEB PAGES
"""

from __future__ import annotations

import sys
from pathlib import Path

from sqlalchemy import func, select

from benchmarks.large_corpus.pages import MOST_ARTICLES, MadePage, PageMaker
from benchmarks.live.web import ReplayWeb
from topiccrawl.dedup.fingerprint import Fingerprint
from topiccrawl.dedup.rule import DedupRule
from topiccrawl.storage import schema
from topiccrawl.storage.pages.sketch_catch_up import SketchCatchUp
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.records import PageRecord

TOPIC = "tea"
OLDER = 10
"""One page in so many is stored without its first paragraph, as an older extractor read it."""

_BATCH = 100
RULE = DedupRule()


def main(database: str, web: str, pages: str) -> None:
    """Store the pages that the corpus does not have yet."""
    maker = PageMaker(ReplayWeb(Path(web), 0), min(MOST_ARTICLES, int(pages)))
    store = CorpusStore(database)
    store.open()
    SketchCatchUp(store, TOPIC, RULE).step()  # as each crawl does
    first = stored_pages(store)
    run = store.start_run(TOPIC, {"strategy": "adaptive"}) if not first else store.last_run(TOPIC)
    for start in range(first, int(pages), _BATCH):
        made = maker.pages(start, min(start + _BATCH, int(pages)))
        store.write([page_record(page, number, run) for number, page in enumerate(made, start)])
    store.close()


def stored_pages(store: CorpusStore) -> int:
    """Return the number of stored pages."""
    query = select(func.count().label("pages")).select_from(schema.pages).where(schema.pages.c.topic == TOPIC)
    return int(store.fetch(query)[0]["pages"])


def page_record(
    page: MadePage, number: int, run: int, rule: DedupRule | None = RULE, own: Fingerprint | None = None
) -> PageRecord:
    """Return a page as it is stored; without `rule` it is not compared with others."""
    text = stored_text(page, number)
    return PageRecord(
        topic=TOPIC,
        url=page.url,
        run_id=run,
        fetched_at=page.fetched_at,
        headers={"Content-Type": page.content_type},
        canonical_url=page.url,
        kind="article",
        title=page.title,
        raw_title=page.title,
        raw_text=text,
        text=text,
        raw_html=page.html,
        fingerprint=own,
        dedup=rule,
    )


def stored_text(page: MadePage, number: int) -> str:
    """Return the text of a page as it is stored."""
    lines = page.text.split("\n")
    return "\n".join(lines[1:]) if number % OLDER == 0 and len(lines) > 1 else page.text


if __name__ == "__main__":
    main(*sys.argv[1:])

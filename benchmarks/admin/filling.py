"""A generated corpus: its pages, and the rows stored with them."""

from __future__ import annotations

import random
import time
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

from sqlalchemy import Connection, Table, func, insert, select

from benchmarks.admin.databases import without_full_text
from topiccrawl.demo.articles import load_articles
from topiccrawl.newsroom.analysis.places import province_tiles
from topiccrawl.storage import schema
from topiccrawl.storage.notes import Notes
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.records import PageRecord
from topiccrawl.storage.rows.admin.page_index import host_of
from topiccrawl.storage.rows.admin.page_marks import refresh_marks
from topiccrawl.storage.rows.row import url_hash
from topiccrawl.text.search_tokens import search_tokens

TOPIC = "样例"
HOSTS = 500
_AT = datetime(2024, 1, 1, tzinfo=UTC)
_BATCH = 200
_DIFFERENT = 3_000
_LENGTH = 800
_OWN = 100_000
"""Number of generated pages; further pages are copies of their rows, which is ten times as fast."""
_PATIENCE = 600.0
"""Seconds that one of these copies may take."""
_NUMBERS = {"id", "page_id", "event_id", "first_page", "from_page_id"}
_KEYS = {"pages": "id", "drops": "id", "events": "id", "event_people": "event_id"}
_TABLES = (
    schema.pages, schema.page_index, schema.duplicates, schema.drops, schema.events, schema.event_pages,
    schema.reposts, schema.event_people,
)  # fmt: skip
_PEOPLE = [f"人物{number}" for number in range(300)]

Row = dict[str, Any]


class Texts:
    """Made-up pages with the pairs of characters of real ones."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        stories = load_articles()
        self._sentences = [
            part for story in stories for text in story.paragraphs for part in text.split("。") if part
        ]
        self._titles = [story.title for story in stories]

    def page(self, number: int) -> Row:
        """Return a row of `pages`."""
        chosen = self._random.sample(self._sentences, 24)
        text = "。".join(chosen)[:_LENGTH]
        title = f"{self._random.choice(self._titles)}{number}"
        return self.again({"title": title, "text": text}, number)

    def again(self, page: Row, number: int) -> Row:
        """Return a row of `pages` with the title and text of another one."""
        url = f"http://www.site{self._random.randrange(HOSTS)}.test/{number}.html"
        day = _AT + timedelta(days=self._random.randrange(1000))
        return {
            "id": number,
            "topic": TOPIC,
            "url": url,
            "url_hash": url_hash(url),
            "run_id": 1,
            "fetched_at": day,
            "status": 200,
            "headers": "{}",
            "title": page["title"],
            "raw_title": "",
            "published": f"{day:%Y-%m-%d}",
            "text": page["text"],
            "relevance": self._random.random(),
            "priority_parts": "{}",
        }


def fill(database: str, rows: int, characters: int) -> float:
    """Store pages with their index rows; return seconds."""
    texts, began = Texts(1), time.perf_counter()
    # A few thousand different texts are enough for the search and save most of the time.
    made = [texts.page(number) for number in range(_DIFFERENT)]
    tokens = [" ".join(search_tokens(f"{one['title']}\n{one['text'][:characters]}")) for one in made]
    store = CorpusStore(database, timeout=_PATIENCE)
    store.open()
    store.finish_run(store.start_run(TOPIC, {}), "finished", {})
    own = min(rows, _OWN)
    with without_full_text(database):
        for first in range(1, own + 1, _BATCH):
            numbers = range(first, min(first + _BATCH, own + 1))
            some = [texts.again(made[number % _DIFFERENT], number) for number in numbers]
            index = [_index_row(page, tokens[page["id"] % _DIFFERENT]) for page in some]
            store.transact(partial(_write, pages=some, index=index))
        for first in range(own, rows, own):
            for table in _TABLES:
                store.transact(partial(_again, table=table, own=own, more=first))
    store.close()
    notes = Notes(database)
    for words in ("党员", "支部 学习", "党建", "量子纠缠", "工作"):
        notes.set_tag(TOPIC, words, words)
    for words in ("党员", "量子纠缠", ""):
        kind = "word" if words else "story"
        notes.add_rule({"topic": TOPIC, "kind": kind, "word": words, "sigma": 3.0, "least": 5})
    notes.close()
    return time.perf_counter() - began


def _write(connection: Connection, pages: list[Row], index: list[Row]) -> None:
    connection.execute(insert(schema.pages), pages)
    connection.execute(insert(schema.page_index), index)
    for table, beside in _beside(pages).items():
        connection.execute(insert(table), beside)
    refresh_marks(connection, [page["id"] for page in pages])


def _again(connection: Connection, table: Table, own: int, more: int) -> None:
    """Copy the first rows of a table, with ids that are larger by `more`, and other URLs."""
    changed: dict[str, Any] = {name: table.c[name] + more for name in _NUMBERS & set(table.c.keys())}
    if "url" in table.c:
        changed |= {
            "url": table.c.url + f"?{more}",
            "url_hash": f"{more:08}" + func.substr(table.c.url_hash, 9),
        }
    values = [changed.get(column.name, column) for column in table.c]
    key = table.c[_KEYS.get(table.name, "page_id")]
    connection.execute(insert(table).from_select(list(table.c.keys()), select(*values).where(key <= own)))


def _beside(pages: list[Row]) -> dict[Table, list[Row]]:
    """Return what else is stored with the pages of a batch: copies, drops, and events of ten pages."""
    chance = random.Random(pages[0]["id"])
    reported = [page for page in pages if page["id"] % 5 in (0, 1)]
    first = reported[::10]
    provinces = [tile.province for tile in province_tiles({})]
    return {
        schema.duplicates: [
            {"page_id": page["id"], "original_url": pages[0]["url"], "original_hash": pages[0]["url_hash"],
             "kind": "body", "similarity": 0.9, "found_at": _AT}
            for page in pages if page["id"] % 5 == 3
        ],
        schema.drops: [
            {"topic": TOPIC, "url": f"{page['url']}?left", "url_hash": url_hash(f"{page['url']}?left"),
             "stage": chance.choice(("frontier", "gate", "verdict")),
             "reason": f"reason {chance.randrange(9)}", "run_id": 1, "dropped_at": page["fetched_at"]}
            for page in pages
        ],
        schema.events: [
            {"id": page["id"], "topic": TOPIC, "name": page["title"], "time": page["published"],
             "place": "地点", "people": "[]", "country": "中国", "province": chance.choice(provinces),
             "category": chance.choice(("政治", "经济", "教育", "体育")), "organisations": "[]",
             "first_page": page["id"], "source": "来源"}
            for page in first
        ],
        schema.event_pages: [
            {"event_id": first[at // 10]["id"], "page_id": page["id"]} for at, page in enumerate(reported)
        ],
        schema.reposts: [
            {"page_id": page["id"], "from_page_id": first[at // 10]["id"] if at % 10 else None}
            for at, page in enumerate(reported)
        ],
        schema.event_people: [
            {"event_id": page["id"], "person": person, "mentions": 1}
            for page in first for person in chance.sample(_PEOPLE, 3)
        ],
    }  # fmt: skip


def _index_row(page: Row, tokens: str) -> Row:
    return {
        "page_id": page["id"],
        "topic": page["topic"],
        "host": host_of(page["url"]),
        "day": page["published"],
        "relevance": page["relevance"],
        "title": page["title"],
        "tokens": tokens,
    }


def record_of(row: Row) -> PageRecord:
    """Return a page as a crawl stores it."""
    names = ("topic", "url", "run_id", "fetched_at", "title", "published", "text", "relevance")
    return PageRecord(**{name: row[name] for name in names}, raw_html=row["text"].encode() * 8)

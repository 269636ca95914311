"""The administration pages over many stored pages, while a crawl writes.

    python -m benchmarks.admin [pages] [writing] [--rows 100000] [--databases sqlite mariadb] [--whole]
    python -m benchmarks.admin pages --databases sqlite --work FOLDER --again    # that of an earlier run

pages    seconds of each page and search, beside a thread that stores pages as a crawl does; seconds of the
         processor are those of this process, the thread's among them, so not those of a MariaDB server
writing  what the search index adds to storing a page: wall and processor time, with and without it

The rows are synthetic: characters follow the frequencies of the demo's stories. With --whole the index holds
whole texts, otherwise titles and the first 300 characters. Every fifth page is a copy, two of five are of an
event, for each page a link was left out; there are five tags and three rules of warnings.
"""

from __future__ import annotations

import random
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

from servers.mariadb import MariaDB
from sqlalchemy import Connection, Table, func, insert, select
from starlette.testclient import TestClient

from benchmarks.measuring import add_sets, arguments, show_table, update_result, work_folder
from topiccrawl.admin.accounts.roles import Role
from topiccrawl.admin.application import make_application
from topiccrawl.admin.configuration import Configuration
from topiccrawl.admin.services import Services
from topiccrawl.admin.web.visit import SESSION
from topiccrawl.corpus.analysis.places import province_tiles
from topiccrawl.demo.articles import load_articles
from topiccrawl.storage import schema
from topiccrawl.storage.notes import Notes
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.records import PageRecord
from topiccrawl.storage.rows.admin.page_index import CHARACTERS, EVERYTHING, host_of
from topiccrawl.storage.rows.admin.page_marks import refresh_marks
from topiccrawl.storage.rows.row import url_hash
from topiccrawl.text.search_tokens import search_tokens

TOPIC = "样例"
HOSTS = 500
_AT = datetime(2024, 1, 1, tzinfo=UTC)
_BATCH = 200
_DIFFERENT = 3_000
_LENGTH = 800
_ROUNDS = 3
_OWN = 100_000
"""Pages that are made; more are copies of their rows, which the database makes in a tenth of the time."""
_NUMBERS = {"id", "page_id", "event_id", "first_page", "from_page_id"}
_KEYS = {"pages": "id", "drops": "id", "events": "id", "event_people": "event_id"}
_TABLES = (
    schema.pages, schema.page_index, schema.duplicates, schema.drops, schema.events, schema.event_pages,
    schema.reposts, schema.event_people,
)  # fmt: skip
_PEOPLE = [f"人物{number}" for number in range(300)]

Row = dict[str, Any]


def main() -> None:
    parser = arguments(__doc__)
    add_sets(parser, SETS)
    parser.add_argument("--rows", type=int, default=100_000, help="stored pages")
    parser.add_argument(
        "--databases", nargs="+", default=["sqlite", "mariadb"], choices=["sqlite", "mariadb"]
    )
    parser.add_argument("--whole", action="store_true", help="index whole texts")
    parser.add_argument("--work", type=Path, help="folder for the databases")
    parser.add_argument("--again", action="store_true", help="measure the SQLite file that is in --work")
    args = parser.parse_args()
    whole = " whole" if args.whole else ""
    for name in args.sets:
        for kind in args.databases:
            rows = _measured(name, kind, args)
            show_table(tuple(rows[0]), [tuple(row.values()) for row in rows])
            update_result(
                "admin", {f"{name} {kind}" + (f" {args.rows}{whole}" if name == "pages" else ""): rows}
            )


def _measured(name: str, kind: str, args: Any) -> list[Row]:
    with work_folder(args.work) as work, _database(kind, work, again=args.again) as database:
        return SETS[name](kind, database, work, args)


@contextmanager
def _database(kind: str, work: Path, *, again: bool) -> Iterator[str]:
    if kind == "sqlite":
        for file in () if again else work.glob("corpus.db*"):
            shutil.rmtree(file) if file.is_dir() else file.unlink()
        yield f"sqlite:///{work / 'corpus.db'}"
        return
    server = MariaDB()
    server.start()
    try:
        with server.fresh_database() as url:
            yield url
    finally:
        server.stop()


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
    # A few thousand different texts are enough for the search, and save most of the time.
    made = [texts.page(number) for number in range(_DIFFERENT)]
    tokens = [" ".join(search_tokens(f"{one['title']}\n{one['text'][:characters]}")) for one in made]
    store = CorpusStore(database)
    store.open()
    store.finish_run(store.start_run(TOPIC, {}), "finished", {})
    own = min(rows, _OWN)
    for first in range(1, own + 1, _BATCH):
        numbers = range(first, min(first + _BATCH, own + 1))
        pages = [texts.again(made[number % _DIFFERENT], number) for number in numbers]
        index = [_index_row(page, tokens[page["id"] % _DIFFERENT]) for page in pages]

        def write(connection: Connection, pages: list[Row] = pages, index: list[Row] = index) -> None:
            connection.execute(insert(schema.pages), pages)
            connection.execute(insert(schema.page_index), index)
            for table, beside in _beside(pages).items():
                connection.execute(insert(table), beside)
            refresh_marks(connection, [page["id"] for page in pages])

        store.transact(write)
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


def pages(kind: str, database: str, work: Path, args: Any) -> list[Row]:
    """Measure each page."""
    if not args.again:
        seconds = fill(database, args.rows, EVERYTHING if args.whole else CHARACTERS)
        print(f"{kind}: {args.rows} pages stored in {seconds:.0f} s")
    services = Services.start(Configuration(database, work / "admin", work / "topics"))
    services.accounts.set_user("benchmark", "benchmark password", Role.OPERATOR)
    stop, written = threading.Event(), [0]
    crawl = threading.Thread(target=_write_until, args=(database, args.rows, stop, written))
    crawl.start()
    try:
        with TestClient(
            make_application(services), base_url="http://localhost", follow_redirects=False
        ) as browser:
            browser.cookies.set(SESSION, services.accounts.begin_session("benchmark"))
            rows = [_timed(kind, args.rows, browser, name, path) for name, path in PATHS.items()]
    finally:
        stop.set()
        crawl.join()
    print(f"{kind}: {written[0]} pages were stored meanwhile")
    return rows


PATHS = {
    "crawls": "/crawls",
    "crawl": f"/crawls/{TOPIC}",
    "list": "/pages",
    "list of a site": "/pages?host=www.site7.test",
    "list by date and relevance": "/pages?since=2024-03&until=2024-03&least=.95",
    "list without any": "/pages?least=.5&most=.5",
    "an old part of the list": "/pages?before=500",
    "search 党建": "/pages?q=党建",
    "search 党": "/pages?q=党",
    "search 支部 学习": "/pages?q=支部 学习",
    "search of a site": "/pages?q=党员&host=www.site7.test",
    "search by relevance": "/pages?q=党员&least=.99",
    "search without any": "/pages?q=量子纠缠",
    "search of a common pair": "/pages?q=工作",
    "a page": "/pages/77",
    "drops": "/drops",
    "stages": f"/crawls/{TOPIC}/stages",
    "dead links": f"/crawls/{TOPIC}/dead",
    "regular crawls": "/schedules",
    "watched pages": "/watch/pages",
    "watch": "/watch",
    "watch of a site and word": "/watch?host=www.site7.test&q=党员",
    "topics": "/topics",
    "exports": "/exports",
    "analysis": "/analysis",
    "analysis of a year": "/analysis?since=2025&until=2025",
    "analysis of a site": "/analysis?since=2025&until=2025&host=www.site7.test",
    "new words": "/analysis/new",
    "warnings": "/analysis/warnings",
    "tones": "/analysis/tones",
    "tones of a year": "/analysis/tones?since=2025&until=2025",
    "new words of a year": "/analysis/new?since=2025&until=2025",
    "events": "/analysis/events",
    "events of a year": "/analysis/events?since=2025&until=2025",
    "events of a person": "/analysis/events?person=人物7",
    "an event": f"/analysis/events/{TOPIC}/1",
    "tags": "/analysis/tags",
    "list behind a tag": "/pages?tag=1",
    "briefing": "/analysis/briefing",
    "briefing of a month": "/analysis/briefing?since=2025-05&until=2025-05",
    "briefing of a subject": "/analysis/briefing?since=2025-05&until=2025-05&subject=党员",
}


def _timed(kind: str, rows: int, browser: TestClient, name: str, path: str) -> Row:
    took, processor = [], []
    for _ in range(_ROUNDS):
        browser.app.state.services.forget()  # type: ignore[attr-defined]
        began, busy = time.perf_counter(), time.process_time()
        answer = browser.get(path)
        took.append(time.perf_counter() - began)
        processor.append(time.process_time() - busy)
        assert answer.status_code == 200, (path, answer.status_code)
    took.sort()
    found = {
        "database": kind,
        "rows": rows,
        "page": name,
        "median": round(took[_ROUNDS // 2], 3),
        "slowest": round(took[-1], 3),
        "processor": round(sorted(processor)[_ROUNDS // 2], 3),
    }
    print(*found.values(), flush=True)
    return found


def _write_until(database: str, start: int, stop: threading.Event, written: list[int]) -> None:
    """Store pages as a crawl does, some twenty a second, until `stop`."""
    texts = Texts(2)
    store = CorpusStore(database)
    store.open()
    while not stop.wait(0.2):
        some = [_record(texts.page(start + written[0] + one)) for one in range(4)]
        store.write(some, [])
        written[0] += len(some)
    store.close()


def _record(row: Row) -> PageRecord:
    names = ("topic", "url", "run_id", "fetched_at", "title", "published", "text", "relevance")
    return PageRecord(**{name: row[name] for name in names}, raw_html=row["text"].encode() * 8)


def writing(kind: str, database: str, work: Path, args: Any) -> list[Row]:
    """Measure what the index adds to storing a page, in batches of ten as a crawl's."""
    rows: list[Row] = []
    texts = Texts(3)
    for characters in (-1, CHARACTERS, -1, CHARACTERS, -1, CHARACTERS):
        store = CorpusStore(database, searchable=characters)
        store.open()
        records = [_record(texts.page(1_000_000 * len(rows) + number)) for number in range(2_000)]
        store.write(records[:10], [])
        wall, cpu = time.perf_counter(), time.process_time()
        for first in range(10, len(records), 10):
            store.write(records[first : first + 10], [])
        count = len(records) - 10
        rows.append(
            {
                "database": kind,
                "index": characters >= 0,
                "wall_ms": round(1000 * (time.perf_counter() - wall) / count, 3),
                "cpu_ms": round(1000 * (time.process_time() - cpu) / count, 3),
            }
        )
        store.close()
    return rows


SETS: dict[str, Callable[[str, str, Path, Any], list[Row]]] = {"pages": pages, "writing": writing}

if __name__ == "__main__":
    main()

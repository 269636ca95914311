"""The search in whole texts over many stored pages: bytes and seconds of its index, seconds of searches.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.admin.search [--rows 1000000] [--databases sqlite mariadb]

A page has 20 sentences, drawn from the articles of the measuring data: words are as common as there, and its
text is more varied than a real one. Of more than 100,000 pages the others are copies. Each search is asked
twice, by relevance, over the index in its blocks: `seconds` is the first, `again` the second, `processor` its
time without that of a server. Snippets of the first 50 hits are part of both.
"""

from __future__ import annotations

import json
import lzma
import random
import re
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, func, insert, select

from benchmarks.measuring import arguments, data_folder, show_table, update_result, work_folder
from benchmarks.servers import MariaDB, running
from topiccrawl.admin.lists.page_filter import PageFilter
from topiccrawl.admin.lists.search_query import parse_query
from topiccrawl.admin.lists.text_index import TextIndex
from topiccrawl.admin.lists.text_search import search, snippets
from topiccrawl.storage import schema
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.rows.admin.page_index import write_index

TOPIC = "benchmark"
SENTENCES = 20
AT = datetime(2024, 5, 1, tzinfo=UTC)
BATCH = 1_000
DISTINCT = 100_000
"""Pages with different texts; more are copies of them."""
SEARCHES: dict[str, tuple[str, dict[str, str]]] = {
    "common": ("中国", {}),
    "rare": ("蚕桑", {}),
    "one character": ("党", {}),
    "common, of a month": ("中国", {"since": "2024-03", "until": "2024-03"}),
    "common, of a site": ("中国", {"host": "www.site7.test"}),
    "two words": ("学习 工作", {}),
    "without": ("学习 -工作", {}),
    "four characters": ("疫情防控", {}),
    "phrase": ("“人民群众”", {}),
    "without any": ("量子纠缠态", {}),
}


class LargeMariaDB(MariaDB):
    """A MariaDB with its data on the disk, and the memory that a server of a large corpus has."""

    patience = 300.0

    def __init__(self, folder: Path) -> None:
        super().__init__(
            "--innodb-buffer-pool-size=4G", "--innodb-log-file-size=1G", "--innodb-flush-log-at-trx-commit=2"
        )
        shutil.rmtree(self.folder)
        folder.mkdir(parents=True)
        self.folder = folder


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--rows", type=int, default=1_000_000, help="stored pages")
    parser.add_argument(
        "--databases", nargs="+", default=["sqlite", "mariadb"], choices=["sqlite", "mariadb"]
    )
    parser.add_argument("--work", type=Path, help="folder for the databases")
    args = parser.parse_args()
    sentences = read_sentences(data_folder("web") / "raw" / "corpus.jsonl.xz")
    for kind in args.databases:
        with work_folder(args.work) as work, opened(kind, work) as url:
            figures = measure(url, sentences, args.rows)
        show_table(list(figures["searches"][0]), [[*row.values()] for row in figures["searches"]])
        update_result("admin-search", {f"{kind} {args.rows}": figures})


@contextmanager
def opened(kind: str, work: Path) -> Iterator[str]:
    """Yield the URL of an empty database."""
    if kind == "sqlite":
        yield f"sqlite:///{work / 'corpus.db'}"
        return
    with running(LargeMariaDB(work / "mariadb")) as server, server.fresh_database() as url:
        yield url


def read_sentences(file: Path) -> list[str]:
    """Return the sentences of all articles."""
    with lzma.open(file, "rt", encoding="utf-8") as rows:
        texts = ("".join(json.loads(row)["paras"]) for row in rows)
        return [one for text in texts for one in re.findall("[^。！？]{4,}[。！？]", text)]


def measure(url: str, sentences: list[str], rows: int) -> dict[str, Any]:
    """Store pages, index them and search."""
    store = CorpusStore(url, timeout=3600)
    store.open()
    fill(store, sentences, rows)
    with store.reading() as connection:
        length = connection.scalar(
            select(func.avg(func.length(schema.pages.c.text))).where(schema.pages.c.id < 1000)
        )
    index = TextIndex(url, store)
    began, processor = time.perf_counter(), time.process_time()
    while (share := index.catch_up(60)) < 1:
        print(f"{share:.0%} in {time.perf_counter() - began:.0f} s", flush=True)
    seconds, processor = time.perf_counter() - began, time.process_time() - processor
    index.close()
    index = TextIndex(url, store)
    began = time.perf_counter()
    index.catch_up(600)
    opening = time.perf_counter() - began
    found = [_searched(store, index, name, *one) for name, one in SEARCHES.items()]
    size = index_bytes(store, url)
    index.close()
    store.close()
    return {
        "pages": rows,
        "bytes of a text": round(float(length or 0)),
        "milliseconds a page": round(1000 * seconds / rows, 3),
        "of these of the processor": round(1000 * processor / rows, 3),
        "bytes a page": round(size / rows),
        "seconds after a restart": round(opening, 2),
        "searches": found,
    }


def fill(store: CorpusStore, sentences: list[str], rows: int) -> None:
    """Store pages; of the other tables only what lists read."""
    drawn = random.Random(20)
    for start in range(0, min(rows, DISTINCT), BATCH):
        end = min(rows, DISTINCT, start + BATCH)
        store.transact(partial(_fill, drawn=drawn, sentences=sentences, first=start, end=end))
    for number in range(1, -(-rows // DISTINCT)):
        store.transact(partial(_repeat, added=number * DISTINCT))


def _repeat(connection: Connection, added: int) -> None:
    pages, index = schema.pages.c, schema.page_index.c
    digest = func.substr(pages.url_hash, 1, 50) + f"{added:014}"
    own = [pages.id + added, digest, *(one for one in pages if one.name not in ("id", "url_hash"))]
    names = ["id", "url_hash", *(one.name for one in pages if one.name not in ("id", "url_hash"))]
    connection.execute(insert(schema.pages).from_select(names, select(*own).where(pages.id <= DISTINCT)))
    own = [index.page_id + added, *(one for one in index if one.name != "page_id")]
    names = ["page_id", *(one.name for one in index if one.name != "page_id")]
    connection.execute(
        insert(schema.page_index).from_select(names, select(*own).where(index.page_id <= DISTINCT))
    )


def _fill(connection: Connection, drawn: random.Random, sentences: list[str], first: int, end: int) -> None:
    pages = {}
    for number in range(first + 1, end + 1):
        url = f"http://www.site{number % 100}.test/{number}.html"
        own = drawn.choices(sentences, k=SENTENCES)
        pages[number] = {
            "id": number, "topic": TOPIC, "url_hash": sha256(url.encode()).hexdigest(), "url": url,
            "run_id": 1, "fetched_at": AT, "status": 200, "headers": "{}", "title": own[0][:24],
            "raw_title": own[0][:24], "text": "\n".join(own), "relevance": 0.5, "priority_parts": "{}",
            "published": f"2024-{number % 12 + 1:02}-{number % 28 + 1:02}",
        }  # fmt: skip
    connection.execute(insert(schema.pages), list(pages.values()))
    write_index(connection, pages)


def index_bytes(store: CorpusStore, url: str) -> int:
    """Return the bytes of the index in its file, or in the tables of the server."""
    if url.startswith("sqlite"):
        return Path(url.removeprefix("sqlite:///") + "-search").stat().st_size
    names = (
        "SELECT SUM(data_length + index_length) FROM information_schema.tables WHERE table_name LIKE 'text_%'"
    )
    with store.reading() as connection:
        for name in ("text_words", "text_blocks"):
            connection.exec_driver_sql(f"ANALYZE TABLE {name}").all()
        return int(connection.exec_driver_sql(names.replace("%", "%%")).scalar_one())


def _searched(
    store: CorpusStore, index: TextIndex, name: str, words: str, filters: dict[str, Any]
) -> dict[str, Any]:
    query = parse_query(words)
    assert query is not None
    seconds, processor = [], 0.0
    for _ in range(2):
        began, processor = time.perf_counter(), time.process_time()
        with store.reading() as connection:
            hits = search(connection, index, query, PageFilter(topic=TOPIC, **filters), "relevance")
            snippets(connection, query, list(islice(hits.numbers, 50)))
        seconds.append(round(time.perf_counter() - began, 3))
        processor = time.process_time() - processor
    total = f"over {hits.total}" if hits.is_more else hits.total
    return {
        "search": f"{name} ({words})",
        "pages": total,
        "seconds": seconds[0],
        "again": seconds[1],
        "processor": round(processor, 3),
    }


if __name__ == "__main__":
    main()

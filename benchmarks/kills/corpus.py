"""Make a corpus and a frontier like those of a long crawl.

    python benchmarks/restart/corpus.py --database URL --frontier FILE --topic NAME --pages N

Titles and texts are random words of jieba's table, drawn by their frequency; a text has about 900 characters
(log-normal), and a third of them end with a line that many texts share. One page in twenty is a duplicate.
Every page is done in the frontier, and two links per page wait, over a thousand hosts. The script imports
nothing but `topiccrawl`, so that an older version (`PYTHONPATH`) can write its own format.
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib import resources
from pathlib import Path

import numpy as np
from scrapy import Request

from topiccrawl.scheduler.request_codec import encode_request
from topiccrawl.storage.frontier.contract import Entry
from topiccrawl.storage.frontier.sqlite.frontier import SqliteFrontier
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.records import PageRecord
from topiccrawl.storage.sqlite.writer import SqliteWriter

try:
    from topiccrawl.storage.pages.sketch_catch_up import SketchCatchUp
except ImportError:  # an older version without sketches
    SketchCatchUp = None  # type: ignore[assignment,misc]

LOW = -10.0
"""Score of the waiting links: every link that a crawl finds comes before them."""

_BATCH = 200
_HOSTS = 1000
_WAITING = 2
_COMMON = ("责任编辑：王晓明。本文来源于网络，版权归原作者所有。", "更多内容请关注官方微信公众号。", "")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--database", required=True)
    parser.add_argument("--frontier", type=Path, required=True, help="file of the frontier")
    parser.add_argument("--topic", required=True)
    parser.add_argument("--pages", type=int, required=True)
    args = parser.parse_args()
    write_pages(args.database, args.topic, args.pages)
    write_links(args.frontier, args.topic, args.pages)


def write_pages(database: str, topic: str, count: int) -> None:
    """Store made pages in a corpus."""
    store = CorpusStore(database)
    store.open()
    if SketchCatchUp is not None:
        SketchCatchUp(store, topic).step()  # as in a first crawl, which has no older pages
    run = store.start_run(topic, {})
    batch: list[PageRecord] = []
    for number, (title, text) in enumerate(articles(count)):
        url = page_url(number)
        batch.append(
            PageRecord(
                topic=topic,
                url=url,
                run_id=run,
                fetched_at=datetime.now(UTC),
                canonical_url=url,
                title=title,
                raw_title=f"{title}_江边新闻网",
                text=text,
                raw_text=text,
                raw_html=f"<html><title>{title}</title><p>{text}</p></html>".encode(),
                duplicate_of=page_url(number - 1) if number % 20 == 19 else None,
                duplicate_kind="body" if number % 20 == 19 else None,
            )
        )
        if len(batch) == _BATCH or number == count - 1:
            store.write(batch)
            batch.clear()
    store.close()


def articles(count: int, seed: int = 1) -> Iterator[tuple[str, str]]:
    """Yield titles and texts, the same at every call."""
    words, shares = _words()
    rng = np.random.default_rng(seed)
    for start in range(0, count, _BATCH):
        lengths = np.clip(rng.lognormal(np.log(430), 0.7, _BATCH).astype(int), 20, 5000)
        drawn = iter(words[rng.choice(len(words), int(lengths.sum()), p=shares)])
        heads = words[rng.choice(len(words), (_BATCH, 8), p=shares)]
        for place in range(min(_BATCH, count - start)):
            parts = [next(drawn) for _ in range(lengths[place])]
            text = "\n".join(f"{''.join(parts[at : at + 60])}。" for at in range(0, len(parts), 60))
            yield "".join(heads[place]), text + "\n" + _COMMON[int(rng.integers(len(_COMMON)))]


def _words() -> tuple[np.ndarray, np.ndarray]:
    lines = (resources.files("jieba") / "analyse" / "idf.txt").read_text(encoding="utf-8").splitlines()
    pairs = [line.split() for line in lines]
    shares = np.exp(-np.array([float(idf) for _, idf in pairs]))
    return np.array([word for word, _ in pairs], dtype=object), shares / shares.sum()


def page_url(number: int) -> str:
    """Return the URL of a page of the corpus."""
    return f"http://h{number % _HOSTS}.invalid/{number}.html"


def write_links(file: Path, topic: str, pages: int) -> None:
    """Fill a frontier with links that are done and links that wait."""
    writer = SqliteWriter(file)
    frontier = SqliteFrontier(writer, topic)
    for number in range(pages):
        frontier.push(_entry(page_url(number), number % _HOSTS))
    while (entry := frontier.lease(lambda host, score: True)) is not None:
        frontier.done(entry.key)
    for number in range(_WAITING * pages):
        frontier.push(_entry(page_url(number).replace(".html", ".htm"), number % _HOSTS))
    frontier.close()
    writer.close()


def _entry(url: str, host: int) -> Entry[bytes]:
    key = hashlib.sha256(url.encode()).digest()[:20]
    why = '{"anchor": "一条等着的链接", "priority": [0.2, 0.2, 0.2, 0.0]}'
    return Entry(key, f"h{host}.invalid", LOW, encode_request(Request(url), None), url, why)


if __name__ == "__main__":
    main()

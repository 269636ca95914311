"""Quality of deduplication: the articles of the replay web, whose duplicates are known.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.dedup [quality] [paper] [peers] [--seeds 2018 1 2]
        [--work FOLDER] [--python INTERPRETER]

quality  articles of three webs
peers    bodies of a large web and made near copies of them, beside datatrove in an interpreter that has it
         and jieba (--python): pairs of copies found, wrong pairs, processor seconds, memory
paper    the tables of `topiccrawl evaluate dedup` on 3,000 articles of a large web: similarity of the pairs
         by the number of titles, time and agreement of titles and bodies, thresholds at 1,104 titles

Articles pass through the indexes as in a crawl: first the body, then the title with the body. Titles and
bodies are the labelled ones ("gold") or those that the project extracts from the pages ("extracted"). Missed
are repeats of a story that were not recognised; false are first articles of a story that were taken for
duplicates. Only the figures of the sets that ran are replaced in results/dedup.json.
"""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import mean
from time import perf_counter, process_time
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from benchmarks.extraction.web_pages import read_pages
from benchmarks.live.web import ReplayWeb, build
from benchmarks.measuring import (
    add_sets,
    add_webs,
    arguments,
    data_folder,
    show_rows,
    show_table,
    update_result,
    work_folder,
)
from benchmarks.processes import memory
from topiccrawl.dedup import BodyIndex, TitleIndex
from topiccrawl.experiments.dedup import Article as Titled
from topiccrawl.experiments.dedup import method_table, sample_size_table, threshold_table
from topiccrawl.extraction import extract
from topiccrawl.page.description import describe
from topiccrawl.page.page import Page
from topiccrawl.settings import TOPICCRAWL_TITLE_THRESHOLD

PAPER_WEB = 2018
PAPER_ARTICLES = 3000
PEER_ARTICLES = 3000
LEAST_COPIED = 200
"""Characters from which bodies are compared by similarity."""
CHANGED = 0.01
"""Share of the characters that a copy has changed."""
COLUMNS = ("articles", "repeats", "missed", "missed_share", "false", "false_share", "articles_per_second")


class Article(NamedTuple):
    """An article and its group of duplicates."""

    url: str
    group: str
    title: str
    body: str


def main() -> None:
    parser = arguments(__doc__)
    add_sets(parser, SETS)
    add_webs(parser)
    parser.add_argument("--work", type=Path, help="folder that keeps built webs")
    parser.add_argument("--python", help="interpreter with datatrove and jieba; without it no peers are run")
    args = parser.parse_args()
    data_folder("web")
    for name in args.sets:
        update_result("dedup", SETS[name](args))


def quality(args: Any) -> dict[str, Any]:
    """Count duplicates missed and wrongly found on webs."""
    figures: dict[str, dict[str, Any]] = {"gold": {}, "extracted": {}}
    with work_folder(args.work) as work:
        for seed in args.seeds:
            web = build(seed, work)
            labelled = list(gold_articles(web))
            figures["gold"][str(seed)] = measure(labelled)
            figures["extracted"][str(seed)] = measure(list(extracted_articles(web, labelled)))
    for source, found in figures.items():
        found["mean"] = {name: round(mean(row[name] for row in found.values()), 4) for name in COLUMNS}
        show_table([source, *COLUMNS], [[seed, *(row[n] for n in COLUMNS)] for seed, row in found.items()])
    return figures


def paper(args: Any) -> dict[str, Any]:
    """Return the tables of paper C for articles of a large web, with the titles that their pages give."""
    with work_folder(args.work) as work:
        web = build(PAPER_WEB, work, preset="large")
        found = islice(paper_articles(web), PAPER_ARTICLES)
        articles = [Titled(title, text, group) for title, text, group in found]
    titles = [article.title for article in articles]
    tables = (sample_size_table(titles), method_table(articles), threshold_table(articles))
    for table in tables:
        print(table.markdown())
    return {
        "paper": {
            table.name: [dict(zip(table.columns, row, strict=True)) for row in table.rows] for table in tables
        }
    }


def peers(args: Any) -> dict[str, Any]:
    """Compare clusters of near copies with those of datatrove, on the same documents."""
    if args.python is None:
        print("peers: no interpreter with datatrove is named (--python)")
        return {}
    with work_folder(args.work) as work, work_folder() as own:
        articles = paper_articles(build(PAPER_WEB, work, preset="large"))
        documents = [*with_copies(islice(articles, PEER_ARTICLES))]
        file = own / "documents.jsonl"
        with file.open("w", encoding="utf-8") as lines:
            for number, one in enumerate(documents):
                row = {"id": str(number), "title": one.title, "text": one.body}
                lines.write(json.dumps(row, ensure_ascii=False) + "\n")
        script = Path(__file__).with_name("dedup_datatrove.py")
        done = subprocess.run([args.python, script, file, own], capture_output=True, text=True)
        if done.returncode:
            sys.exit(done.stderr)
        found = {"datatrove": json.loads(done.stdout.splitlines()[-1])}
        for name in ("bodies", "titles, too"):
            with ProcessPoolExecutor(1, get_context("spawn")) as pool:
                found[f"topiccrawl, {name}"] = pool.submit(clusters, file, name != "bodies").result()
    rows = {
        name: _pairs(documents, one["clusters"])
        | {"seconds": round(one["seconds"], 1), "megabytes": round(one["megabytes"])}
        for name, one in found.items()
    }
    show_rows("peers", rows)
    return {"peers": {"documents": len(documents), **rows}}


def with_copies(articles: Iterator[tuple[str, str, str]]) -> Iterator[Article]:
    """Yield articles, behind each fifth one two copies: with some other characters, and cut by a fifth."""
    chance = Random(1)
    for number, (title, text, group) in enumerate(articles):
        yield Article("", group, title, text)
        if number % 5 == 0 and len(text) > LEAST_COPIED:
            other = [chance.choice(text) if chance.random() < CHANGED else char for char in text]
            yield Article("", group, title, "来源：本站综合\n" + "".join(other))
            yield Article("", group, title, text[: len(text) * 4 // 5])


def clusters(file: Path, titles: bool) -> dict[str, Any]:
    """Return the original of each document by our indexes, in a process of its own."""
    by_body, by_title = BodyIndex(), TitleIndex(threshold=TOPICCRAWL_TITLE_THRESHOLD)
    found: list[int] = []
    start = process_time()
    with file.open(encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            original = by_body.add(row["text"], row["id"])
            if original is None and titles and row["title"]:
                original = by_title.add(row["title"], row["id"], row["text"])
            found.append(found[int(original)] if original else int(row["id"]))
    seconds = process_time() - start
    return {"clusters": found, "seconds": seconds, "megabytes": memory(os.getpid(), "VmHWM")}


def _pairs(documents: Sequence[Article], found: Sequence[int]) -> dict[str, int]:
    """Count the pairs of copies, those in one cluster, and pairs of a cluster that are no copies."""

    def count(keys: Iterable[object]) -> int:
        return sum(size * (size - 1) // 2 for size in Counter(keys).values())

    groups = [one.group for one in documents]
    both = count(zip(groups, found, strict=True))
    return {"pairs": count(groups), "found": both, "wrong": count(found) - both}


def paper_articles(web: ReplayWeb) -> Iterator[tuple[str, str, str]]:
    """Yield title, text and group of the articles of a web, in the order of its pages."""
    with web.labels.open(encoding="utf-8") as rows:
        labels = {row["url"].split("://", 1)[1]: row for row in map(json.loads, rows)}
    for page in read_pages(web):
        if page.kind == "article" and page.text:
            label = labels[page.url.split("://", 1)[1]]
            title = describe(Page.from_bytes(page.body, page.url, page.content_type)).title
            yield title, page.text, label["duplicate_group"] or page.url


def gold_articles(web: ReplayWeb) -> Iterator[Article]:
    """Yield the labelled articles with a text."""
    with web.labels.open(encoding="utf-8") as rows:
        for row in map(json.loads, rows):
            if row["kind"] == "article" and row["gold_text"]:
                yield Article(row["url"], row["duplicate_group"], row["gold_title"], row["gold_text"])


def extracted_articles(web: ReplayWeb, labelled: list[Article]) -> Iterator[Article]:
    """Yield the same articles as the project extracts them from their pages."""
    pages = sqlite3.connect(web.folder / "web.sqlite")
    for article in labelled:
        parts = urlsplit(article.url)
        where = parts.path + (f"?{parts.query}" if parts.query else "")
        query = "SELECT body FROM pages WHERE host = ? AND path = ?"
        found = pages.execute(query, (parts.netloc, where)).fetchone()
        if found is not None:
            document = extract(zlib.decompress(found[0], 31), article.url)
            yield article._replace(title=document.title, body=document.text)
    pages.close()


def measure(articles: list[Article]) -> dict[str, Any]:
    """Count missed and false duplicates, with articles in the order of the labels."""
    titles, bodies = TitleIndex(threshold=TOPICCRAWL_TITLE_THRESHOLD), BodyIndex()
    seen: set[str] = set()
    repeats = missed = false = 0
    start = perf_counter()
    for article in articles:
        earlier = bodies.add(article.body, article.url)
        if earlier is None and article.title:
            earlier = titles.add(article.title, article.url, article.body)
        if article.group in seen:
            repeats += 1
            missed += earlier is None
        else:
            seen.add(article.group)
            false += earlier is not None
    spent = perf_counter() - start
    return {
        "articles": len(articles),
        "repeats": repeats,
        "missed": missed,
        "missed_share": round(missed / max(1, repeats), 4),
        "false": false,
        "false_share": round(false / max(1, len(seen)), 4),
        "articles_per_second": round(len(articles) / spent),
    }


SETS: dict[str, Callable[[Any], dict[str, Any]]] = {"quality": quality, "paper": paper, "peers": peers}


if __name__ == "__main__":
    main()

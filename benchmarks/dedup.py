"""Quality of deduplication: the articles of the replay web, whose duplicates are known.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.dedup [quality] [paper] [--seeds 2018 1 2] [--work FOLDER]

quality  articles of three webs
paper    the tables of `topiccrawl evaluate dedup` on 3,000 articles of a large web: similarity of the pairs
         by the number of titles, time and agreement of titles and bodies, thresholds at 1,104 titles

Articles pass through the indexes as in a crawl: first the body, then the title with the body. Titles and
bodies are the labelled ones ("gold") or those that the project extracts from the pages ("extracted"). Missed
are repeats of a story that were not recognised; false are first articles of a story that were taken for
duplicates. Only the figures of the sets that ran are replaced in results/dedup.json.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from statistics import mean
from time import perf_counter
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from benchmarks.extraction.web_pages import read_pages
from benchmarks.live.web import ReplayWeb, build
from benchmarks.measuring import (
    add_sets,
    add_webs,
    arguments,
    data_folder,
    show_table,
    update_result,
    work_folder,
)
from topiccrawl.dedup import BodyIndex, TitleIndex
from topiccrawl.experiments.dedup import Article as Titled
from topiccrawl.experiments.dedup import method_table, sample_size_table, threshold_table
from topiccrawl.extraction import extract
from topiccrawl.page.description import describe
from topiccrawl.page.page import Page
from topiccrawl.settings import TOPICCRAWL_TITLE_THRESHOLD

PAPER_WEB = 2018
PAPER_ARTICLES = 3000
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


SETS: dict[str, Callable[[Any], dict[str, Any]]] = {"quality": quality, "paper": paper}


if __name__ == "__main__":
    main()

"""Quality of deduplication: the articles of the replay web, whose duplicates are known.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.dedup [--seeds 2018 1 2]

Articles pass through the indexes as in a crawl: first the body, then the title with the body. Titles and
bodies are the labelled ones ("gold") or those that the project extracts from the pages ("extracted"). Missed
are repeats of a story that were not recognised; false are first articles of a story that were taken for
duplicates. Writes results/dedup.json.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterator
from statistics import mean
from time import perf_counter
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from benchmarks.live.web import ReplayWeb, build
from benchmarks.measuring import add_webs, arguments, data_folder, save_result, show_table, work_folder
from topiccrawl.dedup import BodyIndex, TitleIndex
from topiccrawl.extraction import extract
from topiccrawl.settings import TOPICCRAWL_TITLE_THRESHOLD

COLUMNS = ("articles", "repeats", "missed", "missed_share", "false", "false_share", "articles_per_second")


class Article(NamedTuple):
    """An article and its group of duplicates."""

    url: str
    group: str
    title: str
    body: str


def main() -> None:
    parser = arguments(__doc__)
    add_webs(parser)
    args = parser.parse_args()
    data_folder("web")
    figures: dict[str, dict[str, Any]] = {"gold": {}, "extracted": {}}
    with work_folder() as work:
        for seed in args.seeds:
            web = build(seed, work)
            labelled = list(gold_articles(web))
            figures["gold"][str(seed)] = measure(labelled)
            figures["extracted"][str(seed)] = measure(list(extracted_articles(web, labelled)))
    for source, found in figures.items():
        found["mean"] = {name: round(mean(row[name] for row in found.values()), 4) for name in COLUMNS}
        show_table([source, *COLUMNS], [[seed, *(row[n] for n in COLUMNS)] for seed, row in found.items()])
    save_result("dedup", figures)


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


if __name__ == "__main__":
    main()

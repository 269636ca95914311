"""Extraction on whole sites: pages without an article on the replay web, and site memory.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.extraction.web [--seeds 2018 1 2] [--crawl]

Builds the small web of each seed and reads its pages from its database. Writes results/extraction-web.json:

kinds        number of pages of each kind, the share without a text (for articles this is the loss) and the
             share whose kind is right: home and channel pages are lists, a page of pictures may be a video
site memory  mean F1 of character 4-grams over the articles of all hosts, in random order, with and without
             site memory; number of pages whose text it makes better or worse
crawls       with --crawl: text F1 of crawls as in benchmarks.live, with and without site memory

Needs jinja2 beside the project's own requirements.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from pathlib import Path
from random import Random
from statistics import mean
from typing import Any

from benchmarks.extraction.labelled import scorer
from benchmarks.extraction.web_pages import Labelled, read_pages
from benchmarks.live.crawl import NO_DELAYS
from benchmarks.live.quality import databases, measure
from benchmarks.live.web import ReplayWeb, build
from benchmarks.measuring import add_webs, arguments, save_result, show_rows, work_folder
from topiccrawl.extraction import extract_page
from topiccrawl.extraction.cleaning import clean
from topiccrawl.extraction.site_memory import MemoryStore, SiteMemory
from topiccrawl.page.page import Page

RIGHT_KINDS = {
    "article": ("article",), "video": ("video", "picture"),
    "list": ("list",), "home": ("list",), "channel": ("list",),
}  # fmt: skip
"""Kinds that are right for a label of the web."""
EXTRACTORS = ("article", "density", "visual", "clustering")


def main() -> None:
    parser = arguments(__doc__)
    add_webs(parser)
    parser.add_argument("--crawl", action="store_true", help="also crawl them (takes minutes)")
    parser.add_argument("--work", type=Path, help="keep webs in this folder")
    args = parser.parse_args()
    figures: dict[str, Any] = {}
    with work_folder(args.work) as work:
        webs = [build(seed, work) for seed in args.seeds]
        pages = {web.seed: list(read_pages(web)) for web in webs}
        figures["kinds"] = {seed: kinds(found) for seed, found in pages.items()}
        for seed, rows in figures["kinds"].items():
            show_rows(str(seed), rows)
        figures["site memory"] = {seed: with_and_without(found) for seed, found in pages.items()}
        for seed, rows in figures["site memory"].items():
            show_rows(str(seed), rows)
        if args.crawl:
            figures["crawls"] = {web.seed: crawls(web, work) for web in webs}
            print(figures["crawls"])
    save_result("extraction-web", figures)


def kinds(pages: list[Labelled]) -> dict[str, dict[str, float]]:
    """Return for each kind the number of pages and the share without a text."""
    empty: dict[str, list[bool]] = defaultdict(list)
    right: dict[str, list[bool]] = defaultdict(list)
    for page in pages:
        found = extract_page(Page.from_bytes(page.body, page.url, page.content_type))
        empty[page.kind].append(not clean(found.text))
        right[page.kind].append(found.kind in RIGHT_KINDS.get(page.kind, (page.kind,)))
    return {
        kind: {"pages": len(given), "without text": round(mean(given), 4)}
        | ({"kind right": round(mean(right[kind]), 4)} if kind in RIGHT_KINDS else {})
        for kind, given in sorted(empty.items())
    }


def with_and_without(pages: list[Labelled]) -> dict[str, dict[str, float]]:
    """Return for each extractor the F1 of articles' texts with and without site memory."""
    score = scorer()
    articles = [page for page in pages if page.kind == "article" and page.text]
    Random(1).shuffle(articles)
    rows: dict[str, dict[str, float]] = {}
    for name in EXTRACTORS:
        memory = SiteMemory(MemoryStore())
        without: list[float] = []
        with_memory: list[float] = []
        changed: Counter[str] = Counter()
        for page in articles:
            found = extract_page(Page.from_bytes(page.body, page.url, page.content_type), name)
            stripped = memory.strip(page.host, found.title, found.text)
            without.append(score(page.text, clean(found.text)))
            same = stripped == found.text
            with_memory.append(without[-1] if same else score(page.text, clean(stripped)))
            changed["better"] += with_memory[-1] > without[-1]
            changed["worse"] += with_memory[-1] < without[-1]
        rows[name] = {
            "articles": len(articles),
            "without": round(mean(without), 4),
            "with": round(mean(with_memory), 4),
            "better": changed["better"],
            "worse": changed["worse"],
        }
    return rows


def crawls(web: ReplayWeb, work: Path) -> dict[str, float]:
    """Return the text F1 of a crawl without and of one with site memory."""
    figures: dict[str, float] = {}
    for name, value in (("without", "False"), ("with", "True")):
        with databases("sqlite", work) as database:
            settings = {**NO_DELAYS, "TOPICCRAWL_SITE_MEMORY": value}
            figures[name] = measure(web, database(web.seed), 800, 600, settings)["text_f1"]
    return figures


if __name__ == "__main__":
    main()

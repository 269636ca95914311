"""Threads, microblogs and blogs with comments: text, kind, authors and times; cost on pages without any.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.extraction.threads

Sets: forum pages of the data (the rules were made on them), made-up layouts (pages.py), and layouts
written after the rules. Text: F1 of character 4-grams with all posts (off: as without threads; first: the
opening post). The cost is the processor time of extraction from bytes over all other labelled pages, with
threads and without them, in turns. Writes results/extraction-threads.json.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from statistics import mean
from time import process_time
from typing import Any

from benchmarks.extraction.labelled import FORUM, likeness, page_files
from benchmarks.extraction.threads.pages import LAYOUTS, UNSEEN, Layout, thread_pages
from benchmarks.measuring import arguments, data_folder, save_result, show_rows
from topiccrawl.extraction import Document, extract_page
from topiccrawl.extraction.threads.stamps import is_stamp
from topiccrawl.extraction.threads.wording import is_button_row, is_note
from topiccrawl.page.page import Page

TURNS = 3
COLUMNS = ("pages", "F1", "F1 off", "F1 first", "lowest F1", "kind", "authors", "times")


def main() -> None:
    arguments(__doc__).parse_args()
    rows = {
        "forum pages": forum_row(),
        "made layouts": made_row(LAYOUTS),
        "unseen layouts": made_row(UNSEEN),
    }
    show_rows("threads", rows, COLUMNS)
    cost = time_ratios()
    print(f"time of a page with threads / without: {cost['ratio']}")
    save_result("extraction-threads", {"sets": rows, "cost": cost})


def forum_row() -> dict[str, float]:
    """Return the figures of the data's forum pages."""
    folder = data_folder("extraction") / FORUM
    scores: dict[str, list[float]] = {"posts": [], "off": [], "first": []}
    for record in map(json.loads, (folder / "gold.jsonl").read_text(encoding="utf-8").splitlines()):
        body = (folder / "pages" / f"{record['id']}.html").read_bytes()
        for name, values in scores.items():
            text = extract_page(Page.of(body, record["url"]), thread_text=name).text
            values.append(likeness(record["text"], text, record["title"]).f1)
    return _texts(scores)


def made_row(layouts: Mapping[Layout, str]) -> dict[str, float]:
    """Return the figures of made-up pages."""
    scores: dict[str, list[float]] = {"posts": [], "off": [], "first": []}
    kinds: list[bool] = []
    authors: list[bool] = []
    times: list[bool] = []
    for made in thread_pages(layouts):
        page = Page.of(made.html)
        for name, values in scores.items():
            text = extract_page(page, thread_text=name).text
            values.append(likeness(made.text, text, made.thread.title).f1)
        found = extract_page(page)
        kinds.append(found.kind == made.kind)
        if made.kind in ("thread", "microblog"):
            authors += _right(found, [post.author for post in made.thread.posts], "author")
            times += _right(found, [post.time for post in made.thread.posts], "time")
    shares = {"kind": mean(kinds), "authors": mean(authors), "times": mean(times)}
    return _texts(scores) | {name: round(value, 3) for name, value in shares.items()}


def _right(found: Document, wanted: Sequence[str], name: str) -> Iterator[bool]:
    """Yield for each post whether its author or time is right."""
    values = [getattr(post, name) for post in found.posts]
    yield from (index < len(values) and values[index] == value for index, value in enumerate(wanted))


def _texts(scores: Mapping[str, Sequence[float]]) -> dict[str, float]:
    return {
        "pages": len(scores["posts"]),
        "F1": round(mean(scores["posts"]), 3),
        "F1 off": round(mean(scores["off"]), 3),
        "F1 first": round(mean(scores["first"]), 3),
        "lowest F1": round(min(scores["posts"]), 3),
    }


def time_ratios() -> dict[str, Any]:
    """Return how many times as long pages take with threads: for each page the fastest of some turns."""
    bodies = [file.read_bytes() for file in page_files() if FORUM not in file.parts]
    spent = {"posts": 0.0, "off": 0.0}
    for body in bodies:
        turns = [(name, _seconds(body, name)) for _ in range(TURNS) for name in spent]
        for name in spent:
            spent[name] += min(seconds for turn, seconds in turns if turn == name)
    return {"pages": len(bodies), "ratio": round(spent["posts"] / spent["off"], 3)}


def _seconds(body: bytes, thread_text: str) -> float:
    # Both would find lines of the turn before in these caches, the one that asks for more in more of them.
    for cached in (is_stamp, is_button_row, is_note):
        cached.cache_clear()
    start = process_time()
    extract_page(Page.of(body), thread_text=thread_text)
    return process_time() - start


if __name__ == "__main__":
    main()

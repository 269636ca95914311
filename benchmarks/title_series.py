"""Formulaic series and reposts: pages with one form of title, and different bodies or the same.

    python -m benchmarks.title_series [--seed 1]

Plants 50 series of five pages whose titles are formulaic (appointments, galleries, numbered and dated
bulletins, the same title every day) and whose bodies begin with the same paragraph and then differ, and 50
series of reposts: such a title with other numbers, the same body, another editor's line. All pages are stored
in random order, as a crawl stores them. `merged`: series of which a page is marked as a duplicate of another;
`apart`: pages that are originals. By each rule of `dedup`; `title` is paper C taken literally. Writes
results/title_series.json.
"""

from __future__ import annotations

import random
import sqlite3
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from benchmarks.measuring import arguments, save_result, show_table, work_folder
from benchmarks.sites.site import Site
from topiccrawl.dedup.rule import STORY, TITLE, DedupRule
from topiccrawl.page.page import Page as HtmlPage
from topiccrawl.storage.pages.sketch_catch_up import SketchCatchUp
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.records import PageRecord

SERIES, PAGES, TOPIC = 50, 5, "tea"
FORMS = (
    "{place}干部任免公告（第{n}号）",
    "组图：{place}茶园春色（{n}）",
    "{place}茶叶价格日报（5月{n}日）",
    "{place}新闻联播快讯",
    "{place}茶事通报2024年第{n}期",
    "{place}茶农讲堂第{n}讲",
    "{place}拟任干部任前公示",
    "一周茶讯：{place}",
    "{place}天气预报",
    "{place}党员风采录（{n}）",
)
OPENING = "{place}有关部门按照惯例发布本期内容，现将有关情况公布如下，欢迎社会各界监督，联系电话见文末。"


class Planted(NamedTuple):
    """A page of a series."""

    kind: str
    series: int
    title: str
    text: str


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    figures = {}
    with work_folder() as folder:
        for by in (STORY, TITLE):
            pages = [*planted("formulaic"), *planted("repost")]
            random.Random(args.seed).shuffle(pages)
            figures[by] = judge(pages, store(folder / f"{by}.db", pages, DedupRule(by)))
    rows = [[by, kind, *found.values()] for by, kinds in figures.items() for kind, found in kinds.items()]
    show_table(["dedup", "series", "number", "merged", "pages", "apart"], rows)
    save_result("title_series", {"seed": args.seed, **figures})
    story = figures[STORY]
    if story["formulaic"]["merged"] or story["repost"]["apart"] != SERIES:
        sys.exit("FAULTS")


def planted(kind: str) -> list[Planted]:
    """Return the pages of all series of a kind."""
    articles = Site("articles", ("a.invalid",), ((),) * 10_000, 80)
    found = []
    for series in range(SERIES):
        place = f"第{series + 1}{'村' if kind == 'formulaic' else '镇'}"
        for copy in range(PAGES):
            number = 1000 + series * PAGES + (copy if kind == "formulaic" else 0)
            number += 5000 if kind == "repost" else 0
            page = HtmlPage.from_bytes(articles.page(number), "http://a.invalid/", "text/html; charset=utf-8")
            paragraphs = [element.text or "" for element in page.tree.iter("p")]
            lines = [OPENING.format(place=place), *paragraphs, f"责任编辑：{copy + 1}号茶农"]
            title = FORMS[series % len(FORMS)].format(place=place, n=series + copy + 1)
            found.append(Planted(kind, series, title, "\n".join(lines)))
    return found


def store(database: Path, pages: list[Planted], rule: DedupRule) -> list[bool]:
    """Store the pages one after the other; return which of them are originals."""
    opened = CorpusStore(f"sqlite:///{database}")
    opened.open()
    SketchCatchUp(opened, TOPIC, rule).finish(own=False)
    start = datetime(2024, 5, 1, tzinfo=UTC)
    for number, page in enumerate(pages):
        record = PageRecord(
            topic=TOPIC,
            url=f"http://h{number % 40}.invalid/{number}.html",
            run_id=1,
            fetched_at=start + timedelta(minutes=number),
            title=page.title,
            raw_title=page.title,
            text=page.text,
            dedup=rule,
        )
        opened.write([record])
    opened.close()
    with closing(sqlite3.connect(database)) as connection:
        query = "SELECT page_id IS NULL FROM pages LEFT JOIN duplicates ON page_id = id ORDER BY id"
        return [bool(original) for (original,) in connection.execute(query)]


def judge(pages: list[Planted], originals: list[bool]) -> dict[str, dict[str, int]]:
    """Return the figures of each kind."""
    figures = {}
    for kind in ("formulaic", "repost"):
        own = [
            (page.series, original)
            for page, original in zip(pages, originals, strict=True)
            if page.kind == kind
        ]
        figures[kind] = {
            "number": SERIES,
            "merged": len({series for series, original in own if not original}),
            "pages": len(own),
            "apart": sum(original for _, original in own),
        }
    return figures


if __name__ == "__main__":
    main()

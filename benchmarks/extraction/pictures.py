"""Kinds of picture pages, slide shows, videos and articles with pictures, on made-up pages.

    python -m benchmarks.extraction.pictures

Shows for each kind of page (see made_pages.py) the share with the right kind, the number of pages with a line
of other text, such as a footer, the number of pages with only such lines, and the share of articles with all
their lines. Writes results/extraction-pictures.json, with the templates on which a page fails.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from statistics import mean
from typing import NamedTuple

from benchmarks.extraction.made_pages import MadePage, made_pages
from benchmarks.measuring import arguments, save_result, show_rows
from topiccrawl.extraction import clean, extract
from topiccrawl.extraction.article.furniture import squeeze

SHORT = 200
"""Articles with fewer characters get a row of their own."""


class Outcome(NamedTuple):
    """What is extracted from a page.

    Attributes:
        kind_right: whether the kind is right.
        other: whether the text has a line of something else.
        only_other: whether it has no other lines.
        whole: whether no line of an article is missing.
    """

    kind_right: bool
    other: bool
    only_other: bool
    whole: bool


def main() -> None:
    arguments(__doc__).parse_args()
    outcomes: dict[str, list[Outcome]] = defaultdict(list)
    wrong: Counter[str] = Counter()
    for page in made_pages():
        found = judge(page)
        outcomes[page.kind].append(found)
        if page.kind == "article" and sum(map(len, page.texts)) < SHORT:
            outcomes[f"article under {SHORT} characters"].append(found)
        if not found.kind_right or found.other or not found.whole:
            wrong[page.name] += 1
    rows = {
        kind: {
            "pages": len(pages),
            "kind right": round(mean(page.kind_right for page in pages), 4),
            "other lines": sum(page.other for page in pages),
            "only other lines": sum(page.only_other for page in pages),
            "whole": round(mean(page.whole for page in pages), 4),
        }
        for kind, pages in outcomes.items()
    }
    show_rows("kind", rows)
    print(dict(wrong))
    save_result("extraction-pictures", {"kinds": rows, "templates that fail": dict(wrong)})


def judge(page: MadePage) -> Outcome:
    """Extract a page and compare its kind and its lines."""
    document = extract(page.html)
    lines = {squeeze(line) for line in clean(document.text).splitlines()} - {""}
    own = {squeeze(line) for line in page.texts}
    return Outcome(
        document.kind == page.kind,
        bool(lines - own),
        bool(lines) and not lines & own,
        page.kind != "article" or own <= lines,
    )


if __name__ == "__main__":
    main()

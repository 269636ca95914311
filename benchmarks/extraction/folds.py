"""Cross-validation of the extractors' numbers over sites: do they only fit the pages they were chosen on?

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.extraction.folds

For each number of an extractor: mean F1 of character 4-grams at the shipped value and at other values, and
the mean when the value for each fifth of the sites is chosen as the best one on the other four fifths. All
other numbers stay as shipped. Forum pages are left out. Writes results/extraction-folds.json.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import contextmanager
from hashlib import sha1
from itertools import product
from statistics import mean
from types import ModuleType
from typing import Any

from benchmarks.extraction.labelled import labelled_pages, scorer
from benchmarks.measuring import arguments, save_result, show_table
from topiccrawl.extraction import density
from topiccrawl.extraction.article import blocks, weights
from topiccrawl.extraction.article import body as article
from topiccrawl.extraction.kinds import listing
from topiccrawl.extraction.lines import page_layout, page_title
from topiccrawl.extraction.nodes import read_nodes
from topiccrawl.extraction.visual import visual
from topiccrawl.extraction.visual.look import look_by_styles

FOLDS = 5

ARTICLE: tuple[tuple[str, tuple[ModuleType, ...], tuple[float, ...]], ...] = (
    ("MIN_WEIGHT", (weights, article, listing), (25.0, 40.0, 60.0)),
    ("MAX_LINE", (weights,), (700, 1500, 4000)),
    ("TEASER_LEAST", (weights,), (4.0, 8.0, 16.0)),
    ("MAX_LEAD", (article,), (10, 25, 60)),
    ("LINE_COST", (blocks,), (4.0, 8.0, 16.0)),
    ("NEAR_COST", (blocks,), (0.0, 0.5, 2.0)),
    ("MIN_ITEMS", (listing,), (2, 3, 5)),
    ("ITEMS_SHARE", (listing,), (0.6, 0.8, 0.95)),
)
"""Numbers of the default extractor, the modules that import them, and values to try."""

DENSITY = (0.5, 0.6, 0.7, 0.8, 0.9)


def main() -> None:
    arguments(__doc__).parse_args()
    pages = labelled_pages()
    score = scorer()
    parts = [int(sha1(page.site.encode(), usedforsecurity=False).hexdigest(), 16) % FOLDS for page in pages]
    figures: dict[str, dict[str, float]] = {}

    def compare(name: str, found: dict[str, list[str]]) -> None:
        scores = {
            value: [score(page.body, text) for page, text in zip(pages, texts, strict=True)]
            for value, texts in found.items()
        }
        figures[name] = {value: round(mean(row), 4) for value, row in scores.items()}
        figures[name]["chosen on other sites"] = round(chosen_elsewhere(list(scores.values()), parts), 4)
        show_table([name, *figures[name]], [["F1", *figures[name].values()]])

    layouts = [(page_layout(page.page), page_title(page.page)) for page in pages]

    def bodies() -> list[str]:
        return ["\n".join(article.article_lines(layout, title)) for layout, title in layouts]

    for name, modules, values in ARTICLE:
        found = {}
        for value in values:
            with changed(modules, name, value):
                found[str(value)] = bodies()
        compare(f"article {name}", found)
    compare(
        "density THRESHOLD",
        {
            str(threshold): [
                "\n".join(layout.lines[at].text for at in density.text_density(layout.lines, threshold))
                for layout, _ in layouts
            ]
            for threshold in DENSITY
        },
    )
    units = []
    for page in pages:
        nodes = read_nodes(page.page.tree)
        units.append((visual.segment(nodes, look_by_styles(page.page, nodes)), nodes))
    compare("visual weights", {name: visual_bodies(units, chosen) for name, chosen in weightings().items()})
    save_result("extraction-folds", figures)


@contextmanager
def changed(modules: Sequence[ModuleType], name: str, value: float) -> Any:
    """Change the number in the modules during the `with` block."""
    before = [getattr(module, name) for module in modules]
    try:
        for module in modules:
            setattr(module, name, value)
        yield
    finally:
        for module, old in zip(modules, before, strict=True):
            setattr(module, name, old)


def chosen_elsewhere(scores: Sequence[Sequence[float]], parts: Sequence[int]) -> float:
    """Return the mean score when the row for each part is the best one on the other parts."""
    total = 0.0
    for part in range(FOLDS):
        best = max(scores, key=lambda row: mean(s for s, p in zip(row, parts, strict=True) if p != part))
        total += sum(s for s, p in zip(best, parts, strict=True) if p == part)
    return total / len(parts)


def weightings() -> dict[str, visual.Weights]:
    """Return weights of visual units without areas: the shipped ones, and tenths that sum to 1."""
    shipped = visual.WEIGHTS.without_area()
    found = {"shipped": shipped}
    for sentence, link, text in product((0.0, 0.1, 0.2, 0.4), (0.1, 0.2, 0.3), (0.1, 0.2, 0.3)):
        length = round(1 - sentence - link - text, 2)
        if length >= 0.1:
            name = f"{sentence}/{link}/{text}/{length}"
            found[name] = visual.Weights(0.0, sentence, link, text, length)
    return found


def visual_bodies(units: Sequence[tuple[Any, Any]], chosen: visual.Weights) -> list[str]:
    """Return the text of the best unit of each page."""
    texts = []
    for found, nodes in units:
        rated = visual.scores(found, nodes, chosen)
        best = found[rated.index(max(rated))] if found else None
        texts.append(nodes.text(best.first, best.end) if best else "")
    return texts


if __name__ == "__main__":
    main()

"""Paper B's experiment: one-step against two-step on football, with its five words and with the shipped list.

python -m benchmarks.strategies.two_step --web WEB --capture FILE [--pages 600] [--sweep] [--plots FOLDER]

Words are equal or near (the semantic kernel of the topic). The sweeps vary a, the threshold of the verdict
and both thresholds of the children. Writes results/strategies-two_step.json.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.strategies.captured import CapturedWeb, Row, Rows, capture_arguments, graded
from topiccrawl.experiments.output.plots import Plot, lines
from topiccrawl.relevance.topic.topic import Topic

FIVE = ("国足", "亚冠", "世预赛", "足球", "中超")
LITERAL = {"space": "topic", "scale": 0.0, "anchor_share": 0.0, "threshold": 0.3}
STRATEGIES = ("one-step", "two-step")
Table = dict[str, Any]
Case = tuple[str, str, str, Table, Table]


def cases(sweep: bool) -> Iterator[Case]:
    """Yield words, reading, strategy, `[vector_space]` and `[two_step]` of each crawl."""
    for words in ("five", "full"):
        for reading, table in (("literal", LITERAL), ("default", {})):
            for strategy in STRATEGIES:
                yield words, reading, strategy, table, {}
    if not sweep:
        return
    for own in (0.1, 0.3, 0.5, 0.6, 0.8, 0.9, 1.0):
        yield "five", f"literal, a = {own}", "two-step", LITERAL, {"own_share": own}
    for threshold in (0.1, 0.2, 0.4, 0.5, 0.7):
        for strategy in STRATEGIES:
            table = LITERAL | {"threshold": threshold}
            yield "five", f"literal, threshold = {threshold}", strategy, table, {}
    for noise, high in ((0.1, 0.2), (0.1, 0.5), (0.1, 0.7), (0.0, 0.3), (0.2, 0.3), (0.3, 0.5)):
        yield "five", f"literal, {noise} < {high}", "two-step", LITERAL, {"noise": noise, "high": high}


def main() -> None:
    parser = capture_arguments(__doc__)
    parser.add_argument("--sweep", action="store_true", help="also vary the weight a and the thresholds")
    parser.add_argument("--plots", type=Path, help="draw precision by pages and relevant pages by time here")
    options = parser.parse_args()
    web, shipped = CapturedWeb(options.web, options.capture, options.pages), Topic.load("football")
    topics = {
        "full": shipped,
        "five": replace(shipped, words=dict.fromkeys(FIVE, 1.0), weights={}, overrides={}),
    }
    grades, rows = graded(web.articles("football")), Rows("strategies-two_step", options)
    found: dict[str, Row] = {}
    for words, reading, strategy, space, two in cases(options.sweep):
        tables = {"vector_space": space, "two_step": two}
        name = f"{words} words, {reading}, {strategy}"
        crawl = partial(web.crawl, topics[words], strategy, tables, web.seeds["portals"], grades)
        found[name] = rows.add(name, crawl)
    if options.plots:
        draw(found, options.plots)


def draw(found: dict[str, Row], folder: Path) -> None:
    """Draw both curves of the paper, for each list of words and reading."""
    for words in ("five", "full"):
        chosen = {
            name.removeprefix(f"{words} words, "): row["curve"]
            for name, row in found.items()
            if name.startswith(f"{words} words") and " = " not in name and " < " not in name
        }
        precision = {name: (curve["pages"], curve["precision"]) for name, curve in chosen.items()}
        by_time = {name: (curve["seconds"], curve["relevant"]) for name, curve in chosen.items()}
        lines(
            Plot(f"two_step-{words}-precision", f"Precision, {words} words", "pages fetched", "precision"),
            precision,
            folder,
        )
        lines(
            Plot(
                f"two_step-{words}-time", f"Relevant pages, {words} words", "seconds", "relevant pages kept"
            ),
            by_time,
            folder,
        )


if __name__ == "__main__":
    main()

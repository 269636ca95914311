"""Paper B's experiment: one-step against two-step on football, with its five words and with the shipped list.

python -m benchmarks.strategies.two_step --web WEB --capture WEB.capture [--pages 600] [--sweep]
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from benchmarks.strategies.captured import CapturedWeb, Row, capture_arguments, graded, show_and_write
from topiccrawl.relevance.topic.topic import Topic

FIVE = ("国足", "亚冠", "世预赛", "足球", "中超")
LITERAL = {"space": "topic", "scale": 0.0, "anchor_share": 0.0, "threshold": 0.3}
NEAR = {"words": "near", "scale": 0.1}
STRATEGIES = ("one-step", "two-step")
Case = tuple[str, str, str, dict[str, Any], dict[str, Any]]


def cases(sweep: bool) -> Iterator[Case]:
    """Yield words, reading, strategy, `[vector_space]` and `[two_step]` of each crawl."""
    for words in ("five", "full"):
        for strategy in STRATEGIES:
            yield words, "literal", strategy, LITERAL, {}
        for strategy in STRATEGIES:
            yield words, "default", strategy, {}, {}
    for strategy in STRATEGIES:
        yield "five", "near words", strategy, NEAR, {}
    if sweep:
        for own in (0.3, 0.5, 0.9):
            yield "five", f"literal, a = {own}", "two-step", LITERAL, {"own_share": own}
        for noise, high in ((0.1, 0.5), (0.2, 0.3), (0.1, 0.2)):
            yield "five", f"literal, {noise} < {high}", "two-step", LITERAL, {"noise": noise, "high": high}


def main() -> None:
    parser = capture_arguments(__doc__)
    parser.add_argument("--sweep", action="store_true", help="also vary the weight a and both thresholds")
    options = parser.parse_args()
    web, shipped = CapturedWeb(options.web, options.capture, options.pages), Topic.load("football")
    topics = {
        "full": shipped,
        "five": replace(shipped, words=dict.fromkeys(FIVE, 1.0), weights={}, overrides={}),
    }
    grades, rows = graded(web.articles("football")), list[Row]()
    for words, reading, strategy, space, two in cases(options.sweep):
        tables = {"vector_space": space, "two_step": two}
        found = web.crawl(topics[words], strategy, tables, web.seeds["portals"], grades)
        rows.append({"words": words, "reading": reading, "strategy": strategy, **found})
        show_and_write("strategies-two_step", rows, options)


if __name__ == "__main__":
    main()

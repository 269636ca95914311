"""Effect of each reading of paper A: the strategy `semantic`, changed one part at a time.

python -m benchmarks.strategies.semantic --web WEB --capture WEB.capture [--pages 500]

The crawl is for party building from the portals. All readings are the paper's but the last, which is what
`formula-5` does. Writes results/strategies-semantic.json.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from benchmarks.strategies.captured import CapturedWeb, Row, Rows, capture_arguments, graded, without_domains
from topiccrawl.priority.focus import Focus
from topiccrawl.priority.strategies.formula_5 import Formula5
from topiccrawl.priority.strategies.semantic import Semantic
from topiccrawl.relevance.topic.topic import Topic

TOPIC = "partybuild"
Tables = Mapping[str, Mapping[str, Any]]

OF_A_SITE = {"scope": "host"}
VISITED = {"history": "visited"}
MATRIX = [[1, 2, 4], [0.5, 1, 2], [0.25, 0.5, 1]]
"""Description .57, anchor text .29, structure .14."""

READINGS: dict[str, Tables] = {
    "as shipped": {},
    "history of one site": {"url_structure": OF_A_SITE},
    "gate .5": {"gate": {"threshold": 0.5}},
    "SimD for all pairs": {"similarity": {"simd_scope": "every"}},
    "description first": {"priority": {"matrix": MATRIX}},
    "history of visited pages": {"url_structure": VISITED},
    "equal and contained hosts similar": {
        "url_structure": {"equal_hosts_similar": True, "contained_hosts_similar": True}
    },
    "anchor texts count in full": {"priority": {"evidence": 0.0, "picture": 1.0}},
    "counts by section": {"url_structure": {"value": "majority", "scope": "section"}},
}


def main() -> None:
    parser = capture_arguments(__doc__)
    parser.set_defaults(pages=500)
    options = parser.parse_args()
    web = CapturedWeb(options.web, options.capture, options.pages)
    grades, seeds = graded(web.articles(TOPIC)), web.seeds["portals"]
    rows = Rows("strategies-semantic", options)
    shipped = without_domains(Topic.load(TOPIC))
    rows.add("formula-5", lambda: web.crawl_with(Formula5(Focus(shipped)), seeds, grades))
    literal = Semantic.prepare(shipped.with_tables({"semantic": {"weights": "literal"}}))
    rows.add("literal weights", partial(changed, web, literal, seeds, grades))
    own = Semantic.prepare(shipped)
    for name, tables in READINGS.items():
        rows.add(name, partial(changed, web, own.with_tables(tables), seeds, grades))


def changed(web: CapturedWeb, topic: Topic, seeds: Sequence[str], grades: Mapping[bytes, float]) -> Row:
    """Crawl with `semantic` and the parameters of a topic, which the strategy does not override."""
    return web.crawl_with(Semantic(Focus(topic)), seeds, grades)


if __name__ == "__main__":
    main()

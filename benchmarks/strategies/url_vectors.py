"""Patent D's experiment: crawls by URL vectors alone, from seeds and from a few samples, and sensitivity.

python -m benchmarks.strategies.url_vectors --web WEB --capture WEB.capture [--pages 600] [--sweep]
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from typing import Any

from benchmarks.strategies.captured import CapturedWeb, Row, capture_arguments, graded, show_and_write
from topiccrawl.priority.url_vectors.examples import UrlExamples
from topiccrawl.priority.url_vectors.vector import url_vector
from topiccrawl.relevance.topic.topic import Topic

TOPIC, SAMPLES = "partybuild", 5


def cases(portals: Sequence[str], few: Sequence[str], sweep: bool) -> Iterator[tuple[str, Any, Any, Any]]:
    """Yield name, strategy, seeds and `[url_vectors]` of each crawl."""
    yield "formula 5, topic words", "formula-5", portals, {}
    yield "seeds only", "url-vectors", portals, {"follow": 0.0, "keep": 0.6}
    yield "five samples", "url-vectors", few, {}
    yield "five samples, weights = initial", "url-vectors", few, {"weights": "initial"}
    yield "five samples, update = mean", "url-vectors", few, {"update": "mean"}
    yield "five samples, sm = printed", "url-vectors", few, {"sm": "printed", "keep": 0.5, "follow": 0.25}
    if sweep:
        for table in (
            {"gamma": 5},
            {"batch": 20},
            {"batch": 200},
            {"file": 0.2},
            {"file": 0.0, "depth": 0.0},
            {"counted": "visited"},
            {"accepted_share": 0.0},
        ):
            yield f"five samples, {table}", "url-vectors", few, table


def urls_per_second(urls: Sequence[str], examples: int = 105) -> float:
    """Return how many new URLs are compared with so many examples in a second of processor time."""
    vectors = [url_vector(url) for url in urls]
    compared = UrlExamples(vectors[:examples])
    began = time.process_time()
    for vector in vectors[examples:]:
        compared.similarities(vector)
    return (len(vectors) - examples) / (time.process_time() - began)


def main() -> None:
    parser = capture_arguments(__doc__)
    parser.add_argument("--sweep", action="store_true", help="also vary weights, gamma and batch")
    options = parser.parse_args()
    web, topic = CapturedWeb(options.web, options.capture, options.pages), Topic.load(TOPIC)
    articles = web.articles(TOPIC)
    chance = random.Random(0)
    few = chance.sample([url for url, grade in articles.items() if grade >= 2], SAMPLES)
    speed = urls_per_second(chance.sample(list(articles), 5000))
    rows: list[Row] = [{"crawl": "URLs a second against 105 examples", "urls_per_second": round(speed)}]
    show_and_write("strategies-url_vectors", rows, options)
    for name, strategy, seeds, table in cases(web.seeds["portals"], few, options.sweep):
        found = web.crawl(topic, strategy, {"url_vectors": table}, seeds, graded(articles))
        rows.append({"crawl": name, **found})
        show_and_write("strategies-url_vectors", rows, options)


if __name__ == "__main__":
    main()

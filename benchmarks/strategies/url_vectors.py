"""Patent D's experiment: crawls by URL vectors against topic words and against a supervised URL classifier.

python -m benchmarks.strategies.url_vectors --web WEB --capture FILE [--pages 600] [--sweep]

URL vectors start from the seeds alone, or from a few samples: drawn from all relevant articles, or from those
of one section, as a user would name them. The classifier is fitted to as many relevant articles and as many
others as its name says, and starts at relevant ones. The sweep varies weights, gamma, batch and thresholds.
Figures include relevant pages for each request and for each second of processor time of the strategy.
Writes results/strategies-url_vectors.json.
"""

from __future__ import annotations

import random
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from benchmarks.strategies.captured import CapturedWeb, Row, Rows, capture_arguments, graded, without_domains
from benchmarks.strategies.url_classifier import ClassifiedUrls, UrlClassifier
from topiccrawl.priority.focus import Focus
from topiccrawl.priority.sections import section_of
from topiccrawl.priority.url_vectors.examples import UrlExamples
from topiccrawl.priority.url_vectors.vector import url_vector
from topiccrawl.relevance.topic.topic import Topic

TOPIC, SAMPLES = "partybuild", 5
CLASSIFIED = (50, 5, 500)
"""Labelled URLs of each kind that a classifier is fitted to."""
SEEDS_ONLY = {"follow": 0.0, "keep": 0.6}
Case = tuple[str, str, Sequence[str], dict[str, Any]]


def cases(portals: Sequence[str], few: Sequence[str], section: Sequence[str], sweep: bool) -> Iterator[Case]:
    """Yield name, strategy, seeds and `[url_vectors]` of each crawl."""
    yield "formula 5, topic words", "formula-5", portals, {}
    yield "one-step, topic words", "one-step", portals, {}
    yield "seeds only", "url-vectors", portals, SEEDS_ONLY
    yield "seeds only, weights = initial", "url-vectors", portals, SEEDS_ONLY | {"weights": "initial"}
    for name, samples in (("five samples of a section", section), ("five samples", few)):
        yield name, "url-vectors", samples, {}
        yield f"{name}, weights = initial", "url-vectors", samples, {"weights": "initial"}
        yield f"{name}, update = mean", "url-vectors", samples, {"update": "mean"}
        yield (
            f"{name}, sm = printed",
            "url-vectors",
            samples,
            {"sm": "printed", "keep": 0.5, "follow": 0.25},
        )
    yield "five samples of a section, topic words", "formula-5", section, {}
    if sweep:
        for table in (
            {"gamma": 1},
            {"gamma": 5},
            {"batch": 10},
            {"batch": 200},
            {"file": 0.2},
            {"file": 0.0, "depth": 0.0},
            {"depth": 0.3},
            {"counted": "visited"},
            {"accepted_share": 0.0},
            {"keep": 0.7},
            {"keep": 0.95},
            {"follow": 0.8},
        ):
            yield f"five samples of a section, {table}", "url-vectors", section, table


def urls_per_second(urls: Sequence[str], examples: int = 105) -> float:
    """Return how many new URLs are compared with some number of examples in a second of processor time."""
    vectors = [url_vector(url) for url in urls]
    compared = UrlExamples(vectors[:examples])
    began = time.process_time()
    for vector in vectors[examples:]:
        compared.similarities(vector)
    return (len(vectors) - examples) / (time.process_time() - began)


def of_one_section(urls: Sequence[str], chance: random.Random) -> list[str]:
    """Return samples of the section with the most relevant articles."""
    sections: dict[object, list[str]] = defaultdict(list)
    for url in urls:
        sections[section_of(url)].append(url)
    return chance.sample(max(sections.values(), key=len), SAMPLES)


def classified(web: CapturedWeb, topic: Topic, articles: Mapping[str, float], count: int) -> Row:
    """Crawl by a classifier that knows `count` relevant articles and as many others."""
    chance = random.Random(count)
    relevant = chance.sample([url for url, grade in articles.items() if grade >= 2], count)
    others = chance.sample([url for url, grade in articles.items() if grade == 0], count)
    strategy = ClassifiedUrls(Focus(topic), UrlClassifier(relevant, others))
    return per_effort(web.crawl_with(strategy, relevant[:SAMPLES], graded(articles)))


def per_effort(row: Row) -> Row:
    """Return a row with relevant pages for each request, and for each second of the strategy."""
    seconds = row["strategy_ms"] * row["fetched"] / 1000
    return row | {
        "relevant_per_request": round(row["relevant"] / max(1, row["requests"]), 3),
        "relevant_per_cpu_s": round(row["relevant"] / seconds, 1) if seconds else None,
    }


def main() -> None:
    parser = capture_arguments(__doc__)
    parser.add_argument("--sweep", action="store_true", help="also vary weights, gamma and batch")
    options = parser.parse_args()
    web, topic = CapturedWeb(options.web, options.capture, options.pages), Topic.load(TOPIC)
    articles = web.articles(TOPIC)
    chance = random.Random(0)
    relevant = [url for url, grade in articles.items() if grade >= 2]
    few, section = chance.sample(relevant, SAMPLES), of_one_section(relevant, chance)
    rows, grades = Rows("strategies-url_vectors", options), graded(articles)
    some = chance.sample(list(articles), 5000)
    rows.add("URLs a second against 105 examples", lambda: {"urls_per_second": round(urls_per_second(some))})

    def crawl(strategy: str, seeds: Sequence[str], table: dict[str, Any]) -> Row:
        return per_effort(web.crawl(topic, strategy, {"url_vectors": table}, seeds, grades))

    for count in CLASSIFIED:
        name = f"classifier, {count} relevant and {count} other URLs"
        rows.add(name, partial(classified, web, without_domains(topic), articles, count))
    for name, strategy, seeds, table in cases(web.seeds["portals"], few, section, options.sweep):
        rows.add(name, partial(crawl, strategy, seeds, table))


if __name__ == "__main__":
    main()

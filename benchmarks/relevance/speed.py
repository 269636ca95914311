"""Speed of formula 3: the compiled table against the double sum, and against segmentation alone.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.relevance.speed

Ratios within one run, each the median of three: time of a text with the compiled table and with the double
sum over all pairs of words (both without segmentation); time to score the titles of labelled articles against
only segmenting them; time to load a compiled topic until the first score, and the peak memory of that
process. Writes results/relevance-speed.json.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from statistics import median
from time import perf_counter
from typing import Any

from benchmarks.measuring import arguments, save_result
from benchmarks.relevance.corpus import articles
from topiccrawl.relevance import Relevance, Topic

TITLES = 50_000
PAIRED = 6
"""Number of texts for the double sum, which takes seconds for each."""
RUNS = 3
LOAD = """
from time import perf_counter
start = perf_counter()
from topiccrawl.relevance import Relevance, Topic
imported = perf_counter()
Relevance(Topic.load("partybuild")).score("党员学习党章")
end = perf_counter()
import resource
print(imported - start, end - imported, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def main() -> None:
    arguments(__doc__).parse_args()
    relevance = Relevance(Topic.load("partybuild"))
    rows = titles()
    figures: dict[str, Any] = {"titles": len(rows)}
    texts = [sorted(set(relevance.segmenter.content_words(title))) for title in rows]
    for title in rows:
        relevance.score(title)  # caches words outside the vocabulary
    compiled = seconds(lambda: [relevance.score_words(words) for words in texts]) / len(texts)
    relevant = [words for words in texts if relevance.score_words(words) > 0]
    some = relevant[:: len(relevant) // PAIRED][:PAIRED]
    double = seconds(lambda: [double_sum(relevance, words) for words in some], 1) / len(some)
    compiled_some = seconds(lambda: [relevance.score_words(words) for words in some]) / len(some)
    figures["double_sum_ms"] = round(double * 1000, 1)
    figures["compiled_us"] = round(compiled * 1e6, 2)
    figures["compiled_against_double_sum"] = round(double / compiled_some)
    differences = [abs(double_sum(relevance, words) - relevance.score_words(words)) for words in some[:2]]
    figures["largest_difference"] = max(differences)
    segmented = seconds(lambda: [relevance.segmenter.words(title) for title in rows])
    scored = seconds(lambda: [relevance.score(title) for title in rows])
    figures["titles_per_second"] = round(len(rows) / scored)
    figures["speed_against_segmentation"] = round(segmented / scored, 3)
    loads = [loaded() for _ in range(RUNS)]
    for name, column in (("import_seconds", 0), ("load_seconds", 1), ("peak_megabytes", 2)):
        figures[name] = round(median(load[column] for load in loads) / (1024 if column == 2 else 1), 2)
    print(json.dumps(figures, indent=1))
    save_result("relevance-speed", figures)


def titles() -> list[str]:
    """Return titles of labelled articles, repeated if there are too few."""
    rows = [row["title"] for row in articles()]
    return (rows * (TITLES // len(rows) + 1))[:TITLES]


def double_sum(relevance: Relevance, words: list[str]) -> float:
    """Compute formula 3 as it is written."""
    topic, sim = relevance.topic, relevance.similarity.similarity
    total = sum(
        topic.weight(word) * topic.weight(topic_word) * sim(word, topic_word) ** 2
        for word in words
        for topic_word in topic.words
    )
    return total / len(words)


def seconds(work: Callable[[], object], runs: int = RUNS) -> float:
    """Return the median time of a function."""
    taken = []
    for _ in range(runs):
        start = perf_counter()
        work()
        taken.append(perf_counter() - start)
    return median(taken)


def loaded() -> list[float]:
    """Return seconds of import, seconds of loading and peak memory in KB of a new process."""
    ran = subprocess.run([sys.executable, "-c", LOAD], capture_output=True, text=True, check=True)
    return [float(value) for value in ran.stdout.split()]


if __name__ == "__main__":
    main()

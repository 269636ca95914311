"""Speed of formula 3: the compiled table against the double sum, and against segmentation alone.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.relevance.speed

Ratios within one run, each the median of three: what a text costs by the compiled table and by the double sum
over all pairs of words (segmentation left out of both); the titles of labelled articles scored, against only
cutting them into words; the load of a compiled topic until the first score, and the peak memory of that
process. Writes results/relevance-speed.json.
"""

from __future__ import annotations

import json
import lzma
import subprocess
import sys
from collections.abc import Callable
from statistics import median
from time import perf_counter
from typing import Any

from benchmarks.measuring import data_folder, save_result
from topiccrawl.relevance import Relevance, Topic

TITLES = 50_000
PAIRED = 6
"""Texts of the double sum: it takes seconds for each."""
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
    relevance = Relevance(Topic.load("partybuild"))
    rows = titles()
    figures: dict[str, Any] = {"titles": len(rows)}
    texts = [sorted(set(relevance.segmenter.content_words(title))) for title in rows]
    for title in rows:
        relevance.score(title)  # words outside the vocabulary are met now
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
    cut = seconds(lambda: [relevance.segmenter.words(title) for title in rows])
    scored = seconds(lambda: [relevance.score(title) for title in rows])
    figures["titles_per_second"] = round(len(rows) / scored)
    figures["speed_against_segmentation"] = round(cut / scored, 3)
    loads = [loaded() for _ in range(RUNS)]
    for name, column in (("import_seconds", 0), ("load_seconds", 1), ("peak_megabytes", 2)):
        figures[name] = round(median(load[column] for load in loads) / (1024 if column == 2 else 1), 2)
    print(json.dumps(figures, indent=1))
    save_result("relevance-speed", figures)


def titles() -> list[str]:
    """Titles of the labelled articles, gone through again when there are too few."""
    with lzma.open(data_folder("web") / "raw" / "corpus.jsonl.xz", "rt", encoding="utf-8") as lines:
        rows = [json.loads(line)["title"] for line in lines]
    return (rows * (TITLES // len(rows) + 1))[:TITLES]


def double_sum(relevance: Relevance, words: list[str]) -> float:
    """Formula 3 as it is written."""
    topic, sim = relevance.topic, relevance.similarity.similarity
    total = sum(
        topic.weight(word) * topic.weight(topic_word) * sim(word, topic_word) ** 2
        for word in words
        for topic_word in topic.words
    )
    return total / len(words)


def seconds(work: Callable[[], object], runs: int = RUNS) -> float:
    taken = []
    for _ in range(runs):
        start = perf_counter()
        work()
        taken.append(perf_counter() - start)
    return median(taken)


def loaded() -> list[float]:
    """Seconds of import and of load, and peak memory in KB, in a process of its own."""
    ran = subprocess.run([sys.executable, "-c", LOAD], capture_output=True, text=True, check=True)
    return [float(value) for value in ran.stdout.split()]


if __name__ == "__main__":
    main()

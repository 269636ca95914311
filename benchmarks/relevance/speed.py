"""Speed of formula 3: the compiled table against the double sum, and against segmentation alone.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.relevance.speed

Ratios within one run, each the median of three: time of a text with the compiled table and with the double
sum over all pairs of words (both without segmentation); time to score the titles of labelled articles against
only segmenting them; time to load a compiled topic until the first score, and the peak memory of that
process.

pages   processor time of judging articles with 60 links each (title, body, anchor texts), against only
        segmenting these texts: by kernel (graded, algorithm 1, word equality), the first time and with the
        words outside the vocabulary cached; and of the URL structure of these links: counts by section, n
        samples (literal algorithm 3), none
starts  processor time and peak memory of a process that loads the topic and scores a title, with an empty
        cache and with a filled one, against a process that only imports Scrapy. With --against FOLDER
        another checkout is measured in turn.

Writes results/relevance-speed.json. `--only pages` or `--only starts` keeps the other figures.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

from benchmarks.measuring import PROJECT, arguments, save_result, update_result
from benchmarks.relevance.corpus import articles
from topiccrawl.priority.history import UrlHistory
from topiccrawl.priority.structure import StructureParameters, structure_of
from topiccrawl.relevance import Relevance, Topic
from topiccrawl.relevance.relevance import topic_similarity

TITLES = 50_000
PAIRED = 6
"""Number of texts for the double sum, which takes seconds for each."""
RUNS = 3
PAGES, LINKS = 300, 60
SAMPLES = 20
"""URLs of the history that algorithm 3 compares with, as shipped."""
KERNELS: dict[str, dict[str, Any]] = {
    "graded": {"admit": "graded"},
    "algorithm 1": {"admit": "algorithm1"},
    "equality": {"admit": "graded", "share": 0.0},
}
STRUCTURES = {
    "sections": {},
    "samples": {"value": "similar", "scope": "all", "history": "visited", "rule": "algorithm2"},
    "none": {"value": "none"},
}
# The peak is that of the program: ru_maxrss of a new process begins with that of the one that started it.
LOAD = """
from time import perf_counter
start = perf_counter()
from topiccrawl.relevance import Relevance, Topic
imported = perf_counter()
Relevance(Topic.load("partybuild")).score("党员学习党章")
end = perf_counter()
peak = next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmHWM"))
print(imported - start, end - imported, peak)
"""


START = """
import resource
from topiccrawl.relevance import Relevance, Topic
relevance = Relevance(Topic.load("partybuild"))
relevance.score("党员学习党章")
relevance.score("鹿鸣山隧道党员突击队砼")  # words outside the vocabulary
used = resource.getrusage(resource.RUSAGE_SELF)
peak = next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmHWM"))
print(used.ru_utime + used.ru_stime, peak)
"""
REFERENCE = """
import resource
import scrapy.crawler
used = resource.getrusage(resource.RUSAGE_SELF)
peak = next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmHWM"))
print(used.ru_utime + used.ru_stime, peak)
"""


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--only", choices=("pages", "starts"))
    parser.add_argument("--against", type=Path, metavar="FOLDER", help="another checkout for the starts")
    parser.add_argument("--repeat", type=int, default=RUNS, help="times that starts are measured")
    args = parser.parse_args()
    parts: dict[str, Any] = {}
    if args.only != "starts":
        parts["pages"] = pages()
    if args.only != "pages":
        parts["starts"] = starts(args.repeat, args.against)
    print(json.dumps(parts, indent=1))
    if args.only:
        update_result("relevance-speed", parts)
    else:
        save_result("relevance-speed", {**formula_3(), **parts})


def formula_3() -> dict[str, Any]:
    """Measure formula 3 on titles."""
    topic = Topic.load("partybuild")
    relevance = Relevance(topic)
    literal = Relevance(replace(topic, tables={**topic.tables, "similarity": {"admit": "algorithm1"}}))
    rows = titles()
    figures: dict[str, Any] = {"titles": len(rows)}
    texts = [sorted(set(relevance.segmenter.content_words(title))) for title in rows]
    for title in rows:
        relevance.score(title)  # caches words outside the vocabulary
    compiled = seconds(lambda: [relevance.score_words(words) for words in texts]) / len(texts)
    relevant = [words for words in texts if literal.score_words(words) > 0]
    some = relevant[:: len(relevant) // PAIRED][:PAIRED]
    double = seconds(lambda: [double_sum(literal, words) for words in some], 1) / len(some)
    compiled_some = seconds(lambda: [literal.score_words(words) for words in some]) / len(some)
    figures["double_sum_ms"] = round(double * 1000, 1)
    figures["compiled_us"] = round(compiled * 1e6, 2)
    figures["compiled_against_double_sum"] = round(double / compiled_some)
    differences = [abs(double_sum(literal, words) - literal.score_words(words)) for words in some[:2]]
    figures["largest_difference"] = max(differences)
    segmented = seconds(lambda: [relevance.segmenter.words(title) for title in rows])
    scored = seconds(lambda: [relevance.score(title) for title in rows])
    figures["titles_per_second"] = round(len(rows) / scored)
    figures["speed_against_segmentation"] = round(segmented / scored, 3)
    loads = [loaded() for _ in range(RUNS)]
    for name, column in (("import_seconds", 0), ("load_seconds", 1), ("peak_megabytes", 2)):
        figures[name] = round(median(load[column] for load in loads) / (1024 if column == 2 else 1), 2)
    print(json.dumps(figures, indent=1))
    return figures


def pages() -> dict[str, Any]:
    """Return milliseconds of processor time per page, and how often as long segmenting takes."""
    rows = list(islice(articles(), PAGES + LINKS))
    links = [(row["url"], row["title"]) for row in rows]
    texts = [
        [row["title"], "".join(row["paras"]), *(title for _, title in links[start : start + LINKS])]
        for start, row in enumerate(rows[:PAGES])
    ]
    topic = Topic.load("partybuild")
    cut = Relevance(topic).segmenter.content_words
    found: dict[str, Any] = {}
    found["segmenting"] = milliseconds(lambda: [cut(text) for page in texts for text in page])
    for name, parameters in KERNELS.items():
        table = {**topic.tables["similarity"], **parameters}
        changed = replace(topic, tables={**topic.tables, "similarity": table})
        relevance = Relevance(changed, topic_similarity(changed))
        for when in ("first", "again"):
            found[f"{name}, {when}"] = milliseconds(
                lambda relevance=relevance: [relevance.score(text) for page in texts for text in page]  # type: ignore[misc]
            )
    history = UrlHistory()
    history.update([url for url, _ in links])
    for name, reading in STRUCTURES.items():
        settings = StructureParameters(**reading)  # type: ignore[arg-type]
        found[f"structure: {name}"] = milliseconds(
            lambda settings=settings: [  # type: ignore[misc]
                structure_of(url, history, settings, SAMPLES)
                for start in range(PAGES)
                for url, _ in links[start : start + LINKS]
            ]
        )
    ratios = {name: round(value / found["segmenting"], 3) for name, value in found.items()}
    return {"milliseconds": found, "against segmenting": ratios}


def milliseconds(work: Callable[[], object]) -> float:
    """Return the processor time of one page."""
    start = process_time()
    work()
    return round((process_time() - start) * 1000 / PAGES, 3)


def starts(repeat: int, against: Path | None) -> dict[str, Any]:
    """Return medians of processor seconds and peak MB, and the same divided by the reference."""
    trees = {"this": PROJECT, **({"against": against.resolve()} if against else {})}
    measured: dict[str, list[list[float]]] = {}
    for _ in range(repeat):
        measured.setdefault("reference", []).append(process(REFERENCE, PROJECT))
        for name, tree in trees.items():
            with TemporaryDirectory(prefix="cache-") as cache:
                for state in ("cold", "warm"):
                    measured.setdefault(f"{name}, {state}", []).append(process(START, tree, cache))
    found = {
        name: {
            "seconds": round(median(row[0] for row in rows), 2),
            "megabytes": round(median(row[1] for row in rows) / 1024),
        }
        for name, rows in measured.items()
    }
    own = found["reference"]
    return {
        name: {**row, **{f"{key} against the reference": round(row[key] / own[key], 2) for key in row}}
        for name, row in found.items()
    }


def process(code: str, tree: Path, cache: str = "") -> list[float]:
    """Run code on a checkout in a new process, and return the numbers it prints."""
    environment = {**os.environ, "PYTHONPATH": str(tree), "OPENBLAS_NUM_THREADS": "1"}
    if cache:
        environment["TOPICCRAWL_CACHE_DIR"] = cache
    ran = subprocess.run(
        [sys.executable, "-c", code], env=environment, cwd=tree, capture_output=True, text=True, check=True
    )
    return [float(value) for value in ran.stdout.split()]


def titles() -> list[str]:
    """Return titles of labelled articles, repeated if there are too few."""
    rows = [row["title"] for row in articles()]
    return (rows * (TITLES // len(rows) + 1))[:TITLES]


def double_sum(relevance: Relevance, words: list[str]) -> float:
    """Compute formula 3 as it is written, with the similarity of algorithm 1."""
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

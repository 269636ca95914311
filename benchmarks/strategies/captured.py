"""A captured web with labels, and crawls of it with any strategy and parameters."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

from benchmarks.measuring import read_result, update_result
from topiccrawl.experiments.replay.capture import Capture
from topiccrawl.experiments.replay.comparison import seeded
from topiccrawl.experiments.replay.crawl import ReplayedCrawl
from topiccrawl.experiments.replay.model import CrawlModel
from topiccrawl.experiments.replay.trace import Trace
from topiccrawl.page.canonical_url import url_key
from topiccrawl.priority.strategies.contract import Outcome, Strategy
from topiccrawl.priority.strategies.registry import make_strategy
from topiccrawl.relevance.topic.topic import Topic

LABELS = {"partybuild": "party", "overseas": "qiao", "football": "cnfootball"}
_MODEL = CrawlModel(delay=0, throttle=False, latency=0.01, page_time=0.006, store_time=0.02)
"""A web on the same machine, without delays."""
_AT = (100, 300, 500, 1000, 2500)

_CURVE_STEP = 25
"""Pages between two points of a curve."""

Row = dict[str, Any]


class CapturedWeb:
    """A built web with labels, captured by `topiccrawl replay capture`.

    Args:
        folder: folder of the web.
        capture: file of the capture.
        pages: HTML pages that each crawl fetches.
    """

    def __init__(self, folder: Path, capture: Path, pages: int) -> None:
        self._folder = folder
        self._capture = Capture(capture)
        self._pages = pages

    @cached_property
    def seeds(self) -> Mapping[str, list[str]]:
        """Return the URLs to start from, by group."""
        found: dict[str, list[str]] = json.loads((self._folder / "seeds.json").read_text(encoding="utf-8"))
        return found

    def articles(self, topic: str) -> dict[str, float]:
        """Return the grade of each article: 2 is relevant, 1 is near."""
        label, grades = LABELS[topic], {}
        with (self._folder / "labels.jsonl").open(encoding="utf-8") as lines:
            for line in lines:
                row = json.loads(line)
                if row["kind"] == "article":
                    default = 2 if label in row.get("topics", ()) else 0
                    grades[row["url"]] = float((row.get("grade") or {}).get(label, default))
        return grades

    def crawl(
        self,
        topic: Topic,
        strategy: str,
        tables: Mapping[str, Mapping[str, Any]],
        seeds: Sequence[str],
        grades: Mapping[bytes, float],
    ) -> Row:
        """Crawl with some tables of `topic.toml`; return the figures."""
        # URL vectors take the seeds of the topic for samples.
        chosen = replace(topic, seeds=tuple(seeds), strategy=strategy, tables={**topic.tables, **tables})
        return self.crawl_with(make_strategy(without_domains(chosen)), seeds, grades)

    def crawl_with(self, strategy: Strategy, seeds: Sequence[str], grades: Mapping[bytes, float]) -> Row:
        """Crawl with a strategy; return the figures."""
        return self.figures(self.trace(strategy, seeds), grades)

    def figures(self, trace: Trace, grades: Mapping[bytes, float]) -> Row:
        """Return harvest, precision and cost of a crawl."""
        return _figures(trace, grades)

    def trace(self, strategy: Strategy, seeds: Sequence[str]) -> Trace:
        """Crawl with a strategy; return what was fetched."""
        return ReplayedCrawl(self._capture, seeded(strategy, 0), _MODEL).run(seeds, self._pages)


class Rows:
    """Figures of crawls by name in a result file, written after each crawl; those that it has are kept.

    Delete a row, or the file, to measure again.

    Args:
        name: name of the result file.
        options: options of the benchmark; rows of other webs and numbers of pages stay.
    """

    def __init__(self, name: str, options: argparse.Namespace) -> None:
        self._name = name
        self._rows: dict[str, Row] = read_result(name).get("rows", {})
        self._about = f"{options.web.name}, {options.pages} pages"

    def add(self, name: str, measure: Callable[[], Row]) -> Row:
        """Return the row of a name, measured unless it is known."""
        key = f"{self._about}: {name}"
        if key not in self._rows:
            self._rows[key] = measure()
            update_result(self._name, {"rows": self._rows})
        print(key, self._rows[key], flush=True)
        return self._rows[key]


def without_domains(topic: Topic) -> Topic:
    """Return a topic that may be crawled on any host."""
    return replace(topic, domains=())


def graded(articles: Mapping[str, float]) -> dict[bytes, float]:
    """Return grades by URL key."""
    return {url_key(url): grade for url, grade in articles.items()}


def capture_arguments(description: str | None) -> argparse.ArgumentParser:
    """Return the parser of the common options."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--web", type=Path, required=True, help="folder of a built web")
    parser.add_argument("--capture", type=Path, required=True, help="its capture by topiccrawl replay")
    parser.add_argument("--pages", type=int, default=600, help="pages of each crawl")
    return parser


def _figures(trace: Trace, grades: Mapping[bytes, float]) -> Row:
    """Return harvest and precision at some numbers of pages, and seconds of the strategy a page."""
    found = [grades.get(url_key(page.url), 0.0) for page in trace.pages]
    row: Row = {"fetched": len(found), "requests": trace.requests, "relevant": sum(map(_is_relevant, found))}
    for at in (*(number for number in _AT if number < len(found)), len(found)):
        relevant = [_is_relevant(grade) for grade in found[:at]]
        kept = [
            good
            for page, good, grade in zip(trace.pages, relevant, found, strict=False)
            if page.outcome is Outcome.KEPT and grade != 1
        ]
        row[f"at {at}"] = {
            "harvest": round(sum(relevant) / max(1, at), 3),
            "precision": round(sum(kept) / len(kept), 3) if kept else None,
            "kept": len(kept),
        }
    row["curve"] = _curve(trace, found)
    row["strategy_ms"] = round(1000 * trace.strategy_cpu / max(1, len(found)), 2)
    row["model_s"] = round(trace.seconds, 1)
    return row


def _curve(trace: Trace, grades: Sequence[float]) -> dict[str, list[float]]:
    """Return, at some numbers of pages, precision of what is kept, relevant pages kept, and the time."""
    kept = [
        (page.outcome is Outcome.KEPT and grade != 1, _is_relevant(grade))
        for page, grade in zip(trace.pages, grades, strict=True)
    ]
    points = range(_CURVE_STEP, len(kept) + 1, _CURVE_STEP)
    curve: dict[str, list[float]] = {"pages": [], "precision": [], "relevant": [], "seconds": []}
    for at in points:
        chosen = [relevant for is_kept, relevant in kept[:at] if is_kept]
        curve["pages"].append(at)
        curve["precision"].append(round(sum(chosen) / len(chosen), 3) if chosen else 0.0)
        curve["relevant"].append(sum(chosen))
        curve["seconds"].append(round(trace.pages[at - 1].time, 1))
    return curve


def _is_relevant(grade: float) -> bool:
    return grade >= 2

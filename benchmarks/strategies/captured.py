"""A captured web with labels, and crawls of it with any strategy and parameters."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

from benchmarks.measuring import save_result
from topiccrawl.evaluation.replay.capture import Capture
from topiccrawl.evaluation.replay.crawl import ReplayedCrawl
from topiccrawl.evaluation.replay.model import CrawlModel
from topiccrawl.evaluation.replay.trace import Trace
from topiccrawl.page.canonical_url import url_key
from topiccrawl.priority.strategies.contract import Outcome
from topiccrawl.priority.strategies.registry import make_strategy
from topiccrawl.relevance.topic.topic import Topic

LABELS = {"partybuild": "party", "overseas": "qiao", "football": "cnfootball"}
_MODEL = CrawlModel(delay=0, throttle=False, latency=0.01, page_time=0.006, store_time=0.02)
"""A web on the same machine, without delays."""
_AT = (100, 300, 500, 1000, 2500)

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
        chosen = replace(
            topic, domains=(), seeds=tuple(seeds), strategy=strategy, tables={**topic.tables, **tables}
        )
        trace = ReplayedCrawl(self._capture, make_strategy(chosen), _MODEL).run(seeds, self._pages)
        return _figures(trace, grades)


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


def show_and_write(name: str, rows: Sequence[Row], options: argparse.Namespace) -> None:
    """Print the last row, and write all rows so far."""
    print(rows[-1], flush=True)
    save_result(name, {"pages": options.pages, "web": options.web.name, "crawls": list(rows)})


def _figures(trace: Trace, grades: Mapping[bytes, float]) -> Row:
    """Return harvest and precision at some numbers of pages, and seconds of the strategy a page."""
    found = [grades.get(url_key(page.url), 0.0) for page in trace.pages]
    row: Row = {"fetched": len(found)}
    for at in (*(number for number in _AT if number < len(found)), len(found)):
        relevant = [grade >= 2 for grade in found[:at]]
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
    row["strategy_ms"] = round(1000 * trace.strategy_cpu / max(1, len(found)), 2)
    row["model_s"] = round(trace.seconds, 1)
    return row

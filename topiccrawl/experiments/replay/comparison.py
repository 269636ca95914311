"""Strategies compared on captures: replays of every strategy, topic and random seed, tables and plots."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from topiccrawl.experiments.output.results import ResultTable, Value
from topiccrawl.experiments.replay.crawl import Crawl, replays
from topiccrawl.experiments.replay.figures import Figure, Run, harvest, precision, recall

POINTS = (100, 300, 500, 1000)
"""Numbers of pages at which harvest is shown."""


@dataclass(frozen=True)
class Compared:
    """The runs of one strategy with one topic on one capture.

    Attributes:
        capture: name of the capture's file, without ending.
        topic: name of the topic.
        strategy: name of the strategy.
        runs: one for each seed of the random numbers.
    """

    capture: str
    topic: str
    strategy: str
    runs: tuple[Run, ...]


def compare(
    crawls: Sequence[Crawl], jobs: int = 1, on_progress: Callable[[int], None] = lambda done: None
) -> list[Compared]:
    """Replay crawls and group them by capture, topic and strategy, in the order given.

    Args:
        crawls: the crawls.
        jobs: number of processes.
        on_progress: called with the number of crawls that are done.

    Raises:
        EvaluationError: a capture cannot be read.
        LabelError: a table of labels cannot be read.
        TopicError: a topic or a strategy cannot be used.
    """
    groups: dict[tuple[str, str, str], list[Run]] = {}
    for done, (crawl, (_, run)) in enumerate(zip(crawls, replays(crawls, jobs), strict=True), 1):
        name = crawl.capture.stem, Path(crawl.topic).name, crawl.strategy
        groups.setdefault(name, []).append(run)
        on_progress(done)
    return [Compared(*name, tuple(runs)) for name, runs in groups.items()]


def figures(compared: Compared, budget: int) -> dict[str, Figure]:
    """Return the figures of a strategy by name: harvest at `POINTS`, recall at a budget, precision, cost."""
    runs = compared.runs
    found = {f"harvest@{at}": harvest(runs, at) for at in POINTS if at <= budget}
    found[f"recall@{budget}"] = recall(runs, budget)
    found["precision"] = precision(runs, budget)
    pages = sum(len(run.relevant) for run in runs)
    found["pages"] = Figure(pages / len(runs))
    found["cpu_ms"] = Figure(1000 * sum(run.cpu for run in runs) / pages)
    found["missing"] = Figure(sum(run.missing for run in runs) / sum(run.requests for run in runs))
    return found


def comparison_table(found: Sequence[Compared], budget: int, judge: str) -> ResultTable:
    """Return the table of a comparison, with the ends of the confidence intervals beside their figures.

    Args:
        found: the strategies.
        budget: pages at which recall and precision are read.
        judge: what relevance is judged by, for the title.
    """
    rows: list[tuple[Value, ...]] = []
    columns: list[str] = []
    for one in found:
        values = figures(one, budget)
        columns = ["capture", "topic", "strategy", "runs"]
        row: list[Value] = [one.capture, one.topic, one.strategy, len(one.runs)]
        for name, figure in values.items():
            columns += [name] if _is_plain(name) else [name, f"{name} low", f"{name} high"]
            row += [figure.value] if _is_plain(name) else [figure.value, figure.low, figure.high]
        rows.append(tuple(row))
    return ResultTable("replay", f"Replayed crawls, relevance by {judge}", tuple(columns), tuple(rows))


def short_table(found: Sequence[Compared], budget: int, judge: str) -> ResultTable:
    """Return the table for reading: intervals in brackets, two digits."""
    rows: list[tuple[Value, ...]] = []
    columns: tuple[str, ...] = ()
    for one in found:
        values = figures(one, budget)
        columns = ("capture", "topic", "strategy", "runs", *values)
        cells = (_cell(name, figure) for name, figure in values.items())
        rows.append((one.capture, one.topic, one.strategy, len(one.runs), *cells))
    return ResultTable("replay", f"Replayed crawls, relevance by {judge}", columns, tuple(rows))


def _is_plain(name: str) -> bool:
    return name in ("pages", "cpu_ms", "missing")


def _cell(name: str, figure: Figure) -> str | None:
    if figure.value is None:
        return None
    if _is_plain(name):
        return f"{figure.value:.2f}" if name == "missing" else f"{figure.value:.0f}"
    return f"{figure.value:.3f} [{figure.low:.2f}, {figure.high:.2f}]"

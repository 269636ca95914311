"""What each idea is worth on topics and webs that nobody tuned it on: one idea at a time is taken away.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.ideas --work FOLDER [--cells 6] [--pages 500] [ARM ...]

Crawls by the strategies alone (see `bare`) with six topics of ten words, made as `topic new` makes them, from
the portals of two large webs. A cell is a topic on a web; the first six are the six topics with the webs in
turn. Pages of sections that overlap with a topic count neither as right nor as wrong. `--served` replays
party building on the served web of real behaviours, from all its sections. Precision and recall are of the
pages kept, recall of the relevant stories that were fetched. Changes are those to the arm `beside` over the
same cells, with intervals from a bootstrap over cells. Each crawl is kept in the work folder. Writes
results/ideas.json.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from copy import copy
from dataclasses import dataclass, field
from functools import lru_cache
from http.client import HTTPConnection
from multiprocessing import get_context
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import numpy as np

from benchmarks.first_hour.topics import TOPICS
from benchmarks.first_hour.web import Label, Labels, figures, labels_of, replayed, short_topic
from benchmarks.ideas.bare import ParsedWeb, crawl
from benchmarks.live.web import build
from benchmarks.measuring import add_sets, arguments, data_folder, show_table, update_result
from benchmarks.replay.captures import capture_web
from benchmarks.servers import free_port
from topiccrawl.experiments.replay.capture import Capture, Response
from topiccrawl.priority.focus import Focus
from topiccrawl.priority.strategies.registry import strategy_class
from topiccrawl.priority.structure import StructureParameters
from topiccrawl.relevance.topic.topic import Topic

WEBS = (2018, 7)
SERVED = "served"
_NO_SHARE = {"share": 0.0}
_HOWNET = {"resources": {"thesaurus": "cilin + hownet"}}
_FITTED = {"alpha": 1.0, "beta": 0.9, "th1": 0.75, "th2": 0.95}
"""As fitted to labelled pairs with both thesauri, see `topiccrawl.relevance.similarity.algorithm`."""


@dataclass(frozen=True)
class Arm:
    """A strategy with some keys of the topic changed, and the arm that it is compared with."""

    strategy: str = "adaptive"
    tables: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    beside: str = "all"


def _weights(*weights: float) -> Arm:
    """Return formula 5 with these weights of description, anchor text and URL structure."""
    return Arm(tables={"priority": {"matrix": [[one / other for other in weights] for one in weights]}})


ARMS = {
    "all": Arm(),
    "without the link model": Arm("formula-5"),
    "without SimD": Arm(tables={"similarity": {**_NO_SHARE, "anchor": _NO_SHARE, "body": _NO_SHARE}}),
    "without URL structure": Arm(tables={"url_structure": {"value": "none"}}),
    "formula 5 by the anchor alone": _weights(0.001, 0.998, 0.001),
    "every link admitted": Arm(tables={"priority": {"threshold": 0.0}}),
    "semantic": Arm("semantic"),
    "semantic with HowNet": Arm("semantic", _HOWNET, "semantic"),
    "semantic with HowNet, its thresholds": Arm("semantic", {**_HOWNET, "semantic": _FITTED}, "semantic"),
    "semantic to the letter": Arm("semantic", {"semantic": {"weights": "literal"}}, "semantic"),
    "semantic without SimD": Arm("semantic", {"semantic": {"alpha": 0.0}}, "semantic"),
    "one-step": Arm("one-step"),
    "two-step": Arm("two-step", beside="one-step"),
    "url-vectors": Arm("url-vectors"),
    **{
        f"model without {part}": Arm(tables={"learning": {"left_out": part}})
        for part in ("words", "formula_5", "names", "yields", "link", "form")
    },
}
_FOCUSES: dict[str, Focus] = {}
Run = Mapping[str, Any]
"""What `measured` returns of one crawl."""


def main() -> None:
    parser = arguments(__doc__)
    add_sets(parser, ARMS)
    parser.add_argument(
        "--work", type=Path, required=True, help="keep webs, topics and crawls in this folder"
    )
    parser.add_argument("--cells", type=int, default=6, help="of the twelve cells of topics and webs")
    parser.add_argument("--served", action="store_true", help="the served web in place of the topics")
    parser.add_argument("--pages", type=int, default=500, help="HTML pages to fetch")
    args = parser.parse_args()
    turns = [(name, str(WEBS[(number + turn) % 2])) for turn in (0, 1) for number, name in enumerate(TOPICS)]
    cells = [("partybuild", SERVED)] if args.served else turns[: args.cells]
    kept = args.work / "ideas"
    kept.mkdir(parents=True, exist_ok=True)
    for topic, web in cells:
        files = {arm: kept / f"{web}, {topic}, {arm}, {args.pages}.json" for arm in args.sets}
        missing = [arm for arm, file in files.items() if not file.exists()]
        if missing:
            with prepared(topic, web, args.work) as found:
                for arm in missing:
                    run = {"arm": arm, "topic": topic, "web": web} | measured(ARMS[arm], *found, args.pages)
                    files[arm].write_text(json.dumps(run), encoding="utf-8")
                    print(*(value for name, value in run.items() if name != "fetched"), flush=True)
    runs = [json.loads(file.read_text(encoding="utf-8")) for file in sorted(kept.glob("*.json"))]
    runs = [run for run in runs if run["pages"] == args.pages]
    rows = [row for served in (False, True) for row in rows_of(runs, served)]
    update_result("ideas", {f"pages {args.pages}": rows})
    names = ("arm", "served", "cells", *FIGURES)
    show_table(names, [[row[name] for name in names] for row in rows])


def measured(
    arm: Arm, topic: Topic, seeds: Sequence[str], labels: Labels, web: ParsedWeb | Proxy, pages: int
) -> dict[str, Any]:
    """Return what one crawl fetched, and the precision and recall of what it kept."""
    tables = dict(arm.tables)
    if arm.strategy == "url-vectors":
        tables["url_vectors"] = {"samples": " ".join(labels.samples())}
    began = time.process_time()
    if isinstance(web, Proxy):
        with get_context("fork").Pool(1) as pool:  # Twisted's reactor runs once in a process
            found = pool.apply(replayed, (topic.name, seeds, labels, web, pages, arm.strategy, tables))
        fetched, kept = found
        stories = [story for _, story in fetched]  # articles have several URLs, and each counts once
        fetched = [(bool(one) and one not in stories[:n], one) for n, one in enumerate(stories)]
    else:
        chosen = strategy_class(topic, arm.strategy)
        focus = _focus(chosen.prepare(topic.with_seeds(tuple(seeds)).with_tables(tables)))
        done = crawl(chosen(focus), web, seeds, pages)
        fetched = [labels.of(page.url) for page in done]
        kept = [labels.of(page.url) for page in done if page.kept]
    return {
        "pages": pages,
        "fetched": "".join("?" if label is None else str(int(label)) for label, _ in fetched),
        **figures(fetched, kept),
        "cpu": round(time.process_time() - began, 1),
    }


def _focus(topic: Topic) -> Focus:
    """Return what scores texts; topics that score them in one way share what they remember."""
    ways = ("similarity", "scale", "weights", "resources", "priority")
    key = repr((topic.name, *(topic.tables.get(way) for way in ways)))
    if key not in _FOCUSES:
        same = _FOCUSES[key] = Focus(topic)
        for name in ("words", "body_words"):
            setattr(same, name, lru_cache(maxsize=None)(getattr(same, name)))
    own = copy(_FOCUSES[key])
    own.topic, own.url_structure = topic, topic.section("url_structure", StructureParameters)
    return own


@contextmanager
def prepared(
    topic: str, web: str, work: Path
) -> Iterator[tuple[Topic, list[str], Labels, ParsedWeb | Proxy]]:
    """Yield a topic, seeds, labels, and a web."""
    if web == SERVED:
        with served() as (seeds, labels, site):
            yield Topic.load(topic), seeds, labels, site
        return
    built = build(int(web), work, preset="large")
    with Capture(capture_web(built, work)) as capture:
        found = short_topic(topic, work / "topics"), built.seeds("portals"), labels_of(topic, built)
        yield *found, ParsedWeb(capture)


@contextmanager
def served() -> Iterator[tuple[list[str], Labels, Proxy]]:
    """Yield the seeds of the served web's sections, the labels of its articles, and what answers for it."""
    command, port = [sys.executable, str(data_folder("cms") / "site.py")], free_port()
    found = json.loads(subprocess.check_output([*command, "--expectations", "/dev/stdout"]))
    known: dict[str, Label] = {
        url: (True, f"{key} {article['title']}")
        for key, one in found.items()
        for article in one["expected"]
        for url in article["urls"]
    }
    seeds = [one["seed"] for one in found.values() if "," not in one["seed"]]
    with subprocess.Popen([*command, "--port", str(port)], stdout=subprocess.PIPE) as server:
        assert server.stdout is not None
        server.stdout.readline()  # it serves
        try:
            yield seeds, Labels(known), Proxy(port)
        finally:
            server.terminate()


class Proxy:
    """Answers GET requests as an HTTP proxy does."""

    def __init__(self, port: int) -> None:
        self._port = port

    def get(self, url: str) -> Response:
        """Return the response for a URL."""
        with closing(HTTPConnection("127.0.0.1", self._port, timeout=60)) as connection:
            connection.request("GET", url, headers={"Host": urlsplit(url).netloc})
            got = connection.getresponse()
            headers = {name.lower(): value for name, value in got.getheaders()}
            return Response(url, got.status, headers, got.read())


def rows_of(runs: Sequence[Run], served: bool) -> Iterator[dict[str, Any]]:
    """Yield the figures of each arm over its cells, and its changes to the arm beside it."""
    arms: dict[str, dict[Any, Run]] = {name: {} for name in ARMS}
    for run in runs:
        if (run["web"] == SERVED) == served:
            arms[run["arm"]][run["topic"], run["web"]] = run
    for name, own in arms.items():
        beside = arms[ARMS[name].beside]
        if cells := [cell for cell in own if cell in beside]:
            row: dict[str, Any] = {
                "arm": name,
                "beside": ARMS[name].beside,
                "served": served,
                "cells": len(cells),
            }
            for figure, measure in FIGURES.items():
                values = np.array([(measure(own[cell]), measure(beside[cell])) for cell in cells])
                row[figure] = round(values[:, 0].mean(), 4)
                if name != ARMS[name].beside:
                    row[f"{figure}, change"] = interval(values[:, 0] - values[:, 1])
            yield row


def interval(values: np.ndarray) -> list[float]:
    """Return the mean of values and the ends of its interval."""
    drawn = np.random.default_rng(0).integers(0, len(values), (2000, len(values)))
    ends = np.percentile(values[drawn].mean(axis=1), [2.5, 97.5])
    return [round(float(value), 4) for value in (values.mean(), *ends)]


def harvest(run: Run, among: int = 0) -> float:
    """Return the share of pages on the topic among the first ones whose label is known."""
    known = [one for one in run["fetched"][: among or None] if one != "?"]
    return known.count("1") / max(1, len(known))


FIGURES: dict[str, Callable[[Run], float]] = {
    "harvest at 300": lambda run: harvest(run, 300),
    "harvest": harvest,
    "precision": lambda run: run["precision"],
    "recall": lambda run: run["recall"],
}

if __name__ == "__main__":
    main()

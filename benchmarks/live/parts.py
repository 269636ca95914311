"""Value of each part of formula 5: harvest with description only, with anchor texts, with URL structure.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.live.parts [--seeds 2018 7 99] [ROW ...]

Builds the large web of each seed and crawls it from the portals alone with copies of the topic partybuild
that differ in the weights of formula 5 and in the reading of URL structure, by the strategy `formula-5`: the
link model of `adaptive` would even out what a part is worth. The data's own judge reads the harvest from the
server's log. A part that is left out leaves its weight to the others in proportion. Writes
results/live-parts.json; rows measured earlier stay in it.

description           the page with the link alone
+ anchor              and the anchor text
+ structure           and URL structure as shipped: the topic partybuild
+ structure, share    the same with the share of accepted pages as its value
+ structure, .1       the same as shipped, with the weight .1
+ structure, literal  literal algorithm 3: one history of all visited pages, similar to more than half;
                      one of two equal or contained hosts is enough
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from statistics import mean
from typing import Any

from benchmarks.live.crawl import crawl_topic
from benchmarks.live.quality import empty_sqlite
from benchmarks.live.web import ReplayWeb, build, serve
from benchmarks.measuring import (
    PROJECT,
    add_sets,
    arguments,
    data_folder,
    read_result,
    save_result,
    show_table,
    work_folder,
)
from topiccrawl.relevance.topic.toml_edit import write_values

SEEDS = (2018, 7, 99)
POINTS = (100, 300, 500, 1000)
_PAGE_COUNT = 1300
"""CLOSESPIDER_PAGECOUNT: robots.txt, redirects and errors count as well."""
_STRATEGY = ("-a", "strategy=formula-5")
_NEVER = 1e-9
"""A comparison that leaves a part without weight."""

Matrix = list[list[float]]
Values = Mapping[str, Mapping[str, Any]]


def matrix(description: float, anchor: float, structure: float) -> Matrix:
    """Return the comparisons that give the parts of formula 5 these weights."""
    weights = (description, anchor, structure)
    return [[row / column for column in weights] for row in weights]


LITERAL = {
    "value": "similar",
    "scope": "all",
    "history": "visited",
    "rule": "algorithm2",
    "equal_hosts_similar": True,
    "contained_hosts_similar": True,
}
ROWS: Mapping[str, Values] = {
    "description": {"priority": {"matrix": matrix(1, _NEVER, _NEVER)}},
    "+ anchor": {"priority": {"matrix": matrix(1, 2, _NEVER)}},
    "+ structure": {},
    "+ structure, share": {"url_structure": {"value": "share"}},
    "+ structure, .1": {"priority": {"matrix": matrix(3, 6, 1)}},
    "+ structure, literal": {"url_structure": LITERAL},
}


def main() -> None:
    parser = arguments(__doc__)
    add_sets(parser, ROWS)
    parser.add_argument("--seeds", type=int, nargs="+", default=list(SEEDS), help="webs to build, by number")
    parser.add_argument("--work", type=Path, help="keep webs, logs and corpora in this folder")
    args = parser.parse_args()
    data_folder("web")

    measured: dict[str, dict[str, dict[str, float]]] = {}
    with work_folder(args.work) as work:
        for seed in args.seeds:
            web = build(seed, work, preset="large")
            for name in args.sets:
                figures = harvest(web, ROWS[name], work / "parts")
                measured.setdefault(name, {})[str(seed)] = figures
                print(f"web {seed}, {name}: {figures}", flush=True)

    found = read_result("live-parts").get("harvest", {})
    for name, by_web in measured.items():
        found[name] = {**found.get(name, {}), **by_web}
    rows = [name for name in ROWS if name in found]
    average = {name: {str(at): _mean(found[name], str(at)) for at in POINTS} for name in rows}
    show_table(["", *map(str, POINTS)], [[name, *average[name].values()] for name in rows])
    save_result("live-parts", {"harvest": {name: found[name] for name in rows}, "mean": average})


def harvest(web: ReplayWeb, values: Values, folder: Path) -> dict[str, float]:
    """Crawl a web with a changed topic, and return the harvest by number of HTML pages."""
    shutil.rmtree(folder, ignore_errors=True)
    topic = folder / "partybuild"
    shutil.copytree(PROJECT / "resources" / "topics" / "partybuild", topic)
    for section, keys in values.items():
        write_values(topic, section, keys, "benchmarks.live.parts`")
    log = folder / "access.tsv"
    with serve(web, log) as proxy:
        database = empty_sqlite(folder / "corpus.db")
        crawl_topic(
            web.seeds("portals"),
            database,
            _PAGE_COUNT,
            proxy,
            folder / "run",
            options=_STRATEGY,
            topic=str(topic),
        )
    script = data_folder("web") / "measure_crawl.py"
    options = ("--topic", "party", "--labels", web.labels, "--log", log)
    done = subprocess.run([sys.executable, script, *options], check=True, stdout=subprocess.PIPE, text=True)
    curve = {point["pages"]: point["harvest"] for point in json.loads(done.stdout)["fetched"]["curve"]}
    return {str(at): curve[at] for at in POINTS if at in curve}


def _mean(by_web: Mapping[str, Mapping[str, float]], at: str) -> float | None:
    """Return the mean over webs; None if a crawl ended earlier."""
    values = [figures.get(at) for figures in by_web.values()]
    return None if None in values else round(mean(value for value in values if value is not None), 4)


if __name__ == "__main__":
    main()

"""Strategies compared offline: every strategy with every topic on captures of large built webs.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.replay [--seeds 2018 7 99] [--topics ...] [STRATEGY ...]

Builds the large web of each seed, captures it and replays every strategy from the portals (`--start
portals+topic`: and the hosts of the topic), with the settings of a crawl without delays. Writes
results/replay.json: harvest, recall, precision and processor time, with intervals over all webs, and the
curves that `--plots FOLDER` draws. `url-vectors`, which needs samples, is left out. Rows of other strategies
and topics, measured earlier, stay. With `--work` each run is kept in a file, and an interrupted comparison
continues after the last one; the result is written after every run. Rows of other webs than the three, and of
crawls with a limit on the pages of a host, are in files of their own, such as results/replay-2018.json.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from benchmarks.live.web import build
from benchmarks.measuring import (
    add_sets,
    arguments,
    data_folder,
    read_result,
    save_result,
    show_table,
    work_folder,
)
from benchmarks.replay.captures import LABELS, capture_web, label_table
from benchmarks.replay.runs import KeptRun, kept_runs
from topiccrawl.experiments.output.plots import Plot, lines
from topiccrawl.experiments.replay.comparison import Compared, figures
from topiccrawl.experiments.replay.crawl import Crawl
from topiccrawl.experiments.replay.figures import Figure, harvest_curve
from topiccrawl.priority.strategies.registry import STRATEGIES

WEBS = (2018, 7, 99)
SETS = tuple(name for name in STRATEGIES if name != "url-vectors")
Groups = dict[str, list[KeptRun]]
"""Runs by topic and strategy."""


def main() -> None:
    parser = arguments(__doc__)
    add_sets(parser, SETS)
    parser.add_argument("--seeds", type=int, nargs="+", default=list(WEBS), help="webs to build, by number")
    parser.add_argument("--topics", nargs="+", choices=sorted(LABELS), default=list(LABELS))
    parser.add_argument("--pages", type=int, default=2500, help="HTML pages to fetch")
    parser.add_argument("--repeat", type=int, default=1, help="replays of each web")
    parser.add_argument("--start", choices=("portals", "portals+topic"), default="portals")
    parser.add_argument("--host-pages", type=int, default=0, help="most pages of one host; 0: no limit")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--work", type=Path, help="keep webs, captures and runs in this folder")
    parser.add_argument("--plots", type=Path, help="draw the curves of harvest into this folder")
    args = parser.parse_args()
    data_folder("web")

    found: Groups = {}
    name = "replay" + ("-with-topic-hosts" if "+" in args.start else "")
    if args.seeds != list(WEBS):  # rows are means over the webs
        name += "".join(f"-{number}" for number in args.seeds)
    name += f"-host-{args.host_pages}" if args.host_pages else ""
    before = read_result(name)
    rows: dict[str, Any] = before.get("rows", {}) if before.get("pages") == args.pages else {}
    with work_folder(args.work) as work:
        for one in kept_runs(_crawls(args, work), work / "runs", args.jobs):
            key = f"{one.crawl.topic}, {one.crawl.strategy}"
            found.setdefault(key, []).append(one)
            rows[key] = _row(found[key], args.pages)
            print(one.crawl.capture.stem, key, rows[key]["figures"], flush=True)
            save_result(name, {"pages": args.pages, "rows": _in_order(rows)})
    _show(rows)
    if args.plots:
        _draw(found, args.topics, args.plots, name)


def _crawls(args: Any, work: Path) -> list[Crawl]:
    """Return all crawls, web by web, so that an interrupted comparison has whole webs."""
    crawls: list[Crawl] = []
    settings = (("TOPICCRAWL_HOST_PAGES", str(args.host_pages)),) if args.host_pages else ()
    for number in args.seeds:
        web = build(number, work, preset="large")
        capture = capture_web(web, work)
        for topic in args.topics:
            groups = ("portals", LABELS[topic]) if "+" in args.start else ("portals",)
            seeds, labels = tuple(web.seeds(*groups)), label_table(web, topic, work)
            crawls += [
                Crawl(capture, topic, seeds, name, args.pages, seed, settings, labels)
                for name in args.sets
                for seed in range(args.repeat)
            ]
    return crawls


def _in_order(rows: Mapping[str, Any]) -> dict[str, Any]:
    """Return the rows by topic, then by strategy."""
    keys = [f"{topic}, {name}" for topic in LABELS for name in SETS]
    return {key: rows[key] for key in (*keys, *rows) if key in rows}


def _row(runs: Sequence[KeptRun], pages: int) -> dict[str, Any]:
    values = figures(Compared("all", "", "", tuple(one.run for one in runs)), pages)
    return {
        "webs": sorted({one.crawl.capture.stem for one in runs}),
        "commits": sorted({one.commit for one in runs}),
        "figures": {name: _rounded(figure) for name, figure in values.items()},
    }


def _rounded(figure: Figure) -> dict[str, float]:
    return {name: round(value, 4) for name, value in asdict(figure).items() if value is not None}


def _show(rows: Mapping[str, Any]) -> None:
    columns = list(next(iter(rows.values()))["figures"])
    cells = [
        [key, len(row["webs"]), *(row["figures"][name].get("value") for name in columns)]
        for key, row in rows.items()
    ]
    show_table(["", "webs", *columns], cells)


def _draw(found: Groups, topics: Sequence[str], folder: Path, name: str) -> None:
    for topic in topics:
        curves = {
            key.removeprefix(f"{topic}, "): harvest_curve([one.run for one in runs])
            for key, runs in found.items()
            if key.startswith(f"{topic}, ")
        }
        lines(Plot(f"{name}-{topic}", f"Harvest: {topic}", "pages fetched", "harvest"), curves, folder)


if __name__ == "__main__":
    main()

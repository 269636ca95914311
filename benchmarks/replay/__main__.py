"""Strategies compared offline: every strategy with every topic on captures of large built webs.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.replay [--seeds 2018 7 99] [--topics ...] [--strategies ...]

Builds the large web of each seed, captures it and replays every strategy from the portals (`--start
portals+topic`: and the hosts of the topic), with the settings of a crawl without delays. Writes
results/replay.json: harvest, recall, precision and processor time, with intervals over all webs.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from benchmarks.live.web import build
from benchmarks.measuring import add_sets, arguments, data_folder, save_result, show_table, work_folder
from benchmarks.replay.agreement import NO_DELAYS_MODEL
from benchmarks.replay.captures import LABELS, capture_web, label_table
from topiccrawl.evaluation.replay.comparison import Compared, Crawl, compare, figures
from topiccrawl.priority.strategies.registry import STRATEGIES

WEBS = (2018, 7, 99)


def main() -> None:
    parser = arguments(__doc__)
    add_sets(parser, STRATEGIES)
    parser.add_argument("--seeds", type=int, nargs="+", default=list(WEBS), help="webs to build, by number")
    parser.add_argument("--topics", nargs="+", choices=sorted(LABELS), default=list(LABELS))
    parser.add_argument("--pages", type=int, default=2500, help="HTML pages to fetch")
    parser.add_argument("--repeat", type=int, default=1, help="replays of each web")
    parser.add_argument("--start", choices=("portals", "portals+topic"), default="portals")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--work", type=Path, help="keep webs and captures in this folder")
    args = parser.parse_args()
    data_folder("web")

    model = NO_DELAYS_MODEL
    crawls: dict[str, list[Crawl]] = {topic: [] for topic in args.topics}
    with work_folder(args.work) as work:
        for number in args.seeds:
            web = build(number, work, preset="large")
            capture = capture_web(web, work)
            for topic in args.topics:
                groups = ("portals", LABELS[topic]) if "+" in args.start else ("portals",)
                seeds, labels = tuple(web.seeds(*groups)), label_table(web, topic, work)
                crawls[topic] += [
                    Crawl(capture, topic, seeds, name, args.pages, seed, model, labels)
                    for name in args.sets
                    for seed in range(args.repeat)
                ]
        rows: dict[str, Any] = {}
        for topic in args.topics:
            found = compare(crawls[topic], args.jobs)
            for name in args.sets:
                runs = tuple(run for one in found if one.strategy == name for run in one.runs)
                pooled = figures(Compared("all", topic, name, runs), args.pages)
                rows[f"{topic}, {name}"] = {
                    key: None if figure.value is None else round(figure.value, 4)
                    for key, figure in pooled.items()
                }
                print(topic, name, rows[f"{topic}, {name}"], flush=True)
    columns = list(next(iter(rows.values())))
    show_table(["", *columns], [[name, *row.values()] for name, row in rows.items()])
    name = "replay" + ("-with-topic-hosts" if "+" in args.start else "")
    save_result(name, {"webs": args.seeds, "pages": args.pages, "rows": rows})


if __name__ == "__main__":
    main()

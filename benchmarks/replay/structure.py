"""Value of URL structure for `formula-5` and `adaptive`: replays with different readings of it.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.replay.structure [ROW ...] [--seeds 7 99] [--topics ...]

Replays each row from the portals on the large webs, as `benchmarks.replay` does. Webs 7 and 99 are for
choosing, 2018 is for the last look. Writes results/replay-structure.json: harvest and recall of each web;
rows measured earlier stay in it.

formula-5, description   the page with the link alone
formula-5, + anchor      and the anchor text
..., off                 description and anchor text, without URL structure
..., majority            more than half of the visited pages of the link's section were accepted
..., share               the share of those pages
..., all hosts           similar to more than half of one history of accepted pages (algorithm 3)
..., literal             literally as in the paper: all visited pages, equal hosts are similar
"""

from __future__ import annotations

from collections.abc import Mapping
from statistics import mean
from typing import Any

from benchmarks.live.parts import LITERAL, matrix
from benchmarks.measuring import add_sets, arguments, read_result, save_result, show_table, work_folder
from benchmarks.replay.captures import Entrance, entrance, parse_crawls
from benchmarks.replay.runs import replayed, row_of
from topiccrawl.evaluation.replay.comparison import seeded
from topiccrawl.evaluation.replay.figures import Run
from topiccrawl.priority.strategies.registry import make_strategy
from topiccrawl.relevance.topic.topic import Topic

_NEVER = 1e-9
_OFF = {"priority": {"matrix": matrix(1, 2, _NEVER)}}
_ALL_HOSTS = {
    **LITERAL,
    "history": "accepted",
    "equal_hosts_similar": False,
    "contained_hosts_similar": False,
}
READINGS: Mapping[str, Mapping[str, Mapping[str, Any]]] = {
    "off": _OFF,
    "majority": {},
    "share": {"url_structure": {"value": "share"}},
    "all hosts": {"url_structure": _ALL_HOSTS},
    "literal": {"url_structure": LITERAL},
}
ROWS: Mapping[str, Mapping[str, Mapping[str, Any]]] = {
    "formula-5, description": {"priority": {"matrix": matrix(1, _NEVER, _NEVER)}},
    "formula-5, + anchor": _OFF,
    **{f"formula-5, {name}": values for name, values in READINGS.items() if name != "off"},
    **{f"adaptive, {name}": values for name, values in READINGS.items()},
}


def main() -> None:
    parser = arguments(__doc__)
    add_sets(parser, ROWS)
    parser.add_argument("--pages", type=int, default=1000, help="HTML pages to fetch")
    args = parse_crawls(parser, ["partybuild", "overseas"])

    with work_folder(args.work) as work:
        for topic in args.topics:
            for number in args.seeds:
                start = entrance(number, topic, work)
                for name in args.sets:
                    row = row_of(topic, name, [crawled(start, topic, name, args.pages)], args.pages)
                    print(number, topic, name, row, flush=True)
                    found = read_result("replay-structure").get("rows", {})
                    found.setdefault(f"{topic}, {name}", {})[str(number)] = row
                    save_result("replay-structure", {"pages": args.pages, "rows": found})
    _show(read_result("replay-structure")["rows"])


def crawled(start: Entrance, topic: str, name: str, pages: int) -> Run:
    """Replay the crawl of a row."""
    strategy = name.partition(",")[0]
    chosen = Topic.load(topic).with_seeds(start.seeds).with_tables(ROWS[name])
    return replayed(start, seeded(make_strategy(chosen, strategy), 0), pages)


def _show(rows: Mapping[str, Mapping[str, Mapping[str, float | None]]]) -> None:
    columns = list(next(iter(next(iter(rows.values())).values())))
    cells = []
    for name, by_web in rows.items():
        columns_of = {key: [row[key] for row in by_web.values()] for key in columns}
        means = [
            None if None in values else round(mean(value for value in values if value is not None), 4)
            for values in columns_of.values()
        ]
        cells.append([name, "+".join(by_web), *means])
    show_table(["", "webs", *columns], cells)


if __name__ == "__main__":
    main()

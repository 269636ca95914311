"""Value of each part of the link model's features: replays of `adaptive` without one of them.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.replay.ablation [SET ...] [--seeds 7 99] [--topics partybuild]

A set is `all`, `none` (formula 5 alone), `without-PART` or `only-PART`, where PART is a part of the features
(`topiccrawl.priority.learning.features.PARTS`). Replays every set from the portals on the large webs, as
`benchmarks.replay` does. Webs 7 and 99 are for choosing, 2018 is for the last look. Writes
results/replay-ablation.json: harvest and recall, means over the webs.
"""

from __future__ import annotations

from benchmarks.measuring import (
    add_sets,
    arguments,
    data_folder,
    read_result,
    save_result,
    show_table,
    work_folder,
)
from benchmarks.replay.agreement import NO_DELAYS_MODEL
from benchmarks.replay.captures import Entrance, add_crawls, entrance
from topiccrawl.calibration.graded_pages import read_page_grades
from topiccrawl.evaluation.replay.capture import Capture
from topiccrawl.evaluation.replay.comparison import Compared, figures, seeded
from topiccrawl.evaluation.replay.crawl import ReplayedCrawl
from topiccrawl.evaluation.replay.figures import Run
from topiccrawl.priority.learning.features import PARTS
from topiccrawl.priority.strategies.registry import make_strategy
from topiccrawl.relevance.topic.topic import Topic

SETS = ("all", *(f"without-{part}" for part in PARTS), *(f"only-{part}" for part in PARTS), "none")


def left_out(name: str) -> str:
    """Return the parts that a set leaves out."""
    kind, _, part = name.partition("-")
    out = {"all": (), "without": (part,), "only": tuple(one for one in PARTS if one != part), "none": PARTS}
    return " ".join(out[kind])


def replayed(start: Entrance, topic: str, name: str, pages: int) -> Run:
    """Replay a crawl with a set of features."""
    learning = {"learning": {"left_out": left_out(name)}}
    chosen = Topic.load(topic).with_seeds(start.seeds).with_tables(learning)
    with Capture(start.capture) as opened:
        crawl = ReplayedCrawl(opened, seeded(make_strategy(chosen, "adaptive"), 0), NO_DELAYS_MODEL)
        return Run.of(crawl.run(start.seeds, pages), read_page_grades(start.labels))


def main() -> None:
    parser = arguments(__doc__)
    add_sets(parser, SETS)
    add_crawls(parser, ["partybuild"])
    parser.add_argument("--pages", type=int, default=1000, help="HTML pages to fetch")
    args = parser.parse_args()
    data_folder("web")

    webs = "+".join(map(str, args.seeds))
    found = read_result("replay-ablation").get(webs, {})
    with work_folder(args.work) as work:
        for topic in args.topics:
            for name in args.sets:
                starts = [entrance(number, topic, work) for number in args.seeds]
                runs = [replayed(start, topic, name, args.pages) for start in starts]
                values = figures(Compared("all", topic, name, tuple(runs)), args.pages)
                found[f"{topic}, {name}"] = {
                    key: None if figure.value is None else round(figure.value, 4)
                    for key, figure in values.items()
                }
                print(topic, name, found[f"{topic}, {name}"], flush=True)
    columns = list(next(iter(found.values())))
    show_table(["", *columns], [[name, *row.values()] for name, row in found.items()])
    save_result("replay-ablation", {**read_result("replay-ablation"), webs: found})


if __name__ == "__main__":
    main()

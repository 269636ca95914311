"""Value of each part of the link model's features: replays of `adaptive` without one of them.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.replay.ablation [SET ...] [--seeds 7 99] [--topics partybuild]

Replays every set from the portals on the large webs, as `benchmarks.replay` does. Webs 7 and 99 are for
choosing, 2018 is for the last look. Writes results/replay-ablation.json: harvest and recall, means over the
webs; rows measured earlier stay in it.

all                          the features as they are shipped
without-PART, only-PART      a part of them (`topiccrawl.priority.learning.features.PARTS`)
none                         formula 5 alone
with-SIGNAL, with-signals    and more features: one of `benchmarks.replay.signals`, or all of them
corrected                    all, with chances that are corrected by what was kept, as shipped; the other sets
                             leave that out, so that they differ in their features alone
early-links                  the first pages, too, have their links scored where the gate rejects them
30 random, SET               30 words of the list, the first draw of `benchmarks.live.cold`
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from benchmarks.live.cold import made_topic
from benchmarks.live.web import build
from benchmarks.measuring import add_sets, arguments, read_result, show_table, update_result, work_folder
from benchmarks.replay.captures import LABELS, entrance, parse_crawls
from benchmarks.replay.dom_paths import DomPaths
from benchmarks.replay.repeated import Repeated
from benchmarks.replay.runs import Row, row_of
from benchmarks.replay.signals import SIGNALS, AdaptiveWithSignals
from topiccrawl.evaluation.replay.figures import Run
from topiccrawl.priority.focus import Focus
from topiccrawl.priority.learning.features import PARTS
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.link_priority import Priority
from topiccrawl.priority.strategies.adaptive import Adaptive
from topiccrawl.priority.strategies.contract import FetchedPage, Passage

_COLD = "30 random, "
SETS = (
    "all",
    *(f"with-{name}" for name in SIGNALS),
    "with-signals",
    "corrected",
    "early-links",
    *(f"without-{part}" for part in PARTS),
    *(f"only-{part}" for part in PARTS),
    "none",
    f"{_COLD}all",
    f"{_COLD}none",
    f"{_COLD}early-links",
)
PAGES = {"partybuild": 1000, "overseas": 300, "football": 1000}
_COLD_PAGES = 500


class EarlyLinks(Adaptive):
    """`adaptive` that scores the links of every page from the first one on."""

    def __init__(self, focus: Focus) -> None:
        super().__init__(focus)
        self.rejected: set[str] = set()

    def gate(self, page: FetchedPage) -> Passage:
        passage = super().gate(page)
        if passage.follows:
            return passage
        self.rejected.add(page.url)
        return replace(passage, follows=True, rejected=not passage.candidate)

    def link(self, url: str, context: LinkContext) -> Priority:
        priority = super().link(url, context)
        if context.parent_url not in self.rejected:
            return priority
        # All wait, after the others, until the model scores them.
        return Priority(max(priority.value, 0.001), {**priority.parts, "late": 1.0})

    def should_enqueue(self, priority: Priority) -> bool:
        return "late" in priority.parts or super().should_enqueue(priority)


def left_out(name: str) -> str:
    """Return the parts that a set leaves out."""
    kind, _, part = name.removeprefix(_COLD).partition("-")
    only = tuple(one for one in PARTS if one != part)
    return " ".join({"without": (part,), "only": only, "none": PARTS}.get(kind, ()))


def pages_of(topic: str, name: str) -> int:
    """Return how many pages the crawls of a topic with a set have."""
    return min(PAGES[topic], _COLD_PAGES) if name.startswith(_COLD) else PAGES[topic]


def replayed(number: int, topic: str, sets: Sequence[str], work: Path) -> Iterator[tuple[str, Run]]:
    """Replay a topic with sets of features on the web of a number; yield each with its run."""
    start = entrance(number, topic, work)
    paths = DomPaths(build(number, work, preset="large").folder / "web.sqlite")
    shipped = None
    cold = None
    for name in sets:
        if name.startswith(_COLD):
            folder = made_topic(topic, f"{_COLD}1", work / "cold" / topic)
            cold = repeated = cold or Repeated(start, str(folder))
        else:
            shipped = repeated = shipped or Repeated(start, topic)
        trace = repeated.run(partial(strategy, name, paths), pages_of(topic, name), left_out(name))
        yield name, Run.of(trace, repeated.grades)
    for one in (shipped, cold):
        if one is not None:
            one.close()


def strategy(name: str, paths: DomPaths, focus: Focus) -> Adaptive:
    """Return the strategy of a set."""
    made: Adaptive
    name = name.removeprefix(_COLD)
    if name.startswith("with-"):
        signal = name.removeprefix("with-")
        chosen = list(SIGNALS) if signal == "signals" else [signal]
        made = AdaptiveWithSignals(focus, chosen, paths if "template" in chosen else None)
    else:
        made = EarlyLinks(focus) if name == "early-links" else Adaptive(focus)
    if name != "corrected":
        made.chance = lambda score: score  # type: ignore[method-assign]
    return made


def main() -> None:
    parser = arguments(__doc__)
    add_sets(parser, SETS)
    args = parse_crawls(parser, list(LABELS))

    webs = "+".join(map(str, args.seeds))
    found = read_result("replay-ablation").get(webs, {})
    with work_folder(args.work) as work:
        for topic in args.topics:
            runs: dict[str, list[Run]] = {name: [] for name in args.sets}
            for number in args.seeds:
                for name, run in replayed(number, topic, args.sets, work):
                    runs[name].append(run)
                    print(number, topic, name, row(topic, name, [run]), flush=True)
                    if len(runs[name]) == len(args.seeds):
                        found[f"{topic}, {name}"] = row(topic, name, runs[name])
                        update_result("replay-ablation", {webs: found})
    columns = list(dict.fromkeys(key for one in found.values() for key in one))
    show_table(["", *columns], [[name, *map(one.get, columns)] for name, one in found.items()])


def row(topic: str, name: str, runs: Sequence[Run]) -> Row:
    """Return the figures of a set, but for times: the first set of a topic pays for what the others share."""
    values = row_of(topic, name, runs, pages_of(topic, name))
    return {key: value for key, value in values.items() if key not in ("cpu_ms", "strategy_ms")}


if __name__ == "__main__":
    main()

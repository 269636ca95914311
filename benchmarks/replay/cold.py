"""Replays with 30 topic words, with similarity on and off, compared with the whole list.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.replay.cold [LIST ...] [--seeds 7 99] [--topics ...]

Replays the strategy `adaptive` from the portals on the large webs, with the lists of `benchmarks.live.cold`,
which makes such crawls live. Webs 7 and 99 are for choosing, 2018 is for the last look. Writes
results/replay-cold.json; rows measured earlier stay in it.

100, 300, 500    harvest; a crawl that ends before has what it found, over as many pages as were asked for
precision        relevant pages among those kept, near ones left out
recall           relevant pages kept, or known as a copy of one that is, of those fetched
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from statistics import mean

from benchmarks.live.cold import LISTS, POINTS, made_topic
from benchmarks.measuring import add_sets, arguments, read_result, show_table, update_result, work_folder
from benchmarks.replay.agreement import NO_DELAYS_MODEL
from benchmarks.replay.captures import LABELS, entrance, parse_crawls
from topiccrawl.calibration.graded_pages import NEAR, RELEVANT, PageGrades, read_page_grades
from topiccrawl.evaluation.replay.comparison import Crawl, replay
from topiccrawl.evaluation.replay.trace import Trace
from topiccrawl.priority.strategies.contract import Outcome

COLUMNS = (*map(str, POINTS), "pages", "kept", "precision", "recall")


def main() -> None:
    parser = arguments(__doc__)
    add_sets(parser, LISTS)
    args = parse_crawls(parser, list(LABELS))

    webs = "+".join(map(str, args.seeds))
    found = read_result("replay-cold").get(webs, {})
    with work_folder(args.work) as work:
        for topic in args.topics:
            for chosen in args.sets:
                rows = [figures(*crawled(number, topic, chosen, work)) for number in args.seeds]
                found[f"{topic}, {chosen}"] = mean_row(rows)
                print(topic, chosen, found[f"{topic}, {chosen}"], flush=True)
                update_result("replay-cold", {webs: found})
    show_table(["", *COLUMNS], [[name, *map(row.get, COLUMNS)] for name, row in found.items()])


def crawled(number: int, topic: str, chosen: str, work: Path) -> tuple[Trace, PageGrades]:
    """Replay the crawl of a topic with a list on the web of a number."""
    found = entrance(number, topic, work)
    folder = made_topic(topic, chosen, work / "cold" / topic)
    crawl = Crawl(found.capture, str(folder), found.seeds, "adaptive", max(POINTS), 0, NO_DELAYS_MODEL)
    return replay(crawl), read_page_grades(found.labels)


def figures(trace: Trace, grades: PageGrades) -> dict[str, float | None]:
    """Return the figures of a crawl."""
    pages = [(grades.grade(page.url), page.outcome) for page in trace.pages]
    relevant = [outcome for grade, outcome in pages if grade == RELEVANT]
    kept = [grade for grade, outcome in pages if outcome is Outcome.KEPT and grade != NEAR]
    brought = sum(outcome in (Outcome.KEPT, Outcome.COPY) for outcome in relevant)
    return {
        **{str(at): sum(grade == RELEVANT for grade, _ in pages[:at]) / at for at in POINTS},
        "pages": len(pages),
        "kept": len(kept),
        "precision": sum(grade == RELEVANT for grade in kept) / len(kept) if kept else None,
        "recall": brought / len(relevant) if relevant else None,
    }


def mean_row(
    rows: Sequence[dict[str, float | None]], names: Sequence[str] = COLUMNS
) -> dict[str, float | None]:
    """Return the means of the named figures, of each where it is defined."""
    columns = {name: [value for row in rows if (value := row[name]) is not None] for name in names}
    return {name: round(mean(values), 4) if values else None for name, values in columns.items()}


if __name__ == "__main__":
    main()

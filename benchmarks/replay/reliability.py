"""Reliability of the link model's probabilities.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.replay.reliability [--seeds 7 99] [--topics partybuild ...]

Replays `adaptive` from the portals on the large webs, and compares the score of each link, when it is
fetched, with the outcome of its page, once the model orders links. Webs 7 and 99 are for choosing, 2018 is
for the last look. Writes results/replay-reliability.json, by topic and for all of them.

scores       as the frontier has them; `chances`: corrected page by page, as `Adaptive.chance` does
worth        what the model learns from a page, in [0, 1]; `kept`: 1 if it is kept; `label`: 1 if relevant
bins         of the scores: pages in it, and the means of scores and outcomes
ece          mean difference of prediction and outcome over ten bins of equal width, weighted by their pages
brier        mean squared difference of prediction and outcome
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from benchmarks.measuring import arguments, show_table, update_result, work_folder
from benchmarks.replay.ablation import PAGES
from benchmarks.replay.captures import LABELS, entrance, parse_crawls
from benchmarks.replay.repeated import Repeated
from topiccrawl.calibration.graded_pages import RELEVANT
from topiccrawl.priority.focus import Focus
from topiccrawl.priority.learning.calibration import Calibration
from topiccrawl.priority.strategies.adaptive import Adaptive
from topiccrawl.priority.strategies.contract import SEED_SCORE, Outcome, VisitedPage

_BINS = 10
_SENT_BEFORE = 20
"""Pages after the last of formula 5's whose links were sent with its scores."""
OUTCOMES = ("worth", "kept", "label")


class Fetched(NamedTuple):
    """A fetched page.

    Attributes:
        score: of the link that led to it.
        worth: what the model learned from the page.
        kept: 1 if it was kept.
        label: 1 if the page is relevant by its label.
    """

    score: float
    worth: float
    kept: float
    label: float


class Recorded(Adaptive):
    """`adaptive` that records what its pages are worth, once the model orders links."""

    def __init__(self, focus: Focus) -> None:
        super().__init__(focus)
        self.worths: dict[str, float] = {}

    def visited(self, page: VisitedPage) -> Mapping[str, float]:
        scores = super().visited(page)
        if self._is_learned:
            self.worths[page.url] = self._worth(page.verdict.relevance if page.verdict else None)
        return scores


def fetched(number: int, topic: str, work: Path) -> list[Fetched]:
    """Replay a topic on the web of a number; return the pages that the model had chosen."""
    repeated = Repeated(entrance(number, topic, work), topic)
    made: list[Recorded] = []

    def make(focus: Focus) -> Recorded:
        made.append(Recorded(focus))
        return made[-1]

    trace = repeated.run(make, PAGES[topic])
    repeated.close()
    worths = made[0].worths
    first = next(place for place, page in enumerate(trace.pages) if page.url in worths)
    return [
        Fetched(
            page.score,
            worths[page.url],
            float(page.outcome in (Outcome.KEPT, Outcome.COPY)),
            float(repeated.grades.grade(page.url) == RELEVANT),
        )
        for page in trace.pages[first + _SENT_BEFORE :]
        if page.url in worths and page.score < SEED_SCORE
    ]


def chances(pages: Sequence[Fetched]) -> list[float]:
    """Return the corrected scores of the pages of one crawl, each before the page was known."""
    calibration, found = Calibration(), []
    for page in pages:
        found.append(calibration.of(page.score))
        calibration.add(page.score, kept=bool(page.kept))
    return found


def figures(crawls: Sequence[Sequence[Fetched]]) -> dict[str, Any]:
    """Return the bins of scores, and how far predictions are from outcomes."""
    pages = [page for crawl in crawls for page in crawl]
    scores = np.array([page.score for page in pages])
    corrected = np.array([chance for crawl in crawls for chance in chances(crawl)])
    outcomes = {name: np.array([getattr(page, name) for page in pages]) for name in OUTCOMES}
    places = np.minimum((scores * _BINS).astype(int), _BINS - 1)
    bins = {
        f"{place / _BINS:.1f}": [
            int((places == place).sum()),
            *(round(float(column[places == place].mean()), 4) for column in (scores, *outcomes.values())),
        ]
        for place in np.unique(places).tolist()
    }
    return {
        "pages": len(pages),
        "bins": bins,
        **{
            f"{kind}, {name}": {"ece": ece(predicted, outcome), "brier": brier(predicted, outcome)}
            for kind, predicted in (("scores", scores), ("chances", corrected))
            for name, outcome in outcomes.items()
        },
    }


def ece(predicted: np.ndarray[Any, Any], outcome: np.ndarray[Any, Any]) -> float:
    """Return the expected calibration error."""
    places = np.minimum((predicted * _BINS).astype(int), _BINS - 1)
    gaps = [abs(float((predicted - outcome)[places == place].sum())) for place in np.unique(places).tolist()]
    return round(sum(gaps) / len(predicted), 4)


def brier(predicted: np.ndarray[Any, Any], outcome: np.ndarray[Any, Any]) -> float:
    """Return the mean squared difference."""
    return round(float(((predicted - outcome) ** 2).mean()), 4)


def main() -> None:
    parser = arguments(__doc__)
    args = parse_crawls(parser, list(LABELS))

    webs = "+".join(map(str, args.seeds))
    found: dict[str, Any] = {}
    every: list[list[Fetched]] = []
    with work_folder(args.work) as work:
        for topic in args.topics:
            crawls = [fetched(number, topic, work) for number in args.seeds]
            every += crawls
            found[topic] = figures(crawls)
            print(topic, found[topic], flush=True)
    found["all"] = figures(every)
    update_result("replay-reliability", {webs: found})
    show_table(
        ["bin", "pages", "score", *OUTCOMES], [[name, *row] for name, row in found["all"]["bins"].items()]
    )


if __name__ == "__main__":
    main()

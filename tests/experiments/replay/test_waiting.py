"""Verdicts that wait, in a replay."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from experiments.replay.made_web import AnchorScores, captured, page

from topiccrawl.experiments.replay.capture import Capture
from topiccrawl.experiments.replay.crawl import ReplayedCrawl
from topiccrawl.experiments.replay.model import CrawlModel
from topiccrawl.priority.strategies.contract import FetchedPage, Outcome, Passage, VisitedPage
from topiccrawl.priority.two_step.waiting import Settled, WaitingPage, WaitingVerdicts
from topiccrawl.relevance.judgement import Verdict

WEAK, CHILD = "http://a.cn/weak", "http://a.cn/child"
SETTLED = Settled(WaitingPage(WEAK, 0.1), 0.6, kept=True)


class WaitsForAChild(AnchorScores, WaitingVerdicts):
    """One page waits until another one is visited, or for the end."""

    def __init__(self, settles: str) -> None:
        super().__init__()
        self.settles = settles
        self.new: list[Settled] = []

    def verdict(self, page: FetchedPage, passage: Passage, text: str) -> Verdict:
        return Verdict(0.5, 0.5, 0.5, kept=page.url != WEAK, waits=page.url == WEAK)

    def visited(self, page: VisitedPage) -> Mapping[str, float]:
        if page.url == self.settles:
            self.new.append(SETTLED)
        return super().visited(page)

    def settled(self) -> Sequence[Settled]:
        new, self.new = self.new, []
        return new

    def end_waiting(self) -> None:
        if not self.settles:
            self.new.append(Settled(SETTLED.page, 0.1, kept=False))


@pytest.mark.parametrize(("settles", "outcome"), [(CHILD, Outcome.KEPT), ("", Outcome.REJECTED)])
def test_a_page_that_waited_is_kept_or_dropped_in_the_end(
    tmp_path: Path, settles: str, outcome: Outcome
) -> None:
    web = [
        page("http://a.cn/", {"/weak": 0.5}),
        page(WEAK, {"/child": 0.4}),
        page(CHILD, {}),
    ]
    strategy = WaitsForAChild(settles)
    with Capture(captured(tmp_path / "web.capture", web)) as capture:
        trace = ReplayedCrawl(capture, strategy, CrawlModel()).run(("http://a.cn/",), 10)
    assert {one.url: one.outcome for one in trace.pages}[WEAK] is outcome
    waited = [one.outcome for one in strategy.seen if one.url == WEAK]
    assert waited == [Outcome.WAITING, Outcome.KEPT] if settles else [Outcome.WAITING]

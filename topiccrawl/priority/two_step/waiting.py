"""Pages whose verdict waits for the pages they link to (paper B, section 2.3)."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol, runtime_checkable

from topiccrawl.page.canonical_url import canonical_url
from topiccrawl.priority.two_step.score import TwoStepParameters, two_step_score


@dataclass(frozen=True)
class WaitingPage:
    """A page whose verdict waits.

    Attributes:
        url: its URL.
        own: its similarity to the topic.
        expected: number of children after which it is judged; 0 waits for the end of the crawl.
        weak_before: number of weak pages in a row on the way to it.
        links: values of its links by their anchor texts, by canonical URL.
        children: similarities of the linked pages that were fetched, by canonical URL.
    """

    url: str
    own: float
    expected: int = 0
    weak_before: int = 0
    links: Mapping[str, float] = field(default_factory=dict)
    children: Mapping[str, float] = field(default_factory=dict)

    def score(self, parameters: TwoStepParameters) -> float:
        """Return the score by the children known so far."""
        return two_step_score(self.own, list(self.children.values()), parameters)


@dataclass(frozen=True)
class WaitingChild:
    """A fetched page that a waiting page links to.

    Attributes:
        page_url: canonical URL of the waiting page.
        url: canonical URL of the child.
        similarity: of the child to the topic.
    """

    page_url: str
    url: str
    similarity: float


@dataclass(frozen=True)
class Settled:
    """A verdict that no longer waits.

    Attributes:
        page: the page.
        score: its final score.
        kept: whether it is kept.
    """

    page: WaitingPage
    score: float
    kept: bool


@runtime_checkable
class WaitingVerdicts(Protocol):
    """What a strategy has besides `Strategy` if its verdicts may wait (`Verdict.waits`)."""

    def waiting_page(self, url: str) -> WaitingPage | None:
        """Return a page whose verdict waits, to be stored; None if it does not wait."""

    def resume_waiting(self, pages: Iterable[WaitingPage]) -> None:
        """Add waiting pages that an earlier run or another worker has stored."""

    def children_of_waiting(self) -> Sequence[WaitingChild]:
        """Return the fetched pages that waiting pages link to, to be stored; each is returned once."""

    def child_fetched(self, child: WaitingChild) -> None:
        """Record that another worker has fetched a page that a waiting page links to."""

    def settled(self) -> Sequence[Settled]:
        """Return the verdicts that no longer wait; each is returned once.

        A page that is kept goes through `gate` and `verdict` again, which then keep it.
        """

    def end_waiting(self) -> None:
        """Judge all pages that still wait; called when no links are left."""


class WaitingPages:
    """The pages that wait, at most a given number of them.

    A page is kept as soon as its score reaches the threshold. It is dropped when all children that it waits
    for are known, or could not be fetched, and its score has not. When too many pages wait, the
    oldest is judged by the children known so far.

    Args:
        threshold: score of a kept page.
        parameters: of the score; `waiting` is the maximum number of pages.
    """

    def __init__(self, threshold: float, parameters: TwoStepParameters) -> None:
        self._threshold = threshold
        self._parameters = parameters
        self._pages: OrderedDict[str, WaitingPage] = OrderedDict()

    def __len__(self) -> int:
        return len(self._pages)

    def get(self, url: str) -> WaitingPage | None:
        """Return a waiting page."""
        return self._pages.get(canonical_url(url))

    def add(self, page: WaitingPage) -> list[Settled]:
        """Add a waiting page; return the verdicts that this settles, on this page or on older ones."""
        key = canonical_url(page.url)
        self._pages[key] = page
        settled = [one for one in (self._settle_if_possible(key),) if one is not None]
        while self._parameters.waiting and len(self._pages) > self._parameters.waiting:
            settled.append(self._settle(next(iter(self._pages))))
        return settled

    def child_fetched(self, parent: str, url: str, similarity: float) -> Settled | None:
        """Add a child to a page; return the verdict on the page, if this settles it.

        Args:
            parent: URL of the page; ignored unless it waits.
            url: URL of the child.
            similarity: of the child.
        """
        key = canonical_url(parent)
        page = self._pages.get(key)
        if page is None:
            return None
        self._pages[key] = replace(page, children={**page.children, canonical_url(url): similarity})
        return self._settle_if_possible(key)

    def child_failed(self, parent: str) -> Settled | None:
        """Wait for one child fewer; return the verdict on the page, if this settles it."""
        key = canonical_url(parent)
        page = self._pages.get(key)
        if page is None or not page.expected:
            return None
        if page.expected == 1:
            return self._settle(key)
        self._pages[key] = replace(page, expected=page.expected - 1)
        return self._settle_if_possible(key)

    def end(self) -> list[Settled]:
        """Judge every page that still waits by itself alone; return the verdicts."""
        pages = list(self._pages.values())
        self._pages.clear()
        return [Settled(page, page.own, page.own >= self._threshold) for page in pages]

    def _settle_if_possible(self, key: str) -> Settled | None:
        page = self._pages[key]
        complete = 0 < page.expected <= len(page.children)
        if complete or page.score(self._parameters) >= self._threshold:
            return self._settle(key)
        return None

    def _settle(self, key: str) -> Settled:
        page = self._pages.pop(key)
        score = page.score(self._parameters)
        return Settled(page, score, score >= self._threshold)

"""Pages whose verdict waits for the pages they link to (paper B, section 2.3)."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from topiccrawl.priority.two_step.score import TwoStepParameters, TwoStepScore, two_step_score


@dataclass(frozen=True)
class WaitingPage:
    """A page whose verdict waits.

    Attributes:
        url: its URL.
        own: its similarity to the topic.
        expected: number of children after which it is judged; 0 waits for the end of the crawl.
        weak_before: number of weak pages in a row on the way to it.
        children: similarities of the children that were fetched, by URL.
    """

    url: str
    own: float
    expected: int = 0
    weak_before: int = 0
    children: Mapping[str, float] = field(default_factory=dict)

    def with_child(self, url: str, similarity: float) -> WaitingPage:
        """Return the page with one more child."""
        return replace(self, children={**self.children, url: similarity})

    def score(self, parameters: TwoStepParameters) -> TwoStepScore:
        """Return the score by the children known so far."""
        return two_step_score(self.own, list(self.children.values()), parameters)


@dataclass(frozen=True)
class Settled:
    """A verdict that no longer waits.

    Attributes:
        page: the page.
        score: its score in the end.
        kept: whether it is kept.
    """

    page: WaitingPage
    score: float
    kept: bool


class WaitingPages:
    """The pages that wait, at most a given number of them.

    A page is kept as soon as its score reaches the threshold. It is dropped when all children that it was
    expected to wait for are known and it has not. When too many pages wait, the one that waits longest is
    judged by what is known of it.

    Args:
        threshold: score of a kept page.
        parameters: of the score.
        capacity: maximum number of waiting pages; 0: no limit.
    """

    def __init__(self, threshold: float, parameters: TwoStepParameters, capacity: int = 1000) -> None:
        if capacity < 0:
            raise ValueError(f"capacity = {capacity!r} is negative")
        self._threshold = threshold
        self._parameters = parameters
        self._capacity = capacity
        self._pages: OrderedDict[str, WaitingPage] = OrderedDict()

    def __len__(self) -> int:
        return len(self._pages)

    def __iter__(self) -> Iterator[WaitingPage]:
        return iter(list(self._pages.values()))

    def get(self, url: str) -> WaitingPage | None:
        """Return a waiting page."""
        return self._pages.get(url)

    def add(self, page: WaitingPage) -> list[Settled]:
        """Let a page wait; return the verdicts on the pages that it displaces."""
        self._pages[page.url] = page
        settled = []
        while self._capacity and len(self._pages) > self._capacity:
            settled.append(self._settle(next(iter(self._pages))))
        return settled

    def child_fetched(self, parent: str, url: str, similarity: float) -> Settled | None:
        """Add a child to a page; return the verdict on the page, if it is settled by now.

        Args:
            parent: URL of the page, which need not wait.
            url: URL of the child.
            similarity: of the child.
        """
        page = self._pages.get(parent)
        if page is None:
            return None
        page = self._pages[parent] = page.with_child(url, similarity)
        complete = 0 < page.expected <= len(page.children)
        if complete or page.score(self._parameters).value >= self._threshold:
            return self._settle(parent)
        return None

    def remove(self, url: str) -> None:
        """Forget a page, which another worker has settled."""
        self._pages.pop(url, None)

    def end(self) -> list[Settled]:
        """Judge every page that still waits by itself alone; return the verdicts."""
        pages = list(self._pages.values())
        self._pages.clear()
        return [Settled(page, page.own, page.own >= self._threshold) for page in pages]

    def _settle(self, url: str) -> Settled:
        page = self._pages.pop(url)
        score = page.score(self._parameters).value
        return Settled(page, score, score >= self._threshold)

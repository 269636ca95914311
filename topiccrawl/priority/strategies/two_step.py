"""The strategy `two-step`: pages are judged together with the pages that they link to (paper B)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from topiccrawl.page.canonical_url import canonical_url
from topiccrawl.priority.focus import Focus
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.recent_keys import Latest
from topiccrawl.priority.strategies.contract import FetchedPage, Outcome, Passage, VisitedPage
from topiccrawl.priority.strategies.vector_space import VectorSpace
from topiccrawl.priority.two_step.link_graph import LinkGraph
from topiccrawl.priority.two_step.score import TwoStepParameters, two_step_score
from topiccrawl.priority.two_step.waiting import (
    Settled,
    WaitingChild,
    WaitingPage,
    WaitingPages,
    WaitingVerdicts,
)
from topiccrawl.relevance.judgement import Verdict

_LEAST_CHANGE = 0.01
"""Change of a page's score by which its links get new priorities."""
_MOST_PARENTS = 20
"""Pages that are scored again when a page arrives that they link to: the latest ones, and those that wait."""
_MOST_RESCORED = 2000
"""Links that get a new priority when a page arrives."""
_MOST_REMEMBERED = 50_000


@dataclass(frozen=True)
class _Arrived:
    """A page between its gate and the end of its processing; the URL is that of the link that led to it."""

    url: str
    own: float
    parents: Sequence[str]
    context: LinkContext


class TwoStep(VectorSpace, WaitingVerdicts):
    """`one-step`, with the two-step score of a page in place of its similarity.

    * The links of a page get new priorities when pages arrive that it links to.
    * A page under the threshold waits for them, and is kept when its score reaches the threshold. Its links
      are followed until then, after all better ones.
    * After some weak pages in a row (`tunnel`), links are not followed.

    Parameters are in `[two_step]`, those of similarity in `[vector_space]`.
    """

    name = "two-step"

    def __init__(self, focus: Focus) -> None:
        super().__init__(focus)
        self.two_step = focus.topic.section("two_step", TwoStepParameters)
        self._waiting = WaitingPages(self.parameters.threshold, self.two_step)
        self._graph = LinkGraph()
        # By canonical URL: scores of pages, weak pages before weak ones, parents of pages in flight.
        self._scores: Latest[str, float] = Latest(_MOST_REMEMBERED)
        self._weak_before: Latest[str, int] = Latest(_MOST_REMEMBERED)
        self._arrived: dict[str, _Arrived] = {}
        self._settled: list[Settled] = []
        self._children: list[WaitingChild] = []
        self._kept_later: dict[str, Settled] = {}

    def gate(self, page: FetchedPage) -> Passage:
        key, content = canonical_url(page.url), self.content_links(page)
        own = self.page_similarity(page, content)
        if (settled := self._kept_later.get(key)) is not None:
            return Passage(settled.score, own, candidate=True, follows=True)
        self.learn_chance(page, own)
        requested = canonical_url(page.requested_url)
        parents = self._graph.fetched(requested, own)
        if requested != key:
            parents += self._graph.fetched(key, own)
        self._arrived[key] = _Arrived(requested, own, self._to_rescore(parents), page.context)
        # Links that are not noise, and what they are worth by their anchor texts.
        links = {canonical_url(link.url): self.anchor_similarity(link.anchor) for link in content}
        self._graph.add(key, own, links)
        score = self._score(key)
        self._scores[key] = score
        if score >= self.parameters.threshold or page.context.seed:
            return Passage(score, own, score >= self.parameters.threshold and not page.is_hub, follows=True)
        weak_before = self._weak_on_the_way(page)
        if weak_before >= self.two_step.tunnel:
            return Passage(score, own, candidate=False, follows=False)
        self._weak_before[key] = weak_before
        return Passage(score, own, candidate=not page.is_hub, follows=True)

    def verdict(self, page: FetchedPage, passage: Passage, text: str) -> Verdict:
        """Return the verdict by the children known so far; it may wait for others."""
        key, own = canonical_url(page.url), passage.description_relevance
        if (settled := self._kept_later.get(key)) is not None:
            return Verdict(settled.score, own, own, kept=True)
        score = self._score(key)
        if score >= self.parameters.threshold or not (expected := self._expected(key)):
            return Verdict(score, own, own, score >= self.parameters.threshold)
        expected = expected if self.two_step.children else 0
        weak_before, links = self._weak_before.get(key, 0), self._graph.links(key)
        children = dict(self._graph.children(key))
        self._wait(key, WaitingPage(page.url, own, expected, weak_before, links, children))
        return Verdict(score, own, own, kept=False, waits=True)

    def visited(self, page: VisitedPage) -> Mapping[str, float]:
        """Score again the pages that link to it; return the new priorities of their links."""
        key = canonical_url(page.url)
        self._kept_later.pop(key, None)
        if page.outcome is Outcome.FAILED:
            for parent in self._to_rescore([parent for parent, _ in self._graph.parents(key)]):
                self._note(self._waiting.child_failed(parent))
            return {}
        arrived = self._arrived.pop(key, None)
        if arrived is None:
            return {}
        rescored: dict[str, float] = {}
        for parent in arrived.parents:
            if self._waiting.get(parent) is not None:
                self._children.append(WaitingChild(parent, arrived.url, arrived.own))
                self._note(self._waiting.child_fetched(parent, arrived.url, arrived.own))
            rescored |= self._rescored(parent)
        parent = canonical_url(arrived.context.parent_url)
        if self._graph.own(parent) is None and self._is_weak_link(arrived.context):
            self._children.append(WaitingChild(parent, arrived.url, arrived.own))  # of another worker's page
        return rescored

    def waiting_page(self, url: str) -> WaitingPage | None:
        return self._waiting.get(url)

    def resume_waiting(self, pages: Iterable[WaitingPage]) -> None:
        for page in pages:
            key = canonical_url(page.url)
            if self._waiting.get(key) is None and key not in self._kept_later:
                for child, similarity in page.children.items():
                    self._graph.fetched(child, similarity)
                self._graph.add(key, page.own, page.links)
                self._scores[key] = self._score(key)
                self._weak_before[key] = page.weak_before
                self._wait(key, page)

    def children_of_waiting(self) -> Sequence[WaitingChild]:
        children, self._children = self._children, []
        return children

    def child_fetched(self, child: WaitingChild) -> None:
        self._note(self._waiting.child_fetched(child.page_url, child.url, child.similarity))

    def settled(self) -> Sequence[Settled]:
        settled, self._settled = self._settled, []
        self._kept_later |= {canonical_url(one.page.url): one for one in settled if one.kept}
        return settled

    def end_waiting(self) -> None:
        self._note(*self._waiting.end())

    def _score(self, key: str) -> float:
        own = self._graph.own(key)
        assert own is not None  # the page was just added
        return two_step_score(own, list(self._graph.children(key).values()), self.two_step)

    def _expected(self, key: str) -> int:
        """Return for how many children the verdict on a page waits; 0 if all of them are known."""
        links = self._graph.links(key)
        expected = min(len(links), self.two_step.children or len(links))
        return expected if len(self._graph.children(key)) < expected else 0

    def _weak_on_the_way(self, page: FetchedPage) -> int:
        """Return how many weak pages in a row led to a page; seeds do not count."""
        if not self._is_weak_link(page.context):
            return 0
        return 1 + self._weak_before.get(canonical_url(page.context.parent_url), 0)

    def _is_weak_link(self, context: LinkContext) -> bool:
        """Return whether a link stood on a weak page that is not a seed."""
        return context.depth > 1 and context.description < self.parameters.threshold

    def _rescored(self, parent: str) -> dict[str, float]:
        """Score a page again; return the new priorities of its links, if the score has changed."""
        if self._graph.own(parent) is None:
            return {}
        score = self._score(parent)
        if abs(score - self._scores.get(parent, score)) < _LEAST_CHANGE:
            return {}
        self._scores[parent] = score
        found: dict[str, float] = {}
        for link in self._graph.open_links(parent):
            if len(found) == _MOST_RESCORED:
                break
            # Several pages may have the link: the best one counts, as when links are enqueued.
            found[link] = max(
                self.link_value(self._scores.get(other, 0.0), anchor)
                for other, anchor in self._graph.parents(link)
            )
        return found

    def _to_rescore(self, parents: Sequence[str]) -> list[str]:
        """Return the latest parents of a page, and the older ones that wait for it."""
        older, latest = parents[:-_MOST_PARENTS], parents[-_MOST_PARENTS:]
        return [*(parent for parent in older if self._waiting.get(parent) is not None), *latest]

    def _wait(self, key: str, page: WaitingPage) -> None:
        # Its children may arrive after thousands of other pages: links of weak pages come last.
        self._graph.hold(key)
        self._note(*self._waiting.add(page))

    def _note(self, *settled: Settled | None) -> None:
        for one in settled:
            if one is not None:
                self._settled.append(one)
                self._graph.release(canonical_url(one.page.url))

"""The strategy `url-vectors`: URLs similar to some samples, without reading any text (patent D)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from topiccrawl.messages import message
from topiccrawl.priority.focus import Focus
from topiccrawl.priority.history import UrlHistory
from topiccrawl.priority.learning.url_form import url_form
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.link_priority import SEED_PRIORITY, Priority
from topiccrawl.priority.recent_keys import Latest
from topiccrawl.priority.strategies.contract import (
    NO_SCORES,
    FetchedPage,
    Outcome,
    Passage,
    Strategy,
    VisitedPage,
)
from topiccrawl.priority.url_vectors.examples import UrlExamples
from topiccrawl.priority.url_vectors.parameters import UrlVectorParameters
from topiccrawl.priority.url_vectors.vector import url_vector
from topiccrawl.priority.url_vectors.weights import InitialWeights, PairWeights, counted_weights
from topiccrawl.relevance.judgement import Verdict

_CAPACITY = 1000
"""URLs in the history, by which the weights are updated."""
_MOST_WAITING = 1000
"""Links that get new scores when the weights change; the latest ones."""
_MOST_CACHED = 20_000
_HIGHEST = 0.999
"""Highest priority of a link: seeds come before links."""


class UrlVectors(Strategy):
    """Follows and keeps pages whose URLs are similar to the samples and to what was accepted.

    A page is accepted if it is not a home, channel or list page, a main text was found in it, and its URL is
    similar enough: to the best sample, and in part to the nearest of the pages accepted before. No topic
    words are needed. Parameters are in `[url_vectors]`.

    Raises:
        TopicError: there are no samples: `samples` is empty, and no seed is more than a home page or list.
    """

    name = "url-vectors"
    needs_words = False

    def __init__(self, focus: Focus) -> None:
        super().__init__(focus)
        self.parameters = focus.topic.section("url_vectors", UrlVectorParameters)
        samples = self.parameters.sample_urls() or list(filter(_may_be_sample, focus.topic.seeds))
        if not samples:
            raise focus.topic.section_error(
                "url_vectors",
                message(
                    "samples: url-vectors follows URLs like those of samples, and there are none; name some "
                    "articles in samples or as seeds (home pages and lists, such as {seed}, are no samples)",
                    seed=next(iter(focus.topic.seeds), "http://www.example.cn/"),
                ),
            )
        self._samples = [url_vector(url) for url in samples]
        self.history: UrlHistory = UrlHistory(_CAPACITY)
        self._visited = UrlHistory(_CAPACITY, holds="visited")
        self._compared = self._new = 0
        self._weights: PairWeights = InitialWeights(self.parameters.file, self.parameters.depth)
        self._waiting: Latest[str, None] = Latest(_MOST_WAITING)
        self.similarity = lru_cache(maxsize=_MOST_CACHED)(self._similarity)
        self._compare_with_latest()

    def gate(self, page: FetchedPage) -> Passage:
        if self.history.added >= 2 * self._compared + 1:
            self._compare_with_latest()  # also after a restart, or when other workers have accepted pages
        similarity = self.similarity(page.url)
        self._waiting.pop(page.requested_url, None)
        candidate = not page.is_hub and similarity >= self.parameters.keep
        follows = page.context.seed or similarity >= self.parameters.follow
        return Passage(similarity, 0.0, candidate, follows)

    def link(self, url: str, context: LinkContext) -> Priority:
        """Return the similarity of the URL."""
        if context.seed:
            return SEED_PRIORITY
        value = min(_HIGHEST, self.similarity(url))
        if value >= self.parameters.follow:
            self._waiting[url] = None
        return Priority(value, {"url": value})

    def should_enqueue(self, priority: Priority) -> bool:
        """Return whether the similarity is high enough to follow the link."""
        return priority.value >= self.parameters.follow

    def least(self, priority: Priority) -> float:
        return self.parameters.follow

    def verdict(self, page: FetchedPage, passage: Passage, text: str) -> Verdict:
        return Verdict(passage.relevance, 0.0, 0.0, passage.relevance >= self.parameters.keep)

    def visited(self, page: VisitedPage) -> Mapping[str, float]:
        """Add the URL to the history; after each batch, return new scores of links."""
        self._waiting.pop(page.url, None)
        if page.outcome not in (Outcome.KEPT, Outcome.REJECTED):
            return NO_SCORES
        accepted = page.outcome is Outcome.KEPT
        self.history.add(page.url, accepted)
        self._visited.add(page.url, accepted)
        if not accepted and self.parameters.counted == "accepted":
            return NO_SCORES
        self._new += 1
        if self._new < self.parameters.batch:
            return NO_SCORES
        self._new = 0
        self._update_weights()
        self._compare_with_latest()
        return {url: min(_HIGHEST, self.similarity(url)) for url in self._waiting}

    def _update_weights(self) -> None:
        own = self.parameters
        if own.weights == "updated":
            counted = self.history if own.counted == "accepted" else self._visited
            vectors = map(url_vector, counted.sample(_CAPACITY))
            weights = counted_weights(
                vectors, own.gamma, mean=own.update == "mean", file=own.file, equal_depth=own.depth
            )
            self._weights = self._weights if weights is None else weights

    def _compare_with_latest(self) -> None:
        """Draw the accepted pages that URLs are compared with, and use the latest weights."""
        self._compared = self.history.added
        accepted = [url_vector(url) for url in self.history.sample(self.parameters.accepted)]
        self._to_samples = UrlExamples(self._samples, self._weights, self.parameters.formula)
        self._to_accepted = UrlExamples(accepted, self._weights, self.parameters.formula)
        self.similarity.cache_clear()

    def _similarity(self, url: str) -> float:
        """Return how similar a URL is to the samples and to what was accepted, in [0, 1]."""
        vector = url_vector(url)
        best = float(self._to_samples.similarities(vector).max(initial=0.0))
        to_accepted = self._to_accepted.similarities(vector)
        if not len(to_accepted):
            return best
        to_accepted.sort()
        share = self.parameters.accepted_share
        return (1 - share) * best + share * float(to_accepted[-self.parameters.nearest :].mean())


def _may_be_sample(url: str) -> bool:
    """Return whether a seed is like an article: no article has a URL like that of a home page or list."""
    return url_form(url).kind not in ("home", "list")

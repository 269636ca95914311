"""Candidate signals of the link model: `adaptive` with additional features, to measure their value.

children   what the pages were worth that the parents of a link also link to (two-step): mean, and best parent
similar    similarity of its URL to URLs of kept pages, by the vectors of `url-vectors`
structure  the third part of formula 5
template   yields of host with DOM path and of parent with DOM path, and the path itself as binary features
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from benchmarks.replay.dom_paths import DomPaths
from topiccrawl.extraction.kinds.hub import HEADLINE_LENGTH
from topiccrawl.priority.focus import Focus
from topiccrawl.priority.history import UrlHistory
from topiccrawl.priority.learning.features import DENSE_PARTS, GROUPS, NUMBERS, positions
from topiccrawl.priority.learning.linear_model import BITS, Example, LinearModel
from topiccrawl.priority.learning.link_model import LinkModel
from topiccrawl.priority.learning.targets import Targets
from topiccrawl.priority.learning.url_form import url_form
from topiccrawl.priority.learning.yields import Yields
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.link_priority import Priority
from topiccrawl.priority.strategies.adaptive import Adaptive, page_key
from topiccrawl.priority.strategies.contract import FetchedPage, Outcome, Passage, VisitedPage
from topiccrawl.priority.url_vectors.examples import UrlExamples
from topiccrawl.priority.url_vectors.vector import url_vector

SIGNALS: Mapping[str, int] = {"children": 2, "similar": 1, "structure": 1, "template": 2}
"""Number of dense features of each signal."""
_PARENTS = 8
"""Parents of a target that are remembered."""
_EXAMPLES, _NEAREST = 100, 5
"""Kept URLs that others are compared with, and how many of the nearest ones count, as in `url-vectors`."""


class ChildYields:
    """What the pages were worth that each page links to; links with headlines alone count."""

    def __init__(self) -> None:
        self.yields = Yields()
        self.yields.number("")  # number 0 is no parent
        self._parents: dict[str, list[int]] = {}
        self._worth: dict[str, float] = {}

    def add(self, parent: str, links: Sequence[str]) -> None:
        """Add a page with the URLs that it links to."""
        number = self.yields.number(parent)
        for link in links:
            if (worth := self._worth.get(link)) is not None:
                self.yields.learn(np.array([number], np.int32), worth)
            else:
                parents = self._parents.setdefault(link, [])
                if len(parents) < _PARENTS and number not in parents:
                    parents.append(number)

    def learn(self, url: str, worth: float) -> None:
        """Learn from a page that some pages may link to."""
        self._worth[url] = worth
        if parents := self._parents.pop(url, None):
            self.yields.learn(np.array(parents, np.int32), worth)

    def parents(self, url: str) -> list[int]:
        """Return the numbers of the pages that link to a URL."""
        return self._parents.get(url, [])

    def values(self, parents: npt.NDArray[np.int32]) -> npt.NDArray[np.float64]:
        """Return mean and maximum of the log-odds of parents (numbers), 0 where there are none."""
        odds, known = self.yields.log_odds(parents), parents > 0
        count = known.sum(axis=1)
        mean = (odds * known).sum(axis=1) / np.maximum(count, 1)
        best = np.where(known, odds, -np.inf).max(axis=1)
        return np.stack([mean, np.where(count > 0, best, 0.0)], axis=1)


class KeptUrls:
    """Similarity of URL patterns to those of kept pages; a pattern is compared once for each sample."""

    def __init__(self) -> None:
        self._history = UrlHistory(1000, 0)
        self._patterns: list[str] = []
        self._numbers: dict[str, int] = {}
        self._values = np.full(1024, np.nan)
        self._examples = UrlExamples([])
        self._compared = 0

    def number(self, pattern: str) -> int:
        """Return the number of a pattern."""
        number = self._numbers.setdefault(pattern, len(self._patterns))
        if number == len(self._patterns):
            self._patterns.append(pattern)
            if number >= len(self._values):
                self._values = np.concatenate([self._values, np.full(len(self._values), np.nan)])
        return number

    def keep(self, pattern: str) -> None:
        """Add the pattern of a kept page."""
        self._history.add(f"http://{pattern}")
        if self._history.added >= min(2 * self._compared + 1, self._compared + _EXAMPLES):
            self._compared = self._history.added
            self._examples = UrlExamples(list(map(url_vector, self._history.sample(_EXAMPLES))))
            self._values[:] = np.nan

    def values(self, numbers: npt.NDArray[np.int32]) -> npt.NDArray[np.float64]:
        """Return the similarities of patterns (numbers)."""
        for number in np.unique(numbers[np.isnan(self._values[numbers])]).tolist():
            found = self._examples.similarities(url_vector(f"http://{self._patterns[number]}"))
            nearest = np.sort(found)[-_NEAREST:]
            self._values[number] = nearest.mean() if len(nearest) else 0.0
        return self._values[numbers]


@dataclass(slots=True)
class LinkSignals:
    """What is known of a link beside the features of the model.

    Attributes:
        structure: the third part of formula 5.
        pattern: number of the pattern of its URL.
        template: numbers of host and parent with the DOM path, as groups of yields.
        path: DOM path.
    """

    structure: float = 0.0
    pattern: int = 0
    template: tuple[int, int] = (0, 0)
    path: str = ""


class SignalTargets(Targets):
    """Targets with more dense features, behind the others."""

    def __init__(self, empty: int, left_out: Sequence[slice], chosen: Collection[str]) -> None:
        super().__init__(empty, left_out=left_out)
        self.children, self.kept = ChildYields(), KeptUrls()
        self.now = LinkSignals()
        self._chosen = chosen
        self._structure = np.zeros(1024, np.float32)
        self._parents = np.zeros((1024, _PARENTS), np.int32)
        self._pattern = np.zeros(1024, np.int32)
        self._template = np.zeros((1024, 2), np.int32)

    def add(self, key: str, numbers: Sequence[float], groups: Sequence[int], hashed: frozenset[int]) -> None:
        """Add a link with what `now` has of it."""
        row = self._rows.get(key)
        is_best = row is None or numbers[1] > self._numbers[row, 1]
        before = 0.0 if row is None else self._structure[row]
        if "template" in self._chosen:
            hashed |= positions([f"path:{self.now.path}"], BITS)
        super().add(key, numbers, groups, hashed)
        row = self._rows[key]
        self._structure[row] = max(before, self.now.structure)
        self._pattern[row] = self.now.pattern
        if is_best:
            self._template[row] = self.now.template
        self.read_parents(key)

    def read_parents(self, key: str) -> None:
        """Read which pages link to a URL."""
        if (row := self._rows.get(key)) is not None:
            parents = self.children.parents(key)
            self._parents[row] = 0
            self._parents[row, : len(parents)] = parents

    def example(self, key: str, yields: Yields) -> tuple[Example, npt.NDArray[np.int32]] | None:
        known = super().example(key, yields)
        if known is None or "template" not in self._chosen:
            return known
        return known[0], np.concatenate([known[1], self._template[self._rows[key]]])

    def _dense(self, rows: slice | npt.NDArray[np.int64], yields: Yields) -> npt.NDArray[np.float32]:
        columns = [super()._dense(rows, yields)]
        if "children" in self._chosen:
            columns.append(self.children.values(self._parents[rows]).astype(np.float32))
        if "similar" in self._chosen:
            columns.append(self.kept.values(self._pattern[rows]).astype(np.float32)[:, None])
        if "structure" in self._chosen:
            columns.append(self._structure[rows][:, None])
        if "template" in self._chosen:
            columns.append(yields.log_odds(self._template[rows]).astype(np.float32))
        return np.concatenate(columns, axis=1)

    def _grow(self) -> None:
        super()._grow()
        self._structure, self._parents, self._pattern, self._template = (
            np.concatenate([array, np.zeros_like(array)])
            for array in (self._structure, self._parents, self._pattern, self._template)
        )


class SignalModel(LinkModel):
    """The link model with some of the `SIGNALS`."""

    def __init__(
        self, words: Callable[[str], list[str]], left_out: Collection[str], chosen: Collection[str]
    ) -> None:
        super().__init__(words, left_out)
        size = len(NUMBERS) + len(GROUPS) + sum(SIGNALS[name] for name in chosen)
        self._model = LinearModel(size, BITS)
        unused = [DENSE_PARTS[part] for part in left_out if part in DENSE_PARTS]
        self._targets = self.targets = SignalTargets(self._model.size, unused, chosen)

    def learn(self, key: str, worth: float, replayed: int | None = None) -> None:
        super().learn(key, worth, replayed)
        self.targets.children.learn(key, worth)

    def group(self, name: str) -> int:
        """Return the number of a group of links."""
        return self._yields.number(name)


class AdaptiveWithSignals(Adaptive):
    """`adaptive` with some of the `SIGNALS`."""

    def __init__(self, focus: Focus, chosen: Collection[str], paths: DomPaths | None = None) -> None:
        super().__init__(focus)
        self._chosen, self._paths = chosen, paths
        words = lru_cache(maxsize=4_000)(focus.relevance.segmenter.content_words)
        self._model = self._signals = SignalModel(words, self.learning.left_out.split(), chosen)

    def gate(self, page: FetchedPage) -> Passage:
        passage = super().gate(page)
        if "children" in self._chosen:
            links = [page_key(link.url) for link in page.links if len(link.anchor) >= HEADLINE_LENGTH]
            self._signals.targets.children.add(page_key(page.url), links)
            for link in links:
                self._signals.targets.read_parents(link)
        return passage

    def link(self, url: str, context: LinkContext) -> Priority:
        if not context.seed:
            targets, model = self._signals.targets, self._signals
            path = self._paths.of(context.parent_url, url) if self._paths else ""
            template = (
                (
                    model.group(f"t {url_form(context.parent_url).host} {path}"),
                    model.group(f"k {context.parent_url} {path}"),
                )
                if path
                else (0, 0)
            )
            pattern = targets.kept.number(url_form(url).pattern) if "similar" in self._chosen else 0
            targets.now = LinkSignals(self._structure(url), pattern, template, path)
        return super().link(url, context)

    def visited(self, page: VisitedPage) -> Mapping[str, float]:
        if page.outcome is Outcome.KEPT and "similar" in self._chosen:
            self._signals.targets.kept.keep(url_form(page.url).pattern)
        return super().visited(page)

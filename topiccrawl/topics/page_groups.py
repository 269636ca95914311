"""Groups of pages that speak of the same, each named by the words that set it apart from the other pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence, Set
from dataclasses import dataclass, replace
from statistics import fmean, median

import numpy as np

from topiccrawl.extraction.clustering.k_means import k_means
from topiccrawl.relevance.learner.bags import Bags, Floats
from topiccrawl.text.general_idf import general_idf
from topiccrawl.topics.words.keyness import log_likelihood

MOST_GROUPS = 6
_LEAST_PAGES, _LEAST_SHARE = 5, 0.04
_NAMED = 3
"""Number of words that name a group."""
_MOST_WORDS = 3_000
"""Number of different words that are compared, those of most pages."""
_USUAL = 0.5
"""Share of pages with a word from which on it says nothing."""
_SIGNIFICANT = 3.84
_TYPICAL = 0.25
"""Share of the pages of a group that have each of its names."""
_FEW = 0.5
"""Mean number of topic words, of the median of all groups, under which a group may be far from the topic."""
_UNSURE = 0.9
"""Maximum mean relevance of a group that is far; it must also be in the lowest third."""
_COMPARABLE = 3
"""Number of groups from which on one of them may be far."""


@dataclass(frozen=True)
class PageGroup:
    """Pages that speak of the same.

    Attributes:
        words: its name, the most typical word first.
        members: places of its pages, the most typical page first.
        evidence: mean number of topic words of its pages.
        relevance: mean relevance of its pages.
        is_far: whether it is far from the field of the topic words.
    """

    words: tuple[str, ...]
    members: tuple[int, ...]
    evidence: float
    relevance: float
    is_far: bool = False


def group_pages(
    pages: Sequence[Set[str]],
    topic_words: Collection[str],
    evidence: Sequence[int],
    relevance: Sequence[float],
) -> list[PageGroup]:
    """Return at most `MOST_GROUPS` groups, the largest first; pages of too small groups are in none.

    Args:
        pages: the different words of each page.
        topic_words: of the topic; they name a group only if it has no other words.
        evidence: number of topic words of each page.
        relevance: of each page, in [0, 1].
    """
    least = max(_LEAST_PAGES, int(np.ceil(_LEAST_SHARE * len(pages))))
    counts = Counter(word for page in pages for word in page)
    frequent = [
        word
        for word, count in sorted(counts.items(), key=lambda one: (-one[1], one[0]))
        if 1 < count <= max(2, _USUAL * len(pages)) and word not in topic_words and len(word) > 1
    ]
    compared = frozenset(frequent[:_MOST_WORDS])
    chosen = [place for place, page in enumerate(pages) if len(page & compared) > 1]
    if len(chosen) < 2 * least:
        return []
    points = _positions(Bags.of([pages[place] & compared for place in chosen], general_idf))
    centres, labels = k_means(points, min(MOST_GROUPS, len(np.unique(points.round(6), axis=0))))
    groups = []
    for label in range(len(centres)):
        own = np.flatnonzero(labels == label)
        if len(own) < least:
            continue
        order = own[np.argsort(-(points[own] @ centres[label]), kind="stable")]
        members = tuple(chosen[place] for place in order)
        words = _names([pages[place] for place in members], counts, len(pages), topic_words)
        named = fmean(evidence[place] for place in members)
        groups.append(PageGroup(words, members, named, fmean(relevance[place] for place in members)))
    return _with_far(sorted(groups, key=lambda group: (-len(group.members), group.members)))


def _with_far(groups: Sequence[PageGroup]) -> list[PageGroup]:
    """Mark the groups with few topic words of which the learner is less sure than of most."""
    if len(groups) < _COMPARABLE:
        return list(groups)
    few = _FEW * median(group.evidence for group in groups)
    lowest = sorted(group.relevance for group in groups)[len(groups) // 3 - 1]
    unsure = min(lowest, _UNSURE)
    return [replace(group, is_far=group.evidence < few and group.relevance <= unsure) for group in groups]


def _positions(bags: Bags) -> Floats:
    """Return pages as points in the space of the directions in which they differ most, of unit length."""
    from scipy.sparse import csr_array  # here: most crawls do not need SciPy
    from scipy.sparse.linalg import svds

    shape = (bags.count, len(bags.words))
    table = csr_array((bags.values, (bags.rows, bags.columns)), shape=shape)
    vectors, lengths, _ = svds(table, k=min(MOST_GROUPS, min(shape) - 1), v0=np.ones(min(shape)))
    points = vectors * lengths
    unit: Floats = points / np.maximum(np.linalg.norm(points, axis=1, keepdims=True), 1e-9)
    return unit


def _names(
    own: Sequence[Set[str]],
    counts: Counter[str],
    total: int,
    topic_words: Collection[str],
) -> tuple[str, ...]:
    """Return the words that more pages of a group have than others, by log-likelihood and idf."""
    here = Counter(word for page in own for word in page if len(word) > 1)
    rest = max(1, total - len(own))
    keyness = {
        word: log_likelihood(count, len(own), counts[word] - count, rest)
        for word, count in here.items()
        if count >= _TYPICAL * len(own)
    }
    best = sorted(keyness, key=lambda word: (-keyness[word] * general_idf(word), word))
    found = [word for word in best if word not in topic_words and keyness[word] >= _SIGNIFICANT]
    return tuple((found or best)[:_NAMED])

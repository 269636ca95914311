"""Which query is next: values of queries from the results of earlier ones, and words of relevant pages.

The value of a query that was asked is the share of its results that were new and turned out relevant. The
value of one that was not is estimated from those of its words and its form, with a bonus for what was tried
seldom (upper confidence bounds). Words of relevant pages that are frequent there and rare in general text
join the topic's words.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from topiccrawl.access.search.query import Query
from topiccrawl.topics.words.general import GeneralFrequencies
from topiccrawl.topics.words.keyness import log_likelihood

USUAL = 10
"""Minimum denominator of a query's value, so that a query with few results does not get a high value."""

_PRIOR = 1.0
"""Prior: number of average queries assumed for each word and form."""
_EXPLORATION = 0.3
_NEW_WORDS = 30
_LEAST_PAGES = 2
_SIGNIFICANT = 15.13
"""Keyness threshold, significant at .0001."""


@dataclass(frozen=True, slots=True)
class AskedQuery:
    """A query that was asked.

    Attributes:
        query: the query.
        results: number of its results.
        new: how many of them the crawl did not know.
        kept: how many of those turned out relevant.
    """

    query: Query
    results: int = 0
    new: int = 0
    kept: int = 0

    @property
    def value(self) -> float:
        """Return the share of results that were new and relevant, in [0, 1]."""
        return min(1.0, self.kept / max(self.results, USUAL))


class QueryValues:
    """Estimates of the values of queries.

    Args:
        asked: the queries that were asked.
    """

    def __init__(self, asked: Sequence[AskedQuery]) -> None:
        self._number = len(asked)
        self._mean = sum(one.value for one in asked) / len(asked) if asked else 0.5
        self._sums: defaultdict[str, float] = defaultdict(float)
        self._tries: Counter[str] = Counter()
        for one in asked:
            for feature in _features(one.query):
                self._sums[feature] += one.value
                self._tries[feature] += 1

    def estimate(self, query: Query) -> float:
        """Return the upper confidence bound of a query's value."""
        features = _features(query)
        return sum(map(self._of, features)) / len(features)

    def _of(self, feature: str) -> float:
        tries = self._tries[feature]
        mean = (self._sums[feature] + _PRIOR * self._mean) / (tries + _PRIOR)
        return mean + _EXPLORATION * math.sqrt(math.log(self._number + 1) / (tries + 1)) * max(
            self._mean, 0.05
        )


def next_query(candidates: Iterable[Query], asked: Sequence[AskedQuery]) -> Query | None:
    """Return the query to ask next; None when all were asked.

    Args:
        candidates: queries, in the order in which they are asked while there is nothing to learn from.
        asked: queries that were asked; their values decide.
    """
    known = {one.query.text for one in asked}
    left = [query for query in dict.fromkeys(candidates) if query.text not in known]
    if not left:
        return None
    if not any(one.kept for one in asked):
        return left[0]
    values = QueryValues(asked)
    return max(left, key=values.estimate)  # the first one on ties


def page_words(
    texts: Sequence[str],
    words_of: Callable[[str], Sequence[str]],
    general: GeneralFrequencies,
    known: Mapping[str, object] | frozenset[str] = frozenset(),
) -> list[str]:
    """Return the words that are typical of relevant pages, the most typical first.

    Args:
        texts: titles and texts of relevant pages.
        words_of: splits a text into words.
        general: frequencies of words in general text.
        known: words that are left out.
    """
    counts: Counter[str] = Counter()
    pages: Counter[str] = Counter()
    for text in texts:
        own = Counter(word for word in words_of(text) if _is_usable(word))
        counts.update(own)
        pages.update(own.keys())
    total = sum(counts.values())
    keyness = {
        word: log_likelihood(count, total, min(general.counts.get(word, 0), general.total), general.total)
        for word, count in counts.items()
        if pages[word] >= _LEAST_PAGES and word not in known
    }
    typical = sorted((word for word in keyness if keyness[word] >= _SIGNIFICANT), key=lambda w: -keyness[w])
    return typical[:_NEW_WORDS]


def grown(new_words: Sequence[str], words: Sequence[str]) -> list[Query]:
    """Return queries with words of relevant pages, each with the leading words of the topic.

    >>> [query.text for query in grown(["积分制"], ["党建"])]
    ['党建 积分制', '积分制']
    """
    queries = [Query((lead, word)) for word in new_words for lead in words[:2] if lead != word]
    return [*queries, *(Query((word,)) for word in new_words)]


def _features(query: Query) -> list[str]:
    return [f"kind:{query.kind}", *query.words, *([f"site:{query.site}"] if query.site else [])]


def _is_usable(word: str) -> bool:
    return 2 <= len(word) <= 10 and not any(character.isascii() for character in word)

"""A supervised URL classifier to compare URL vectors with: logistic regression over the tokens of a URL."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from urllib.parse import urlsplit
from zlib import crc32

import numpy as np
import numpy.typing as npt

from topiccrawl.priority.focus import Focus
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.link_priority import SEED_PRIORITY, Priority
from topiccrawl.priority.strategies.contract import FetchedPage, Passage, Strategy
from topiccrawl.relevance.judgement import Verdict

_FEATURES = 2**14
_ROUNDS, _RATE, _L2 = 300, 0.5, 1e-3
_GRAM = 4
_HIGHEST = 0.999

Floats = npt.NDArray[np.float64]


def url_tokens(url: str) -> Iterator[str]:
    """Yield labels of the host, parts of the path by their place, and runs of four characters.

    >>> sorted(url_tokens("http://a.cn/dj/1.htm"))[:4]
    ['#.htm', '#/0.h', '#/dj/', '#0.ht']
    """
    parts = urlsplit(url)
    yield f"host {parts.netloc}"
    for label in parts.netloc.split("."):
        yield f"label {label}"
    # Numbers are dates and ids: their form may say something, their value does not.
    path = re.sub(r"\d", "0", parts.path)
    for place, part in enumerate(path.split("/")[1:]):
        yield f"{place} {part}"
        yield f"part {part}"
    for start in range(max(1, len(path) - _GRAM + 1)):
        yield f"#{path[start : start + _GRAM]}"


class UrlClassifier:
    """Logistic regression with L2, fitted by gradient descent on hashed tokens.

    Args:
        relevant: URLs of relevant pages.
        others: URLs of other pages.
    """

    def __init__(self, relevant: Sequence[str], others: Sequence[str]) -> None:
        features = np.array([_features(url) for url in (*relevant, *others)])
        labels = np.array([1.0] * len(relevant) + [0.0] * len(others))
        self._weights, self._bias = np.zeros(_FEATURES), 0.0
        for _ in range(_ROUNDS):
            error = _sigmoid(features @ self._weights + self._bias) - labels
            self._weights -= _RATE * (features.T @ error / len(labels) + _L2 * self._weights)
            self._bias -= _RATE * float(error.mean())

    def probability(self, url: str) -> float:
        """Return the probability that the page is relevant."""
        return float(_sigmoid(_features(url) @ self._weights + self._bias))


class ClassifiedUrls(Strategy):
    """Follows and keeps pages by the probability of their URL; pages that lead on are followed as well.

    Args:
        focus: scores texts for the topic; not used.
        classifier: fitted to labelled URLs.
    """

    name = "classified-urls"

    def __init__(self, focus: Focus, classifier: UrlClassifier) -> None:
        super().__init__(focus)
        self._probability = classifier.probability

    def gate(self, page: FetchedPage) -> Passage:  # noqa: D102 - as in the contract
        value = self._probability(page.url)
        return Passage(value, 0.0, candidate=not page.is_hub and value >= 0.5, follows=True)

    def link(self, url: str, context: LinkContext) -> Priority:  # noqa: D102
        value = min(_HIGHEST, self._probability(url))
        return SEED_PRIORITY if context.seed else Priority(value, {"url": value})

    def verdict(self, page: FetchedPage, passage: Passage, text: str) -> Verdict:  # noqa: D102
        return Verdict(passage.relevance, 0.0, 0.0, kept=True)


def _features(url: str) -> Floats:
    found = np.zeros(_FEATURES)
    for token in url_tokens(url):
        found[crc32(token.encode()) % _FEATURES] = 1.0
    return np.asarray(found / np.sqrt(found.sum()), dtype=np.float64)


def _sigmoid(values: Floats | np.float64) -> Floats:
    return np.asarray(1.0 / (1.0 + np.exp(-np.clip(values, -30, 30))))

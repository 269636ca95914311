"""URL structure: whether two URLs lead to the same kind of page (paper A, algorithms 2 and 3)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal
from urllib.parse import urlsplit

from topiccrawl.errors import ParameterError
from topiccrawl.parameter_checks import check_choice, check_interval

Units = Literal["characters", "bigrams"]


@dataclass(frozen=True)
class UrlStructureParameters:
    """Parameters of algorithm 2, fitted on labelled pairs of news URLs; the paper gives no values.

    Attributes:
        host_weight: alpha, weight of the host.
        path_weight: beta, weight of the path.
        threshold: two URLs are similar above it.
        host_first: a, weight of the first label of the host.
        host_step: b, decrease of the weight with each further label.
        path_first: a', weight of the first path part; each further part has half the weight.
        www_divisor: d, divisor of the similarity of two `www` labels.
        units: elements of the Jaccard sets.
        equal_hosts_similar: whether equal hosts make two URLs similar, as the paper literally says; then
            paths never matter within a host.
        contained_hosts_similar: whether a host that contains the other makes two URLs similar.
    """

    host_weight: float = 0.5
    path_weight: float = 0.5
    threshold: float = 0.95
    host_first: float = 0.6
    host_step: float = 0.3
    path_first: float = 1.0
    www_divisor: float = 2.0
    units: Units = "characters"
    equal_hosts_similar: bool = False
    contained_hosts_similar: bool = False

    def __post_init__(self) -> None:
        check_interval(
            self, "[0, inf)", "host_weight", "path_weight", "host_first", "host_step", "path_first"
        )
        if not math.isfinite(self.threshold):
            raise ParameterError("threshold = {threshold!r} is not a number", threshold=self.threshold)
        check_interval(self, "[1, inf]", "www_divisor")
        check_choice(self, units=("characters", "bigrams"))


def jaccard(a: frozenset[str], b: frozenset[str]) -> float:
    """Return `|A and B| / |A or B|` (formula 4); 1 for two empty sets."""
    if a == b:
        return 1.0
    common = len(a & b)
    return common / (len(a) + len(b) - common)


# Few parts repeat after thousands of others, and each takes about a kilobyte.
@lru_cache(maxsize=8192)
def _units(part: str, units: Units) -> frozenset[str]:
    if units == "characters" or len(part) < 2:
        return frozenset(part)
    return frozenset(part[i : i + 2] for i in range(len(part) - 1))


@lru_cache(maxsize=8192)
def _label_similarity(left: str, right: str, units: Units) -> float:
    # Cached: there are few host labels, and every link is compared with many of them.
    return jaccard(_units(left, units), _units(right, units))


@lru_cache(maxsize=8192)
def split_url(url: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the labels of the host and the parts of the path; query and fragment are ignored.

    >>> split_url("http://news.people.cn/gn/2020/1.html?a=1")
    (('news', 'people', 'cn'), ('gn', '2020', '1.html'))
    """
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").rstrip(".")
    except ValueError:  # a bracket that is not an IPv6 address
        return (), ()
    path = parts.path.lstrip("/")
    return tuple(host.split(".")) if host else (), tuple(path.split("/")) if path else ()


def _contained(a: tuple[str, ...], b: tuple[str, ...]) -> bool:
    """Return whether one host contains the labels of the other in sequence."""
    short, long = sorted((a, b), key=len)
    return bool(short) and any(long[i : i + len(short)] == short for i in range(len(long) - len(short) + 1))


def hosts_decide(a: tuple[str, ...], b: tuple[str, ...], parameters: UrlStructureParameters) -> bool:
    """Return whether two hosts alone make their URLs similar (step 2)."""
    if a == b:
        return parameters.equal_hosts_similar
    return parameters.contained_hosts_similar and _contained(a, b)


def host_similarity(a: tuple[str, ...], b: tuple[str, ...], parameters: UrlStructureParameters) -> float:
    """Return the weighted Jaccard coefficients of the labels of the shorter host, from the left (step 4)."""
    total, weight = 0.0, parameters.host_first
    for left, right in zip(a, b, strict=False):
        value = _label_similarity(left, right, parameters.units)
        if "www" in left and "www" in right:
            value /= parameters.www_divisor
        total += weight * value
        weight = max(0.0, weight - parameters.host_step)
    return total


def path_similarity(a: tuple[str, ...], b: tuple[str, ...], parameters: UrlStructureParameters) -> float:
    """Return the weighted Jaccard coefficients of the parts of the shorter path; 0 if empty (step 6)."""
    total, weight = 0.0, parameters.path_first
    for left, right in zip(a, b, strict=False):
        total += weight * jaccard(_units(left, parameters.units), _units(right, parameters.units))
        weight /= 2
    return total


def similar(url1: str, url2: str, parameters: UrlStructureParameters | None = None) -> bool:
    """Return whether two URLs have a similar structure (paper A, algorithm 2)."""
    parameters = parameters or UrlStructureParameters()
    (host1, path1), (host2, path2) = split_url(url1), split_url(url2)
    if hosts_decide(host1, host2, parameters):
        return True
    score = parameters.host_weight * host_similarity(host1, host2, parameters)
    score += parameters.path_weight * path_similarity(path1, path2, parameters)
    return score > parameters.threshold


def structure_score(url: str, sample: Sequence[str], parameters: UrlStructureParameters | None = None) -> int:
    """Return 1 if `url` is similar to more than half of a non-empty `sample`, else 0 (algorithm 3)."""
    needed = len(sample) / 2
    found = 0
    for number, other in enumerate(sample):
        if found + len(sample) - number <= needed:
            return 0
        found += similar(url, other, parameters)
        if found > needed:
            return 1
    return 0

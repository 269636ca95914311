"""Fit the parameters of algorithm 2 to labelled pairs of URLs, cross-validated by site."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from topiccrawl.errors import LabelError
from topiccrawl.experiments.fit.labelled_pairs import read_labelled
from topiccrawl.priority.url_structure import (
    Units,
    UrlStructureParameters,
    host_similarity,
    hosts_decide,
    path_similarity,
    split_url,
)

Floats = npt.NDArray[np.float64]
Counts = npt.NDArray[np.int32]

HOST_WEIGHTS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
HOST_FIRST = (0.4, 0.6, 0.8, 1.0)
HOST_STEPS = (0.0, 0.1, 0.2, 0.3)
WWW_DIVISORS = (1.0, 2.0)
UNITS: tuple[Units, ...] = ("characters", "bigrams")
THRESHOLDS = np.arange(0.02, 2.0, 0.01).round(2)
_WIDTH = 3
"""Number of adjacent thresholds whose mean accuracy counts: a plateau, not a peak."""


class UrlPair(NamedTuple):
    """Two URLs of a site, and whether they lead to the same kind of page."""

    url1: str
    url2: str
    alike: bool
    site: str


@dataclass(frozen=True)
class UrlFit:
    """Fitted parameters and their accuracy.

    Attributes:
        parameters: chosen on all pairs.
        accuracy: share of correct pairs with parameters chosen on the other sites.
        fitted: share of pairs correct with `parameters`.
        section_rule: share of pairs correct with the rule "same host and same first directory".
        pairs: number of pairs.
        sites: number of sites.
    """

    parameters: UrlStructureParameters
    accuracy: float
    fitted: float
    section_rule: float
    pairs: int
    sites: int


def read_url_pairs(file: Path, label: str = "label") -> list[UrlPair]:
    """Read a table with the columns url1, url2, a label (over 0: similar) and optionally source, the site.

    Args:
        file: a tab-separated table with a header.
        label: name of the label's column.

    Raises:
        LabelError: not such a table, or only one site; names file, line and what was expected.
        OSError: the file cannot be read.
    """
    pairs = []
    for row in read_labelled(file, ("url1", "url2"), label):
        hosts = [split_url(url)[0] for url in row.values]
        if not all(hosts):
            raise LabelError(
                "{where}: expected two URLs, found {values!r}", where=row.where, values=row.values
            )
        pairs.append(UrlPair(row.values[0], row.values[1], row.positive, row.source or ".".join(hosts[0])))
    if len({pair.site for pair in pairs}) < 2:
        raise LabelError("{file}: expected pairs of at least two sites, found one", file=file)
    return pairs


def fit_url_structure(
    pairs: Sequence[UrlPair], among: Callable[[UrlStructureParameters], bool] = lambda setting: True
) -> UrlFit:
    """Return the best parameters of algorithm 2 for labelled pairs.

    Args:
        pairs: of at least two sites.
        among: returns whether a setting may be chosen; its threshold is not set yet.
    """
    settings, right = _judged(pairs, among)
    whole = right.sum(axis=2)
    total = 0
    for site in range(right.shape[2]):
        setting, threshold = _best(whole - right[:, :, site])
        total += int(right[setting, threshold, site])
    setting, threshold = _best(whole)
    return UrlFit(
        replace(settings[setting], threshold=float(THRESHOLDS[threshold])),
        total / len(pairs),
        int(whole[setting, threshold]) / len(pairs),
        float(np.mean([same_section(pair) == pair.alike for pair in pairs])),
        len(pairs),
        right.shape[2],
    )


def _judged(
    pairs: Sequence[UrlPair], among: Callable[[UrlStructureParameters], bool]
) -> tuple[list[UrlStructureParameters], Counts]:
    """Return the candidate settings, and the correct pairs by setting, threshold and site."""
    labels = np.array([pair.alike for pair in pairs])
    sites, site_of = np.unique([pair.site for pair in pairs], return_inverse=True)
    positives = np.bincount(site_of, weights=labels, minlength=len(sites))
    shape = (len(THRESHOLDS) + 1, len(sites))
    parts = [(split_url(pair.url1), split_url(pair.url2)) for pair in pairs]
    settings = [
        UrlStructureParameters(
            host_weight=host,
            path_weight=round(1 - host, 2),
            host_first=first,
            host_step=step,
            www_divisor=www,
            units=units,
            equal_hosts_similar=equal,
            contained_hosts_similar=contained,
        )
        for units, www, equal, contained, first, step, host in product(
            UNITS, WWW_DIVISORS, (False, True), (False, True), HOST_FIRST, HOST_STEPS, HOST_WEIGHTS
        )
    ]
    settings = [setting for setting in settings if among(setting)]
    known: dict[tuple[object, ...], Floats] = {}
    right = np.empty((len(settings), len(THRESHOLDS), len(sites)), dtype=np.int32)
    for number, setting in enumerate(settings):
        host_key = ("host", setting.units, setting.www_divisor, setting.host_first, setting.host_step)
        if host_key not in known:
            known[host_key] = np.array([host_similarity(a[0], b[0], setting) for a, b in parts])
        path_key = ("path", setting.units)
        if path_key not in known:
            known[path_key] = np.array([path_similarity(a[1], b[1], setting) for a, b in parts])
        sure_key = ("sure", setting.equal_hosts_similar, setting.contained_hosts_similar)
        if sure_key not in known:
            known[sure_key] = np.array([hosts_decide(a[0], b[0], setting) for a, b in parts], dtype=float)
        scores = setting.host_weight * known[host_key] + setting.path_weight * known[path_key]
        scores = np.where(known[sure_key] > 0, np.inf, scores)
        # Under all scores only positive pairs are judged right. Where the threshold reaches its score, a
        # positive pair becomes wrong and a negative one right.
        reached = np.searchsorted(THRESHOLDS, scores) * len(sites) + site_of
        change = np.bincount(reached, weights=np.where(labels, -1, 1), minlength=shape[0] * shape[1])
        right[number] = positives + change.reshape(shape)[:-1].cumsum(axis=0)
    return settings, right


def _best(right: Counts) -> tuple[int, int]:
    """Return the numbers of the setting and the threshold with most correct pairs."""
    half = _WIDTH // 2
    padded = np.pad(right, ((0, 0), (half, half)), mode="edge")
    smooth = np.sum([padded[:, shift : shift + right.shape[1]] for shift in range(_WIDTH)], axis=0)
    setting, threshold = np.unravel_index(int(smooth.argmax()), smooth.shape)
    return int(setting), int(threshold)


def same_section(pair: UrlPair) -> bool:
    """Return whether a pair has the same host and first directory: the baseline for algorithm 2."""
    (host1, path1), (host2, path2) = split_url(pair.url1), split_url(pair.url2)
    return host1 == host2 and path1[:1] == path2[:1]

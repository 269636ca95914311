"""How clean a corpus is: a stratified sample of kept and dropped pages, graded by a person.

Precision is the share of relevant pages among the kept ones, recall the share of kept pages among the
relevant ones that were fetched. Each stratum is weighted by the number of its pages, however many of them are
graded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import numpy as np
from sqlalchemy import select

from topiccrawl.corpus.columns import site_of
from topiccrawl.messages import message
from topiccrawl.storage import schema
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.rows.learned import GRADED
from topiccrawl.topics.calibration.graded_pages import RELEVANT

FETCHED_DROPS = (("verdict", "off_topic"), ("gate", "description"), ("import", "off_topic"))
"""Stages and reasons of pages that were fetched and judged not to be on the topic."""

LEVEL = 0.95
"""Probability of the intervals."""

_BANDS = 3
"""Strata of the kept pages by relevance; the least certain ones form their own."""
_DRAWS = 20_000
_CHUNK = 5000


@dataclass(frozen=True)
class Stratum:
    """Pages of one kind.

    Attributes:
        name: the kind, for people.
        kept: whether they are in the corpus.
        urls: of all of them.
    """

    name: str
    kept: bool
    urls: tuple[str, ...]


@dataclass(frozen=True)
class Share:
    """An estimated share with its interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        """Return the share as people read it."""
        return f"{self.value:.3f} ({self.low:.3f} to {self.high:.3f})"


@dataclass(frozen=True)
class Audit:
    """What the grades of a sample say about a corpus.

    Attributes:
        precision: share of relevant pages among the kept ones; None if none of them is graded.
        recall: share of kept pages among the relevant ones that were fetched; None without grades on both
            sides.
        graded: number of graded pages of each stratum.
        relevant: number of relevant ones among these.
        pages: number of pages of each stratum.
    """

    precision: Share | None
    recall: Share | None
    graded: Mapping[str, int]
    relevant: Mapping[str, int]
    pages: Mapping[str, int]

    def stats(self) -> dict[str, object]:
        """Return the figures as stats of a run."""
        found: dict[str, object] = {"topiccrawl/audit/graded": sum(self.graded.values())}
        for name, share in (("precision", self.precision), ("recall", self.recall)):
            if share is not None:
                found[f"topiccrawl/audit/{name}"] = round(share.value, 4)
                found[f"topiccrawl/audit/{name}/low"] = round(share.low, 4)
                found[f"topiccrawl/audit/{name}/high"] = round(share.high, 4)
        return found


def read_strata(store: CorpusStore, topic: str) -> list[Stratum]:
    """Return the strata of a topic that have pages: kept ones by relevance, dropped ones by reason.

    Duplicates are left out, and so are dropped URLs that are kept pages now.
    """
    rows = _kept(store, topic, "relevance")
    kept = sorted((row["relevance"] if row["relevance"] is not None else 1.0, row["url"]) for row in rows)
    strata = []
    for band in range(_BANDS):
        some = kept[len(kept) * band // _BANDS : len(kept) * (band + 1) // _BANDS]
        if some:
            name = message(
                "{number}. kept, relevance {low:.2f} to {high:.2f}",
                number=band + 1,
                low=some[0][0],
                high=some[-1][0],
            )
            strata.append(Stratum(name, True, tuple(url for _, url in some)))
    known = {url for _, url in kept}
    by_reason: dict[tuple[str, str], list[str]] = {}
    for url, stage, reason in _drops(store, topic):
        if (stage, reason) in FETCHED_DROPS and url not in known:
            known.add(url)
            by_reason.setdefault((stage, reason), []).append(url)
    for (stage, reason), urls in sorted(by_reason.items()):
        strata.append(
            Stratum(message("dropped, {stage}: {reason}", stage=stage, reason=reason), False, tuple(urls))
        )
    return strata


def read_sources(store: CorpusStore, topic: str) -> list[Stratum]:
    """Return the kept pages of a topic by source, the registered domain of their URLs; the largest first."""
    by_source: dict[str, list[str]] = {}
    for row in _kept(store, topic):
        by_source.setdefault(site_of(row["url"]), []).append(row["url"])
    found = sorted(by_source.items(), key=lambda one: (-len(one[1]), one[0]))
    return [Stratum(source, True, tuple(urls)) for source, urls in found]


def draw_of_each(strata: Iterable[Stratum], count: int, seed: int) -> list[str]:
    """Return so many URLs of each stratum, or all it has, one stratum after the other."""
    return [url for one in strata for url in _at_random(one, seed)[:count]]


def _at_random(stratum: Stratum, seed: int) -> list[str]:
    """Return the URLs of a stratum in the order of their hashes: added pages change little of a sample."""
    return sorted(stratum.urls, key=lambda url: sha256(f"{seed} {url}".encode()).digest())


def bad_share(source: Stratum, grades: Mapping[str, int], sample: Sequence[str]) -> Share | None:
    """Return the share of pages of a source that are not relevant, from a sample; None without grades."""
    good = estimate([source], grades, sample).precision
    return None if good is None else Share(1 - good.value, 1 - good.high, 1 - good.low)


def without_sources(names: Sequence[str]) -> str:
    """Return the condition of exports that leaves sources out; see `topiccrawl.corpus.conditions`.

    >>> without_sources(["a.cn", "b.cn"])
    'not domain in ("a.cn", "b.cn")'
    """
    listed = ", ".join(f"'{name}'" if '"' in name else f'"{name}"' for name in names)
    return f"not domain in ({listed})"


def draw(strata: Sequence[Stratum], count: int, seed: int) -> list[str]:
    """Return URLs to grade: the same number from each stratum, shuffled, reproducible by seed.

    If a stratum has fewer pages, all of them are drawn, and more from the others.
    """
    shuffled = {one.name: _at_random(one, seed) for one in strata}
    sizes = dict.fromkeys(shuffled, 0)
    while count > sum(sizes.values()) and (open_ := [n for n in sizes if sizes[n] < len(shuffled[n])]):
        for name in open_[: count - sum(sizes.values())]:
            sizes[name] += 1
    drawn = [url for name, size in sizes.items() for url in shuffled[name][:size]]
    return _at_random(Stratum("", True, tuple(drawn)), seed)


def estimate(strata: Sequence[Stratum], grades: Mapping[str, int], sample: Sequence[str]) -> Audit:
    """Return precision and recall with intervals.

    Intervals come from draws of each stratum's share (Jeffreys' prior). A completely graded stratum is exact;
    for one without grades any share is possible.

    Args:
        strata: from `read_strata`.
        grades: by URL.
        sample: the URLs that were drawn; other grades do not count, as they were not drawn at random.
    """
    drawn = set(sample)
    graded, relevant, pages = {}, {}, {one.name: len(one.urls) for one in strata}
    totals = {True: np.zeros(_DRAWS), False: np.zeros(_DRAWS)}
    means = {True: 0.0, False: 0.0}
    rng = np.random.default_rng(0)
    for one in strata:
        own = [grades[url] for url in one.urls if url in drawn and url in grades]
        good = sum(grade == RELEVANT for grade in own)
        graded[one.name], relevant[one.name] = len(own), good
        means[one.kept] += len(one.urls) * (good / len(own) if own else 0.5)
        whole = len(own) == len(one.urls)
        shares = good / len(own) if whole else rng.beta(good + 0.5, len(own) - good + 0.5, _DRAWS)
        totals[one.kept] += len(one.urls) * shares
    size = sum(len(one.urls) for one in strata if one.kept)
    has_grades = {kept: any(graded[one.name] for one in strata if one.kept is kept) for kept in (True, False)}
    precision = _share(totals[True] / size, means[True] / size) if size and has_grades[True] else None
    recall = None
    if has_grades[True] and (has_grades[False] or all(one.kept for one in strata)):
        whole_mean = means[True] + means[False]
        sums = totals[True] + totals[False]
        ratio = np.divide(totals[True], sums, out=np.zeros(_DRAWS), where=sums > 0)
        recall = _share(ratio, means[True] / whole_mean if whole_mean else 0.0)
    return Audit(precision, recall, graded, relevant, pages)


def _share(draws: Any, value: float) -> Share:
    low, high = np.quantile(draws, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return Share(value, float(min(low, value)), float(max(high, value)))


def _kept(store: CorpusStore, topic: str, *columns: str) -> list[dict[str, Any]]:
    """Return the pages that an export holds, neither duplicates nor set aside, or held until their grade.

    Without the latter, all pages of a sample that were found to be off the topic would no longer count.
    """
    rows = store.read_pages(topic, ("url", "set_aside", *columns), originals_only=True)
    return [row for row in rows if row["set_aside"] in (None, GRADED)]


def _drops(store: CorpusStore, topic: str) -> Iterator[tuple[str, str, str]]:
    drops = schema.drops.c
    query = select(drops.id, drops.url, drops.stage, drops.reason).where(drops.topic == topic)
    last = 0
    while rows := store.fetch(query.where(drops.id > last).order_by(drops.id).limit(_CHUNK)):
        for row in rows:
            yield row["url"], row["stage"], row["reason"]
        last = rows[-1]["id"]

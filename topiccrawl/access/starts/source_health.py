"""Which sources fell silent, moved or changed their template, by their own history.

New articles of a source are modelled as arrivals with a rate for each part of the day, on working days and at
weekends, whose daily numbers scatter as they did before (a negative binomial distribution). A day on which
all sources together have less than usual counts less for each, and a holiday, on which they publish as at
weekends, is a weekend for all.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Literal

from topiccrawl.storage.rows.starts.source_visits import KEPT, SourceVisit

Kind = tuple[bool, int]
"""Whether a slot is at a weekend, and its part of the day."""
Verdict = Literal["steady", "silent", "moved", "gone", "links", "texts", "failed", "not asked", "new", "rare"]
AMISS: tuple[Verdict, ...] = ("silent", "moved", "gone", "links", "texts", "failed")
"""Verdicts of sources that people should look at."""

RARE = 0.002
"""A source is silent when its history would give such a gap in a month with less than this probability."""
_RARE_TEXTS = 0.001
"""Its template has changed when so many articles without a text have less than this probability."""
_MONTH = 30.0
_AHEAD = 90 * 24 // 4
"""Slots after its last article for which a silence is foreseen."""
_LONGER = 1.25
"""How many times its longest gap so far, counted in expected articles, a silence must be."""
_FEWEST, _DAYS = 8, 7.0
"""New articles and days from which the rhythm of a source is known."""
_RARE_DAYS = 28.0
"""Days after which a source of which too little is known is one that publishes too rarely."""
_HOLIDAY = 10
"""Days without anything new after which a source no longer says what is usual."""
_SLOT = 4
"""Hours of a part of a day."""
_PARTS = 24 // _SLOT
_BORROWED = 3.0
"""Slots for which a rate is taken from the rhythm of all sources."""
_NOT_ASKED = timedelta(hours=36)
_EVIDENCE, _SCATTER, _LEAST = 4.0, 2.0, 0.02
"""Logarithm of the odds from which a day is of the other kind; scatter and least mean of its articles."""
_FAILURES = 3
"""Crawls in a row that must have had no answer."""
_FEW_SOURCES, _FEW_ARTICLES = 5, 10.0
_HALF = 0.5
_CHINA = timedelta(hours=8)
_EPOCH = datetime.fromisoformat("1970-01-01T00:00:00+00:00")


@dataclass(frozen=True, slots=True)
class SourceHealth:
    """How a source is.

    Attributes:
        host: its host.
        verdict: `silent`: it has far fewer new articles than before; `moved`: its lists lead to another host;
            `gone`: they answer 404 or 410; `links`: they have hardly any links to articles; `texts`: its
            articles have no text any more; `failed`: no answer; `new`: too little is known of it yet;
            `rare`: it publishes so rarely that its silence cannot be told within three months.
        per_day: new articles a day, before a silence; of a `new` or `rare` one all that are known.
        days: days since the last new article, or since the source was asked.
        today: crawls of today that its lists answered, or in a row that failed.
        links: links to articles of a list, or articles without a text, at last.
        before: fewest links of a list before.
        place: where it moved to, or what its lists answer.
        chance: probability of the silence in a month.
        tells: when a `steady` one is called silent if nothing new comes; None for other verdicts.
    """

    host: str
    verdict: Verdict
    per_day: float = 0.0
    days: float = 0.0
    today: int = 0
    links: float = 0.0
    before: float = 0.0
    place: str = ""
    chance: float = 1.0
    tells: datetime | None = None


class _History:
    """New articles of a source by slot, that is by part of a day, numbered through."""

    def __init__(self, visits: Sequence[SourceVisit]) -> None:
        answered = [one for one in visits if one.answered]
        self.fresh: dict[int, float] = {}
        slots = pairwise([_slot(one.at) for one in answered])
        for (first, last), one in zip(slots, answered[1:], strict=True):
            # What is new after a long pause appeared at some time of it.
            covered = range(min(first + 1, last), last + 1)
            for slot in covered:
                self.fresh[slot] = self.fresh.get(slot, 0.0) + one.fresh / len(covered)
        self.last = max((slot for slot, count in self.fresh.items() if count), default=-1)
        self.known = {slot: count for slot, count in self.fresh.items() if slot <= self.last}
        self.total = sum(self.known.values())
        self.days = len(self.known) / _PARTS
        self.count(frozenset())

    def count(self, other: Collection[int]) -> None:
        """Count articles and slots by kind, where some days are not of the kind that the calendar says."""
        self.counts: dict[Kind, float] = defaultdict(float)
        self.slots: dict[Kind, int] = defaultdict(int)
        for slot, count in self.known.items():
            self.counts[_kind(slot, other)] += count
            self.slots[_kind(slot, other)] += 1

    def telling(self) -> Iterator[tuple[int, float]]:
        """Yield its slots with their articles, but of a silence only as many as a holiday may have."""
        return (one for one in self.fresh.items() if one[0] <= self.last + _HOLIDAY * _PARTS)

    @property
    def is_known(self) -> bool:
        return self.total >= _FEWEST and self.asked >= _DAYS and self.days >= _HALF * _DAYS

    @property
    def asked(self) -> float:
        """Return the days of which it is known what was new."""
        return len(self.fresh) / _PARTS

    def rates(self, shape: Mapping[Kind, float]) -> dict[Kind, float]:
        """Return the expected new articles of a slot, by its kind."""
        found: dict[Kind, float] = {}
        mean = self.total / len(self.known) if self.known else 0.0
        for weekend in (False, True):
            kinds = [(weekend, part) for part in range(_PARTS)]
            usual = sum(shape[kind] for kind in kinds) / _PARTS
            count, slots = sum(self.counts[kind] for kind in kinds), sum(self.slots[kind] for kind in kinds)
            # First how much there is at weekends at all, then at which time of the day.
            # Of its first weekend no more is expected than there was: it may have a rest.
            borrowed = _BORROWED if slots >= 2 * _PARTS else 0.0
            level = (count + borrowed * mean * usual) / ((slots + borrowed) or 1.0)
            for kind in kinds:
                part = level * shape[kind] / usual
                found[kind] = (self.counts[kind] + _BORROWED * part) / (self.slots[kind] + _BORROWED)
        return found


def source_health(visits: Mapping[str, Sequence[SourceVisit]], now: datetime) -> list[SourceHealth]:
    """Return how the sources of a topic are, by host.

    Args:
        visits: what crawls saw of each, by host, oldest first.
        now: the time, with a zone.
    """
    histories = {host: _History(some) for host, some in visits.items()}
    rates = _rates(histories)
    if other := _other_days(histories, rates):
        for one in histories.values():
            one.count(other)
        rates = _rates(histories)
    usual, empty = _usual_shares(histories, rates, other), _textless_share(visits.values())

    def expected(host: str) -> Callable[[int], float]:
        return lambda slot: rates[host][_kind(slot, other)] * usual.get(_day(slot), 1.0)

    return [
        _health(host, visits[host], histories[host], expected(host), empty, now) for host in sorted(visits)
    ]


def _health(
    host: str,
    visits: Sequence[SourceVisit],
    history: _History,
    expected: Callable[[int], float],
    empty: float,
    now: datetime,
) -> SourceHealth:
    last = visits[-1]
    per_day = history.total / history.days if history.days else 0.0
    midnight = _EPOCH + timedelta(days=_day(_slot(now))) - _CHINA
    today = sum(one.at >= midnight for one in visits if one.answered)
    silence = (_slot(now) - history.last) / _PARTS if history.last >= 0 else 0.0
    # Lists that seldom change are asked seldom. Of a long silence the first visits are not kept.
    pauses = [one.at - before.at for before, one in pairwise(visits) if last.at - before.at < KEPT]
    if now - last.at > max(_NOT_ASKED, 2 * max(pauses, default=_NOT_ASKED)):
        return SourceHealth(host, "not asked", per_day, (now - last.at) / timedelta(days=1))
    # A list that has always led elsewhere has not moved.
    if last.problem == "gone" or (last.problem == "moved" and any(one.problem != "moved" for one in visits)):
        verdict: Verdict = "moved" if last.problem == "moved" else "gone"
        return SourceHealth(host, verdict, per_day, silence, today, place=last.place)
    failures = next((at for at, one in enumerate(reversed(visits)) if one.answered), len(visits))
    if failures >= _FAILURES:
        return SourceHealth(host, "failed", per_day, silence, failures, place=last.place)
    if (links := _links_lost(visits)) is not None:
        return SourceHealth(host, "links", per_day, silence, today, *links)
    if (textless := _texts_lost(visits, empty)) is not None:
        return SourceHealth(host, "texts", per_day, silence, today, *textless)
    rare = SourceHealth(host, "rare", history.total, history.asked, today)
    if not history.is_known:
        is_new = history.asked < _RARE_DAYS
        return SourceHealth(host, "new", history.total, history.days, today) if is_new else rare
    chance, slot = _silence(history, expected, per_day)
    if chance < RARE:
        return SourceHealth(host, "silent", per_day, silence, today, chance=chance)
    if slot is None:
        return rare
    tells = _EPOCH + timedelta(hours=slot * _SLOT) - _CHINA
    return SourceHealth(host, "steady", per_day, silence, today, chance=chance, tells=tells)


def _links_lost(visits: Sequence[SourceVisit]) -> tuple[float, float] | None:
    """Return the links of a list now, and the fewest of a list before; None if all is well."""
    fewest, seen, now = math.inf, 0, math.inf
    for one in visits:
        if not one.lists_read:
            continue
        now = one.links / one.lists_read
        if seen < _FAILURES or one.fresh or now >= _HALF * fewest:
            fewest, seen = min(fewest, now), seen + 1
    return (now, fewest) if now < _HALF * fewest else None


def _textless_share(visits: Collection[Sequence[SourceVisit]]) -> float:
    """Return the share of articles without a text, before the last that had one, over all sources."""
    last = [max((at for at, one in enumerate(some) if one.texts), default=-1) for some in visits]
    known = [one for some, end in zip(visits, last, strict=True) for one in some[: end + 1]]
    texts, textless = (sum(getattr(one, name) for one in known) for name in ("texts", "textless"))
    share: float = (textless + 1) / (texts + textless + 2)
    return share


def _texts_lost(visits: Sequence[SourceVisit], empty: float) -> tuple[float, float] | None:
    """Return the last articles, none of which had a text, and the share that had one; None if all is well."""
    begin = next((len(visits) - at for at, one in enumerate(reversed(visits)) if one.texts), 0)
    lost = sum(one.textless for one in visits[begin:])
    texts, textless = (sum(getattr(one, name) for one in visits[:begin]) for name in ("texts", "textless"))
    # While little is known of a source, it is taken for one like the others.
    chance = ((textless + 2 * empty) / (texts + textless + 2)) ** lost
    return (lost, texts / (texts + textless)) if texts and lost > 1 and chance < _RARE_TEXTS else None


def _silence(history: _History, expected: Callable[[int], float], per_day: float) -> tuple[float, int | None]:
    """Return the probability of a gap like the present one in a month, and the slot at which it is silent."""
    longest = gap = 0.0
    days: dict[int, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for slot, count in sorted(history.known.items()):
        days[_day(slot)][0] += count
        days[_day(slot)][1] += expected(slot)
        longest, gap = (longest, 0.0) if count else (max(longest, gap + expected(slot)), gap + expected(slot))
    squares = sum(mean**2 for _, mean in days.values())
    excess = sum((count - mean) ** 2 - mean for count, mean in days.values())
    shape = squares / max(excess, squares / 1000)
    end = max(history.fresh, default=-1)  # its last slot has not ended
    now = chance = 1.0
    waited = today = past = 0.0  # articles expected in all, and today; log of the chance of none before
    for slot in range(history.last + 1, max(end, history.last + _AHEAD)):
        if chance < RARE and slot >= end:
            return now, slot
        if slot % _PARTS == 0:
            past, today = past - shape * math.log1p(today / shape), 0.0
        waited, today = waited + expected(slot), today + expected(slot)
        none = math.exp(past - shape * math.log1p(today / shape))
        chance = 1.0 if waited < _LONGER * longest else min(1.0, per_day * _MONTH * none)
        now = chance if slot < end else now
    return now, None


def _rates(histories: Mapping[str, _History]) -> dict[str, dict[Kind, float]]:
    """Return the expected new articles of a slot by host and kind."""
    shape = _shape(histories.values())
    return {host: one.rates(shape) for host, one in histories.items()}


def _other_days(histories: Mapping[str, _History], rates: Mapping[str, Mapping[Kind, float]]) -> set[int]:
    """Return working days on which all sources together published as at weekends, and the reverse."""
    if len(histories) < _FEW_SOURCES:
        return set()
    evidence: dict[int, float] = defaultdict(float)
    for host, history in histories.items():
        days: dict[int, list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0])
        for slot, count in history.telling():
            is_weekend, part = _kind(slot)
            means = rates[host][is_weekend, part], rates[host][not is_weekend, part]
            days[_day(slot)] = [old + new for old, new in zip(days[_day(slot)], (count, *means), strict=True)]
        for day, (count, usual, other) in days.items():
            # The logarithm of two negative binomial probabilities of the number, divided.
            more = (other + _LEAST) / (usual + _LEAST), (other + _SCATTER) / (usual + _SCATTER)
            evidence[day] += count * math.log(more[0]) - (count + _SCATTER) * math.log(more[1])
    return {day for day, one in evidence.items() if one > _EVIDENCE}


def _shape(histories: Collection[_History]) -> dict[Kind, float]:
    """Return how many articles a slot of each kind has, in times of the mean, over all sources."""
    counts: dict[Kind, float] = defaultdict(float)
    slots: dict[Kind, int] = defaultdict(int)
    for one in histories:
        for kind, number in one.slots.items():
            counts[kind] += one.counts[kind]
            slots[kind] += number
    mean = sum(counts.values()) / sum(slots.values()) if any(counts.values()) else 1.0
    kinds = [(weekend, part) for weekend in (False, True) for part in range(_PARTS)]
    return {kind: (counts[kind] + mean) / (slots[kind] + 1) / mean for kind in kinds}


def _usual_shares(
    histories: Mapping[str, _History], rates: Mapping[str, Mapping[Kind, float]], other: Collection[int]
) -> dict[int, float]:
    """Return by day which share of their usual articles all sources had, at most 1."""
    if len(histories) < _FEW_SOURCES:
        return {}
    counts: dict[int, float] = defaultdict(float)
    expected: dict[int, float] = defaultdict(float)
    for host, history in histories.items():
        for slot, count in history.telling():
            counts[_day(slot)] += count
            expected[_day(slot)] += rates[host][_kind(slot, other)]
    return {
        day: min(1.0, (counts[day] + 1) / (usual + 1))
        for day, usual in expected.items()
        if usual >= _FEW_ARTICLES
    }


def _slot(at: datetime) -> int:
    return int((at.timestamp() + _CHINA.total_seconds()) // (3600 * _SLOT))


def _day(slot: int) -> int:
    return slot // _PARTS


def _kind(slot: int, other: Collection[int] = ()) -> Kind:
    """Return whether a slot is at a weekend, and its part of the day; `other`: days that are not as usual."""
    is_weekend = (_day(slot) + 3) % 7 >= 5  # 1 January 1970 was a Thursday
    return is_weekend is not (_day(slot) in other), slot % _PARTS

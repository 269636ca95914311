"""How often a list page changes, from earlier visits."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import datetime, timedelta

from topiccrawl.storage.records import RevisitRecord

_PRIOR_CHANGES = 1.0
_PRIOR_DAYS = 1.0
"""Prior: one change per day; observed visits soon outweigh it."""
_CLOSELY = timedelta(hours=3)
"""Time between two crawls up to which every article shall be found soon."""
_SOON = timedelta(minutes=5)
"""Time after a visit for which a page is not asked again: a crawl that is started anew has just read it."""
_CHINA, _DAY = timedelta(hours=8), timedelta(days=1)
_LATE = 0.06
"""Share of the new articles that may be found late by crawls that follow each other closely."""


def changes_a_day(changes: int, days: float) -> float:
    """Return how often a page changes in a day, see `chance_of_change`."""
    return (changes + _PRIOR_CHANGES) / (days + _PRIOR_DAYS)


def least_worth(rates: Sequence[float], shares: Sequence[float]) -> float:
    """Return the expected changes from which a page is worth a request in an hour.

    Requests go to the pages and hours with the most changes: leaving out all that are worth less makes a few
    hundredths of the changes late, and saves the most requests.

    Args:
        rates: changes a day of each page.
        shares: share of a day's changes that each hour has; their sum is 1.

    >>> least_worth([10.0, 10.0, 1.0], [0.9, 0.1])
    1.0
    """
    worth = sorted(rate * share for rate in rates for share in shares)
    late = _LATE * sum(worth)
    for one in worth:
        late -= one
        if late < 0:
            return one
    return 0.0


def chance_of_change(changes: int, days: float, since: float) -> float:
    """Return how likely a page has something new, in [0, 1).

    Changes are taken to come at random with a constant rate (a Poisson process), whose prior is a gamma
    distribution with one change in one day.

    Args:
        changes: visits that found something new.
        days: days over which the visits spread.
        since: days since the last visit.

    >>> round(chance_of_change(0, 0.0, 1.0), 2), round(chance_of_change(0, 9.0, 1.0), 2)
    (0.63, 0.1)
    >>> round(chance_of_change(9, 9.0, 1.0), 2), round(chance_of_change(9, 9.0, 0.01), 2)
    (0.63, 0.01)
    """
    return 1 - math.exp(-changes_a_day(changes, days) * max(0.0, since))


def due_records(
    known: Sequence[RevisitRecord], shares: Sequence[float], now: datetime, chance: float
) -> list[RevisitRecord]:
    """Return the pages that may have changed.

    If crawls follow each other closely, these are also the pages that are worth a request in this hour, so
    that nearly all articles are found by the next crawl. A page whose visit lies in the future, as the
    clock was set back, may have changed too.

    Args:
        known: all pages that are asked for again.
        shares: share of a day's changes that each hour has, in China time.
        now: the time, with a zone.
        chance: least probability of a change.
    """
    rates = [changes_a_day(record.changes, record.days) for record in known]
    least = math.inf
    if any(now - record.visited_at <= _CLOSELY for record in known):
        least = least_worth(rates, shares)
    share = shares[(now + _CHINA).hour]
    return [
        record
        for record, rate in zip(known, rates, strict=True)
        if record.visited_at > now
        or (rate * share >= least and now - record.visited_at >= _SOON)
        or chance_of_change(record.changes, record.days, (now - record.visited_at) / _DAY) >= chance
    ]

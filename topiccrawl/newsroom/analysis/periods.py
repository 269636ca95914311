"""Periods of days, and the steps (day, week, ...) by which they are counted."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

from topiccrawl.messages import message

Step = Literal["day", "week", "month", "year"]

_EARLIEST, _LATEST = date(1900, 1, 1), date(2200, 12, 31)
"""Range of days accepted in forms; leaves room for an equally long period before and after."""
_DAY = re.compile(r"(\d{4})(?:-(\d\d))?(?:-(\d\d))?")


@dataclass(frozen=True, slots=True)
class Period:
    """Days from a first to a last one, both included.

    Attributes:
        first: the first day.
        last: the last day, not before the first.

    Raises:
        ValueError: the last day is before the first.
    """

    first: date
    last: date

    def __post_init__(self) -> None:
        if self.last < self.first:
            raise ValueError(
                message(
                    "the period ends on {last}, before it begins on {first}", last=self.last, first=self.first
                )
            )

    @property
    def days(self) -> int:
        """Return the number of days."""
        return (self.last - self.first).days + 1

    def before(self) -> Period:
        """Return the period of as many days just before this one.

        >>> str(Period(date(2024, 3, 1), date(2024, 3, 2)).before().first)
        '2024-02-28'
        """
        length = timedelta(days=self.days)
        return Period(self.first - length, self.last - length)

    def __str__(self) -> str:
        return f"{self.first} – {self.last}"


def parse_period(since: str, until: str, newest: date, days: int = 30) -> Period:
    """Return the period of a form, with defaults for missing or invalid values.

    Args:
        since: first day: 2024-05-01, or 2024-05 or 2024 for the first day of it.
        until: last day: the same, for the last day of it.
        newest: the last day if none is given.
        days: length of the period if no first day is given.

    >>> str(parse_period("2024-02", "2024-02", date(2025, 1, 1)))
    '2024-02-01 – 2024-02-29'
    """
    last = span_of(until)
    end = last[1] if last else newest
    first = span_of(since)
    start = first[0] if first else date.fromordinal(max(1, end.toordinal() - days + 1))
    start, end = sorted(min(max(day, _EARLIEST), _LATEST) for day in (start, end))
    return Period(start, end)


def span_of(text: str) -> tuple[date, date] | None:
    """Return the first and last day of a day, month or year given as text; None if invalid.

    >>> [str(day) for day in span_of("2023-02")]
    ['2023-02-01', '2023-02-28']
    """
    match = _DAY.fullmatch(text.strip())
    if match is None:
        return None
    year, month, day = (int(part) if part else 0 for part in match.groups())
    try:
        first = date(year, month or 1, day or 1)
        if day:
            return first, first
        after = date(year + (not month or month == 12), month % 12 + 1 if month else 1, 1)
        return first, after - timedelta(days=1)
    except ValueError:  # no such day, or the year 9999, after which there is none
        return None


def step_of(day: date, step: Step) -> date:
    """Return the first day of the step that a day is in.

    >>> str(step_of(date(2024, 5, 2), "week")), str(step_of(date(2024, 5, 2), "month"))
    ('2024-04-29', '2024-05-01')
    """
    if step == "week":
        return date.fromordinal(max(1, day.toordinal() - day.weekday()))
    return day.replace(month=1 if step == "year" else day.month, day=day.day if step == "day" else 1)


def steps(period: Period, step: Step) -> list[date]:
    """Return the first days of all steps of a period, in order; the first may be before the period."""
    found = [step_of(period.first, step)]
    while (following := _next(found[-1], step)) is not None and following <= period.last:
        found.append(following)
    return found


def fitting_step(period: Period, most: int = 62) -> Step:
    """Return the shortest step that gives at most this many counts."""
    lengths: dict[Step, int] = {"day": 1, "week": 7, "month": 28}
    return next((step for step, days in lengths.items() if period.days <= most * days), "year")


def _next(day: date, step: Step) -> date | None:
    try:
        if step in ("day", "week"):
            return day + timedelta(days=1 if step == "day" else 7)
        if step == "month":
            return date(day.year + day.month // 12, day.month % 12 + 1, 1)
        return date(day.year + 1, 1, 1)
    except (ValueError, OverflowError):
        return None

"""Start times of a regular crawl: at an interval, or at a time of day, daily or weekly.

A library for this would bring job stores and threads of its own; the pages and `topiccrawl watch` need only
the time of the next start.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from math import floor

SHANGHAI = "Asia/Shanghai"
ZONES = (SHANGHAI, "")
"""Time zones of a time of day: that of China, which has no summer time, and that of this machine (empty)."""
CHINA = timezone(timedelta(hours=8))

_UNITS = {"s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0, "w": 604800.0}
_INTERVAL = re.compile(r"(\d+(?:\.\d+)?)\s*([smhdw])")
_DAY = 1440


def interval_seconds(text: str) -> float:
    """Return an interval in seconds.

    >>> interval_seconds("1d"), interval_seconds("1.5h")
    (86400.0, 5400.0)

    Raises:
        ValueError: it is no number with a unit, or 0.
    """
    found = _INTERVAL.fullmatch(text.strip().lower())
    seconds = float(found[1]) * _UNITS[found[2]] if found else 0.0
    if not seconds:
        raise ValueError(f"{text!r}: write a number and s, m, h, d or w, such as 1d")
    return seconds


@dataclass(frozen=True, slots=True)
class Timetable:
    """The starts of a regular crawl.

    Attributes:
        seconds: from one start to the next; 0: at a time of day.
        minute: time of day, in minutes after midnight.
        weekday: only on this day of the week, 0 for Monday; None: each day.
        zone: of the time of day, one of `ZONES`.

    Raises:
        ValueError: a value is out of range.
    """

    seconds: float = 0.0
    minute: int = 0
    weekday: int | None = None
    zone: str = SHANGHAI

    def __post_init__(self) -> None:
        if self.seconds < 0 or not 0 <= self.minute < _DAY or self.zone not in ZONES:
            raise ValueError(f"no timetable: {self.seconds} s, minute {self.minute}, zone {self.zone!r}")
        if self.weekday is not None and not 0 <= self.weekday < 7:
            raise ValueError(f"no day of the week: {self.weekday}")

    def next_start(self, now: datetime, last: datetime | None = None) -> datetime:
        """Return the first start after a time; missed starts are skipped.

        Args:
            now: an aware time.
            last: when it was last started, for intervals; None: never, so it starts at once.

        >>> daily = Timetable(minute=3 * 60)
        >>> daily.next_start(datetime.fromisoformat("2024-05-01T18:59:00+00:00")).isoformat()
        '2024-05-02T03:00:00+08:00'
        >>> hourly = Timetable(3600.0)
        >>> last = datetime.fromisoformat("2024-05-01T10:00:00+08:00")
        >>> hourly.next_start(datetime.fromisoformat("2024-05-01T12:30:00+08:00"), last).isoformat()
        '2024-05-01T13:00:00+08:00'
        """
        if self.seconds:
            if last is None:
                return now
            passed = floor((now - last).total_seconds() / self.seconds)
            return last + timedelta(seconds=self.seconds * (max(0, passed) + 1))
        day = now.astimezone(CHINA if self.zone else None).replace(hour=0, minute=0, second=0, microsecond=0)
        # Eight days: today's start may have passed, and the only weekday may be today.
        for offset in range(9):
            start = self._start_on(day + timedelta(days=offset))
            if start > now and self.weekday in (None, start.weekday()):
                return start
        raise AssertionError("no start in a week")

    def _start_on(self, day: datetime) -> datetime:
        # Without its zone: on the machine's clock the offset may change between two days.
        start = day.replace(tzinfo=None) + timedelta(minutes=self.minute)
        return start.replace(tzinfo=CHINA) if self.zone else start.astimezone()

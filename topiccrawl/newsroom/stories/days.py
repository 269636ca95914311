"""On which day an event happened, by what the beginning of its report says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import NamedTuple

_RANGE = r"[～~—–-]{1,2}\d{1,2}"
_DAY = re.compile(rf"(?<![年\d])(\d{{1,2}})月(\d{{1,2}})(?:{_RANGE})?[日号]")
_FULL = re.compile(rf"(?<!\d)(20\d\d|19\d\d)年(\d{{1,2}})月(\d{{1,2}})(?:{_RANGE})?[日号]")
_ONLY_DAY = re.compile(
    r"(?<!\d月)(?<![\d—–～~\-/.])(\d{1,2})日(?!\d|[电電报刊內内前后後元本均常子期志龄以之]|游|程|圆|左右|讯)"
)
_NEAR_DAY = re.compile("昨[天日晚夜]|前天|今[天日晨晚早](?!后|年)")
_WEEKDAY = re.compile("(?:上|本|这)?(?:周|星期)([一二三四五六日天])(?!边|围|岁|年|期)")
_WEEKDAYS = "一二三四五六日"
_OF_DATELINE = re.compile(r"(\d{1,2})月(\d{1,2})[日号]")
_ONLY_OF_DATELINE = re.compile(r"(?<!\d)(\d{1,2})日")
_BORN = re.compile(r"[^，。；\n]{0,3}(?:出生|诞生|生于|诞辰|生人|生，|生）|生\))")
_BORN_BEFORE = re.compile(
    r"(?:生于|出生于|诞辰|生日(?:是|为)?|出生日期[:：]?|[（(]|[（(]生于|图为|摄于|拍摄于)$"
)
_SINCE = re.compile("[^，。；\n]{0,2}(?:起(?:施行|实施|执行|生效)|(?:开始)?施行|起，?正式施行)")
_CITED = re.compile("(?:的)?(?:报道|消息|电|讯|刊文|刊登|刊发|援引|网站)")
_PLANNED = re.compile("(?:将|拟|定于|预计|计划|即将|定在|有望)[^，。；\n]{0,6}$")
_LIMIT = re.compile("(?:截至|截止|自|从|到|至|前)$")
_QUOTED = re.compile("“[^”]*”?")
_FAR = 200
"""Days from publication beyond which a date counts only where the text begins with it."""
_AT_BEGINNING = 20
_FUTURE = 2.0
"""How much farther than one in the past a day in the future counts."""


class _Told(NamedTuple):
    """A day that a text names: where, which, and how much it counts; less counts more."""

    rank: int
    position: int
    day: date


def event_day(dateline: str, lead: str, published: str | None, fetched_at: datetime) -> str | None:
    """Return the day on which an event happened.

    The first day that the text names counts, of a range its first one: with or without year and month, as
    昨天 or as a day of the week. A day without a year is the nearest one to publication. Days of birth and
    days from which rules apply do not count, those on which somebody reported only if there is no other. If
    the text names no day, it is that of the dateline, else of publication.

    Args:
        dateline: the beginning of the text up to 电 or 讯.
        lead: what follows it.
        published: date of publication, ISO 8601; None if it is not known.
        fetched_at: when the page was fetched.

    >>> event_day("江边日报3月5日电", "昨日上午，", "2024-03-06 08:00", datetime(2024, 4, 1))
    '2024-03-04'
    """
    told = date.fromisoformat(published[:10]) if published else None
    near = told or fetched_at.date()
    base = _day_of_dateline(dateline, near) or told
    days = sorted([*_dates(lead, base or near), *(_relative(lead, base) if base else ())])
    found = days[0].day if days else base
    return found.isoformat() if found else None


def _day_of_dateline(dateline: str, near: date) -> date | None:
    if found := _OF_DATELINE.search(dateline):
        return _nearest(int(found[1]), int(found[2]), near)
    if found := _ONLY_OF_DATELINE.search(dateline):
        return _day_before(int(found[1]), near)
    return None


def _dates(lead: str, near: date) -> Iterator[_Told]:
    """Yield the days with a month."""
    for found in (*_FULL.finditer(lead), *_DAY.finditer(lead)):
        numbers = [int(number) for number in found.groups()]
        day = _date(*numbers) if len(numbers) == 3 else _nearest(numbers[0], numbers[1], near)
        if day is None or not _counts(lead, found):
            continue
        far = abs((day - near).days) > _FAR and found.start() > _AT_BEGINNING
        yield _Told(_rank(lead, found) + (2 if far else 0), found.start(), day)


def _relative(lead: str, base: date) -> Iterator[_Told]:
    """Yield the days that the text tells from the day of the report."""
    for found in _ONLY_DAY.finditer(lead):
        if _counts(lead, found) and 1 <= int(found[1]) <= 31:
            planned = _PLANNED.search(lead[max(0, found.start() - 10) : found.start()])
            day = _day_near(int(found[1]), base) if planned else _day_before(int(found[1]), base)
            if day:
                yield _Told(_rank(lead, found), found.start(), day)
    quoted = [one.span() for one in _QUOTED.finditer(lead)]
    for found in _NEAR_DAY.finditer(lead):
        if any(begin < found.start() < end for begin, end in quoted):
            continue
        back = {"昨": 1, "前": 2}.get(found[0][0], 0)
        yield _Told(0, found.start(), base - timedelta(days=back))
    for found in _WEEKDAY.finditer(lead):
        back = (base.weekday() - _WEEKDAYS.index(found[1].replace("天", "日"))) % 7
        yield _Told(1, found.start(), base - timedelta(days=back))


def _counts(lead: str, found: re.Match[str]) -> bool:
    before = lead[max(0, found.start() - 6) : found.start()]
    if _BORN.match(lead, found.end()) or _BORN_BEFORE.search(before) or _SINCE.match(lead, found.end()):
        return False
    return not lead[: found.start()].endswith("至") or not re.search(r"\d日?至$", before)


def _rank(lead: str, found: re.Match[str]) -> int:
    """Return 0 for a day of something that happened, 1 for that of a report about it."""
    before = lead[max(0, found.start() - 3) : found.start()]
    return 1 if _CITED.match(lead, found.end()) or _LIMIT.search(before) else 0


def _nearest(month: int, day: int, near: date) -> date | None:
    """Return a day without a year as the nearest one to another day; a past one rather than one to come."""
    days = [found for year in (near.year - 1, near.year, near.year + 1) if (found := _date(year, month, day))]
    return min(days, key=lambda one: _distance(one, near)) if days else None


def _distance(one: date, near: date) -> float:
    days = (one - near).days
    return days * _FUTURE if days > 1 else abs(days)


def _day_before(number: int, base: date) -> date | None:
    """Return the last day with a number up to the day after another day."""
    return next((day for back in range(-1, 32) if (day := base - timedelta(days=back)).day == number), None)


def _day_near(number: int, base: date) -> date | None:
    days = [day for step in range(-3, 29) if (day := base + timedelta(days=step)).day == number]
    return days[0] if days else None


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None

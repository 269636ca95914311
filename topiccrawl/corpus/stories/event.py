"""The event of a story: name, time, place, people, organisations and category, from its first report."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from topiccrawl.corpus.stories.categories import category_of
from topiccrawl.corpus.stories.entities.names import Method, find_names
from topiccrawl.corpus.stories.entities.places import CHINA, main_place
from topiccrawl.corpus.stories.member import Member
from topiccrawl.dedup.title_vectors import bare_title

_READ = 1500
"""Characters of a text that are read."""
_READ_BY: dict[Method, int] = {"rules": _READ, "model": 500}
"""Characters in which names are counted; those who take part are named early."""
_LEAD = 250
"""Characters of a text in which time and place are searched."""
_MOST_NAMES = 12
_LONGEST_NAME = 64
_DATELINE = re.compile(
    r"^(?:[^\n。，]{0,60}\n)?[^\n。，]{0,45}?"
    r"(?:\d{1,2}日[电電]|(?:\d{1,2}[电電]|[电電讯訊])(?=[\s　（(记]|$))"
)
_FULL = re.compile(r"(20\d\d|19\d\d)年(\d{1,2})月(\d{1,2})[日号]")
_DAY = re.compile(r"(?<![年\d])(\d{1,2})月(\d{1,2})[日号](?![电電])")
_ONLY_DAY = re.compile(r"(?<![月\d至到-])(\d{1,2})日(?![电電报\d])(?=[上下]午|晚|在|，|凌晨|召开|举行)")
_YESTERDAY = re.compile(r"昨[天日晚]")
_TODAY = re.compile(r"今[天日晨晚](?!后)")


@dataclass(frozen=True)
class Event:
    """An event.

    Attributes:
        name: what it is called: the headline of its first report.
        time: day on which it happened, ISO 8601; None if that is not known.
        place: full name of its place; None if that is not known.
        country: its country.
        province: its province-level unit of China.
        category: what it is about.
        people: who takes part, with how often the report names them.
        organisations: which organisations are named.
    """

    name: str
    time: str | None
    place: str | None
    country: str | None
    province: str | None
    category: str | None
    people: Counter[str]
    organisations: tuple[str, ...]


def read_event(report: Member, method: Method = "rules") -> Event:
    """Return the event of its first report; `method` finds the names, see `find_names`."""
    text = report.text[:_READ]
    dateline = _DATELINE.match(text)
    behind = dateline.end() if dateline else 0
    names = find_names(f"{bare_title(report.title)}\n{text[: _READ_BY[method]]}", method)
    place = main_place(report.title, text[behind : behind + _LEAD], text[:behind])
    organisations = [name for name, _ in names.organisations.most_common(_MOST_NAMES)]
    return Event(
        name=bare_title(report.title) or report.url,
        time=event_day(text[:behind], text[behind : behind + _LEAD], report.published, report.fetched_at),
        place=place.name if place and place.name != CHINA else None,
        country=place.country if place else None,
        province=(place.province or None) if place else None,
        category=category_of(report.title, text),
        people=Counter(
            {
                name: count
                for name, count in names.people.most_common(_MOST_NAMES)
                if len(name) <= _LONGEST_NAME
            }
        ),
        organisations=tuple(organisations),
    )


def event_day(dateline: str, lead: str, published: str | None, fetched_at: datetime) -> str | None:
    """Return the day on which an event happened, by what the beginning of its report says.

    Days without a year are the last such days before the date of publication. If the text names no day, it is
    that of the dateline, else of publication.

    >>> event_day("江边日报3月5日电", "昨日上午，", "2024-03-06 08:00", datetime(2024, 4, 1))
    '2024-03-04'
    """
    told = date.fromisoformat(published[:10]) if published else None
    near = told or fetched_at.date()
    written = _in_year(_DAY_OF_DATELINE.search(dateline), near) if dateline else None
    base = written or told
    full = _FULL.search(lead)
    day = _in_year(_DAY.search(lead), near)
    if full and (not day or full.start() <= _DAY.search(lead).start()):  # type: ignore[union-attr]
        day = _date(int(full[1]), int(full[2]), int(full[3]))
    if day is None and base is not None:
        if _YESTERDAY.search(lead):
            day = base - timedelta(days=1)
        elif not _TODAY.search(lead) and (only := _ONLY_DAY.search(lead)):
            day = _day_before(int(only[1]), base)
    found = day or base
    return found.isoformat() if found else None


_DAY_OF_DATELINE = re.compile(r"(\d{1,2})月(\d{1,2})日")


def _in_year(found: re.Match[str] | None, near: date) -> date | None:
    """Return a month and a day as the last such date up to the day after another date."""
    if found is None:
        return None
    for year in (near.year, near.year - 1):
        day = _date(year, int(found[1]), int(found[2]))
        if day and day <= near + timedelta(days=1):
            return day
    return None


def _day_before(number: int, base: date) -> date | None:
    for back in range(32):
        day = base - timedelta(days=back)
        if day.day == number:
            return day
    return None


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None

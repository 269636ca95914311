"""The event of a story: name, time, place, people, organisations and category, from its first report."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from topiccrawl.dedup.title_vectors import bare_title
from topiccrawl.newsroom.stories.categories import category_of
from topiccrawl.newsroom.stories.days import event_day
from topiccrawl.newsroom.stories.entities import Method
from topiccrawl.newsroom.stories.entities.credits import without_credits
from topiccrawl.newsroom.stories.entities.names import find_names, without_names
from topiccrawl.newsroom.stories.entities.places import CHINA, main_place
from topiccrawl.newsroom.stories.member import Member
from topiccrawl.text.normalise import simplify

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

_REPORTERS = re.compile(r"[（(【][^）)】]*[）)】]?|(?:记者|通讯员)[^\d]*")
"""Names of reporters in a dateline, where 李南京 is no city."""


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
    names = find_names(f"{bare_title(report.title)}\n{report.text[: _READ_BY[method]]}", method)
    title, text = simplify(report.title), simplify(report.text[:_READ])
    dateline = _DATELINE.match(text)
    behind = dateline.end() if dateline else 0
    people = [simplify(name) for name in names.people]
    plain = without_names(without_credits(text), people)
    written = _REPORTERS.sub("", text[:behind])
    place = main_place(without_names(title, people), plain[behind : behind + _LEAD], written)
    organisations = [name for name, _ in names.organisations.most_common(_MOST_NAMES)]
    return Event(
        name=bare_title(report.title) or report.url,
        time=event_day(text[:behind], text[behind : behind + _LEAD], report.published, report.fetched_at),
        place=place.name if place and place.name != CHINA else None,
        country=place.country if place else None,
        province=(place.province or None) if place else None,
        category=category_of(title, text),
        people=Counter(
            {
                name: count
                for name, count in names.people.most_common(_MOST_NAMES)
                if len(name) <= _LONGEST_NAME
            }
        ),
        organisations=tuple(organisations),
    )

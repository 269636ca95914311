"""Which of two pages with the same story is older: by their dates of publication, else by fetch time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from topiccrawl.page.facts.dates import CHINA

_DAY = timedelta(hours=23, minutes=59)
"""From the first to the last minute of a day."""

_FIRST_YEAR = 1994
"""Year of the first Chinese web pages; 1970 and 1900 are defaults of programs."""


@dataclass(frozen=True)
class PageAge:
    """What is known about the age of a page.

    Attributes:
        fetched_at: when it was fetched, with a time zone.
        earliest: earliest moment at which it may have been published; None if that is not known.
        latest: latest such moment; None if that is not known.
    """

    fetched_at: datetime
    earliest: datetime | None = None
    latest: datetime | None = None

    @property
    def is_exact(self) -> bool:
        """Whether the minute of publication is known."""
        return self.earliest is not None and self.earliest == self.latest


def page_age(published: str | None, fetched_at: datetime) -> PageAge:
    """Return the age of a page; an implausible date counts as unknown.

    A date without a time of day, or with midnight, which is the default of many programs, means that day.

    Args:
        published: date of publication, ISO 8601; in Chinese time if it has no time zone.
        fetched_at: with a time zone.

    >>> page_age("1970-01-01 08:00", datetime(2024, 5, 1, tzinfo=UTC)).earliest is None
    True
    """
    unknown = PageAge(fetched_at)
    try:
        moment = datetime.fromisoformat(published or "")
        moment = moment.replace(tzinfo=moment.tzinfo or CHINA)
        is_day = not (moment.hour or moment.minute)
        earliest, latest = moment.astimezone(UTC), (moment + _DAY * is_day).astimezone(UTC)
    except (ValueError, OverflowError):
        return unknown
    if moment.year < _FIRST_YEAR or earliest > fetched_at:
        return unknown
    return PageAge(fetched_at, earliest, latest)


def is_older(page: PageAge, other: PageAge) -> bool:
    """Return whether a page is older than another.

    Dates of publication decide if they exclude each other. Against a page without a date only an exact date
    counts. In all other cases the page that was fetched first is older.

    >>> today = datetime(2024, 5, 1, 12, tzinfo=UTC)
    >>> undated, dated = page_age(None, today), page_age("2024-04-30", today + _DAY)
    >>> is_older(dated, undated), is_older(page_age("2024-04-30 09:10", today + _DAY), undated)
    (False, True)
    """
    if page.earliest is not None and other.earliest is not None:
        assert page.latest is not None and other.latest is not None  # both are known or neither
        if page.latest < other.earliest or other.latest < page.earliest:
            return page.latest < other.earliest
    elif page.is_exact and page.earliest is not None:
        return page.earliest < other.fetched_at
    elif other.is_exact and other.earliest is not None:
        return page.fetched_at < other.earliest
    return page.fetched_at < other.fetched_at

"""Early warning: days on which a word or a story has far more pages than on the days before."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from sqlalchemy import Connection, func, select

from topiccrawl.admin.lists.page_filter import PageFilter
from topiccrawl.admin.lists.search_query import rule_query
from topiccrawl.admin.lists.text_index import TextIndex
from topiccrawl.admin.lists.text_search import count_days
from topiccrawl.newsroom.analysis.periods import Period, span_of
from topiccrawl.newsroom.analysis.rule import LEAST, SIGMA, Rule
from topiccrawl.newsroom.analysis.volume import within
from topiccrawl.storage import schema

BASELINE = 28
"""Number of preceding days that a day is compared with: whole weeks, as weekends have fewer pages."""
REST = 7
"""Days without a rise after which the next one counts as new."""

_INDEX, _EVENTS = schema.page_index.c, schema.events.c


@dataclass(frozen=True, slots=True)
class Rise:
    """A count far above those before it.

    Attributes:
        at: its position.
        count: the count.
        mean: mean of the counts before.
        deviation: their standard deviation.
    """

    at: int
    count: int
    mean: float
    deviation: float


@dataclass(frozen=True, slots=True)
class EarlyWarning:
    """A rise of a word or a story.

    Attributes:
        rule: the rule that found it.
        subject: `word:` and the word, or `story:` and the id of the event.
        name: the word, or the name of the event.
        day: the first day of the rise.
        count: pages of the day.
        mean: mean of the days before.
        deviation: their standard deviation.
    """

    rule: Rule
    subject: str
    name: str
    day: date
    count: int
    mean: float
    deviation: float

    @property
    def text(self) -> str:
        """Return the warning as a line."""
        return (
            f"「{self.name}」{self.day} 有 {self.count} 个网页，"
            f"此前 {BASELINE} 天平均每天 {self.mean:.1f} 个（标准差 {self.deviation:.1f}）"
        )


def find_rises(counts: Sequence[int], sigma: float = SIGMA, least: int = LEAST) -> list[Rise]:
    """Return the counts that are `sigma` standard deviations above the mean of the `BASELINE` counts before.

    The deviation is at least that of random arrivals, the root of the mean (or 1), so that a quiet series has
    no rise with its first page. A rise that lasts is found once; after `REST` counts without one, the next
    counts as new.
    """
    found: list[Rise] = []
    last = -REST - 1
    for at in range(BASELINE, len(counts)):
        before = counts[at - BASELINE : at]
        mean = sum(before) / BASELINE
        spread = sum((count - mean) ** 2 for count in before) / (BASELINE - 1)
        deviation = math.sqrt(max(spread, mean * (1 + 1 / BASELINE), 1.0))
        if counts[at] < max(least, mean + sigma * deviation):
            continue
        if at - last > REST:
            found.append(Rise(at, counts[at], mean, deviation))
        last = at
    return found


def find_warnings(
    connection: Connection, index: TextIndex, topic: str, rules: Iterable[Rule], period: Period
) -> list[EarlyWarning]:
    """Return the warnings of a period, the newest first.

    Args:
        connection: of the database.
        index: of the texts.
        topic: name of the topic.
        rules: conditions for warnings.
        period: days on which a rise begins.

    Raises:
        AdminError: not all pages are indexed yet.
    """
    # A rise that began shortly before the period does not count as new.
    whole = Period(period.first - timedelta(days=BASELINE + REST), period.last)
    found: list[EarlyWarning] = []
    for rule in rules:
        if rule.kind == "page":
            continue
        if rule.kind == "story":
            series, names = _stories(connection, topic, whole)
        else:
            series, names = _words(connection, index, topic, rule.word, whole), {}
        for rise in find_rises(series, rule.sigma, rule.least):
            day = whole.first + timedelta(days=rise.at)
            subject, name = names.get(day, (f"word:{rule.word}", rule.word))
            if day >= period.first:
                found.append(EarlyWarning(rule, subject, name, day, rise.count, rise.mean, rise.deviation))
    return sorted(found, key=lambda one: (one.day, one.count), reverse=True)


def unsent(warnings: Iterable[EarlyWarning], sent: Iterable[tuple[str, date]]) -> Iterator[EarlyWarning]:
    """Yield the warnings that were not sent.

    Pages that arrive late may move the first day of a rise, so one of the same subject within `REST` days
    counts as sent.

    Args:
        warnings: found ones.
        sent: subject and day of those that were sent.
    """
    known = list(sent)
    for one in warnings:
        if not any(one.subject == subject and abs((one.day - day).days) <= REST for subject, day in known):
            known.append((one.subject, one.day))
            yield one


def _words(connection: Connection, index: TextIndex, topic: str, word: str, period: Period) -> list[int]:
    chosen = PageFilter(topic=topic, since=str(period.first), until=str(period.last), copies=False)
    days = count_days(connection, index, rule_query(word), chosen)
    return [days[str(period.first + timedelta(days=at))] for at in range(period.days)]


def _stories(
    connection: Connection, topic: str, period: Period
) -> tuple[list[int], dict[date, tuple[str, str]]]:
    """Return for each day the size of its largest story, with the story's subject and name."""
    query = (
        select(_INDEX.day, _INDEX.event_id, func.count())
        .where(_INDEX.topic == topic, within(period), _INDEX.event_id.is_not(None))
        .group_by(_INDEX.day, _INDEX.event_id)
    )
    series = [0] * period.days
    largest: dict[date, int] = {}
    for text, number, pages in connection.execute(query):
        if (span := span_of(text)) is None:
            continue
        at = (span[0] - period.first).days
        if pages > series[at]:
            series[at] = pages
            largest[span[0]] = number
    # Names are read last: grouping by them would copy each name for each of its pages.
    known = select(_EVENTS.id, _EVENTS.name).where(_EVENTS.id.in_(set(largest.values())))
    names = {row.id: row.name for row in connection.execute(known)}
    return series, {day: (f"story:{number}", names[number]) for day, number in largest.items()}

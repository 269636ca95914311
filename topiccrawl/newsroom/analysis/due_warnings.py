"""Due warnings: rises of the last days and words of new pages that were not sent yet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from sqlalchemy import Connection

from topiccrawl.access.starts.source_health import AMISS
from topiccrawl.admin.lists.notes import Notes
from topiccrawl.admin.lists.text_index import TextIndex
from topiccrawl.newsroom.analysis.early_warning import EarlyWarning, find_warnings, unsent
from topiccrawl.newsroom.analysis.periods import Period
from topiccrawl.newsroom.analysis.rule import DAYS, Rule
from topiccrawl.newsroom.analysis.volume import newest_day
from topiccrawl.newsroom.analysis.word_alerts import WordAlert, find_word_alert, last_page
from topiccrawl.page.facts.dates import CHINA
from topiccrawl.reporting.monitoring.sources import read_sources, source_sentence
from topiccrawl.reporting.monitoring.webhooks import Send
from topiccrawl.text.language import localized

RISE, WORD, SOURCE = "rise", "word", "source"
"""Events of messages: rises, words of new pages, and sources that are amiss."""
PAGE = "page:"
"""Prefix of the subjects of alerts about new pages, in the list of sent ones."""


@dataclass(frozen=True, slots=True)
class SourceAlert:
    """A source that fell silent, moved, changed or does not answer.

    Attributes:
        subject: `source:`, its host and the verdict.
        day: of its last new article.
        text: what is said of it.
    """

    subject: str
    day: date
    text: str


@dataclass(frozen=True, slots=True)
class DueWarnings:
    """Current findings of the rules of a topic, and its sources that are amiss.

    Attributes:
        topic: name of the topic.
        period: the days that were searched.
        found: all rises of the period, newest first.
        told: alerts about words of pages stored since the last alert was sent.
        rises: the rises that were not sent.
        sources: the sources that are amiss since they were last sent.
    """

    topic: str
    period: Period
    found: tuple[EarlyWarning, ...]
    told: tuple[WordAlert, ...]
    rises: tuple[EarlyWarning, ...]
    sources: tuple[SourceAlert, ...]


def due_warnings(
    connection: Connection,
    index: TextIndex,
    notes: Notes,
    topic: str,
    rules: Iterable[Rule],
    days: int = DAYS,
) -> DueWarnings:
    """Return the findings of rules in the last days with pages.

    Raises:
        AdminError: not all pages are indexed yet.
    """
    own = list(rules)
    now, sent = datetime.now(CHINA), notes.sent(topic)
    newest = newest_day(connection, topic, now.date())
    period = Period(newest - timedelta(days=days - 1), newest)
    found = find_warnings(connection, index, topic, own, period)
    told = word_alerts(connection, index, notes, topic, own)
    amiss = [one for one in _sources(connection, topic, now) if not _was_sent(one, sent)]
    return DueWarnings(topic, period, tuple(found), told, tuple(unsent(found, sent)), tuple(amiss))


def _sources(connection: Connection, topic: str, now: datetime) -> Iterator[SourceAlert]:
    for one in read_sources(connection, topic, now):
        if one.verdict in AMISS:
            text = f"{one.host}：{localized(source_sentence(one), 'zh')}"
            since = (now - timedelta(days=one.days)).date()
            yield SourceAlert(f"{SOURCE}:{one.host}:{one.verdict}", since, text)


def _was_sent(source: SourceAlert, sent: Iterable[tuple[str, date]]) -> bool:
    """Return whether a source was sent since its last new article, whose time is known by some hours."""
    return any(subject == source.subject and abs((source.day - day).days) <= 1 for subject, day in sent)


def word_alerts(
    connection: Connection, index: TextIndex, notes: Notes, topic: str, rules: Iterable[Rule]
) -> tuple[WordAlert, ...]:
    """Return the alerts about words of new pages; a rule that is checked for the first time starts now.

    Raises:
        AdminError: not all pages are indexed yet.
    """
    found = []
    for rule in rules:
        if rule.kind != "page":
            continue
        after = notes.mark(topic, rule.word)
        if after is None:
            notes.set_mark(topic, rule.word, last_page(connection, topic))
            continue
        one = find_word_alert(connection, index, topic, rule.word, after)
        if one.pages:
            found.append(one)
    return tuple(found)


def send_due(due: DueWarnings, notes: Notes, send: Send) -> tuple[int, int]:
    """Send due warnings and record the delivered ones; return the numbers of delivered and failed ones."""
    taken = failed = 0
    dated = [(RISE, one.subject, one.text, one.day) for one in due.rises]
    dated += [(SOURCE, one.subject, one.text, one.day) for one in due.sources]
    for event, subject, text, day in dated:
        if send(due.topic, event, subject, text):
            notes.mark_sent(due.topic, subject, day)
            taken += 1
        else:
            failed += 1
    for alert in due.told:
        if send(due.topic, WORD, f"word:{alert.word}", alert.text):
            notes.set_mark(due.topic, alert.word, alert.last_page)
            notes.mark_sent(due.topic, f"{PAGE}{alert.word}", datetime.now(CHINA).date())
            taken += 1
        else:
            failed += 1
    return taken, failed

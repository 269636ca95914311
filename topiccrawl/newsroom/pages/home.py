"""What this wing shows on the home page: top stories of the day, warnings, undelivered briefings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from urllib.parse import quote, urlencode

from topiccrawl.admin.crawls.log_language import retold
from topiccrawl.admin.pages.home import Piece, Row
from topiccrawl.admin.web.language import marked
from topiccrawl.admin.web.visit import Visit
from topiccrawl.newsroom.analysis.briefing import make_briefing
from topiccrawl.newsroom.analysis.periods import Period
from topiccrawl.newsroom.analysis.rule import DAYS
from topiccrawl.newsroom.outgoing.issues import SENDING
from topiccrawl.newsroom.outgoing.rounds import SENT_BEFORE, outgoing_of
from topiccrawl.newsroom.pages.changes import find_all, ready_rules
from topiccrawl.page.facts.dates import CHINA

_REMEMBERED = 60.0
_STORIES, _WARNINGS = 5, 10
_READ = 1_000
"""Pages of a day that are read for its stories."""


def pieces(visit: Visit, topics: Sequence[str]) -> Iterator[Piece]:
    """Yield the top stories of today, warnings and undelivered briefings of the last days."""
    today = datetime.now(CHINA).date()
    yield _stories(visit, topics, Period(today, today))
    yield _warnings(visit, topics, Period(today - timedelta(days=DAYS - 1), today))
    if rows := [row for topic in topics for row in _undelivered(visit, topic)]:
        yield Piece(visit.translate(marked("没有送达的简报")), rows, "")


def _stories(visit: Visit, topics: Sequence[str], today: Period) -> Piece:
    say = visit.translate
    rows = [row for topic in topics for row in _stories_of(visit, topic, today)]
    links = [
        (
            "/analysis/briefing?" + urlencode({"topic": topic}),  # of the last day with pages
            say(marked("{topic}的简报")).format(topic=visit.services.topic_title(topic)),
        )
        for topic in topics
    ]
    return Piece(say(marked("今天的要闻")), rows, say(marked("今天还没有要闻。")), links)


def _stories_of(visit: Visit, topic: str, today: Period) -> Iterator[Row]:
    services = visit.services
    find = partial(
        services.read, make_briefing, services.texts, topic, today, most=_STORIES, sentences=1, read=_READ
    )
    text = visit.translate(marked("{pages} 个网页，{sites} 个网站"))
    for one in services.remembered(("top stories", topic, today), _REMEMBERED, find).items:
        path = f"/analysis/events/{quote(topic)}/{one.event}" if one.event else f"/pages/{one.page}"
        count = text.format(pages=one.pages, sites=len(one.sites))
        yield Row(one.title, path, f"{count} · {''.join(one.sentences)}", topic)


def _warnings(visit: Visit, topics: Sequence[str], days: Period) -> Piece:
    rows = [row for topic in topics for row in _warnings_of(visit, topic, days)]
    nothing = visit.translate(marked("最近七天没有预警。"))
    return Piece(visit.translate(marked("预警")), rows[:_WARNINGS], nothing)


def _warnings_of(visit: Visit, topic: str, days: Period) -> Iterator[Row]:
    services = visit.services
    rules = ready_rules(services.notes.rules(topic), services.texts.catch_up(0))
    find = partial(services.read, find_all, services, topic, rules, days)
    rises, told = services.remembered(("home warnings", topic, tuple(rules), days), _REMEMBERED, find)
    path = "/analysis/warnings?" + urlencode({"topic": topic})
    text = visit.translate(marked("{day} 有 {count} 个网页，此前平均每天 {mean} 个"))
    for rise in rises:
        said = text.format(day=rise.day, count=rise.count, mean=f"{rise.mean:.1f}")
        yield Row(rise.name, path, said, topic, "problem")
    for alert in told:
        new = visit.translate(marked("新网页 {count} 个")).format(count=alert.pages)
        yield Row(alert.word, path, new, topic)


def _undelivered(visit: Visit, topic: str) -> Iterator[Row]:
    """Yield why the last timetable sent nothing, and the briefings that some receivers may not have."""
    outgoing, say = outgoing_of(visit.services), visit.translate
    if (why := outgoing.issues.plan(topic)["result"]) and why != SENT_BEFORE:
        path = "/analysis/issues?" + urlencode({"topic": topic})
        yield Row(say(marked("定时发送")), path, retold(why, visit.language), topic, "problem")
    found = outgoing.issues.undelivered(topic, datetime.now(UTC) - timedelta(days=DAYS))
    ended = [one for one in found if one["state"] != SENDING or outgoing.is_uncertain(one)]
    for number, count in Counter(one["issue_id"] for one in ended).items():
        issue = outgoing.issues.get(number)
        assert issue is not None  # briefings are never deleted
        which = visit.translate("%(year)s年第%(number)s期") % issue
        text = say(marked("{count} 个接收人没有收到，或不知是否收到")).format(count=count)
        yield Row(which, f"/analysis/issues/{number}", text, topic, "problem")

"""What this wing shows on the home page: the top stories of the day, and warnings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from urllib.parse import quote, urlencode

from topiccrawl.admin.pages.home import Piece, Row
from topiccrawl.admin.web.language import marked
from topiccrawl.admin.web.visit import Visit
from topiccrawl.newsroom.analysis.briefing import Item, make_briefing
from topiccrawl.newsroom.analysis.due_warnings import word_alerts
from topiccrawl.newsroom.analysis.early_warning import EarlyWarning, find_warnings
from topiccrawl.newsroom.analysis.periods import Period
from topiccrawl.newsroom.analysis.rule import DAYS, Rule

_REMEMBERED = 60.0
_STORIES, _WARNINGS = 5, 10
_READ = 1_000
"""Pages of a day that are read for its stories."""
_CHINA = timedelta(hours=8)


def pieces(visit: Visit, topics: Sequence[str]) -> Iterator[Piece]:
    """Yield the top stories of today and the warnings of the last days."""
    today = (datetime.now(UTC) + _CHINA).date()
    yield _stories(visit, topics, Period(today, today))
    yield _warnings(visit, topics, Period(today - timedelta(days=DAYS - 1), today))


def _stories(visit: Visit, topics: Sequence[str], today: Period) -> Piece:
    services, say = visit.services, visit.translate

    def found(topic: str) -> Sequence[Item]:
        return services.read(
            lambda connection: (
                make_briefing(connection, topic, today, most=_STORIES, sentences=1, read=_READ).items
            )
        )

    rows = []
    for topic in topics:
        for one in services.remembered(("top stories", topic, today), _REMEMBERED, lambda t=topic: found(t)):  # type: ignore[misc]
            event = f"/analysis/events/{quote(topic)}/{one.event}"
            count = say(marked("{pages} 个网页，{sites} 个网站")).format(
                pages=one.pages, sites=len(one.sites)
            )
            rows.append(
                Row(
                    one.title,
                    event if one.event else f"/pages/{one.page}",
                    f"{count}。{''.join(one.sentences)}",
                    topic,
                )
            )
    links = [
        (
            "/analysis/briefing?" + urlencode({"topic": topic, "since": today.first}),
            say(marked("{topic}的简报")).format(topic=topic),
        )
        for topic in topics
    ]
    return Piece(say(marked("今天的要闻")), rows, say(marked("今天还没有要闻。")), links)


def _warnings(visit: Visit, topics: Sequence[str], days: Period) -> Piece:
    services, say = visit.services, visit.translate
    rows = []
    for topic in topics:
        # Without rules of its own a topic is watched for stories.
        rules = [Rule.of(row) for row in services.notes.rules(topic)]
        path = "/analysis/warnings?" + urlencode({"topic": topic})

        def found(topic: str, rules: Sequence[Rule]) -> list[EarlyWarning]:
            return services.read(
                lambda connection: find_warnings(connection, topic, rules or [Rule("story")], days)
            )

        key = ("home warnings", topic, tuple(rules), days)
        rises = services.remembered(key, _REMEMBERED, lambda t=topic, r=rules: found(t, r))  # type: ignore[misc]
        rows += [
            Row(
                one.name,
                path,
                say(marked("{day} 有 {count} 个网页，此前平均每天 {mean} 个")).format(
                    day=one.day, count=one.count, mean=f"{one.mean:.1f}"
                ),
                topic,
                "problem",
            )
            for one in rises
        ]
        told = services.read(
            lambda connection, t=topic, r=rules: word_alerts(connection, services.notes, t, r)
        )  # type: ignore[misc]
        new = say(marked("新网页 {count} 个"))
        rows += [Row(one.word, path, new.format(count=one.pages), topic) for one in told]
    return Piece(say(marked("预警")), rows[:_WARNINGS], say(marked("最近七天没有预警。")))

"""How the sources of a topic are, in sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection

from topiccrawl.access.starts.source_health import AMISS, SourceHealth, source_health
from topiccrawl.messages import Message, message
from topiccrawl.page.facts.dates import CHINA
from topiccrawl.storage.rows.starts.source_visits import read_source_visits
from topiccrawl.text.language import localized, marked, say

_SHOWN = 30
_SENTENCES = {
    "silent": marked(
        "about {rate} new articles a day, none for {days} days; its lists were asked {today} times today"
    ),
    "moved": marked("its lists lead to {place}: it has moved"),
    "gone": marked("its lists answer {place}: it has moved or changed its addresses"),
    "links": marked("{now} links to articles a list, at least {before} before: its template has changed"),
    "texts": marked(
        "its last {now} articles have no text, {share} before had: its template has changed, "
        "or it refuses them"
    ),
    "failed": marked("no answer from its lists in the last {today} crawls"),
    "not asked": marked("not asked for {days} days: no crawl has visited its lists"),
    "new": marked(
        "{rate} new articles in {days} days: too few yet to know its rhythm, and to tell a silence"
    ),
    "rare": marked(
        "{rate} new articles in {days} days: it publishes too rarely for a silence to be told within three "
        "months"
    ),
    "steady": marked(
        "steady: about {rate} new articles a day, the last one {days} days ago; without another it is called "
        "silent from {tells} on"
    ),
}
_SHOWS = marked("silence of a steady source shows from, the latest first: {shown}")
_SHOWS_NOT = marked("a silence cannot be told of new sources and of those that publish too rarely: {shown}")


def read_sources(connection: Connection, topic: str, now: datetime) -> list[SourceHealth]:
    """Return how the sources of a topic are: those that are amiss first, then by host."""
    found = source_health(read_source_visits(connection, topic), now)
    return sorted(found, key=lambda one: (one.verdict not in AMISS, one.verdict == "steady", one.host))


def source_sentence(one: SourceHealth) -> Message:
    """Return what is said of a source."""
    rate, days = (f"{value:.0f}" if value >= 2 else f"{value:.1f}" for value in (one.per_day, one.days))
    now, before, share = f"{one.links:.0f}", f"{one.before:.0f}", f"{one.before:.0%}"
    numbers = {"now": now, "before": before, "share": share, "today": one.today, "place": one.place}
    tells = "" if one.tells is None else _told(one.tells)
    return message(_SENTENCES[one.verdict], rate=rate, days=days, tells=tells, **numbers)


def _told(at: datetime) -> str:
    return f"{at.astimezone(CHINA):%Y-%m-%d %H:%M}"


def source_report(found: Sequence[SourceHealth]) -> list[str]:
    """Return lines in the language of the terminal: how many sources there are, and those that are amiss."""
    if not found:
        return []
    counts = Counter(one.verdict for one in found)
    amiss = [one for one in found if one.verdict in AMISS]
    numbers = {"count": len(found), **{name: counts[name] for name in ("steady", "new", "rare")}}
    whole = marked(
        "{count:,} sources: {steady:,} steady, {new:,} new, {rare:,} too rare to tell a silence, "
        "{unasked:,} not asked, {amiss:,} amiss"
    )
    lines = [say(whole, **numbers, unasked=counts["not asked"], amiss=len(amiss))]
    lines += [f"{one.host}: {localized(source_sentence(one))}" for one in amiss[:_SHOWN]]
    if len(amiss) > _SHOWN:
        lines.append(say("and {count:,} more sources", count=len(amiss) - _SHOWN))
    return lines


def silence_report(found: Sequence[SourceHealth]) -> list[str]:
    """Return lines on when each silence would show, the latest first, and where none would."""
    latest = sorted((one.tells, one.host) for one in found if one.tells is not None)[::-1]
    known = [f"{host} {_told(at)}" for at, host in latest]
    blind = [one.host for one in found if one.verdict in ("new", "rare")]
    lines = []
    for some, text in ((known, _SHOWS), (blind, _SHOWS_NOT)):
        if some:
            lines.append(say(text, shown=", ".join(some[:_SHOWN])))
        if len(some) > _SHOWN:
            lines.append(say("and {count:,} more sources", count=len(some) - _SHOWN))
    return lines

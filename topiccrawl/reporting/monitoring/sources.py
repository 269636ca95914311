"""How the sources of a topic are, in sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection

from topiccrawl.access.starts.source_health import SourceHealth, source_health
from topiccrawl.messages import Message, message
from topiccrawl.storage.rows.starts.source_visits import read_source_visits
from topiccrawl.text.language import localized, say

AMISS = ("silent", "moved", "gone", "links", "texts", "failed")
"""Verdicts of sources that people should look at."""
_SHOWN = 30


def read_sources(connection: Connection, topic: str, now: datetime) -> list[SourceHealth]:
    """Return how the sources of a topic are: those that are amiss first, then by host."""
    found = source_health(read_source_visits(connection, topic), now)
    return sorted(found, key=lambda one: (one.verdict not in AMISS, one.verdict == "steady", one.host))


def source_sentence(one: SourceHealth) -> Message:
    """Return what is said of a source."""
    rate = f"{one.per_day:.0f}" if one.per_day >= 2 else f"{one.per_day:.1f}"
    days = f"{one.days:.0f}" if one.days >= 2 else f"{one.days:.1f}"
    if one.verdict == "silent":
        return message(
            "about {rate} new articles a day, none for {days} days; its lists were asked {today} times today",
            rate=rate,
            days=days,
            today=one.today,
        )
    if one.verdict == "moved":
        return message("its lists lead to {place}: it has moved", place=one.place)
    if one.verdict == "gone":
        return message("its lists answer {status}: it has moved or changed its addresses", status=one.place)
    if one.verdict == "links":
        return message(
            "its lists have {now} links to articles each, at least {before} before: its template has changed",
            now=f"{one.links:.0f}",
            before=f"{one.before:.0f}",
        )
    if one.verdict == "texts":
        return message(
            "its last {count} articles have no text, {share} of those before had: its template has changed",
            count=f"{one.links:.0f}",
            share=f"{one.before:.0%}",
        )
    if one.verdict == "failed":
        return message("no answer from its lists in the last {count} crawls", count=one.today)
    if one.verdict == "not asked":
        return message("not asked for {days} days: no crawl has visited its lists", days=days)
    if one.verdict == "new":
        return message(
            "{count} new articles in {days} days: too few yet to know its rhythm", count=rate, days=days
        )
    return message(
        "steady: about {rate} new articles a day, the last one {days} days ago", rate=rate, days=days
    )


def source_report(found: Sequence[SourceHealth]) -> list[str]:
    """Return lines in the language of the terminal: how many sources there are, and those that are amiss."""
    if not found:
        return []
    counts = Counter(one.verdict for one in found)
    amiss = [one for one in found if one.verdict in AMISS]
    lines = [
        say(
            "{count:,} sources: {steady:,} steady, {new:,} new, {unasked:,} not asked, {amiss:,} amiss",
            count=len(found),
            steady=counts["steady"],
            new=counts["new"],
            unasked=counts["not asked"],
            amiss=len(amiss),
        )
    ]
    lines += [f"{one.host}: {localized(source_sentence(one))}" for one in amiss[:_SHOWN]]
    if len(amiss) > _SHOWN:
        lines.append(say("and {count:,} more sources", count=len(amiss) - _SHOWN))
    return lines

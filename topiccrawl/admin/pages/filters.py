"""The filters of a list of pages, from a form or a URL."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from topiccrawl.admin.web.visit import Visit
from topiccrawl.corpus.lists.pages import PageFilter
from topiccrawl.corpus.lists.quality_filter import QualityLimits
from topiccrawl.storage.notes import Notes
from topiccrawl.text.files.limits import MOST_DIGITS, whole_number

_DAY = re.compile(r"\d{4}(-\d{2}(-\d{2})?)?")
NAMES = (
    "topic", "q", "tag", "event", "host", "since", "until", "least", "most", "length", "chinese",
    "repeated", "copies",
)  # fmt: skip
LIMIT_DIGITS = 8
"""Digits of the largest number of pages that a crawl may be limited to."""


def chosen_topic(visit: Visit, given: str) -> str:
    """Return the given topic if it has pages, else the first that has; empty if there is none."""
    names = visit.services.stored_topics()
    return given if given in names else (names[0] if names else "")


def page_filter(topic: str, value: Callable[[str], str]) -> PageFilter:
    """Return the filter of a form; values that cannot be parsed are ignored.

    Args:
        topic: name of the topic.
        value: returns the text of a field.
    """
    return PageFilter(
        topic=topic,
        words=value("q")[:200],
        host=value("host")[:255],
        since=_day(value("since")),
        until=_day(value("until")),
        least=_number(value("least")),
        most=_number(value("most")),
        copies=value("copies") != "0",
        event=whole(value("event")),
    )


def quality_limits(value: Callable[[str], str]) -> QualityLimits:
    """Return the limits of quality of a form; what cannot be read counts as not given."""
    return QualityLimits(
        length=whole(value("length")), chinese=_number(value("chinese")), repeated=_number(value("repeated"))
    )


def chosen_tag(notes: Notes, topic: str, number: str) -> dict[str, Any] | None:
    """Return a tag of a topic by its id; None if there is none."""
    return next((one for one in notes.tags(topic) if str(one["id"]) == number), None)


def whole(text: str, digits: int = MOST_DIGITS) -> int:
    """Return a form value as a whole number; 0 if it is not one, or has more digits."""
    return whole_number(text) or 0 if len(text) <= digits else 0


def condition(chosen: PageFilter, limits: QualityLimits = QualityLimits()) -> str:  # noqa: B008 - immutable
    """Return the filter as a condition of an export; which pages an event or a tag has is no part of it.

    >>> condition(PageFilter(topic="t", words="党建", since="2024"))
    '(title contains "党建" or text contains "党建") and published >= 2024'
    """
    words = [_quoted(word) for word in chosen.words.split()]
    parts = [f"(title contains {word} or text contains {word})" for word in words]
    if chosen.host:
        parts.append(f"url contains {_quoted('//' + chosen.host)}")
    parts += [f"published >= {chosen.since}"] if chosen.since else []
    parts += [f"published <= {chosen.until}"] if chosen.until else []
    parts += [f"relevance >= {chosen.least:g}"] if chosen.least is not None else []
    parts += [f"relevance <= {chosen.most:g}"] if chosen.most is not None else []
    return " and ".join(parts + limits.condition())


def _quoted(text: str) -> str:
    quote = "'" if '"' in text else '"'
    return f"{quote}{text.replace(quote, '')}{quote}"


def _day(text: str) -> str:
    return text if _DAY.fullmatch(text) else ""


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if 0 <= value <= 1 else None

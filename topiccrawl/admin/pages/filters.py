"""The filters of a list of pages, from a form or a URL."""

from __future__ import annotations

import re
from collections.abc import Callable

from topiccrawl.admin.web.visit import Visit
from topiccrawl.corpus.lists.pages import PageFilter

_DAY = re.compile(r"\d{4}(-\d{2}(-\d{2})?)?")
NAMES = ("topic", "q", "host", "since", "until", "least", "most", "copies")


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
    )


def condition(chosen: PageFilter) -> str:
    """Return the filter as a condition of an export.

    >>> condition(PageFilter(topic="t", words="党建", since="2024"))
    '(title contains "党建" or text contains "党建") and published >= 2024'
    """
    parts = []
    if chosen.words:
        word = _quoted(chosen.words)
        parts.append(f"(title contains {word} or text contains {word})")
    if chosen.host:
        parts.append(f"url contains {_quoted('//' + chosen.host)}")
    parts += [f"published >= {chosen.since}"] if chosen.since else []
    parts += [f"published <= {chosen.until}"] if chosen.until else []
    parts += [f"relevance >= {chosen.least:g}"] if chosen.least is not None else []
    parts += [f"relevance <= {chosen.most:g}"] if chosen.most is not None else []
    return " and ".join(parts)


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

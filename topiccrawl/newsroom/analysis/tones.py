"""Rough numbers of good, bad and neutral news in a period."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from sqlalchemy import Connection, func, select

from topiccrawl.newsroom.analysis.periods import Period, Step, step_of, steps
from topiccrawl.newsroom.analysis.sentiment import TONES, Tone, tone_of
from topiccrawl.newsroom.analysis.volume import within
from topiccrawl.storage import schema

_INDEX, _PAGES = schema.page_index.c, schema.pages.c
_BEGINNING = 300
"""Maximum number of characters to read of a text."""


@dataclass(frozen=True, slots=True)
class ToneCount:
    """The pages of a step by their tone.

    Attributes:
        first: the first day of the step.
        positive: pages with good news.
        neutral: pages with neither.
        negative: pages with bad news.
    """

    first: date
    positive: int
    neutral: int
    negative: int


@dataclass(frozen=True, slots=True)
class TonedPage:
    """A page that is an example of a tone.

    Attributes:
        page: its id.
        title: its headline.
        day: its day.
    """

    page: int
    title: str
    day: str


@dataclass(frozen=True, slots=True)
class Tones:
    """The tones of a period.

    Attributes:
        steps: each step in order, also those without pages.
        examples: by tone, the newest pages.
        read: pages that were read.
        pages: pages of the period, copies left out; more than `read` where only a sample was read.
    """

    steps: tuple[ToneCount, ...]
    examples: dict[Tone, tuple[TonedPage, ...]]
    read: int
    pages: int

    def total(self, tone: Tone) -> int:
        """Return the pages of a tone."""
        pages: int = sum(getattr(one, tone) for one in self.steps)
        return pages


def count_tones(
    connection: Connection,
    topic: str,
    period: Period,
    step: Step = "day",
    *,
    read: int = 1_000,
    examples: int = 10,
) -> Tones:
    """Return the tones of the pages of a period by title and beginning; copies are left out.

    Args:
        connection: of the database.
        topic: name of the topic.
        period: the days.
        step: what is counted together.
        read: maximum number of pages to read; of more pages, every second, third and so on is read.
        examples: maximum number of examples per tone.
    """
    own = (_INDEX.topic == topic, within(period), _INDEX.copied == 0)
    pages = connection.scalar(select(func.count()).where(*own)) or 0
    query = (
        select(_INDEX.page_id, _INDEX.day, _PAGES.title, func.substr(_PAGES.text, 1, _BEGINNING))
        .join_from(schema.page_index, schema.pages, _PAGES.id == _INDEX.page_id)
        .where(*own)
        .order_by(_INDEX.day.desc(), _INDEX.page_id.desc())
    )
    if (every := -(-pages // read)) > 1:
        query = query.where(_INDEX.page_id % every == 0).limit(read)
    counts = {first: dict.fromkeys(TONES, 0) for first in steps(period, step)}
    found: dict[Tone, list[TonedPage]] = {tone: [] for tone in TONES}
    rows = connection.execute(query).all()
    for page, day, title, text in rows:
        tone = tone_of(title or "", text or "")
        counts[step_of(date.fromisoformat(day), step)][tone] += 1
        if len(found[tone]) < examples:
            found[tone].append(TonedPage(page, title or "", day))
    return Tones(
        tuple(ToneCount(first, *(of_step[tone] for tone in TONES)) for first, of_step in counts.items()),
        {tone: tuple(some) for tone, some in found.items()},
        len(rows),
        pages,
    )

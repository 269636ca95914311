"""Agreement of a verdict threshold with human grades."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sqlalchemy import Connection, select

from topiccrawl.storage import schema
from topiccrawl.storage.rows.chunks import chunks
from topiccrawl.topics.calibration.graded_pages import OTHER, RELEVANT

_MOST_GRADES = 5_000

_PAGES, _DROPS, _LABELS = schema.pages.c, schema.drops.c, schema.labels.c


@dataclass(frozen=True)
class Agreement:
    """Agreement of a verdict threshold with human grades; pages graded as near are left out.

    Attributes:
        kept_relevant: relevant pages that it keeps.
        kept_other: pages off the topic that it keeps.
        dropped_relevant: relevant pages that it drops.
    """

    kept_relevant: int
    kept_other: int
    dropped_relevant: int

    @property
    def precision(self) -> float | None:
        """Return the share of relevant pages among those that are kept; None without any."""
        kept = self.kept_relevant + self.kept_other
        return self.kept_relevant / kept if kept else None

    @property
    def recall(self) -> float | None:
        """Return the share of the relevant pages that are kept; None without any."""
        relevant = self.kept_relevant + self.dropped_relevant
        return self.kept_relevant / relevant if relevant else None

    @property
    def f1(self) -> float:
        """Return the harmonic mean of precision and recall; 0 without any relevant page."""
        wrong = self.kept_other + self.dropped_relevant
        return 2 * self.kept_relevant / (2 * self.kept_relevant + wrong) if self.kept_relevant else 0.0


NO_AGREEMENT = Agreement(0, 0, 0)
"""Without grades."""


def graded_scores(connection: Connection, topic: str) -> list[tuple[bool, float]]:
    """Return whether each graded page is relevant, and its verdict; pages without a verdict are left out."""
    query = select(_LABELS.url_hash, _LABELS.grade).where(_LABELS.topic == topic)
    rows = connection.execute(query.order_by(_LABELS.id.desc()).limit(_MOST_GRADES)).all()
    grades: dict[str, int] = {}
    for row in rows:  # the last grade of a URL counts
        grades.setdefault(row.url_hash, row.grade)
    scores = _scores(connection, topic, list(grades))
    return [
        (grades[digest] == RELEVANT, score)
        for digest, score in scores.items()
        if grades[digest] in (RELEVANT, OTHER)
    ]


def _scores(connection: Connection, topic: str, hashes: list[str]) -> Mapping[str, float]:
    found: dict[str, float] = {}
    for some in chunks(hashes):
        dropped = select(_DROPS.url_hash, _DROPS.score).where(
            _DROPS.topic == topic, _DROPS.url_hash.in_(some), _DROPS.stage == "verdict"
        )
        kept = select(_PAGES.url_hash, _PAGES.relevance).where(
            _PAGES.topic == topic, _PAGES.url_hash.in_(some)
        )
        for query in (dropped, kept):  # a page that was kept later has the newer verdict
            found.update((row[0], row[1]) for row in connection.execute(query) if row[1] is not None)
    return found


def agreement(scores: Iterable[tuple[bool, float]], threshold: float) -> Agreement:
    """Compare a threshold with grades.

    >>> found = agreement([(True, 0.9), (True, 0.3), (False, 0.6), (False, 0.1)], 0.5)
    >>> found.precision, found.recall
    (0.5, 0.5)
    """
    kept_relevant = kept_other = dropped_relevant = 0
    for relevant, score in scores:
        kept_relevant += relevant and score >= threshold
        kept_other += not relevant and score >= threshold
        dropped_relevant += relevant and score < threshold
    return Agreement(kept_relevant, kept_other, dropped_relevant)

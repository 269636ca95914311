"""Rules of early warnings; the command that describes their options imports nothing heavier than this."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, get_args

Kind = Literal["word", "story", "page"]

SIGMA, LEAST = 3.0, 5
"""Defaults of a rule."""
DAYS = 7
"""Number of last days with pages whose warnings are sent."""


@dataclass(frozen=True, slots=True)
class Rule:
    """Condition for a warning.

    Attributes:
        kind: `word` counts pages with the word, `story` those of a day's largest story;
            `page` is no rise, but each new page with the word (`topiccrawl.newsroom.analysis.word_alerts`).
        word: the word, or a query as of a search; empty for stories.
        sigma: how many standard deviations a day must be above the mean of the days before.
        least: pages that the day must have.
    """

    kind: Kind
    word: str = ""
    sigma: float = SIGMA
    least: int = LEAST

    @classmethod
    def of(cls, row: dict[str, Any]) -> Rule:
        """Return the rule of a row of `warning_rules`."""
        kind: Kind = row["kind"] if row["kind"] in get_args(Kind) else "word"
        return cls(kind, row["word"], row["sigma"], row["least"])

    def row(self) -> dict[str, Any]:
        """Return the rule as columns of `warning_rules`."""
        return {"kind": self.kind, "word": self.word, "sigma": self.sigma, "least": self.least}


def rules_of(rows: Iterable[dict[str, Any]]) -> list[Rule]:
    """Return the rules of a topic; one without rules of its own is watched for stories."""
    return [Rule.of(row) for row in rows] or [Rule("story")]

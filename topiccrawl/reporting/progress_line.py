"""The live line of a crawl: numbers that add up, and the title of the last page kept."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from topiccrawl.reporting.figures import DUPLICATES, HARVEST, KEPT, Figures
from topiccrawl.storage.frontier.contract import Counts
from topiccrawl.text.display import one_line
from topiccrawl.text.language import marked, say, translated

if TYPE_CHECKING:
    from rich.text import Text

_SEPARATOR = " | "
_CORPUS = marked("corpus {count}")
_ERRORS = marked("errors {count}")
_DEAD = marked("dead {count}")
_FORBIDDEN = marked("forbidden by robots.txt {count}")
_SOONEST = 300.0
"""Seconds after which there is a forecast."""
_FEWEST = 20
"""Pages kept after which there is one."""
_FIRST_GOAL = 1000
_HOURS = 48
_STYLES = {
    KEPT: "bold green",
    DUPLICATES: "yellow",
    HARVEST: "cyan",
    _CORPUS: "bold",
    _ERRORS: "red",
    _DEAD: "magenta",
    _FORBIDDEN: "magenta",
}


@dataclass(frozen=True)
class Moment:
    """The state of a crawl at one moment.

    Attributes:
        figures: counts of this process.
        corpus: pages of the topic in the database without duplicates; None when unknown.
        links: numbers of links by state.
        seconds: since the start of the crawl.
        title: of the last page kept.
    """

    figures: Figures
    corpus: int | None
    links: Counts
    seconds: float
    title: str = ""

    def parts(self) -> list[str]:
        """Return the numbers in the order of the line."""
        figures = self.figures
        speed = figures.fetched / self.seconds if self.seconds > 0 else 0.0
        corpus = [] if self.corpus is None else [say(_CORPUS, count=f"{self.corpus:,}")]
        return [
            figures.sum(),
            say(HARVEST, count=f"{100 * figures.harvest:.1f} %"),
            *corpus,
            say("waiting {count}", count=f"{self.links.waiting:,}"),
            say(_ERRORS, count=f"{figures.errors:,}"),
            say(_DEAD, count=f"{self.links.dead:,}"),
            *([say(_FORBIDDEN, count=f"{figures.forbidden:,}")] if figures.forbidden else []),
            say("{count} pages/s", count=f"{speed:.1f}"),
            *self._forecast(),
        ]

    def _forecast(self) -> list[str]:
        """Return when the corpus has its next thousand, ten thousand and so on at the pace of this process.

        It says nothing in the first minutes, nor of a crawl without links.
        """
        kept = self.figures.kept
        if self.corpus is None or self.seconds < _SOONEST or kept < _FEWEST or not self.links.waiting:
            return []
        goal = _FIRST_GOAL
        while goal <= self.corpus:
            goal *= 10
        hours = (goal - self.corpus) / kept * self.seconds / 3600
        if hours < 1:
            left = say("{count} min", count=f"{60 * hours:.0f}")
        elif hours < _HOURS:
            left = say("{count} h", count=f"{hours:.0f}")
        else:
            left = say("{count} days", count=f"{hours / 24:.0f}")
        return [say("{goal} in about {time} at this pace", goal=f"{goal:,}", time=left)]

    def line(self) -> str:
        """Return the line for a log.

        >>> Moment(Figures(fetched=8, kept=6), 106, Counts(waiting=7), 5.0).line().split(" | ")[1:4]
        ['harvest 75.0 % of fetched', 'corpus 106', 'waiting 7']
        """
        return _SEPARATOR.join(self.parts())

    def text(self, width: int) -> Text:
        """Return the numbers and the title for a terminal, in as few lines of `width` columns as possible."""
        from rich.cells import cell_len, set_cell_size
        from rich.text import Text

        rows = [""]
        for part in self.parts():
            joined = f"{rows[-1]}{_SEPARATOR}{part}" if rows[-1] else part
            if cell_len(joined) <= width or not rows[-1]:
                rows[-1] = joined
            else:
                rows.append(part)
        if title := one_line(self.title):
            rows.append(title if cell_len(title) <= width else set_cell_size(title, width - 1) + "…")
        text = Text("\n".join(rows), no_wrap=True, overflow="ellipsis")
        for message, style in _STYLES.items():
            text.highlight_regex(_pattern(message), style=style)
        return text


def _pattern(message: str) -> str:
    """Return the pattern of a number and its name; errors and dead letters only if they are not 0."""
    number = r"[\d,]+" if message in (KEPT, DUPLICATES) else r"[1-9][\d,.]*"
    before, _, after = translated(message).partition("{count}")
    # Of the harvest only the number and its sign.
    return re.escape(before) + number + (" %" if message == HARVEST else re.escape(after))

"""The scale of relevance, by kind of text."""

from __future__ import annotations

from dataclasses import dataclass

from topiccrawl.parameter_checks import check_interval


@dataclass(frozen=True)
class Scale:
    """The `m` that scales formula 3 to [0, 1) as `Rel / (Rel + m)`, by kind of text; a text at m gets 0.5.

    Attributes:
        description: for titles and descriptions.
        anchor: for anchor texts.
        body: for main texts.
        level: the background level of the word list that the other three hold for (`Relevance.level`); 0 if
            they hold for every list.
    """

    description: float = 1.0
    anchor: float = 1.0
    body: float = 1.0
    level: float = 0.0

    def __post_init__(self) -> None:
        check_interval(self, "(0, inf)", "description", "anchor", "body")
        check_interval(self, "[0, inf)", "level")

    def at(self, level: float) -> Scale:
        """Return the scale for a word list of another background level; the same if a level is 0.

        >>> Scale(0.2, 0.02, 0.1, level=0.01).at(0.005)
        Scale(description=0.1, anchor=0.01, body=0.05, level=0.005)
        """
        if not (self.level and level):
            return self
        factor = level / self.level
        return Scale(self.description * factor, self.anchor * factor, self.body * factor, level)

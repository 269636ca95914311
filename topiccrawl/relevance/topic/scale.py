"""The scale of relevance, by kind of text."""

from __future__ import annotations

from dataclasses import dataclass, replace

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
        description_level: the same for titles and descriptions, if these have parameters of similarity of
            their own (`[similarity.title]`); 0: they follow `level`.
    """

    description: float = 1.0
    anchor: float = 1.0
    body: float = 1.0
    level: float = 0.0
    description_level: float = 0.0

    def __post_init__(self) -> None:
        check_interval(self, "(0, inf)", "description", "anchor", "body")
        check_interval(self, "[0, inf)", "level", "description_level")

    def at(self, level: float, description_level: float = 0.0) -> Scale:
        """Return the scale for a word list of another background level; the same if a level is 0.

        >>> Scale(0.2, 0.02, 0.1, level=0.01).at(0.005)
        Scale(description=0.1, anchor=0.01, body=0.05, level=0.005, description_level=0.0)
        """
        if not (self.level and level):
            return self
        factor = level / self.level
        changed = replace(self, level=level, anchor=self.anchor * factor, body=self.body * factor)
        if not (self.description_level and description_level):
            return replace(changed, description=self.description * factor)
        factor = description_level / self.description_level
        return replace(changed, description=self.description * factor, description_level=description_level)

"""`[weights]` of `topic.toml`: which weights of the tables count, the floor, and the means."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from topiccrawl.messages import message
from topiccrawl.parameter_checks import check_choice, check_interval

Counts = Literal["smoothed", "raw"]
MeanOver = Literal["domain", "all"]


@dataclass(frozen=True)
class WeightSettings:
    """The weights of a topic.

    Paper A's own weights are `counts = "raw"`, `floor = 0` and `mean_over = "all"`.

    Attributes:
        counts: "smoothed" takes the weights in the tables' second column; "raw" those in the last one, which
            are formula 2 on plain counts.
        mean_over: words whose mean weight an unseen word gets: "domain" takes the words of the documents of
            the domain, "all" those of all documents.
        floor: minimum weight of a topic word; a weight set by hand may be lower.
        mean: mean of the smoothed weights over the words of the domain.
        mean_all: the same over all words.
        raw_mean: mean of the raw weights over the words of the domain.
        raw_mean_all: the same over all words.
        title: whether the title of the topic is a topic word too, if it is Chinese. Paper A has the word list
            alone.
    """

    counts: Counts = "smoothed"
    mean_over: MeanOver = "domain"
    floor: float = 0.0
    mean: float = 1.0
    mean_all: float = math.nan
    raw_mean: float = math.nan
    raw_mean_all: float = math.nan
    title: bool = False

    def __post_init__(self) -> None:
        check_choice(self, counts=("smoothed", "raw"), mean_over=("domain", "all"))
        check_interval(self, "[0, inf)", "floor")
        for name in ("mean", "mean_all", "raw_mean", "raw_mean_all"):
            value = getattr(self, name)
            # NaN stands for a mean that topics of earlier versions lack.
            if value < 0 or value == math.inf or (name == "mean" and math.isnan(value)):
                raise ValueError(
                    message("{name} = {value!r} is not a number of at least 0", name=name, value=value)
                )
        if math.isnan(self.unseen):
            raise ValueError(
                message(
                    "{chosen_mean} is missing: fit the weights of the topic again",
                    chosen_mean=self._chosen_mean,
                )
            )

    @property
    def unseen(self) -> float:
        """The weight of a word that the documents behind the tables do not contain."""
        return float(getattr(self, self._chosen_mean))

    @property
    def _chosen_mean(self) -> str:
        raw, everything = self.counts == "raw", self.mean_over == "all"
        return f"{'raw_' if raw else ''}mean{'_all' if everything else ''}"

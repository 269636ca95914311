"""Requirements for new words; the commands with options for them import nothing heavier than this."""

from __future__ import annotations

from dataclasses import dataclass

from topiccrawl.errors import VocabularyError
from topiccrawl.parameter_checks import check_interval


@dataclass(frozen=True)
class DiscoveryParameters:
    """Requirements for a new word.

    Attributes:
        least: minimum occurrences.
        least_documents: minimum documents.
        cohesion: minimum pointwise mutual information over all splits, natural logarithm.
        freedom: minimum entropy of the neighbours on either side, natural logarithm.

    Raises:
        VocabularyError: a value is out of range; names it.
    """

    least: int = 5
    least_documents: int = 2
    cohesion: float = 3.0
    freedom: float = 1.0

    def __post_init__(self) -> None:
        check_interval(self, "[1, inf)", "least", "least_documents", error=VocabularyError)
        check_interval(self, "[0, inf)", "cohesion", "freedom", error=VocabularyError)

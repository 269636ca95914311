"""Rule by which the pages of a topic are compared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from topiccrawl.dedup.fingerprint import Fingerprint, fingerprint, fingerprint_form, title_fingerprint
from topiccrawl.dedup.title_vectors import count_literal_words, count_title_words
from topiccrawl.errors import ParameterError
from topiccrawl.relevance.topic.topic import DEDUP

STORY, TITLE = DEDUP


@dataclass(frozen=True)
class DedupRule:
    """What makes a page a duplicate of another.

    Attributes:
        by: `STORY`: by body, and by title if the bodies agree; or `TITLE`: by title alone, as in paper C
            literally, including the site's suffix and ignoring bodies.
        title_threshold: minimum cosine of the titles, in (0, 1].

    Raises:
        ValueError: a value is out of range.
    """

    by: str = STORY
    title_threshold: float = 0.8

    def __post_init__(self) -> None:
        if self.by not in DEDUP:
            raise ParameterError("{by!r}: choose one of {known}", by=self.by, known=", ".join(DEDUP))
        if not 0 < self.title_threshold <= 1:
            raise ParameterError(
                "threshold {title_threshold!r} is not in (0, 1]", title_threshold=self.title_threshold
            )

    @property
    def form(self) -> str:
        """Version of the fingerprints by which pages are compared; pages of other forms cannot be."""
        return fingerprint_form() + ("" if self.by == STORY else f"-{self.by}")

    def title_words(self, title: str, raw_title: str) -> Mapping[str, int]:
        """Return the words by which titles are compared, with their counts; see `fingerprint`."""
        return count_title_words(title) if self.by == STORY else count_literal_words(raw_title or title)

    def fingerprint(self, title: str, raw_title: str, text: str) -> Fingerprint:
        """Return the fingerprint of a page.

        Args:
            title: the headline.
            raw_title: the title as the page gives it; empty if it gives none.
            text: the corpus text.
        """
        return fingerprint(title, text) if self.by == STORY else title_fingerprint(raw_title or title)

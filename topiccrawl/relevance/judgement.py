"""The description gate and the verdict on a page (paper A, section 3.1)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from topiccrawl.parameter_checks import check_interval

_SHARE_FALLS, _WORDS_FALL = 0.2, 0.5
"""Exponents by which `words_share` and `words` follow a shorter list; chosen in replays (decision 37)."""
_WHOLE = 0.95


@dataclass(frozen=True)
class GateParameters:
    """The description gate.

    Attributes:
        threshold: minimum relevance in [0, 1) of a description for the page's links to be followed
            (`Th_desc`).
        hub_threshold: the same for a home, channel or list page, whose relevance is the mean of its
            headlines: a few relevant ones among many are worth following.
        topic_words: distinct topic words in title, description and body that keep a page whose description is
            not relevant (m of the plain topic-word match).
    """

    threshold: float = 0.2
    hub_threshold: float = 0.05
    topic_words: int = 5

    def __post_init__(self) -> None:
        check_interval(self, "[0, 1)", "threshold", "hub_threshold")
        check_interval(self, "[1, inf)", "topic_words")


@dataclass(frozen=True)
class VerdictParameters:
    """The verdict on a page.

    Attributes:
        threshold: minimum relevance of a kept page, in [0, 1).
        body_share: weight of the body against the description, in [0, 1].
        words_share: weight of the number of topic words in the body against both, in [0, 1]; 0 in paper A.
        words: number of different topic words at which this evidence is one half, over 0.
        section_share: weight of the verdicts on earlier pages of the same section, in [0, 1]; 0 in paper A.
        section_pages: number of such pages at which they weigh half of it, over 0.
        section_usual: share of kept pages of a section, in [0, 1], that changes nothing; None: a section is
            compared with the page itself, so that a share equal to the relevance of its text changes nothing.
    """

    threshold: float = 0.4
    body_share: float = 0.6
    words_share: float = 0.0
    words: float = 4.0
    section_share: float = 0.0
    section_pages: float = 5.0
    section_usual: float | None = None

    def __post_init__(self) -> None:
        check_interval(self, "[0, 1)", "threshold")
        check_interval(self, "[0, 1]", "body_share", "words_share", "section_share")
        check_interval(self, "(0, inf)", "words", "section_pages")
        if self.section_usual is not None:
            check_interval(self, "[0, 1]", "section_usual")

    def for_part(self, part: float) -> VerdictParameters:
        """Return the parameters for a part of the word list that they were fitted for.

        A text names fewer words of a shorter list, so fewer are as much evidence, and their number says less.

        Args:
            part: how large it is, by the background levels of both lists; over 0. From .95 on the list is the
                one that they were fitted for.

        >>> VerdictParameters(words_share=0.3, words=4).for_part(1 / 32).words_share
        0.15
        """
        if part >= _WHOLE:
            return self
        share, words = self.words_share * part**_SHARE_FALLS, self.words * part**_WORDS_FALL
        return replace(self, words_share=share, words=words)


@dataclass(frozen=True)
class SectionVerdicts:
    """Earlier verdicts on pages of one section, which is a host and the first directory of a path.

    Attributes:
        kept: number of pages that were kept.
        judged: number of pages that were judged, kept ones included.
    """

    kept: int = 0
    judged: int = 0


NO_VERDICTS = SectionVerdicts()
"""What is known about a section before its first page."""


@dataclass(frozen=True)
class Verdict:
    """The verdict on a page.

    Attributes:
        relevance: what the threshold applies to, in [0, 1].
        description: relevance of the description.
        body: relevance of the body.
        kept: whether the page is kept.
        waits: whether the verdict waits for the pages that the page links to; it is not kept so far.
        topic_words: number of different topic words in the body.
        section: earlier verdicts on pages of its section.
    """

    relevance: float
    description: float
    body: float
    kept: bool
    waits: bool = False
    topic_words: int = 0
    section: SectionVerdicts = NO_VERDICTS


def verdict(
    description: float,
    body: float,
    parameters: VerdictParameters,
    topic_words: int = 0,
    section: SectionVerdicts = NO_VERDICTS,
    correct: Callable[[float], float] | None = None,
) -> Verdict:
    """Judge a page by its description, its body, and where it stands.

    The relevance of the text is the weighted mean of the relevance of its description, that of its body, and
    the number of different topic words in the body: a text on the topic has several, one that mentions it has
    one or two. A section of which more pages were kept than usual raises it, one of which fewer were kept
    lowers it; a page of a section that nothing is known about is judged by its text alone.

    Args:
        description: relevance of the description, in [0, 1).
        body: relevance of the body, in [0, 1).
        parameters: weights and threshold.
        topic_words: number of different topic words in the body.
        section: earlier verdicts on pages of the same section.
        correct: returns the relevance of the text, corrected by what else is known of it.

    >>> verdict(0.2, 0.6, VerdictParameters(threshold=0.4, body_share=0.6)).kept
    True
    >>> parameters = VerdictParameters(threshold=0.5, words_share=0.5, words=4, section_share=0.5)
    >>> verdict(0.5, 0.5, parameters, topic_words=4).relevance
    0.5
    >>> verdict(0.5, 0.5, parameters, 4, SectionVerdicts(kept=0, judged=5)).relevance
    0.375
    >>> parameters = VerdictParameters(threshold=0.5, section_share=0.5, section_usual=0.8)
    >>> verdict(0.5, 0.5, parameters, section=SectionVerdicts(kept=0, judged=5)).relevance
    0.3
    """
    text = parameters.body_share * body + (1 - parameters.body_share) * description
    words = topic_words / (topic_words + parameters.words)
    text = parameters.words_share * words + (1 - parameters.words_share) * text
    if correct is not None:
        text = correct(text)
    usual = text if parameters.section_usual is None else parameters.section_usual
    more = (section.kept - usual * section.judged) / (section.judged + parameters.section_pages)
    value = min(1.0, max(0.0, text + parameters.section_share * more))
    kept = value >= parameters.threshold
    return Verdict(value, description, body, kept, topic_words=topic_words, section=section)

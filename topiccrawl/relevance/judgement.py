"""The description gate and the verdict on a page (paper A, section 3.1)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from topiccrawl.parameter_checks import check_interval, constant

_SHARE_FALLS, _WORDS_FALL = 0.2, 0.5
"""Exponents by which `words_share` and `words` follow a shorter list; chosen in replays (decision 37)."""
WHOLE = 0.95
"""Part of a word list, by the background levels of both, from which on it is the list that was fitted."""


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
    hub_threshold: float = constant(0.05)
    topic_words: int = 5

    def __post_init__(self) -> None:
        check_interval(self, "[0, 1)", "threshold")
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
        brief_loss: share of its relevance that a page without a body loses, in [0, 1]; 0 in paper A.
        brief_words: number of different words in a body from which on it loses nothing, over 0.
    """

    threshold: float = 0.4
    body_share: float = 0.6
    words_share: float = 0.0
    words: float = constant(4.0)
    section_share: float = 0.0
    section_pages: float = constant(5.0)
    brief_loss: float = 0.0
    brief_words: float = constant(65.0)

    def __post_init__(self) -> None:
        check_interval(self, "[0, 1)", "threshold")
        check_interval(self, "[0, 1]", "body_share", "words_share", "section_share", "brief_loss")

    def belief(self, body_words: int) -> float:
        """Return the share of its relevance that a page with so many different words in its body keeps.

        >>> VerdictParameters(brief_loss=0.4, brief_words=100).belief(75)
        0.9
        """
        return 1 - self.brief_loss * max(0.0, 1 - body_words / self.brief_words)

    def for_part(self, part: float) -> VerdictParameters:
        """Return the parameters for a part of the word list that they were fitted for.

        A text names fewer words of a shorter list, so fewer are as much evidence, and their number says less.

        Args:
            part: how large it is, by the background levels of both lists; over 0. From .95 on the list is the
                one that they were fitted for.

        >>> VerdictParameters(words_share=0.3, words=4).for_part(1 / 32).words_share
        0.15
        """
        if part >= WHOLE:
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
        set_aside: why the page is stored although it is not kept, for a later verdict; None: it is not.
        is_word_list: whether the page is not kept since its topic words are piled up outside of sentences.
    """

    relevance: float
    description: float
    body: float
    kept: bool
    waits: bool = False
    topic_words: int = 0
    section: SectionVerdicts = NO_VERDICTS
    set_aside: str | None = None
    is_word_list: bool = False


def verdict(
    description: float,
    body: float,
    parameters: VerdictParameters,
    topic_words: int = 0,
    section: SectionVerdicts = NO_VERDICTS,
    body_words: int = 0,
) -> Verdict:
    """Judge a page by its description, its body, and where it stands.

    The relevance of the text is the weighted mean of the relevance of its description, that of its body, and
    the number of different topic words in the body: a text on the topic has several, one that mentions it has
    one or two. It counts as `section_pages` pages beside the earlier ones of the section, so that a page of a
    section that nothing is known about is judged by its text alone. A few sentences are little evidence, so a
    brief body may lose some of it.

    Args:
        description: relevance of the description, in [0, 1).
        body: relevance of the body, in [0, 1).
        parameters: weights and threshold.
        topic_words: number of different topic words in the body.
        section: earlier verdicts on pages of the same section.
        body_words: number of different words in the body.

    >>> verdict(0.2, 0.6, VerdictParameters(threshold=0.4, body_share=0.6)).kept
    True
    >>> parameters = VerdictParameters(threshold=0.5, words_share=0.5, words=4, section_share=0.5)
    >>> verdict(0.5, 0.5, parameters, topic_words=4).relevance
    0.5
    >>> verdict(0.5, 0.5, parameters, 4, SectionVerdicts(kept=0, judged=5)).relevance
    0.375
    >>> verdict(0.5, 0.5, VerdictParameters(brief_loss=0.4, brief_words=100), body_words=50).relevance
    0.4
    """
    text = parameters.body_share * body + (1 - parameters.body_share) * description
    words = topic_words / (topic_words + parameters.words)
    text = parameters.words_share * words + (1 - parameters.words_share) * text
    pages = parameters.section_pages
    there = (section.kept + pages * text) / (section.judged + pages)
    value = parameters.section_share * there + (1 - parameters.section_share) * text
    value *= parameters.belief(body_words)
    kept = value >= parameters.threshold
    return Verdict(value, description, body, kept, topic_words=topic_words, section=section)

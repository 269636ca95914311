"""Learn from graded pages which words correct the verdict."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from topiccrawl.priority.learning.ranking import area_under_curve
from topiccrawl.priority.learning.word_regression import FIRST, GRADED, JUDGED, soft_answer, step
from topiccrawl.relevance.corrections import CorrectionParameters, Corrections, log_odds
from topiccrawl.topics.calibration.graded_pages import RELEVANT

LEAST_PAGES = 10
"""Minimum number of graded pages of either kind."""
MOST_WORDS = 2000
"""Number of words to keep, by weight; 2,000 instead of all changes the AUC by .0005."""

_FOLDS = 5
_MOST_STORED = 1000
"""Maximum number of ungraded pages to learn from."""
_NEAREST = 100
"""Graded pages nearest to the threshold: on average they are corrected neither up nor down."""
_PASSES, _REPEATS = 2, 4

Floats = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True)
class JudgedText:
    """A page of a crawl.

    Attributes:
        site: where it is from.
        grade: 2, 1 or 0; None if it has none.
        relevance: the verdict without corrections.
        words: its different words.
    """

    site: str
    grade: int | None
    relevance: float
    words: frozenset[str]


@dataclass(frozen=True)
class CorrectionFit:
    """Learned corrections, and whether they help.

    Attributes:
        corrections: learned from all pages.
        plain: probability that a relevant page has a higher relevance than another graded one.
        corrected: the same with corrections that were learned without the pages of the same site.
        graded: number of graded pages.
        sites: number of their sites.
    """

    corrections: Corrections
    plain: float
    corrected: float
    graded: int
    sites: int

    @property
    def helps(self) -> bool:
        """Whether the corrections judge pages of other sites better than the verdict alone."""
        return self.corrected > self.plain


def fit_corrections(texts: Sequence[JudgedText], threshold: float, seed: int = 0) -> CorrectionFit:
    """Learn corrections from the grades of some pages and the verdicts on the others.

    Args:
        texts: pages of a crawl, at least `LEAST_PAGES` with the grade 2 and as many with another one.
        threshold: of the verdict.
        seed: of the order in which pages are learned, and of the choice among those without a grade.
    """
    graded = [text for text in texts if text.grade is not None]
    relevant = np.array([text.grade == RELEVANT for text in graded])
    sites = sorted({text.site for text in graded})
    by_site = len(sites) >= _FOLDS  # sites stay together, unless there are too few of them
    fold = np.array(
        [(sites.index(text.site) if by_site else number) % _FOLDS for number, text in enumerate(graded)]
    )
    scores = np.zeros(len(graded))
    for number in np.unique(fold):
        out = np.flatnonzero(fold == number)
        left_out = {id(graded[position]) for position in out}
        out_sites = {graded[position].site for position in out} if by_site else set()
        others = [text for text in texts if id(text) not in left_out and text.site not in out_sites]
        learned = Corrections(_learned(others, threshold, seed), CorrectionParameters())
        scores[out] = [learned.score(graded[position].words) for position in out]
    plain = np.array([log_odds(text.relevance) for text in graded])
    # Scores of training pages would only measure the fit.
    nearest = np.argsort([abs(text.relevance - threshold) for text in graded], kind="stable")[:_NEAREST]
    parameters = CorrectionParameters(offset=round(float(scores[nearest].mean()), 4))
    return CorrectionFit(
        Corrections(_learned(texts, threshold, seed), parameters),
        area_under_curve(plain, relevant),
        area_under_curve(plain + parameters.share * scores, relevant),
        len(graded),
        len(sites),
    )


def _learned(texts: Sequence[JudgedText], threshold: float, seed: int) -> dict[str, float]:
    """Return the weights of the words that weigh most."""
    random = np.random.default_rng(seed)
    stored = [text for text in texts if text.grade is None]
    if len(stored) > _MOST_STORED:
        stored = [stored[n] for n in sorted(random.choice(len(stored), _MOST_STORED, replace=False).tolist())]
    used = [*(text for text in texts if text.grade is not None), *stored]
    number_of: dict[str, int] = {}
    bags = [
        np.array([number_of.setdefault(word, len(number_of)) for word in sorted(text.words)], np.int64)
        for text in used
    ]
    weights = _regression(bags, *_lessons(used, threshold), len(number_of), random)
    largest = sorted(number_of, key=lambda word: (-abs(weights[number_of[word]]), word))[:MOST_WORDS]
    return {word: round(float(weights[number_of[word]]), 4) for word in largest if weights[number_of[word]]}


def _lessons(texts: Sequence[JudgedText], threshold: float) -> tuple[Floats, Floats]:
    """Return the target value of each page, in [0, 1], and its weight."""
    worth = [
        soft_answer(text.relevance, threshold) if text.grade is None else float(text.grade == RELEVANT)
        for text in texts
    ]
    return np.array(worth), np.array([JUDGED if text.grade is None else GRADED for text in texts])


def _regression(
    bags: Sequence[Numbers], worth: Floats, counts: Floats, words: int, random: np.random.Generator
) -> Floats:
    """Return the weights of a logistic regression over bags of words, trained by AdaGrad."""
    weights, sums = np.zeros(words), np.full(words, FIRST)
    for _ in range(_PASSES):
        for position in random.permutation(len(bags)):
            bag = bags[position]
            if not len(bag):
                continue
            for _ in range(_REPEATS):
                step(weights, sums, bag, float(worth[position]), float(counts[position]))
    return weights

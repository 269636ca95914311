"""Learning from grades what a topic's own verdict misses: words that move it up or down.

A logistic regression over the words of graded pages starts from the log-odds of the topic's own verdict and
learns what is to be added. Its weights are penalised: few grades move little.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean

import numpy as np
import numpy.typing as npt

from topiccrawl.relevance.learner.bags import Bags, Floats, Numbers
from topiccrawl.relevance.learner.model import PageModel
from topiccrawl.relevance.learner.odds import log_odds
from topiccrawl.relevance.learner.ranking import area_under_curve
from topiccrawl.relevance.learner.regression import fit, left_out_scores
from topiccrawl.relevance.learner.seen import SeenPage
from topiccrawl.text.general_idf import general_idf

Flags = npt.NDArray[np.bool_]

LEAST_GRADES = 10
"""Number of graded pages of either kind from which on something is learned."""
_FOLDS = 5
_IMPORTANCE = 2.0
"""Of a graded page against the penalty; 1 to 4 are about as good with 20 to 200 grades."""
_MOST_OF_A_SITE = 0.5
_NEAREST = 50
"""Graded pages of either kind nearest to the threshold: on average they are moved neither up nor down."""


@dataclass(frozen=True)
class GradesFit:
    """What grades teach, and whether it helps.

    Attributes:
        model: learned from all graded pages.
        plain: probability that the verdict is higher for a relevant page than for another graded one.
        moved: the same for verdicts moved by models that have not learned the pages of the same site; of the
            same fifth, if there are few sites or one has most of the relevant pages.
        sites: number of sites.
    """

    model: PageModel
    plain: float
    moved: float
    sites: int

    @property
    def helps(self) -> bool:
        """Whether moved verdicts rank the pages of other sites better than the topic's own."""
        return self.moved > self.plain


def learn_grades(
    pages: Sequence[SeenPage], threshold: float, idf: Callable[[str], float] = general_idf
) -> GradesFit | None:
    """Return what graded pages teach; None if they are too few.

    Args:
        pages: with the relevance by the topic's own verdict; those without a grade teach nothing.
        threshold: of that verdict.
        idf: of a word.
    """
    pages = [page for page in pages if page.grade is not None and page.words]
    relevant = np.array([page.grade == 1 for page in pages])
    if min(relevant.sum(), (~relevant).sum()) < LEAST_GRADES:
        return None
    answers, evenly = relevant.astype(np.float64), np.full(len(pages), _IMPORTANCE)
    bags = Bags.of([page.words for page in pages], idf)
    plain = np.array([log_odds(page.relevance) - log_odds(threshold) for page in pages])
    fold = folds([page.site for page in pages], relevant)
    scores = left_out_scores(bags, answers, evenly, fold, plain)
    weights, offset = fit(bags, answers, evenly, plain)
    words = dict(zip(bags.words, weights.tolist(), strict=True))
    # By scores of pages that were not learned: those of learned ones would measure the fit.
    middle = fmean(_near_threshold(scores[kind], plain[kind]) for kind in (relevant, ~relevant))
    model = PageModel(words, offset - middle, None, len(pages), len(pages))
    before, after = area_under_curve(plain, relevant), area_under_curve(plain + scores, relevant)
    return GradesFit(model, before, after, len({page.site for page in pages}))


def _near_threshold(scores: Floats, plain: Floats) -> float:
    """Return the mean score of the pages whose verdict is nearest to the threshold."""
    return float(scores[np.argsort(np.abs(plain), kind="stable")[:_NEAREST]].mean())


def folds(sites: Sequence[str], relevant: Flags) -> Numbers:
    """Return folds that keep sites together, unless there are few or one has most of the relevant pages."""
    names = sorted(set(sites))
    numbers = np.array([names.index(site) for site in sites], np.int64)
    most = np.bincount(numbers[relevant]).max() / relevant.sum()
    if len(names) < _FOLDS or most > _MOST_OF_A_SITE:
        numbers = np.random.default_rng(0).permutation(len(sites))
    return numbers % _FOLDS

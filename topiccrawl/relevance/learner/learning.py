"""Learning which pages are on the topic, from the pages that a crawl has seen and from grades.

Pages with most topic words are taken for relevant at first. A regression over all other words learns what
else they speak of, and a line over its scores (`mixture.py`) how many pages of a score are relevant. The
pages that are more likely relevant than not teach the next regression, a few times. Each page is scored by a
regression that has not learned it, so that no page vouches for itself.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence, Set
from statistics import fmean, median

import numpy as np
import numpy.typing as npt

from topiccrawl.relevance.learner.bags import Bags, Floats, Numbers
from topiccrawl.relevance.learner.fields import topic_fields
from topiccrawl.relevance.learner.mixture import Line, fit_line
from topiccrawl.relevance.learner.model import EVIDENCE, PageModel
from topiccrawl.relevance.learner.regression import fit, left_out_scores
from topiccrawl.relevance.learner.seen import ENOUGH, MOST_EVIDENCE, SeenPage
from topiccrawl.text.general_idf import general_idf, general_words

Flags = npt.NDArray[np.bool_]

LEAST = 50
"""Pages from which on something is learned."""
_LEAST_SURE = 8
"""Pages with enough topic words, or graded as relevant, from which on something is learned."""
_SURE = 60
"""So many pages with most topic words are enough: then those with fewer do not teach at first."""
_GRADED = 8.0
"""Weight of a page with a grade."""
_TEACHES = 0.8
"""Log-odds of a page by its score and its topic words from which on it teaches as a relevant one."""
_LONELY = 0.5
"""Share of pages with another topic word, of the median of all topic words, under which a word is lonely."""
_MOST_RELATED = 0.1
"""Share of pages with topic words among those with the lowest scores: more mean that most are on it."""
_FOLDS, _ROUNDS = 4, 3


def learn(
    pages: Sequence[SeenPage], topic_words: Collection[str], idf: Callable[[str], float] = general_idf
) -> PageModel | None:
    """Return what the pages teach; None if they are too few to learn from.

    Args:
        pages: as they were seen, with the evidence of `TopicFields.topic_words`; with different keys.
        topic_words: of the topic.
        idf: of a word.
    """
    pages = [page for page in pages if page.words]
    evidence = np.array([page.evidence for page in pages], np.int64)
    grades = np.array([np.nan if page.grade is None else page.grade for page in pages], np.float64)
    graded = ~np.isnan(grades)
    sure = evidence >= (MOST_EVIDENCE if (evidence >= MOST_EVIDENCE).sum() >= _SURE else ENOUGH)
    belief = np.where(graded, grades, sure)
    if len(pages) < LEAST or min(belief.sum(), (1 - belief).sum()) < _LEAST_SURE:
        return None
    fields = topic_fields(frozenset(topic_words))
    topic = fields.topic_words
    own = [page.words & topic for page in pages]
    lonely = lonely_words(own)
    evidence = np.where([len(some) == 1 and some <= lonely for some in own], 0, evidence)
    rows = [page.words - topic for page in pages]
    shifts = np.array([fields.competitor(page.words, idf).shift for page in pages])
    found = _learned(rows, evidence, shifts, sure, grades, idf)
    if isinstance(found, float):  # few pages are off the topic: what else there is, general text must say
        count = min(len(pages) // 2, round(found * len(pages)))
        rest = general_pages(count, int(median(map(len, rows))), topic)
        none, unknown = np.zeros(len(rest), np.int64), np.full(len(rest), np.nan)
        evidence, sure = np.append(evidence, none), np.append(sure, none.astype(bool))
        shifts = np.append(shifts, np.full(len(rest), shifts.min()))
        found = _learned([*rows, *rest], evidence, shifts, sure, np.append(grades, unknown), idf, always=True)
    assert not isinstance(found, float)
    words, offset = found
    return PageModel(words, offset, frozenset(topic_words), len(pages), int(graded.sum()))


def _learned(
    rows: Sequence[Set[str]],
    evidence: Numbers,
    shifts: Floats,
    sure: Flags,
    grades: Floats,
    idf: Callable[[str], float],
    *,
    always: bool = False,
) -> tuple[dict[str, float], float] | float:
    """Return the weights of words, and the log-odds of a page without them.

    If too many of the pages with the lowest scores have topic words, their share is returned.

    Args:
        rows: the words of each page, without topic words.
        evidence: of its topic words.
        shifts: log-odds that other fields take from it.
        sure: whether it is taken for relevant at first.
        grades: its grade; NaN without one.
        idf: of a word.
        always: whether to learn although many of the pages with the lowest scores have topic words.
    """
    graded = ~np.isnan(grades)
    belief = np.where(graded, grades, sure)
    bags = Bags.of(rows, idf)
    importance, known = np.where(graded, _GRADED, 1.0), np.array(EVIDENCE)[evidence] + shifts
    folds = np.random.default_rng(0).integers(_FOLDS, size=len(rows))
    line = Line(1.0, 0.0)
    for _ in range(_ROUNDS):
        scores = left_out_scores(bags, belief, importance, folds)
        lowest = np.argsort(scores)[: len(rows) // 4]
        related = float((evidence[lowest] > 0).mean())
        if not always and related > _MOST_RELATED:
            return related
        line = fit_line(scores, evidence, int(sure.sum()), grades, importance)
        belief = np.where(graded, grades, line.log_odds(scores) + known > _TEACHES)
    weights, offset = fit(bags, belief, importance)
    words = dict(zip(bags.words, (line.slope * weights).tolist(), strict=True))
    return words, line.slope * offset + line.offset


def general_pages(count: int, length: int, without: Collection[str]) -> list[frozenset[str]]:
    """Return pages of words drawn from general text by their frequency.

    Args:
        count: number of pages.
        length: number of words that are drawn for each.
        without: words to leave out.
    """
    words, shares = general_words()
    drawn = np.random.default_rng(1).choice(len(words), size=(count, length), p=shares)
    return [frozenset(words[place] for place in row).difference(without) for row in drawn]


def lonely_words(pages: Sequence[frozenset[str]]) -> frozenset[str]:
    """Return the topic words that stand without another one much more often than the others do.

    They are words of another field, too: 火箭 is a vehicle and a team. Alone they say nothing.

    Args:
        pages: the different topic words of each page.
    """
    found: dict[str, list[bool]] = {}
    for words in pages:
        for word in words:
            found.setdefault(word, []).append(len(words) > 1)
    company = {word: fmean(some) for word, some in found.items() if len(some) >= _LEAST_SURE}
    if not company:
        return frozenset()
    usual = median(company.values())
    return frozenset(word for word, share in company.items() if share < _LONELY * usual)

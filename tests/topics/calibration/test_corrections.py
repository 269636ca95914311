"""Corrections of the verdict learned from grades."""

from __future__ import annotations

import random

import numpy as np
import pytest

from topiccrawl.topics.calibration.corrections import MOST_WORDS, CorrectionFit, JudgedText, fit_corrections

THRESHOLD = 0.5
COMMON = [f"词{n}" for n in range(400)]


def crawl(
    telling: bool, graded: int = 60, sites: int = 8, pages: int = 200, seed: int = 1
) -> list[JudgedText]:
    """Pages whose verdicts say little; with `telling`, a word of relevant and one of other pages say more."""
    rng = random.Random(seed)
    texts = []
    for number in range(pages):
        relevant = rng.random() < 0.6
        relevance = min(0.95, max(0.05, rng.gauss(0.56 if relevant else 0.52, 0.05)))
        words = set(rng.sample(COMMON, 30))
        if telling and rng.random() < 0.8:
            words.add("党课" if relevant else "球队")
        grade = (2 if relevant else number % 2) if number < graded else None
        texts.append(JudgedText(f"s{number % sites}.cn", grade, relevance, frozenset(words)))
    return texts


@pytest.mark.parametrize("sites", [1, 3, 8])
def test_words_that_tell_are_learned_and_help_on_other_pages(sites: int) -> None:
    fit = fit_corrections(crawl(telling=True, sites=sites), THRESHOLD)
    assert fit.helps
    assert fit.corrected > fit.plain + 0.05
    assert (fit.graded, fit.sites) == (60, sites)
    words = fit.corrections.words
    assert words["党课"] == max(words.values())
    assert words["球队"] == min(words.values())


def test_where_words_tell_nothing_corrections_do_not_seem_to_help() -> None:
    fits = [fit_corrections(crawl(telling=False, seed=seed), THRESHOLD) for seed in range(6)]
    assert np.mean([fit.corrected - fit.plain for fit in fits]) < 0.01
    assert not all(fit.helps for fit in fits)


@pytest.mark.parametrize("share", [0.2, 0.8])
def test_pages_near_the_threshold_move_neither_up_nor_down(share: float) -> None:
    """Whether most of the graded pages are relevant or most are not, pages of other crawls stay as they are."""
    texts = crawl(telling=True, graded=150)
    relevant = [text for text in texts if text.grade == 2]
    others = [text for text in texts if text.grade is not None and text.grade != 2]
    rest = [text for text in texts if text.grade is None]
    count = 40
    graded = relevant[: int(share * count)] + others[: count - int(share * count)]
    corrections = fit_corrections([*graded, *rest], THRESHOLD).corrections
    unseen = crawl(telling=True, graded=0, seed=9)
    moved = [corrections.corrected(text.relevance, text.words) - text.relevance for text in unseen]
    assert abs(np.mean(moved)) < 0.04
    assert np.std(moved) > 0.02


def test_the_same_pages_give_the_same_corrections() -> None:
    first, second = (fit_corrections(crawl(telling=True), THRESHOLD) for _ in range(2))
    assert first == second


def test_the_words_are_bounded_and_empty_texts_harmless() -> None:
    texts = crawl(telling=True)
    texts += [
        JudgedText("x.cn", None, 0.6, frozenset(f"稀{number}-{n}" for n in range(300)))
        for number in range(20)
    ]
    texts.append(JudgedText("x.cn", 2, 0.6, frozenset()))
    fit = fit_corrections(texts, THRESHOLD)
    assert isinstance(fit, CorrectionFit)
    assert len(fit.corrections.words) == MOST_WORDS
    assert all(np.isfinite(list(fit.corrections.words.values())))

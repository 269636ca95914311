"""The online logistic regression."""

from __future__ import annotations

import numpy as np
import pytest

from topiccrawl.priority.learning.linear_model import Example, LinearModel


def example(*hashed: int, numbers: tuple[float, ...] = (1.0,), offset: float = 0.0) -> Example:
    return Example(offset, np.array(numbers, np.float32), np.array(hashed, np.int32))


def test_it_tells_good_words_from_bad_ones() -> None:
    model = LinearModel(1)
    good, bad, shared = 11, 22, 33
    for _ in range(40):
        model.learn(example(good, shared), 1.0)
        model.learn(example(bad, shared), 0.0)
    assert model.score(example(good)) > 1
    assert model.score(example(bad)) < -1
    assert abs(model.score(example(shared))) < abs(model.score(example(good)))


def test_it_learns_soft_values() -> None:
    model = LinearModel(1)
    for _ in range(400):
        model.learn(example(7), 0.5)
        model.learn(example(8), 1.0)
    assert 1 / (1 + np.exp(-model.score(example(7)))) == pytest.approx(0.5, abs=0.1)
    assert 1 / (1 + np.exp(-model.score(example(8)))) > 0.85


def test_few_lessons_move_little() -> None:
    model = LinearModel(1)
    model.learn(example(7), 1.0)
    assert 0 < model.score(example(7)) < 1


def test_a_corrected_lesson_is_replayed_with_its_new_worth() -> None:
    model = LinearModel(1, correctable=10)
    lessons = [model.learn(example(7), 0.0) for _ in range(10)]
    assert model.score(example(7)) < 0
    for lesson in lessons:
        model.correct(lesson, 1.0)
    assert [model.worth(lesson) for lesson in lessons] == [1.0] * 10
    assert model.score(example(7)) > 0

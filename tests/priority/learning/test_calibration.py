"""Probabilities of links are corrected by what became of their pages."""

from __future__ import annotations

import random

import pytest

from topiccrawl.priority.learning.calibration import Calibration


def error(pairs: list[tuple[float, bool]]) -> float:
    """Return the expected calibration error over ten bins."""
    bins: dict[int, list[float]] = {}
    for predicted, kept in pairs:
        bins.setdefault(min(9, int(predicted * 10)), []).append(predicted - kept)
    return sum(abs(sum(gaps)) for gaps in bins.values()) / len(pairs)


@pytest.mark.parametrize("power", [2.0, 0.5], ids=["too sure", "not sure enough"])
def test_a_model_that_is_off_is_corrected_as_pages_arrive(power: float) -> None:
    rng, calibration = random.Random(1), Calibration()
    raw, corrected = [], []
    for _ in range(800):
        predicted = rng.random()
        kept = rng.random() < predicted**power
        raw.append((predicted, kept))
        corrected.append((calibration.of(predicted), kept))  # before the page is known
        calibration.add(predicted, kept=kept)
    assert error(corrected) < 0.05 < 0.1 < error(raw)


def test_a_reliable_model_is_left_alone() -> None:
    rng, calibration = random.Random(2), Calibration()
    for _ in range(2000):
        predicted = rng.random()
        calibration.add(predicted, kept=rng.random() < predicted)
    assert all(abs(calibration.of(p / 20) - p / 20) < 0.05 for p in range(21))


def test_corrected_probabilities_stay_probabilities() -> None:
    calibration = Calibration()
    for _ in range(1000):
        calibration.add(0.91, kept=False)
        calibration.add(0.01, kept=True)
    assert calibration.of(0.9) == 0.0
    assert calibration.of(0.099) == 1.0

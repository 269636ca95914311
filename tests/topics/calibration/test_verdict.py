"""Thresholds fitted to graded pages."""

from __future__ import annotations

from topiccrawl.topics.calibration.verdict import LEAST_GATE, JudgedPage, fit_verdict


def test_the_gate_stays_shut_for_descriptions_that_say_nothing():
    pages = [JudgedPage(f"site{n % 3}", 2, 0.0, 0.9) for n in range(20)]
    pages += [JudgedPage(f"site{n % 3}", 0, 0.4, 0.1) for n in range(20)]
    fit = fit_verdict(pages, 0.9)
    assert fit.gate == LEAST_GATE > 0
    assert fit.threshold is not None

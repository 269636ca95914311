"""Formula 5."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topiccrawl.priority.link_priority import PriorityParameters, link_priority, saturate

SHARE = st.floats(0, 1)


def test_formula_5_by_hand() -> None:
    priority = link_priority(0.5, 0.25, 1, (0.3, 0.6, 0.1))
    assert priority.value == pytest.approx(0.15 + 0.15 + 0.1)
    assert priority.rounded_parts() == {"description": 0.5, "anchor": 0.25, "structure": 1}


def test_parts_are_rounded_for_keeping() -> None:
    assert link_priority(1 / 3, 2 / 3, 0, (0.3, 0.6, 0.1)).rounded_parts()["description"] == 0.3333


@given(SHARE, SHARE, st.sampled_from([0, 1]))
def test_the_value_is_in_range_and_rises_with_each_part(
    description: float, anchor: float, structure: int
) -> None:
    weights = PriorityParameters().weights
    value = link_priority(description, anchor, structure, weights).value
    assert 0 <= value <= 1 + 1e-5
    assert link_priority(1, anchor, structure, weights).value >= value
    assert link_priority(description, 1, structure, weights).value >= value
    assert link_priority(description, anchor, 1, weights).value >= value


def test_structure_alone_does_not_admit_a_link_by_default() -> None:
    parameters = PriorityParameters()
    assert link_priority(0, 0, 1, parameters.weights).value <= parameters.threshold


def test_structure_as_heavy_as_the_threshold_is_not_over_it() -> None:
    consistent = ((1, 0.5, 2), (2, 1, 4), (0.5, 0.25, 1))  # 2/7, 4/7, 1/7
    weight = PriorityParameters(consistent, threshold=0.2).weights[2]
    assert PriorityParameters(consistent, threshold=weight).threshold == weight


def test_saturation_by_hand() -> None:
    assert saturate(0, 0.01) == 0
    assert saturate(0.01, 0.01) == 0.5
    assert saturate(0.03, 0.01) == pytest.approx(0.75)

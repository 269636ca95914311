"""Gate and verdict."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topiccrawl.relevance.judgement import GateParameters, VerdictParameters, verdict

SHARE = st.floats(0, 1, exclude_max=True)


@pytest.mark.parametrize(
    ("description", "body", "relevance", "kept"),
    [
        (0.5, 0.5, 0.5, True),
        (0.9, 0.0, 0.27, False),
        (0.0, 0.9, 0.63, True),
        (0.0, 0.0, 0.0, False),
        (0.4, 0.4, 0.4, True),
    ],
)
def test_by_hand(description: float, body: float, relevance: float, kept: bool) -> None:
    found = verdict(description, body, VerdictParameters(threshold=0.4, body_share=0.7))
    assert found.relevance == pytest.approx(relevance)
    assert (found.description, found.body, found.kept) == (description, body, kept)


@given(SHARE, SHARE, SHARE, st.floats(0, 1))
def test_the_value_lies_between_its_parts(
    description: float, body: float, threshold: float, share: float
) -> None:
    found = verdict(description, body, VerdictParameters(threshold, share))
    assert min(description, body) - 1e-12 <= found.relevance <= max(description, body) + 1e-12
    assert found.kept == (found.relevance >= threshold)


@pytest.mark.parametrize("value", [-0.01, 1, 1.5, float("nan")])
@pytest.mark.parametrize("name", ["threshold", "hub_threshold"])
def test_gate_thresholds_out_of_range(name: str, value: float) -> None:
    with pytest.raises(ValueError, match=rf"^{name} = {value!r}"):
        GateParameters(**{name: value})


def test_no_topic_words_would_keep_everything() -> None:
    with pytest.raises(ValueError, match=r"^topic_words = 0"):
        GateParameters(topic_words=0)


@pytest.mark.parametrize(
    ("name", "value"), [("threshold", 1), ("threshold", -1), ("body_share", 1.01), ("body_share", -1)]
)
def test_verdict_parameters_out_of_range(name: str, value: float) -> None:
    with pytest.raises(ValueError, match=rf"^{name} = {value!r}"):
        VerdictParameters(**{name: value})

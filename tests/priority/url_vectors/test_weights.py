"""The weights of the elements of URLs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from priority.url_vectors.urls import URLS

from topiccrawl.priority.url_vectors.vector import url_vector
from topiccrawl.priority.url_vectors.weights import ElementCounts, UrlWeights, initial_weights


def _sum(weights: UrlWeights) -> float:
    return weights.server + weights.domain + weights.layout


def _batch(number: int, size: int = 10) -> list[str]:
    return [
        f"http://news.example.cn/{'sport' if i % 2 else 'party'}/{number * size + i}/1.html"
        for i in range(size)
    ]


def test_initial_weights_fall_from_left_to_right() -> None:
    weights = initial_weights(3)
    # (4, 3, 2, 1) / 4, scaled to 0.8.
    assert [weights.server, *weights.directories] == pytest.approx([0.32, 0.24, 0.16, 0.08], abs=1e-12)
    assert _sum(weights) == pytest.approx(1, abs=1e-12)


def test_weights_for_a_depth_keep_their_sum() -> None:
    weights = UrlWeights(0.2, (0.3, 0.2, 0.1))
    assert weights.for_depth(2) == pytest.approx([0.36, 0.24], abs=1e-12)
    assert weights.for_depth(4) == pytest.approx([0.6 * w / 0.7 for w in (0.3, 0.2, 0.1, 0.1)], abs=1e-12)
    assert weights.for_depth(0) == ()
    assert UrlWeights(0.8, ()).for_depth(2) == (0, 0)
    assert UrlWeights(0.4, (0.0, 0.4)).for_depth(1) == pytest.approx([0.4])


@pytest.mark.parametrize("mean", [False, True])
def test_update_by_hand(mean: bool) -> None:
    counts = ElementCounts(gamma=2, mean=mean)
    counts.add(url_vector(f"http://a.cn/{text}") for text in ("x/1", "x/b/2", "y/b/3", "y/c/4", "z/d/5"))
    # The server: 5 of 5. Level 1: x and y, 4 of 5. Level 2: b, 2 of 5. Falling by 3/3, 2/3, 1/3.
    assert counts.frequent() == [[5], [2, 2], [2]]
    raw = [1.0, 2 / 3 * 4 / 5 / (2 if mean else 1), 1 / 3 * 2 / 5]
    weights = counts.weights()
    expected = [value * 0.8 / sum(raw) for value in raw]
    assert [weights.server, *weights.directories] == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("mean", [False, True])
def test_a_section_outweighs_an_article_id_after_two_batches(mean: bool) -> None:
    counts = ElementCounts(mean=mean)
    for number in range(2):
        counts.add(map(url_vector, _batch(number)))
        weights = counts.weights()
        assert _sum(weights) == pytest.approx(1, abs=1e-12)
    section, article = weights.directories
    assert section > 10 * article


def test_a_section_outweighs_an_article_id_that_stands_before_it() -> None:
    counts = ElementCounts()
    for number in range(2):
        counts.add(url_vector(f"http://a.cn/{number * 10 + i}/{'xy'[i % 2]}/1.html") for i in range(10))
    weights = counts.weights()
    assert weights.directories[1] > weights.directories[0]


def test_without_frequent_values_there_are_no_weights() -> None:
    counts = ElementCounts(gamma=3)
    assert counts.weights() is None
    counts.add(map(url_vector, ("http://a.cn/x/1", "http://b.cn/y/1")))
    assert counts.weights() is None


def test_gamma_must_be_positive() -> None:
    with pytest.raises(ValueError, match="gamma = 0 is under 1"):
        ElementCounts(gamma=0)


def test_rare_values_are_forgotten() -> None:
    counts = ElementCounts()
    for _ in range(2):
        counts.add(url_vector(f"http://a.cn/x/{number}/1") for number in range(21_000))
    frequent = counts.frequent()
    assert frequent[:2] == [[42_000], [42_000]]
    assert 0 < len(frequent[2]) <= 20_000


@given(
    st.lists(st.lists(URLS, max_size=6), max_size=4),
    st.integers(1, 3),
    st.booleans(),
    st.floats(0, 0.4),
    st.floats(0, 0.4),
)
def test_weights_sum_to_1_after_each_batch(
    batches: list[list[str]], gamma: int, mean: bool, file: float, depth: float
) -> None:
    counts = ElementCounts(gamma, mean=mean)
    for batch in batches:
        counts.add(map(url_vector, batch))
        weights = counts.weights(file, depth)
        if weights is not None:
            assert _sum(weights) == pytest.approx(1, abs=1e-9)
            assert min(weights.server, *weights.directories, 0) == 0

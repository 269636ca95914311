"""The weights of the elements of URLs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from priority.url_vectors.urls import URLS

from topiccrawl.priority.url_vectors.vector import url_vector
from topiccrawl.priority.url_vectors.weights import UrlWeights, counted_weights, initial_weights


def _sum(weights: UrlWeights) -> float:
    return weights.server + weights.domain + weights.layout


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
def test_counted_weights_by_hand(mean: bool) -> None:
    urls = [f"http://a.cn/{text}" for text in ("x/1", "x/b/2", "y/b/3", "y/c/4", "z/d/5")]
    # The server: 5 of 5. Level 1: x and y, 4 of 5. Level 2: b, 2 of 5. Falling by 3/3, 2/3, 1/3.
    raw = [1.0, 2 / 3 * 4 / 5 / (2 if mean else 1), 1 / 3 * 2 / 5]
    weights = counted_weights(map(url_vector, urls), mean=mean)
    expected = [value * 0.8 / sum(raw) for value in raw]
    assert [weights.server, *weights.directories] == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("mean", [False, True])
def test_a_section_outweighs_an_article_id_after_two_batches(mean: bool) -> None:
    urls = [f"http://news.example.cn/{'sport' if i % 2 else 'party'}/{i}/1.html" for i in range(20)]
    for count in (10, 20):
        weights = counted_weights(map(url_vector, urls[:count]), mean=mean)
        assert _sum(weights) == pytest.approx(1, abs=1e-12)
    section, article = weights.directories
    assert section > 10 * article


def test_a_section_outweighs_an_article_id_that_stands_before_it() -> None:
    weights = counted_weights(url_vector(f"http://a.cn/{i}/{'xy'[i % 2]}/1.html") for i in range(20))
    assert weights.directories[1] > weights.directories[0]


def test_without_frequent_values_there_are_no_weights() -> None:
    assert counted_weights([], 3) is None
    assert counted_weights(map(url_vector, ("http://a.cn/x/1", "http://b.cn/y/1")), 3) is None


@given(st.lists(URLS, max_size=20), st.integers(1, 3), st.booleans(), st.floats(0, 0.4), st.floats(0, 0.4))
def test_weights_sum_to_1(urls: list[str], gamma: int, mean: bool, file: float, depth: float) -> None:
    weights = counted_weights(map(url_vector, urls), gamma, mean=mean, file=file, equal_depth=depth)
    if weights is not None:
        assert _sum(weights) == pytest.approx(1, abs=1e-9)
        assert min(weights.server, *weights.directories, 0) == 0

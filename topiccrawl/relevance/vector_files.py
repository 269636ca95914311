"""Reading files of word vectors in every form that gensim reads, told by their content.

gensim's own KeyedVectors (`.kv`), word2vec and fastText text (`.txt`, `.vec`), word2vec binary (`.bin`) and
Facebook's fastText binary (`.bin`); text and word2vec binary may be gzipped. Whatever cannot be memory-mapped
as it is gets converted once into the user's cache, under the hash of the file.
"""

from __future__ import annotations

import gzip
import json
import os
import pickle
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import file_digest
from pathlib import Path
from typing import IO, Any

import numpy as np
from gensim.models import KeyedVectors
from gensim.models.fasttext import load_facebook_vectors

from topiccrawl.relevance.resource_error import ResourceError
from topiccrawl.text.long_work import report
from topiccrawl.text.resources import cache_dir
from topiccrawl.text.whole_file import write_whole

_FASTTEXT = struct.pack("<i", 793712314)
_GZIP = b"\x1f\x8b"
_HEAD = 4096
"""Bytes that tell the form of a file."""
_PICKLED = frozenset(
    {
        ("gensim.models.keyedvectors", "KeyedVectors"),
        ("gensim.models.keyedvectors", "Word2VecKeyedVectors"),
        ("gensim.models.keyedvectors", "Vocab"),
        ("gensim.models.keyedvectors", "CompatVocab"),
        ("gensim.models.fasttext", "FastTextKeyedVectors"),
        ("numpy", "ndarray"),
        ("numpy", "dtype"),
        *(
            (f"numpy.{core}.multiarray", name)
            for core in ("core", "_core")
            for name in ("_reconstruct", "scalar")
        ),
        *((f"numpy.{core}.numeric", "_frombuffer") for core in ("core", "_core")),
    }
)
"""All that a file of KeyedVectors needs; whatever else a pickle asks for could run code, and is refused."""


class VectorFileError(ResourceError):
    """A file of vectors cannot be read; the message names it, and the line where it has lines."""


class _VectorUnpickler(pickle.Unpickler):
    def find_class(self, module_name: str, global_name: str, /) -> Any:
        if (module_name, global_name) not in _PICKLED:
            raise pickle.UnpicklingError(f"it asks for {module_name}.{global_name}, which is refused")
        return super().find_class(module_name, global_name)


def open_vectors(path: str | Path) -> tuple[KeyedVectors, str]:
    """The vectors of a file, memory-mapped, and the hash of its content.

    Raises:
        VectorFileError: it is missing or no such file; names it, and what was expected.
    """
    path = Path(path)
    try:
        form = _form(path)
        digest = content_digest(path)
    except OSError as error:
        raise VectorFileError(f"{path}: not a file of word vectors ({error.strerror or error})") from None
    if form == "gensim" and Path(f"{path}.vectors.npy").is_file():
        return _gensim(path), digest
    target = cache_dir() / f"vectors-{digest}.kv"
    if not target.is_file():
        work = f"converting the vectors {path.name}"
        report(work, 0, 1)
        save_mapped(
            {"gensim": _gensim, "fasttext": _facebook, "binary": _binary, "text": _text}[form](path), target
        )
        report(work, 1, 1)
    return _loaded(target), digest


def save_mapped(keyed: KeyedVectors, target: Path) -> None:
    """Write vectors so that they can be memory-mapped; atomic, so that two processes may do it at once."""
    plain = KeyedVectors(vector_size=keyed.vector_size, count=len(keyed.index_to_key), dtype=np.float32)
    plain.index_to_key = list(keyed.index_to_key)
    plain.key_to_index = {word: number for number, word in enumerate(plain.index_to_key)}
    plain.vectors = np.asarray(keyed.vectors, dtype=np.float32)
    staging = target.with_name(f"{target.stem}.{os.getpid()}.kv")
    plain.save(str(staging), separately=["vectors"])
    # The matrix must be in place before the file that names it.
    Path(f"{staging}.vectors.npy").replace(f"{target}.vectors.npy")
    staging.replace(target)


def content_digest(path: Path) -> str:
    """Hash of a file and of the matrix beside it, remembered while their sizes and times stay the same."""
    files = [file for file in (path, Path(f"{path}.vectors.npy")) if file.is_file()]
    stamps = [[str(file.resolve()), file.stat().st_size, file.stat().st_mtime_ns] for file in files]
    memory = cache_dir() / "vector-digests.json"
    try:
        stored = json.loads(memory.read_bytes())
    except (OSError, ValueError):
        stored = None  # none yet, or broken
    known: dict[str, Any] = stored if isinstance(stored, dict) else {}
    key = json.dumps(stamps)
    if not isinstance(known.get(key), str):
        digests = []
        for file in files or [path]:
            with file.open("rb") as opened:
                digests.append(file_digest(opened, "sha256").hexdigest())
        known[key] = "".join(digest[: 24 // len(digests)] for digest in digests)
        write_whole(memory, json.dumps(known))
    digest: str = known[key]
    return digest


def _form(path: Path) -> str:
    with path.open("rb") as opened:
        start = opened.read(4)
    if start[:1] == b"\x80":
        return "gensim"
    if start == _FASTTEXT:
        return "fasttext"
    with _opened(path) as stream:
        head = stream.read(_HEAD)
    first, _, rest = head.partition(b"\n")
    if len(first.split()) == 2 and all(part.isdigit() for part in first.split()):
        row = rest.split(b"\n", 1)[0].split(b" ")[1:4]
        return "text" if row and all(_is_number(value) for value in row) else "binary"
    return "text"


def _is_number(value: bytes) -> bool:
    try:
        float(value)
    except ValueError:
        return False
    return True


@contextmanager
def _opened(path: Path) -> Iterator[IO[bytes]]:
    with path.open("rb") as opened:
        packed = opened.read(2) == _GZIP
    try:
        with gzip.open(path, "rb") if packed else path.open("rb") as stream:
            yield stream  # type: ignore[misc]
    except (gzip.BadGzipFile, EOFError) as error:
        raise VectorFileError(f"{path}: not a file of word vectors ({error})") from None


def _gensim(path: Path) -> KeyedVectors:
    try:
        with path.open("rb") as opened:
            _VectorUnpickler(opened, encoding="latin1").load()
    except Exception as error:  # a broken pickle can raise almost anything
        raise VectorFileError(f"{path}: not a gensim KeyedVectors file ({error})") from error
    return _loaded(path)


def _loaded(path: Path) -> KeyedVectors:
    try:
        keyed = KeyedVectors.load(str(path), mmap="r")
    except Exception as error:  # as above
        raise VectorFileError(f"{path}: not a gensim KeyedVectors file ({error})") from error
    if not isinstance(keyed, KeyedVectors):
        raise VectorFileError(f"{path}: not a gensim KeyedVectors file (it holds a {type(keyed).__name__})")
    return keyed


def _facebook(path: Path) -> KeyedVectors:
    try:
        return load_facebook_vectors(str(path))
    except Exception as error:  # struct errors, memory errors by absurd sizes, assertions, ...
        raise VectorFileError(f"{path}: not a fastText model ({type(error).__name__}: {error})") from error


def _binary(path: Path) -> KeyedVectors:
    try:
        keyed = KeyedVectors.load_word2vec_format(str(path), binary=True, unicode_errors="replace")
    except Exception as error:  # as above
        raise VectorFileError(f"{path}: not word2vec binary vectors ({error})") from error
    return keyed


def _text(path: Path) -> KeyedVectors:
    words: dict[str, None] = {}
    rows: list[np.ndarray[tuple[int], np.dtype[np.float32]]] = []
    size = 0
    with _opened(path) as stream:
        for number, line in enumerate(stream, 1):
            where = f"{path}:{number}"
            try:
                text = line.decode("utf-8-sig" if number == 1 else "utf-8").rstrip()
            except UnicodeDecodeError as error:
                raise VectorFileError(
                    f"{where}: expected UTF-8, found the byte {error.object[error.start]:#04x}"
                ) from None
            parts = text.split(" ") if not size else text.rsplit(" ", size)
            if number == 1 and len(parts) == 2 and all(part.isdecimal() for part in parts):
                size = int(parts[1])
                continue
            if not text.strip():
                continue
            size = size or len(parts) - 1
            try:
                row = np.array(parts[1:], dtype=np.float32)
            except ValueError:
                row = np.empty(0, dtype=np.float32)
            if not size or len(row) != size or not np.isfinite(row).all():
                raise VectorFileError(
                    f"{where}: expected a word and {size or 'its'} finite numbers, found {text[:60]!r}"
                )
            if parts[0] not in words:
                words[parts[0]] = None
                rows.append(row)
    if not rows:
        raise VectorFileError(f"{path}:1: expected a word and its numbers, found no line")
    keyed = KeyedVectors(vector_size=size)
    keyed.add_vectors(list(words), np.array(rows))
    return keyed

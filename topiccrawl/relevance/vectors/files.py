"""Files of word vectors in every format that gensim reads, recognised by their content.

gensim's KeyedVectors (`.kv`), word2vec and fastText text (`.txt`, `.vec`), word2vec binary (`.bin`) and
Facebook's fastText binary (`.bin`); text and word2vec binary may be gzipped. What cannot be memory-mapped is
converted once into the user's cache, under the hash of the file. Files are untrusted: nothing in them is
executed, and memory is proportional to their size.
"""

from __future__ import annotations

import glob
import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from hashlib import file_digest
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from topiccrawl.errors import VectorFileError
from topiccrawl.messages import message, said
from topiccrawl.relevance.vectors.fasttext_model import MAGIC, read_fasttext
from topiccrawl.relevance.vectors.keyed_vectors import read_gensim
from topiccrawl.relevance.vectors.mapped import MappedVectors, check_finite, words_file
from topiccrawl.relevance.vectors.rows import opened_rows, read_binary_rows, read_text_rows
from topiccrawl.text.files.atomic_write import atomic_replace, write_atomically
from topiccrawl.text.files.child import ChildError, LimitError, Limits, read_in_child
from topiccrawl.text.files.numpy_files import map_array
from topiccrawl.text.progress import report_progress
from topiccrawl.text.resources import cache_dir

if TYPE_CHECKING:
    from gensim.models import KeyedVectors

__all__ = ["VectorFileError", "content_digest", "open_vectors", "save_gensim"]

_MAPPED = b"\x93NUMPY"
_HEAD = 4096
"""Bytes by which the format is recognised."""
_READERS = {
    "fasttext": read_fasttext,
    "binary": read_binary_rows,
    "text": read_text_rows,
}


def open_vectors(path: str | Path) -> tuple[MappedVectors, str]:
    """Return the vectors of a file, memory-mapped, and the hash of its content.

    Raises:
        VectorFileError: the file is missing or not a file of vectors; names it and what was expected.
    """
    path = Path(path)
    try:
        form = _form(path)
        digest = content_digest(path)
        if form == "mapped":
            return MappedVectors.load(path), digest
    except (OSError, ValueError) as error:
        if isinstance(error, VectorFileError):
            raise
        reason = getattr(error, "strerror", None) or error
        raise VectorFileError(
            message("{path}: not a file of word vectors ({reason})", path=path, reason=reason)
        ) from None
    target = cache_dir() / f"vectors-{digest}.npy"
    try:
        return MappedVectors.load(target), digest
    except (OSError, ValueError):
        pass  # not converted yet, or damaged
    work = message("converting the vectors {name}", name=path.name)
    report_progress(work, 0, 1)
    if form == "gensim":
        found = _read_pickled(path, target)
    else:
        found = _READERS[form](path)
        check_finite(found, path)
        found.save(target)
        found = MappedVectors.load(target)
    report_progress(work, 1, 1)
    return found, digest


def _read_pickled(path: Path, target: Path) -> MappedVectors:
    """Read gensim's pickle in a child process, which writes to `target` what cannot be memory-mapped.

    Otherwise the words and the name of the matrix are kept beside `target`, so that this is done once.
    """
    kept = target.with_suffix(".json")
    with suppress(OSError, ValueError, TypeError, RecursionError):  # not read yet, or damaged
        return _mapped(*json.loads(kept.read_bytes()))
    size = sum(file.stat().st_size for file in path.parent.glob(f"{glob.escape(path.name)}*"))
    seconds = 300.0 + size / 1e6
    limits = Limits(2_000_000_000 + 8 * size, seconds, processor=seconds, output=None, files=8 * size + 2**20)
    try:
        (answer,) = read_in_child(_convert_pickled, str(path), str(target), limits=limits)
    except LimitError as error:
        raise VectorFileError(message("{path}: {error}", path=path, error=error)) from None
    except ChildError as error:
        raise VectorFileError(said(error)) from None
    if answer is None:
        return MappedVectors.load(target)
    with suppress(OSError):  # a cache that cannot be written costs time only
        write_atomically(kept, json.dumps(answer))
    return _mapped(*answer)


def _mapped(matrix: str, words: Sequence[str]) -> MappedVectors:
    rows = map_array(Path(matrix))[: len(words)]
    if len(rows) < len(words) or rows.ndim != 2:
        raise ValueError(f"{matrix}: {rows.shape} numbers for {len(words)} words")
    return MappedVectors(tuple(words), rows)


def _convert_pickled(path: str, target: str) -> Iterator[tuple[str, Sequence[str]] | None]:
    """Yield the words and the file of the matrix if it can be mapped; otherwise write both and yield None."""
    found = read_gensim(Path(path))
    check_finite(found, path)
    if isinstance(found.vectors, np.memmap) and found.vectors.dtype == np.float32:
        yield str(found.vectors.filename), found.index_to_key
        return
    found.save(Path(target))
    yield None


def save_gensim(keyed: KeyedVectors, target: Path) -> None:
    """Write vectors in gensim's format, with a separate matrix; safe for concurrent processes."""
    from gensim.models import KeyedVectors

    plain = KeyedVectors(vector_size=keyed.vector_size, count=len(keyed.index_to_key), dtype=np.float32)
    plain.index_to_key = list(keyed.index_to_key)
    plain.key_to_index = {word: number for number, word in enumerate(plain.index_to_key)}
    plain.vectors = np.asarray(keyed.vectors, dtype=np.float32)
    # The matrix must be in place before the file that refers to it.
    with atomic_replace(target) as words, atomic_replace(Path(f"{target}.vectors.npy")) as matrix:
        plain.save(str(words), separately=["vectors"])
        Path(f"{words}.vectors.npy").replace(matrix)


def content_digest(path: Path) -> str:
    """Return the hash of a file and its companion files; cached while sizes and times do not change."""
    beside = (Path(f"{path}.vectors.npy"), *([words_file(path)] if path.suffix == ".npy" else []))
    files = [file for file in (path, *beside) if file.is_file()]
    stamps = [[str(file.resolve()), file.stat().st_size, file.stat().st_mtime_ns] for file in files]
    cache = cache_dir() / "vector-digests.json"
    try:
        stored = json.loads(cache.read_bytes())
    except (OSError, ValueError, RecursionError):
        stored = None  # none yet, or broken
    known: dict[str, Any] = stored if isinstance(stored, dict) else {}
    key = json.dumps(stamps)
    if not isinstance(known.get(key), str):
        digests = []
        for file in files or [path]:
            with file.open("rb") as opened:
                digests.append(file_digest(opened, "sha256").hexdigest())
        known[key] = "".join(digest[: 24 // len(digests)] for digest in digests)
        write_atomically(cache, json.dumps(known))
    digest: str = known[key]
    return digest


def _form(path: Path) -> str:
    with path.open("rb") as opened:
        start = opened.read(len(_MAPPED))
    if start == _MAPPED:
        return "mapped"
    if start[:1] == b"\x80":
        return "gensim"
    if start[:4] == MAGIC:
        return "fasttext"
    with opened_rows(path) as stream:
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

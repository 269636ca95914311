"""gensim's KeyedVectors (`.kv`), read without gensim and without executing anything.

gensim unpickles the file and every array that it names. Here the file is read as data (see `plain_pickle`).
Of the files beside it only the matrix is opened (`X.kv.vectors.npy`), memory-mapped, as plain numbers.
"""

from __future__ import annotations

import math
import mmap
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from topiccrawl.errors import VectorFileError
from topiccrawl.extras import require_extra
from topiccrawl.messages import message
from topiccrawl.relevance.vectors.mapped import MappedVectors
from topiccrawl.text.files.numpy_files import map_array
from topiccrawl.text.files.safe_pickle import PickledName, PickledObject, read_safe_pickle

Numbers = npt.NDArray[Any]

_CLASSES = frozenset(
    {
        ("gensim.models.keyedvectors", "KeyedVectors"),
        ("gensim.models.keyedvectors", "Word2VecKeyedVectors"),
        ("gensim.models.fasttext", "FastTextKeyedVectors"),
        ("gensim.models.keyedvectors", "FastTextKeyedVectors"),
    }
)
_RECONSTRUCT = frozenset((f"numpy.{core}.multiarray", "_reconstruct") for core in ("core", "_core"))
_FROM_BUFFER = frozenset((f"numpy.{core}.numeric", "_frombuffer") for core in ("core", "_core"))
_DTYPE = ("numpy", "dtype")
_ENCODE = ("_codecs", "encode")
"""How pickles for Python 2 encode bytes."""
_NAMES = (
    _CLASSES
    | _RECONSTRUCT
    | _FROM_BUFFER
    | {
        _DTYPE,
        _ENCODE,
        ("numpy", "ndarray"),
        ("gensim.models.keyedvectors", "Vocab"),
        ("gensim.models.keyedvectors", "CompatVocab"),
        ("copyreg", "_reconstructor"),
        ("copy_reg", "_reconstructor"),
        *(
            (module, name)
            for module in ("builtins", "__builtin__")
            for name in ("object", "set", "frozenset")
        ),
        *((f"numpy.{core}.multiarray", "scalar") for core in ("core", "_core")),
    }
)
"""All names that such a file needs; none of them is imported."""
_FLOATS = ("f2", "f4", "f8")
_LONGEST_WORD, _LONGEST_PART = 5_000, 100
"""Characters of a fastText word and of its parts."""


def read_gensim(path: Path) -> MappedVectors:
    """Return words and matrix of a file of KeyedVectors; a separate matrix stays on disk.

    Raises:
        VectorFileError: the file or its matrix is missing or broken, or needs more than plain data.
    """
    try:
        state = _state(_pickled(path))
        words = _words(state)
        of_parts = "vectors_ngrams" in (*state, *_beside_names(state))
        matrix = _of_parts(state, words, path) if of_parts else _matrix(state, path, "vectors", "syn0")
        if matrix.ndim != 2 or len(matrix) < len(words) or not words:
            raise ValueError(f"{matrix.shape} numbers for {len(words)} words")
        return MappedVectors(words, matrix[: len(words)])
    except (ValueError, OSError, MemoryError, RecursionError) as error:
        raise VectorFileError(
            message("{path}: not a gensim KeyedVectors file ({error})", path=path, error=error)
        ) from None


def _pickled(path: Path) -> Any:
    with path.open("rb") as opened, mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
        return read_safe_pickle(mapped, _NAMES)


def _state(pickled: Any) -> dict[Any, Any]:
    if not isinstance(pickled, PickledObject):
        raise ValueError(f"it contains a {type(pickled).__name__}")
    of = pickled.arguments[0] if pickled.made_by.name == "_reconstructor" and pickled.arguments else None
    made_by = of if isinstance(of, PickledName) else pickled.made_by
    if made_by not in _CLASSES or not isinstance(pickled.state, dict):
        raise ValueError(f"it contains a {made_by}")
    return pickled.state


def _words(state: dict[Any, Any]) -> tuple[str, ...]:
    words = next(
        (state[name] for name in ("index_to_key", "index2word", "index2entity") if name in state), None
    )
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise ValueError("it contains no list of words")
    return tuple(words)


def _matrix(state: dict[Any, Any], path: Path, *names: str) -> Numbers:
    """The first matrix of these names, from the file itself or from a separate one."""
    for name in names:
        if state.get(name) is not None:
            return _array(state[name])
        if name in _beside_names(state):
            return _beside(Path(f"{path}.{name}.npy"))
    raise ValueError("it contains no vectors")


def _beside_names(state: dict[Any, Any]) -> list[Any]:
    """Names of the arrays that gensim keeps in separate files."""
    names = state.get("__numpys")
    return names if isinstance(names, list) else []


def _of_parts(state: dict[Any, Any], words: tuple[str, ...], path: Path) -> Numbers:
    """fastText: the vector of a word is the mean of its own and those of its parts, kept in buckets."""
    require_extra("vectors")
    from gensim.models.fasttext import ft_ngram_hashes  # heavy

    whole, parts = _matrix(state, path, "vectors_vocab"), _matrix(state, path, "vectors_ngrams")
    sizes = [size for name in ("min_n", "max_n", "bucket") if isinstance(size := state.get(name), int)]
    if len(sizes) != 3 or not state.get("compatible_hash", False):
        raise ValueError("it does not state how words are split, or was made by a very old gensim")
    least, most, buckets = sizes
    if whole.ndim != 2 or parts.ndim != 2 or whole.shape[1] != parts.shape[1] or len(whole) < len(words):
        raise ValueError(f"{whole.shape} and {parts.shape} numbers for {len(words)} words")
    if not 0 <= buckets <= len(parts) or not 1 <= least <= most <= _LONGEST_PART:
        raise ValueError(f"{buckets:,} buckets for parts of {least} to {most} characters")
    if max(map(len, words)) > _LONGEST_WORD:
        raise ValueError(f"a word has more than {_LONGEST_WORD:,} characters")
    found = np.array(whole[: len(words)], dtype=np.float32)
    for row, word in zip(found, words if buckets else (), strict=False):
        hashes = ft_ngram_hashes(word, least, most, buckets)
        row += parts[hashes].sum(axis=0)
        row /= len(hashes) + 1
    return found


def _beside(file: Path) -> Numbers:
    found = map_array(file)
    if found.dtype.kind != "f":
        raise ValueError(f"{file}: expected floating-point numbers, found {found.dtype}")
    return found


def _array(described: Any) -> Numbers:
    """A pickled array of numbers."""
    if not isinstance(described, PickledObject):
        raise ValueError("its vectors are not an array")
    if described.made_by in _FROM_BUFFER:
        data, dtype, shape, order = (*described.arguments, "", "", "", "")[:4]
        return _made(_bytes(data), _dtype(dtype), shape, order == "F")
    if described.made_by in _RECONSTRUCT and isinstance(described.state, tuple) and len(described.state) == 5:
        _, shape, dtype, fortran, data = described.state
        return _made(_bytes(data), _dtype(dtype), shape, bool(fortran))
    raise ValueError("its vectors are not an array")


def _made(data: bytes, dtype: np.dtype[Any], shape: Any, fortran: bool) -> Numbers:
    if not isinstance(shape, tuple) or not all(isinstance(n, int) and 0 <= n < 2**40 for n in shape):
        raise ValueError("its vectors have no shape")
    if len(shape) != 2 or math.prod(shape) * dtype.itemsize != len(data):
        raise ValueError("the shape of its vectors does not match their numbers")
    return np.frombuffer(data, dtype).reshape(shape, order="F" if fortran else "C")


def _dtype(described: Any) -> np.dtype[Any]:
    """The type of the numbers, from its name and byte order."""
    if isinstance(described, PickledObject) and described.made_by == _DTYPE and described.arguments:
        name, state = described.arguments[0], described.state
        order = state[1] if isinstance(state, tuple) and len(state) > 1 else "<"
        if name in _FLOATS and order in ("<", ">", "="):
            return np.dtype(f"{order}{name}")
    raise ValueError("its vectors are not floating-point numbers")


def _bytes(data: Any) -> bytes:
    if isinstance(data, PickledObject) and data.made_by == _ENCODE and data.arguments:
        data = data.arguments[0]
    if isinstance(data, str):  # written by Python 2
        return data.encode("latin-1")
    if not isinstance(data, bytes):
        raise ValueError("its vectors are not numbers")
    return data

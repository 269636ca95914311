"""Files of word vectors, converted once in a child process into the mapped form that crawls read.

gensim reads its own KeyedVectors, word2vec and fastText text, word2vec binary and Facebook's fastText models;
all may be packed (gzip, bzip2, xz). The packaged set is read without gensim. Files are untrusted: of a pickle
only plain values, arrays of numbers and gensim's own classes are made, and the child's limits follow the size
of the file.
"""

from __future__ import annotations

import pickle
import pickletools
import shutil
import struct
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any

import numpy as np

from topiccrawl.errors import VectorFileError
from topiccrawl.messages import message, said
from topiccrawl.relevance.vectors.mapped import MappedVectors, check_finite
from topiccrawl.text.files.binary_detection import reason_not_text
from topiccrawl.text.files.child import ChildError, LimitError, Limits, read_in_child
from topiccrawl.text.files.decompression import ALWAYS_ALLOWED, GZIP, MAX_RATIO, decompress
from topiccrawl.text.progress import report_progress

_PICKLE = b"\x80"
_CODE = frozenset({"GLOBAL", "STACK_GLOBAL", "INST"})
"""Instructions that name a class or a function."""
_FASTTEXT = struct.pack("<i", 793712314)
_HEAD = 4096
"""Bytes by which the format is recognised."""
_LONGEST_LINE = 500_000
"""Bytes of a line of text vectors: a word with tens of thousands of numbers."""
_PACKED = {GZIP: ".gz", b"BZh": ".bz2", b"\xfd7zXZ": ".xz"}
"""Endings of packed files by the bytes that they begin with."""
_CUT = "\ufffd"
_MOST_CUT = 0.01
"""Share of words that may be cut within a character, as other programs leave some."""
_SECONDS = 120.0
"""For gensim to load, and for a small file."""


def convert(source: Path, target: Path) -> None:
    """Write the vectors of a file in the mapped form.

    Raises:
        VectorFileError: it is not a file of word vectors, or takes more than its size allows; names the file.
    """
    work = message("converting the vectors {name}", name=source.name)
    report_progress(work, 0, 1)
    size = sum(file.stat().st_size for file in source.parent.iterdir() if file.name.startswith(source.name))
    seconds = _SECONDS + size / 1e6
    limits = Limits(
        memory=2_000_000_000 + 8 * size,
        seconds=seconds,
        processor=seconds,
        files=ALWAYS_ALLOWED + MAX_RATIO * size,
    )
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        with TemporaryDirectory(dir=target.parent, prefix=".vectors-") as scratch:
            list(read_in_child(_convert, source.resolve(), Path(scratch) / "plain", target, limits=limits))
    except LimitError as error:
        raise VectorFileError("{path}: {error}", path=source, error=error) from None
    except ChildError as error:
        raise VectorFileError(said(error)) from None
    report_progress(work, 1, 1)


def _convert(source: Path, plain: Path, target: Path) -> Iterator[None]:
    """Convert; the body of the child, which yields nothing."""
    try:
        found = _read(source, plain)
        check_finite(found, source)
    except (VectorFileError, MemoryError):
        raise
    except Exception as error:  # gensim checks little: struct errors, assertions, wrong types, ...
        raise VectorFileError(
            "{path}: not a file of word vectors ({error})", path=source, error=error
        ) from None
    found.save(target)
    yield from ()


def _read(source: Path, plain: Path) -> MappedVectors:
    path = source
    with source.open("rb") as raw:
        start = raw.read(max(map(len, _PACKED)))
        ending = next((ending for mark, ending in _PACKED.items() if start.startswith(mark)), "")
        raw.seek(0)
        if ending:
            path = plain
            with plain.open("wb") as out:
                shutil.copyfileobj(decompress(raw, ending), out, 2**20)
    with path.open("rb") as opened:
        head = opened.read(_HEAD)
        opened.seek(0)
        if ending and head.startswith(_PICKLE):
            return _packaged(opened)
    keyed = _read_keyed(head, str(path), source)
    words = [word for word in keyed.index_to_key if word is not None]  # as many None as a word is repeated
    vectors = np.asanyarray(keyed.vectors)
    if not words or vectors.ndim != 2 or not vectors.shape[1] or len(vectors) < len(words):
        raise ValueError(f"{vectors.shape} numbers for {len(words)} words")
    if vectors.dtype.kind != "f":
        raise ValueError(f"its vectors are of the type {vectors.dtype}")
    return _whole_words(words, vectors)


def _packaged(opened: IO[bytes]) -> MappedVectors:
    """The packaged set: a pickle of texts, each a word and its numbers; it is listed, not executed."""
    words: dict[str, None] = {}
    numbers = bytearray()
    size = 0
    for opcode, text, _ in pickletools.genops(opened):
        if opcode.name in _CODE:
            raise ValueError(f"it asks for {text or 'code'}, which is refused")
        if not isinstance(text, str) or not (blanks := text.count(" ")):
            continue
        size = size or blanks
        word, _, rest = text.partition(" ")
        if blanks == size and word not in words:
            words[word] = None
            numbers += np.array(rest.split(" "), dtype=np.float64).astype(np.float32).tobytes()
    return MappedVectors(tuple(words), np.frombuffer(numbers, dtype=np.float32).reshape(len(words), size))


def _whole_words(words: Sequence[str], vectors: Any) -> MappedVectors:
    """The words that are not cut within a character, with their vectors."""
    whole = [number for number, word in enumerate(words) if _CUT not in word]
    if len(whole) < (1 - _MOST_CUT) * len(words):
        raise ValueError("expected UTF-8")
    if len(whole) == len(words):
        return MappedVectors(words, vectors[: len(words)])
    return MappedVectors([words[number] for number in whole], vectors[whole])


def _read_keyed(head: bytes, path: str, source: Path) -> Any:
    """Return gensim's vectors of an unpacked file, whose format its first bytes tell."""
    from gensim.models import KeyedVectors
    from gensim.models.fasttext import load_facebook_vectors

    if head.startswith(_PICKLE):
        return _read_gensim(path)
    if head.startswith(_FASTTEXT):
        return load_facebook_vectors(path)
    first, _, rest = head.partition(b"\n")
    row = rest.split(b"\n", 1)[0].split(b" ")[1:4]
    if _is_header(first) and not (row and all(map(_is_number, row))):
        return KeyedVectors.load_word2vec_format(path, binary=True, unicode_errors="replace")
    return _read_text(path, source)


def _read_gensim(path: str) -> Any:
    from gensim import utils
    from gensim.models import KeyedVectors

    def unpickle(name: str) -> Any:
        with Path(name).open("rb") as opened:
            return _Plain(opened, encoding="latin1").load()

    utils.unpickle = unpickle
    # Beside the source: a matrix of its own has the name of the file.
    keyed = KeyedVectors.load(path, mmap="r")
    if not isinstance(keyed, KeyedVectors) or not all(isinstance(word, str) for word in keyed.index_to_key):
        raise ValueError(f"it contains a {type(keyed).__name__}")
    return keyed


def _read_text(path: str, source: Path) -> Any:
    from gensim.models import KeyedVectors

    with Path(path).open("rb") as opened:
        header = _is_header(opened.readline(_HEAD))
        opened.seek(0)
        for number, line in enumerate(iter(partial(opened.readline, _LONGEST_LINE + 1), b""), 1):
            if len(line) > _LONGEST_LINE:  # gensim would make objects of all its parts
                raise VectorFileError(
                    "{place}: longer than {count:,} bytes", place=f"{source}:{number}", count=_LONGEST_LINE
                )
    try:
        return KeyedVectors.load_word2vec_format(
            path, no_header=not header, encoding="utf-8-sig", unicode_errors="replace"
        )
    except ValueError:
        _name_bad_line(Path(path), source, header)
        raise


def _name_bad_line(path: Path, source: Path, header: bool) -> None:
    """Raise an error about the first line that is not a word with its numbers."""
    size = 0
    with path.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            parts = line.split()
            if number == 1 and header:
                size = int(parts[1])
                continue
            size = size or max(1, len(parts) - 1)
            if len(parts) != size + 1 or not all(map(_is_number, parts[1:])):
                if reason := reason_not_text(line):  # its bytes say nothing on a terminal
                    raise ValueError(reason)
                raise VectorFileError(
                    "{where}: expected a word and {size} numbers, found {found!r}",
                    where=f"{source}:{number}",
                    size=size,
                    found=line[:60].decode(errors="replace").strip(),
                )


def _is_header(line: bytes) -> bool:
    parts = line.removeprefix(b"\xef\xbb\xbf").split()
    return len(parts) == 2 and all(part.isdigit() for part in parts)


def _is_number(value: bytes) -> bool:
    try:
        float(value)
    except ValueError:
        return False
    return True


class _Plain(pickle.Unpickler):
    """Makes plain values, arrays of numbers and gensim's vectors; any other name is refused."""

    def find_class(self, module: str, name: str) -> Any:
        if module.split(".")[0] == "numpy" and name in _NUMPY:
            return _NUMPY[name]
        if (module, name) in _NAMES:
            return super().find_class(module, name)
        raise pickle.UnpicklingError(f"it asks for {module}.{name}, which is refused")


_NAMES = {
    *(("gensim.models.keyedvectors", name) for name in ("KeyedVectors", "Word2VecKeyedVectors")),
    *(("gensim.models.keyedvectors", name) for name in ("FastTextKeyedVectors", "Vocab", "CompatVocab")),
    ("gensim.models.fasttext", "FastTextKeyedVectors"),
    *((module, "_reconstructor") for module in ("copyreg", "copy_reg")),
    *((module, name) for module in ("builtins", "__builtin__") for name in ("object", "set", "frozenset")),
    ("_codecs", "encode"),  # how pickles for Python 2 hold bytes
}


class _Dtype:
    """Stands for the type of an array: a forged one of numpy could turn bytes into objects."""

    def __init__(self, name: str, *flags: object) -> None:
        self.name, self.order = name, "="

    def __setstate__(self, state: Sequence[Any]) -> None:
        self.order = state[1]

    def plain(self) -> np.dtype[Any]:
        """Return the type, which is one of numbers."""
        if self.name[0] not in "fiu" or self.order not in ("<", ">", "=", "|"):
            raise pickle.UnpicklingError(f"it asks for numbers of the type {self.name}, which is refused")
        return np.dtype(self.order + self.name)


class _Array(np.ndarray[Any, Any]):
    def __setstate__(self, state: Sequence[Any]) -> None:
        _, shape, dtype, fortran, data = state
        super().__setstate__((1, shape, dtype.plain(), fortran, data))


_NUMPY: dict[str, Callable[..., Any]] = {
    "dtype": _Dtype,
    "ndarray": object,  # only ever an argument of `_reconstruct`
    "_reconstruct": lambda *_: np.empty(0, dtype=np.float32).view(_Array),
    "_frombuffer": lambda data, dtype, shape, order: np.frombuffer(data, dtype.plain()).reshape(
        shape, order=order
    ),
    "scalar": lambda dtype, data: np.frombuffer(data, dtype.plain())[0],
}

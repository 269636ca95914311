"""Open files of word vectors: converted once into the user's cache, under the hash of the file."""

from __future__ import annotations

import json
from contextlib import suppress
from hashlib import file_digest
from pathlib import Path
from typing import Any

from topiccrawl.errors import VectorFileError
from topiccrawl.extras import require_extra
from topiccrawl.relevance.vectors.conversion import convert
from topiccrawl.relevance.vectors.mapped import MappedVectors, words_file
from topiccrawl.text.files.atomic_write import write_atomically
from topiccrawl.text.resources import cache_dir

_MAPPED = b"\x93NUMPY"


def open_vectors(path: str | Path) -> tuple[MappedVectors, str]:
    """Return the vectors of a file, memory-mapped, and the hash of its content.

    Raises:
        VectorFileError: the file is missing or not a file of vectors; names it and what was expected.
        MissingExtraError: gensim is not installed, and the file was not converted before.
    """
    path = Path(path)
    try:
        with path.open("rb") as opened:
            is_mapped = opened.read(len(_MAPPED)) == _MAPPED
        digest = content_digest(path)
        if is_mapped:
            return MappedVectors.load(path), digest
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise VectorFileError(
            "{path}: not a file of word vectors ({reason})", path=path, reason=reason
        ) from None
    target = cache_dir() / f"vectors-{digest}.npy"
    with suppress(OSError, ValueError):
        return MappedVectors.load(target), digest
    require_extra("vectors")
    return load_or_convert(path, target), digest


def load_or_convert(source: Path, target: Path) -> MappedVectors:
    """Return the vectors of a file from its mapped form; the first call writes that.

    Raises:
        VectorFileError: see `convert`.
    """
    with suppress(OSError, ValueError):  # not converted yet, or damaged
        return MappedVectors.load(target)
    convert(source, target)
    return MappedVectors.load(target)


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

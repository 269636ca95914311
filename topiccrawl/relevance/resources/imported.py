"""Resources that a user imports: HowNet, vectors, lists of synonyms, each with a name for topics.

Importing checks a resource and copies what is needed of it into the folder of imported resources, so that it
stays available when the original is gone.
"""

from __future__ import annotations

import re
import shutil
import tempfile
import time
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from topiccrawl.errors import ResourceError
from topiccrawl.relevance.hownet.hownet import HowNet, hownet_files
from topiccrawl.relevance.resources.packaged import BUILT_IN
from topiccrawl.relevance.thesauri.synonyms import SynonymLines
from topiccrawl.relevance.vectors.files import open_vectors
from topiccrawl.relevance.vectors.mapped import check_finite
from topiccrawl.text.files.size_limit import read_bounded
from topiccrawl.text.resources import imported_dir

Kind = Literal["hownet", "synonyms", "vectors"]

_NAME = re.compile(r"[A-Za-z0-9_.-]+")
_NOTE = "resource.toml"
_STAGING = ".import-"
_DAY = 24 * 3600.0
"""Seconds."""
_LARGEST_NOTE = 1_000_000
"""Bytes."""
_FILES = {"hownet": "", "synonyms": "synonyms.txt", "vectors": "vectors.npy"}
"""The file of each kind in its folder; HowNet's files keep their names."""
_OLD_VECTORS = "vectors.kv"
"""The file of vectors in earlier versions."""


@dataclass(frozen=True)
class Imported:
    """An imported resource.

    Attributes:
        name: its name in topics.
        kind: its kind.
        source: the path that it was imported from.
        description: its size in words.
        path: the folder or file to open.
    """

    name: str
    kind: Kind
    source: str
    description: str
    path: Path


def imported() -> tuple[Imported, ...]:
    """Return all imported resources, sorted by name."""
    folder = imported_dir()
    found = sorted(entry.parent for entry in folder.glob(f"*/{_NOTE}")) if folder.is_dir() else []
    return tuple(_read(entry) for entry in found)


def find_imported(name: str) -> Imported:
    """Return the imported resource of this name.

    Raises:
        ResourceError: there is none; names the known ones.
    """
    folder = imported_dir() / name
    if _may_be_name(name) and (folder / _NOTE).is_file():
        return _read(folder)
    known = ", ".join(entry.name for entry in imported()) or "none"
    raise ResourceError(
        "no resource {name!r} (built in: {built_in}; imported: {known})",
        name=name,
        built_in=", ".join(sorted(BUILT_IN)),
        known=known,
    )


def import_resource(source: Path, kind: Kind, name: str = "") -> Imported:
    """Check a resource and keep a copy; replaces an imported one of the same name.

    Args:
        source: HowNet's folder or archive; a file of vectors; a file of synonyms.
        kind: its kind.
        name: its name in topics; by default "hownet", or the name of the file.

    Raises:
        ResourceError: the name cannot be used, or the resource is broken; names file and line.
        OSError: a file cannot be read or written.
    """
    name = name or ("hownet" if kind == "hownet" else source.name.partition(".")[0])
    check_name(name)
    folder = imported_dir()
    folder.mkdir(parents=True, exist_ok=True)
    with _staging_folder(folder) as scratch:
        staging = scratch / name
        staging.mkdir()
        description = {"hownet": _keep_hownet, "synonyms": _keep_synonyms, "vectors": _keep_vectors}[kind](
            source, staging
        )
        _write_note(staging, kind, source, description)
        target = folder / name
        if target.exists():
            shutil.rmtree(target)
        staging.replace(target)
    return _read(target)


def check_name(name: str) -> None:
    """Check that a resource may have this name.

    Raises:
        ResourceError: it may not; says why.
    """
    if not _may_be_name(name):
        raise ResourceError("name {name!r}: use letters, digits, '-', '_' and '.'", name=name)
    if name in BUILT_IN:
        raise ResourceError(
            "name {name!r} stands for a built-in resource: choose another with --name", name=name
        )


def _may_be_name(name: str) -> bool:
    return bool(_NAME.fullmatch(name) and name.strip("."))


@contextmanager
def _staging_folder(folder: Path) -> Iterator[Path]:
    """A folder for an import in progress; those that killed imports left behind a day ago are removed."""
    for abandoned in folder.glob(f"{_STAGING}*"):
        with suppress(OSError):  # removed just now
            if abandoned.stat().st_mtime < time.time() - _DAY:
                shutil.rmtree(abandoned)
    with tempfile.TemporaryDirectory(dir=folder, prefix=_STAGING) as scratch:
        yield Path(scratch)


def _write_note(folder: Path, kind: Kind, source: Path, description: str) -> None:
    from tomlkit import dumps  # reading, which every crawl does, needs no more than tomllib

    note = {"kind": kind, "source": str(source.resolve()), "description": description}
    (folder / _NOTE).write_text(dumps(note), encoding="utf-8")


def _read(folder: Path) -> Imported:
    note = folder / _NOTE
    try:
        content = tomllib.loads(read_bounded(note, _LARGEST_NOTE).decode())
        kind, source, description = content["kind"], content["source"], content["description"]
        if kind not in get_args(Kind) or not isinstance(source, str) or not isinstance(description, str):
            raise ValueError(f"kind = {str(kind)[:60]!r}")
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise ResourceError(
            "{note}: not the note of an imported resource ({error})", note=note, error=error
        ) from None
    path = folder / _FILES[kind]
    if kind == "vectors" and not path.is_file():
        path = folder / _OLD_VECTORS
    return Imported(folder.name, kind, source, description, path)


def _keep_hownet(source: Path, folder: Path) -> str:
    hownet = HowNet.load(source)
    for file in hownet_files(source):
        shutil.copyfile(file, folder / file.name)
    return f"{len(hownet.words)} words"


def _keep_synonyms(source: Path, folder: Path) -> str:
    synonyms = SynonymLines.load(source)
    shutil.copyfile(source, folder / _FILES["synonyms"])
    return f"{len(synonyms.words)} words"


def _keep_vectors(source: Path, folder: Path) -> str:
    vectors, _ = open_vectors(source)
    check_finite(vectors, source)  # tables are not checked when they are opened: that would read all of them
    vectors.save(folder / _FILES["vectors"])
    return f"{len(vectors.index_to_key)} words, {vectors.vector_size} dimensions"

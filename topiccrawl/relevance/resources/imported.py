"""Resources that a user brings: HowNet, vectors, lists of synonyms, each under a name of its own.

Importing checks a resource and copies what is needed of it into the folder of imported resources, so that it
may be named in a topic and stays when the original goes.
"""

from __future__ import annotations

import re
import shutil
import tempfile
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from topiccrawl.errors import ResourceError
from topiccrawl.text.files.size_limit import read_bounded
from topiccrawl.text.resources import imported_dir

Kind = Literal["hownet", "synonyms", "vectors"]

_NAME = re.compile(r"[A-Za-z0-9_.-]+")
_NOTE = "resource.toml"
_LARGEST_NOTE = 1_000_000
"""Bytes."""
_FILES = {"hownet": "", "synonyms": "synonyms.txt", "vectors": "vectors.npy"}
"""What each kind keeps in its folder; a HowNet keeps the names of its files."""
_OLD_VECTORS = "vectors.kv"
"""What earlier versions kept of vectors."""
BUILT_IN = frozenset({"cilin", "cilin-path", "wikipedia-synonyms", "words", "encoder", "mean"})
"""Names of what topiccrawl can open without importing (see `resource_choice`)."""


@dataclass(frozen=True)
class Imported:
    """An imported resource.

    Attributes:
        name: by which topics ask for it.
        kind: what it is.
        source: the path that it was imported from.
        description: how large it is.
        path: the folder or file to open.
    """

    name: str
    kind: Kind
    source: str
    description: str
    path: Path


def imported() -> tuple[Imported, ...]:
    """All imported resources, by name."""
    folder = imported_dir()
    found = sorted(entry.parent for entry in folder.glob(f"*/{_NOTE}")) if folder.is_dir() else []
    return tuple(_read(entry) for entry in found)


def find_imported(name: str) -> Imported:
    """The imported resource of a name.

    Raises:
        ResourceError: there is none; names those that there are.
    """
    folder = imported_dir() / name
    if _NAME.fullmatch(name) and name.strip(".") and (folder / _NOTE).is_file():
        return _read(folder)
    known = ", ".join(entry.name for entry in imported()) or "none"
    raise ResourceError(f"no resource {name!r} (built in: {', '.join(sorted(BUILT_IN))}; imported: {known})")


def import_resource(source: Path, kind: Kind, name: str = "") -> Imported:
    """Check a resource and keep a copy; an imported one of the same name is replaced.

    Args:
        source: HowNet's folder or archive; a file of vectors; a file of synonyms.
        kind: what it is.
        name: its name in topics; without it that of the kind for HowNet, else the file's own.

    Raises:
        ResourceError: the name cannot be used, or the resource is broken; names file and line.
        OSError: it cannot be read, or not be kept.
    """
    name = name or ("hownet" if kind == "hownet" else source.name.partition(".")[0])
    check_name(name)
    whole = imported_dir()
    whole.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=whole, prefix=".import-") as scratch:
        staging = Path(scratch) / name
        staging.mkdir()
        description = {"hownet": _keep_hownet, "synonyms": _keep_synonyms, "vectors": _keep_vectors}[kind](
            source, staging
        )
        note = {"kind": kind, "source": str(source.resolve()), "description": description}
        lines = [f'{key} = "{_escaped(value)}"' for key, value in note.items()]
        (staging / _NOTE).write_text("\n".join(lines) + "\n", encoding="utf-8")
        target = whole / name
        if target.exists():
            shutil.rmtree(target)
        staging.replace(target)
    return _read(target)


def remove_resource(name: str) -> Path:
    """Remove an imported resource.

    Returns:
        The folder that it was in.

    Raises:
        ResourceError: there is none of that name; names those that there are.
        OSError: a file cannot be removed.
    """
    folder = imported_dir() / find_imported(name).name
    shutil.rmtree(folder)
    return folder


def check_name(name: str) -> None:
    """Whether a resource may have that name.

    Raises:
        ResourceError: it may not; says why.
    """
    if not _NAME.fullmatch(name) or not name.strip("."):
        raise ResourceError(f"name {name!r}: use letters, digits, '-', '_' and '.'")
    if name in BUILT_IN:
        raise ResourceError(f"name {name!r} stands for a built-in resource: choose another with --name")


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def _read(folder: Path) -> Imported:
    note = folder / _NOTE
    try:
        content = tomllib.loads(read_bounded(note, _LARGEST_NOTE).decode())
        kind, source, description = content["kind"], content["source"], content["description"]
        if kind not in get_args(Kind) or not isinstance(source, str) or not isinstance(description, str):
            raise ValueError(f"kind = {str(kind)[:60]!r}")
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ResourceError(f"{note}: not a note on an imported resource ({error})") from None
    except RecursionError:
        raise ResourceError(f"{note}: not a note on an imported resource (nested too deeply)") from None
    path = folder / _FILES[kind]
    if kind == "vectors" and not path.is_file():
        path = folder / _OLD_VECTORS
    return Imported(folder.name, kind, source, description, path)


def _keep_hownet(source: Path, folder: Path) -> str:
    from topiccrawl.relevance.hownet.hownet import HowNet, hownet_files

    hownet = HowNet.load(source)
    for file in hownet_files(source):
        shutil.copyfile(file, folder / file.name)
    return f"{len(hownet.words)} words"


def _keep_synonyms(source: Path, folder: Path) -> str:
    from topiccrawl.relevance.thesauri.synonyms import SynonymLines

    synonyms = SynonymLines.load(source)
    shutil.copyfile(source, folder / _FILES["synonyms"])
    return f"{len(synonyms.words)} words"


def _keep_vectors(source: Path, folder: Path) -> str:
    from topiccrawl.relevance.vectors.files import open_vectors

    vectors, _ = open_vectors(source)
    vectors.save(folder / _FILES["vectors"])
    return f"{len(vectors.index_to_key)} words, {vectors.vector_size} dimensions"

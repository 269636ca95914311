"""Checks of output paths, to be made before the work starts."""

from __future__ import annotations

from pathlib import Path

from topiccrawl.errors import EvaluationError


def checked_file(path: Path | None) -> Path | None:
    """Return the path of a file to write.

    Raises:
        EvaluationError: it is a folder, or the folder that it would stand in does not exist.
    """
    if path is not None and path.is_dir():
        raise EvaluationError("{path}: is a folder; name a file", path=path)
    if path is not None and not path.absolute().parent.is_dir():
        raise EvaluationError("{path}: there is no folder {folder}", path=path, folder=path.absolute().parent)
    return path


def checked_folder(path: Path) -> Path:
    """Return the path of a folder to write files to; it need not exist.

    Raises:
        EvaluationError: there is a file in its place.
    """
    found = next((one for one in (path, *path.parents) if one.exists()), path)
    if found.exists() and not found.is_dir():
        raise EvaluationError("{found}: is not a folder", found=found)
    return path

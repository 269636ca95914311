"""Files of databases that are missing, and their folders."""

from __future__ import annotations

from pathlib import Path

from topiccrawl.errors import StorageError


def why_missing(path: Path) -> str:
    """Return the reason why there is no file at a path, for messages."""
    there = "is a folder" if path.is_dir() else "there is no such file"
    return there if path.parent.is_dir() else f"{there}, nor the folder {path.parent}"


def make_folder_of(file: Path, display_name: str) -> None:
    """Make the folder of a database file, unless it would be in the root of the file system.

    A folder missing there is a typing error or the mount point of a disk that is not mounted, and the corpus
    would fill another disk.

    Args:
        file: the database file.
        display_name: the database's name in messages.

    Raises:
        StorageError: the folder is missing and is not or cannot be made; the message names it.
    """
    folder = file.parent.absolute()
    if folder.is_dir():
        return
    missing = [place for place in (folder, *folder.parents) if not place.exists()]
    if missing and missing[-1].parent == Path(folder.anchor):
        raise StorageError(f"{display_name}: there is no folder {missing[-1]}: make it, or correct the path")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        said = "is not a folder" if isinstance(error, FileExistsError) else error.strerror
        raise StorageError(f"{display_name}: the folder {folder} cannot be made ({said})") from None

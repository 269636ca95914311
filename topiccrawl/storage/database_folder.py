"""Files of databases that are missing, and their folders."""

from __future__ import annotations

from pathlib import Path

from topiccrawl.errors import StorageError
from topiccrawl.messages import message


def why_missing(path: Path) -> str:
    """Return the reason why there is no file at a path, for messages."""
    there = message("is a folder") if path.is_dir() else message("there is no such file")
    if path.parent.is_dir():
        return there
    return message("{there}, nor the folder {folder}", there=there, folder=path.parent)


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
        raise StorageError(
            "{database}: there is no folder {folder}: make it, or correct the path",
            database=display_name,
            folder=missing[-1],
        )
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        said = "is not a folder" if isinstance(error, FileExistsError) else error.strerror
        raise StorageError(
            "{database}: the folder {folder} cannot be made ({said})",
            database=display_name,
            folder=folder,
            said=said,
        ) from None

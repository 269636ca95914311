"""The folder of a SQLite file, made where it is missing and may be made."""

from __future__ import annotations

from pathlib import Path

from topiccrawl.errors import StorageError


def make_folder_of(file: Path, shown: str) -> None:
    """Make the folder of a database file, unless it would stand in the root of the file system.

    There it is a slip of the pen, or the place of a disk that is not mounted: the corpus would fill another.

    Args:
        file: the database file.
        shown: how messages name the database.

    Raises:
        StorageError: there is no such folder, and it is not made or cannot be; names it.
    """
    folder = file.parent.absolute()
    if folder.is_dir():
        return
    missing = [place for place in (folder, *folder.parents) if not place.exists()]
    if missing and missing[-1].parent == Path(folder.anchor):
        raise StorageError(f"{shown}: there is no folder {missing[-1]}: make it, or correct the path")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        said = "is no folder" if isinstance(error, FileExistsError) else error.strerror
        raise StorageError(f"{shown}: the folder {folder} cannot be made ({said})") from None

"""The files that imports read, by their endings, and the folders of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from topiccrawl.corpus.sources.contract import Found
from topiccrawl.corpus.sources.har import har_pages
from topiccrawl.corpus.sources.saved_pages import html_pages, mhtml_pages
from topiccrawl.corpus.sources.wacz import wacz_pages
from topiccrawl.corpus.sources.warc import WARC_NAMES, WET_NAMES, warc_pages
from topiccrawl.errors import TextError
from topiccrawl.text.files.rows import ROW_NAMES, file_rows

_READERS: dict[tuple[str, ...], Callable[[Path], Iterator[tuple[str, Found]]]] = {
    ROW_NAMES: file_rows,
    (*WARC_NAMES, *WET_NAMES): warc_pages,
    (".wacz",): wacz_pages,
    (".har",): har_pages,
    (".mhtml", ".mht"): mhtml_pages,
    (".html", ".htm", ".xhtml"): html_pages,
}
ENDINGS = tuple(ending for endings in _READERS for ending in endings)
"""Endings of files that can be read."""
_BEGINNING = 100
_BESIDE = ("_files", ".files")
"""Ends of the names of folders in which browsers save what belongs to a page."""


def pages_of(file: Path) -> Iterator[tuple[str, Found]]:
    """Yield the place and the content of each page of a file, or what is wrong with one.

    Raises:
        TextError: the file cannot be read, or not on from a place.
        MissingExtraError: the format needs a package that is not installed.
    """
    name = file.name.lower()
    return next(read for endings, read in _READERS.items() if name.endswith(endings))(file)


def files_in(path: Path) -> tuple[list[Path], Counter[str]]:
    """Return a file, or the files of a folder, in the order of their names, that can be read.

    The second value says how many others the folder holds, by their endings, without a README.

    Raises:
        TextError: there is none.
    """
    if path.is_file():
        if not path.name.lower().endswith(ENDINGS):
            known = ", ".join(ENDINGS)
            raise TextError("{file}: unknown ending; import reads {known}", file=path, known=known)
        return [path], Counter()
    if not path.is_dir():
        raise TextError("{file}: no such file", file=path)
    found: list[Path] = []
    others: Counter[str] = Counter()
    for file in _inside(path):
        name = file.name.lower()
        if _is_read(file):
            found.append(file)
        elif not name.startswith("readme"):
            others[Path(name).suffix or name] += 1
    if not found:
        raise TextError(
            "{path}: holds no file that can be read: {known}", path=path, known=", ".join(ENDINGS)
        )
    return sorted(found), others


def _is_read(file: Path) -> bool:
    name = file.name.lower()
    if not name.endswith(".json"):
        return name.endswith(ENDINGS)
    with suppress(OSError), file.open("rb") as opened:  # in folders objects describe what lies beside them
        return opened.read(_BEGINNING).removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"["
    return True  # reading it says what is wrong


def _inside(path: Path) -> Iterator[Path]:
    """Yield the files of a folder, without hidden ones and those that belong to saved pages."""
    for file in path.rglob("*"):
        folders = file.relative_to(path).parts[:-1]
        beside = any(part.startswith(".") or part.endswith(_BESIDE) for part in folders)
        if not beside and not file.name.startswith(".") and file.is_file():
            yield file

"""Documents to count words in: texts, corpus exports, saved pages, and folders of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from topiccrawl.errors import TextError, VocabularyError
from topiccrawl.extraction import extract
from topiccrawl.text.files.binary_detection import reason_not_text
from topiccrawl.text.files.size_limit import read_bounded
from topiccrawl.text.sources import TextDocument, TextSource

_PAGE = re.compile(rb"\s*(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)", re.IGNORECASE | re.DOTALL)
_BEGINNING = 2000
"""Bytes of a file that tell whether it is a page."""


@dataclass(frozen=True)
class Documents:
    """The documents of files and folders; may be gone through several times, one document in memory at once.

    Beside what `topiccrawl.text.sources` reads (text files, corpus exports, dumps of a wiki) these
    may be saved pages, told by how they begin: their title and main text are taken.

    Attributes:
        paths: files and folders.
    """

    paths: tuple[Path, ...]

    def __iter__(self) -> Iterator[TextDocument]:
        """The documents that are not empty.

        Raises:
            VocabularyError: a folder holds no document, a file that was named is none, or a page cannot be
                read.
            TextError: a file or line cannot be read; names file, line and what was expected.
        """
        for path in self.paths:
            for file in _files(path):
                yield from (document for document in _read(file) if document.text.strip())


def documents(paths: Iterable[str | Path]) -> Documents:
    """The documents of files and folders.

    Raises:
        VocabularyError: there is no such file or folder.
    """
    found = tuple(Path(path) for path in paths)
    for path in found:
        if not path.exists():
            raise VocabularyError(f"{path}: no such file or folder")
    return Documents(found)


def _files(path: Path) -> Iterator[Path]:
    if not path.is_dir():
        if not is_saved_page(path) and not _is_text(path):
            said = reason_not_text(_beginning(path))
            expected = (
                "expected a saved page, or a file that ends in .txt, .md, .jsonl or .xml (maybe packed)"
            )
            raise VocabularyError(f"{path}: {f'no text: {said}' if said else expected}")
        yield path
        return
    some = False
    for file in sorted(path.rglob("*")):
        hidden = any(part.startswith(".") for part in file.relative_to(path).parts)
        if not hidden and file.is_file() and (is_saved_page(file) or _is_text(file)):
            some = True
            yield file
    if not some:
        raise VocabularyError(f"{path}: expected text files, saved pages or .jsonl exports, found none")


def is_saved_page(file: Path) -> bool:
    """Whether a file is a page, as told by how it begins.

    Raises:
        VocabularyError: it cannot be read.
    """
    return begins_as_page(_beginning(file))


def begins_as_page(data: bytes) -> bool:
    """Whether data begins as a page does."""
    return _PAGE.match(data.removeprefix(b"\xef\xbb\xbf")) is not None


def _beginning(file: Path) -> bytes:
    try:
        with file.open("rb") as stream:
            return stream.read(_BEGINNING)
    except OSError as error:
        raise VocabularyError(f"{file}: cannot be read ({error.strerror or error})") from None


def _is_text(file: Path) -> bool:
    try:
        TextSource(file)
    except TextError:
        return False
    return True


def _read(file: Path) -> Iterator[TextDocument]:
    if is_saved_page(file):
        page = extract(read_bounded(file))
        yield TextDocument(page.title or "", page.text, 0)
    else:
        yield from TextSource(file)

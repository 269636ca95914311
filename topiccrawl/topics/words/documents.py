"""Documents of files and folders: texts, corpus exports, saved pages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from topiccrawl.errors import TextError, VocabularyError
from topiccrawl.extraction import extract
from topiccrawl.messages import message
from topiccrawl.text.files.binary_detection import reason_not_text
from topiccrawl.text.files.size_limit import read_bounded
from topiccrawl.text.sources import TextDocument, TextSource

_PAGE = re.compile(rb"\s*(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)", re.IGNORECASE | re.DOTALL)
_BEGINNING = 2000
"""Bytes of a file by which a page is recognised."""


@dataclass(frozen=True)
class Documents:
    """The documents of files and folders; may be iterated several times, with one document in memory.

    Besides what `topiccrawl.text.sources` reads (text files, corpus exports, dumps of a wiki) these may be
    saved pages, recognised by their beginning: a page's title and main text are a document.

    Attributes:
        paths: files and folders.
    """

    paths: tuple[Path, ...]

    def __iter__(self) -> Iterator[TextDocument]:
        """Yield the documents that are not empty.

        Raises:
            VocabularyError: a folder contains no document, a named file is not a document, or a page cannot
                be read.
            TextError: a file or line cannot be read; names file, line and what was expected.
        """
        for path in self.paths:
            for file in _files(path):
                yield from (document for document in _read(file) if document.text.strip())


def documents(paths: Iterable[str | Path]) -> Documents:
    """Return the documents of files and folders.

    Raises:
        VocabularyError: a file or folder does not exist.
    """
    found = tuple(Path(path) for path in paths)
    for path in found:
        if not path.exists():
            raise VocabularyError("{path}: no such file or folder", path=path)
    return Documents(found)


def _files(path: Path) -> Iterator[Path]:
    if not path.is_dir():
        if not is_saved_page(path) and not _is_text(path):
            reason = reason_not_text(_beginning(path))
            if reason:
                raise VocabularyError("{path}: no text: {reason}", path=path, reason=reason)
            raise VocabularyError(
                "{path}: expected a saved page, or a .txt, .md, .jsonl or .xml file (optionally compressed)",
                path=path,
            )
        yield path
        return
    found = False
    for file in sorted(path.rglob("*")):
        hidden = any(part.startswith(".") for part in file.relative_to(path).parts)
        if not hidden and file.is_file() and (is_saved_page(file) or _is_text(file)):
            found = True
            yield file
    if not found:
        raise VocabularyError(
            "{path}: expected text files, saved pages or .jsonl exports, found none", path=path
        )


def is_saved_page(file: Path) -> bool:
    """Return whether a file begins as a page does.

    Raises:
        VocabularyError: the file cannot be read.
    """
    return begins_as_page(_beginning(file))


def begins_as_page(data: bytes) -> bool:
    """Return whether data begins as a page does."""
    return _PAGE.match(data.removeprefix(b"\xef\xbb\xbf")) is not None


def _beginning(file: Path) -> bytes:
    try:
        with file.open("rb") as stream:
            return stream.read(_BEGINNING)
    except OSError as error:
        raise VocabularyError(
            "{file}: cannot be read ({reason})", file=file, reason=message(error.strerror or str(error))
        ) from None


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

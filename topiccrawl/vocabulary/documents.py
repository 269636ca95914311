"""Documents to count words in: text files, saved pages, corpus exports, and folders of them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from topiccrawl.extraction import extract
from topiccrawl.text.encoding import decode_html
from topiccrawl.vocabulary.errors import VocabularyError

EXPORTS = frozenset((".jsonl", ".ndjson"))
"""Endings of files with a JSON object a line, as `topiccrawl export` writes them."""
TEXTS = frozenset((".txt", ".text", ".md"))
"""Endings of text files that are taken from folders."""

_PAGE = re.compile(
    rb"\s*(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body|\?xml)", re.IGNORECASE | re.DOTALL
)
_BEGINNING = 2000
"""Bytes of a file that tell whether it is a page."""


@dataclass(frozen=True)
class Document:
    """One text.

    Attributes:
        title: its title, empty where it has none.
        text: its body.
    """

    title: str
    text: str

    @property
    def whole(self) -> str:
        """Title and body."""
        return f"{self.title}\n{self.text}" if self.title else self.text


@dataclass(frozen=True)
class Documents:
    """The documents of files and folders; may be gone through several times, one document in memory at once.

    Text files are one document each, in any encoding. Of saved pages the main text is taken. Corpus exports
    hold a JSON object a line with `text` and perhaps `title`. From folders come files of these kinds, at any
    depth, in order of their names; names that start with a dot are passed over.

    Attributes:
        paths: files and folders.
    """

    paths: tuple[Path, ...]

    def __iter__(self) -> Iterator[Document]:
        """The documents that are not empty.

        Raises:
            VocabularyError: a path is missing or cannot be read, a folder holds no document, or a line of an
                export is none; names file, line and what was expected.
        """
        for path in self.paths:
            for file in _files(path):
                for document in _read(file):
                    if document.text.strip() or document.title.strip():
                        yield document


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
        yield path
        return
    some = False
    for file in sorted(path.rglob("*")):
        hidden = any(part.startswith(".") for part in file.relative_to(path).parts)
        if not hidden and file.is_file() and (file.suffix.lower() in EXPORTS | TEXTS or _is_page(file)):
            some = True
            yield file
    if not some:
        raise VocabularyError(f"{path}: expected text files, saved pages or .jsonl exports, found none")


def _is_page(file: Path) -> bool:
    with file.open("rb") as stream:
        return _PAGE.match(stream.read(_BEGINNING).removeprefix(b"\xef\xbb\xbf")) is not None


def _read(file: Path) -> Iterator[Document]:
    try:
        if file.suffix.lower() in EXPORTS:
            yield from _export(file)
        elif _is_page(file):
            page = extract(file.read_bytes())
            yield Document(page.title or "", page.text)
        else:
            yield Document("", decode_html(file.read_bytes()).text)
    except OSError as error:
        raise VocabularyError(f"{file}: cannot be read ({error.strerror or error})") from None


def _export(file: Path) -> Iterator[Document]:
    with file.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            where = f"{file}:{number}"
            try:
                row = json.loads(line.decode("utf-8-sig"))
            except ValueError as error:  # broken JSON as well as broken UTF-8
                raise VocabularyError(f"{where}: expected a JSON object ({error})") from None
            if not isinstance(row, dict):
                raise VocabularyError(f"{where}: expected a JSON object, found {str(row)[:40]!r}")
            title, text = row.get("title") or "", row.get("text") or ""
            for name, value in (("title", title), ("text", text)):
                if not isinstance(value, str):
                    raise VocabularyError(f"{where}: {name} = {value!r} is not a text")
            if "text" not in row and "title" not in row:
                raise VocabularyError(f"{where}: expected `text` or `title`, found {sorted(row)[:5]}")
            yield Document(title, text)

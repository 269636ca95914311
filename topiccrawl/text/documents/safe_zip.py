"""Read parts of a zip archive within limits."""

from __future__ import annotations

from io import BytesIO
from typing import Self
from zipfile import BadZipFile, ZipFile

from lxml import etree

from topiccrawl.text.documents.file_text import FileProblemError, Problem

MAX_ENTRIES = 10_000
MAX_PART = 50_000_000
"""Bytes of a part after decompression."""
MAX_READ = 150_000_000
"""Bytes of all parts that are read."""
_ENCRYPTED = 1


class SafeZip:
    """An archive whose parts are read within limits; what its directory says of sizes is not believed.

    Raises:
        FileProblemError: it is broken, encrypted or too large; by the methods, too.
    """

    def __init__(self, body: bytes) -> None:
        try:
            self._archive = ZipFile(BytesIO(body))
        except (BadZipFile, ValueError, NotImplementedError):
            raise FileProblemError(Problem.BROKEN) from None
        entries = self._archive.infolist()
        if len(entries) > MAX_ENTRIES:
            raise FileProblemError(Problem.TOO_LARGE)
        self._entries = {entry.filename.lower(): entry for entry in entries}
        self._left = MAX_READ

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._archive.close()

    def check_size(self) -> None:
        """Check what the directory says of all parts, for a library that reads them itself."""
        if sum(entry.file_size for entry in self._entries.values()) > MAX_READ:
            raise FileProblemError(Problem.TOO_LARGE)

    def size(self, name: str) -> int:
        """Return what the directory says of the size of a part, in bytes; 0 without it."""
        entry = self._entries.get(name.lstrip("/").lower())
        return 0 if entry is None else entry.file_size

    def read(self, name: str) -> bytes | None:
        """Return a part; None if there is none of this name."""
        entry = self._entries.get(name.lstrip("/").lower())
        if entry is None:
            return None
        if entry.flag_bits & _ENCRYPTED:
            raise FileProblemError(Problem.ENCRYPTED)
        most = min(MAX_PART, self._left)
        try:
            with self._archive.open(entry) as part:
                data = part.read(most + 1)
        except MemoryError:
            raise
        except Exception:  # checksums, methods of compression, lengths: as many classes
            raise FileProblemError(Problem.BROKEN) from None
        if len(data) > most:
            raise FileProblemError(Problem.TOO_LARGE)
        self._left -= len(data)
        return data

    def xml(self, name: str) -> etree._Element | None:
        """Return the root of a part in XML; None if there is none of this name, or it is empty."""
        data = self.read(name)
        if not data:
            return None
        parser = etree.XMLParser(
            resolve_entities=False, no_network=True, load_dtd=False, remove_comments=True, remove_pis=True
        )
        try:
            return etree.fromstring(data, parser)
        except etree.XMLSyntaxError:
            raise FileProblemError(Problem.BROKEN) from None


def local(element: etree._Element) -> str:
    """Return the name of an element without its namespace; the namespaces have variants."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def attribute(element: etree._Element, name: str) -> str:
    """Return an attribute whatever its namespace; empty without it."""
    for key, value in element.attrib.items():
        if str(key).rpartition("}")[2] == name:
            return str(value)
    return ""

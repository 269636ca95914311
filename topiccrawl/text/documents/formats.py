"""What a file is, by its first bytes: names lie, and many a `.doc` is a page or a `.docx`."""

from __future__ import annotations

from enum import StrEnum
from io import BytesIO
from zipfile import BadZipFile, ZipFile

_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_START = 1024


class Format(StrEnum):
    """Formats that are read."""

    PDF = "pdf"
    DOCX = "docx"
    DOC = "doc"
    """Word 97 to 2003 and WPS, in an OLE container; also what is encrypted in one."""
    SHEETS = "sheets"
    OFD = "ofd"
    RTF = "rtf"
    PAGE = "page"
    """A page or MIME archive that was saved as a document."""


_MARKS = {b"word/": Format.DOCX, b"xl/": Format.SHEETS, b"OFD.xml": Format.OFD}
"""Names of parts by which an archive without a directory is known."""


def format_of(body: bytes, name: str = "") -> Format | None:
    r"""Return the format of a file; None if it is not supported.

    >>> format_of(b"%PDF-1.4"), format_of(b"{\\rtf1 a}", "a.doc"), format_of(b"\x89PNG")
    (<Format.PDF: 'pdf'>, <Format.RTF: 'rtf'>, None)
    """
    start = body[:_START].lstrip(b"\xef\xbb\xbf \t\r\n")
    if b"%PDF-" in body[:_START]:
        return Format.PDF
    if start.startswith(b"PK\x03\x04"):
        return _format_of_zip(body)
    if body.startswith(_OLE):
        return _format_of_ole(body, name)
    if start.startswith(b"{\\rtf"):
        return Format.RTF
    low = start.lower()
    if low.startswith(b"<") and (b"<html" in low or b"<!doctype html" in low or b"<table" in low):
        return Format.PAGE
    return None


def is_file_body(body: bytes) -> bool:
    """Return whether a body is that of a file with text, and no page."""
    return format_of(body) not in (None, Format.PAGE)


def _format_of_zip(body: bytes) -> Format | None:
    try:
        with ZipFile(BytesIO(body)) as archive:
            names = set(archive.namelist())
    except (BadZipFile, ValueError, NotImplementedError):
        start = body[:100_000]  # cut off; the reader says so
        return next((form for mark, form in _MARKS.items() if mark in start), None)
    if "word/document.xml" in names:
        return Format.DOCX
    if "OFD.xml" in names:
        return Format.OFD
    return Format.SHEETS if any(name.startswith("xl/workbook.") for name in names) else None


def _format_of_ole(body: bytes, name: str) -> Format | None:
    if _has_stream(body, "WordDocument") or _has_stream(body, "EncryptedPackage"):
        return Format.DOC
    if _has_stream(body, "Workbook") or _has_stream(body, "Book"):
        return Format.SHEETS
    if _has_stream(body, "PowerPoint Document"):
        return None
    suffix = name.partition("?")[0].rpartition(".")[2].lower()
    return {"xls": Format.SHEETS, "et": Format.SHEETS, "ppt": None}.get(suffix, Format.DOC)


def _has_stream(body: bytes, name: str) -> bool:
    """Return whether an OLE container names a stream; names stand in its directory in UTF-16."""
    return (name + "\0").encode("utf-16-le") in body


def is_encrypted_ole(body: bytes) -> bool:
    """Return whether an OLE container holds an encrypted document of the newer formats."""
    return _has_stream(body, "EncryptedPackage")

"""Text of Word files before 2007 and of WPS: converted, then read as newer ones."""

from __future__ import annotations

from pathlib import Path

from topiccrawl.text.documents.docx import read_docx
from topiccrawl.text.documents.file_text import FileProblemError, Problem
from topiccrawl.text.documents.formats import is_encrypted_ole


def read_doc(body: bytes, folder: Path) -> tuple[list[str], int]:
    """Return the paragraphs of a Word file, see `read_docx`.

    Args:
        body: content of the file.
        folder: an empty folder for the converted file.

    Raises:
        FileProblemError: it is encrypted, broken or too large.
    """
    from doc2docx import convert
    from doc2docx.errors import Doc2DocxError, EncryptedDocumentError

    if is_encrypted_ole(body):
        raise FileProblemError(Problem.ENCRYPTED)
    source, target = folder / "source.doc", folder / "target.docx"
    source.write_bytes(body)
    try:
        convert(source, target)
    except EncryptedDocumentError:
        raise FileProblemError(Problem.ENCRYPTED) from None
    except Doc2DocxError:
        raise FileProblemError(Problem.BROKEN) from None
    return read_docx(target.read_bytes())

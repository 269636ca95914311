"""Text of PDF files."""

from __future__ import annotations

from io import BytesIO

import pypdfium2
from pypdfium2 import PdfDocument, PdfiumError, PdfTextPage, raw

from topiccrawl.text.documents.file_text import FileProblemError, Problem
from topiccrawl.text.documents.page_lines import has_han, paragraphs_of

MAX_PAGES = 2_000
_FEWEST = 10
"""Characters of a page on the mean; pages with fewer are pictures."""


_LEAST, _MOST = 14.0, 60.0
"""Points by which the first line of a paragraph is indented."""


def read_pdf(body: bytes) -> tuple[list[str], int]:
    """Return the paragraphs of a PDF and its number of pages.

    Raises:
        FileProblemError: it is encrypted, broken, scanned, too large, or has no text layer.
    """
    document = _opened(body)
    if len(document) > MAX_PAGES:
        raise FileProblemError(Problem.TOO_LARGE)
    pages = [_lines(document, number) for number in range(len(document))]
    text = "".join(line for page in pages for line in page)
    if len("".join(text.split())) < _FEWEST * max(1, min(3, len(pages))):
        raise FileProblemError(Problem.SCANNED)
    if not has_han(text):
        raise FileProblemError(Problem.NO_TEXT_LAYER)
    return paragraphs_of(pages), len(pages)


def _opened(body: bytes) -> PdfDocument:
    try:
        document = PdfDocument(body)
        if len(document):
            return document
    except PdfiumError as error:
        if getattr(error, "err_code", None) == raw.FPDF_ERR_PASSWORD:
            raise FileProblemError(Problem.ENCRYPTED) from None
    try:
        return PdfDocument(_repaired(body))
    except PdfiumError:
        raise FileProblemError(Problem.BROKEN) from None


def _repaired(body: bytes) -> bytes:
    """Return a file that was cut off with the pages that are there."""
    import pikepdf

    repaired = BytesIO()
    try:
        with pikepdf.open(BytesIO(body)) as found:
            if not len(found.pages):
                raise FileProblemError(Problem.BROKEN)
            found.save(repaired)
    except pikepdf.PasswordError:
        raise FileProblemError(Problem.ENCRYPTED) from None
    except pikepdf.PdfError:
        raise FileProblemError(Problem.BROKEN) from None
    return repaired.getvalue()


def _lines(document: PdfDocument, number: int) -> list[str]:
    """Return the lines of a page; none of one that is broken."""
    try:
        page = document[number]
        text = page.get_textpage()
    except pypdfium2.PdfiumError:
        return []
    lines = _indented(text)
    text.close()
    page.close()
    return lines


def _indented(text: PdfTextPage) -> list[str]:
    """Return the lines of a page; those that begin to the right of the others begin with a blank."""
    lines, places, at = [], [], 0
    for line in text.get_text_range().split("\r\n"):
        if line.strip():
            lines.append(line.replace("\ufffe", ""))
            places.append(_left(text, at + len(line) - len(line.lstrip())))
        at += len(line) + 2
    left = min((place for place in places if place is not None), default=0.0)
    return [
        f"\u3000{line}" if place is not None and _LEAST < place - left < _MOST else line
        for line, place in zip(lines, places, strict=True)
    ]


def _left(text: PdfTextPage, at: int) -> float | None:
    try:
        return float(text.get_charbox(at)[0])
    except (PdfiumError, IndexError):
        return None

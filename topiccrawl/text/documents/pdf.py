"""Text of PDF files."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from io import BytesIO

from pypdfium2 import PdfDocument, PdfiumError, PdfTextPage, raw

from topiccrawl.text.documents.file_text import FileProblemError, Problem
from topiccrawl.text.documents.layout import Line, Piece, lines_of
from topiccrawl.text.documents.page_lines import has_han, paragraphs_of

MAX_PAGES = 2_000
_FEWEST = 10
"""Characters of a page on the mean; pages with fewer are pictures."""


_APART = 0.9
"""Share of the size of the characters from which the gap between two words divides pieces of a line."""
_QUARTER = 1.5707963
_RUN = re.compile(r"\S+")


def read_pdf(body: bytes) -> tuple[list[str], int]:
    """Return the paragraphs of a PDF and its number of pages.

    Raises:
        FileProblemError: it is encrypted, broken, scanned, too large, or has no text layer.
    """
    document = _opened(body)
    if len(document) > MAX_PAGES:
        raise FileProblemError(Problem.TOO_LARGE)
    pages = [_lines(document, number) for number in range(len(document))]
    text = "".join(line.text for page in pages for line in page)
    if len("".join(text.split())) < _FEWEST * max(1, min(3, len(pages))):
        raise FileProblemError(Problem.SCANNED)
    if not has_han(text) or not any(map(str.isalpha, text)):
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


def _lines(document: PdfDocument, number: int) -> list[Line]:
    """Return the lines of a page; none of one that is broken."""
    try:
        page = document[number]
        text = page.get_textpage()
        turn = _turn(text)
        if page.get_rotation() and not turn:  # PDFium takes the lines of such a page for columns
            text.close()
            page.set_rotation(0)
            text = page.get_textpage()
    except PdfiumError:
        return []
    lines = lines_of([*_pieces(text, turn)])
    text.close()
    page.close()
    return lines


def _turn(text: PdfTextPage) -> int:
    """Return by how many quarters of a circle most characters of a page are turned."""
    count = text.count_chars()
    angles = (raw.FPDFText_GetCharAngle(text, at) for at in range(0, count, max(1, count // 50)))
    turns = Counter(round(angle / _QUARTER) % 4 for angle in angles if angle >= 0)
    return turns.most_common(1)[0][0] if turns else 0


def _pieces(text: PdfTextPage, turn: int) -> Iterator[Piece]:
    """Yield the pieces of a page: lines of PDFium, divided at wide gaps."""
    at = 0
    for line in text.get_text_range().split("\r\n"):
        piece: Piece | None = None
        for run in _RUN.finditer(line):
            first, last = _box(text, at + run.start(), turn), _box(text, at + run.end() - 1, turn)
            if first is None or last is None:
                first = last = (0.0, 0.0, 0.0, 0.0) if piece is None else _edge_of(piece)
            own = Piece(first[3], first[0], last[2], first[3] - first[1], run[0].replace("\ufffe", ""))
            if piece is not None and own.left - piece.right < _APART * piece.size:
                piece = piece._replace(right=max(piece.right, own.right), text=f"{piece.text} {own.text}")
                continue
            if piece is not None:
                yield piece
            piece = own
        if piece is not None:
            yield piece
        at += len(line) + 2


_Box = tuple[float, float, float, float]
"""Left, top, right and bottom, from the upper left."""


def _edge_of(piece: Piece) -> _Box:
    return piece.right, piece.base - piece.size, piece.right, piece.base


def _box(text: PdfTextPage, at: int, turn: int) -> _Box | None:
    """Return the place of a character as one sees it who reads the page."""
    try:
        left, bottom, right, top = text.get_charbox(at, loose=True)
    except (PdfiumError, IndexError):
        return None
    return (
        (left, -top, right, -bottom),
        (bottom, left, top, right),
        (-right, bottom, -left, top),
        (-top, -right, -bottom, -left),
    )[turn]

"""Text of OFD files, the national format for fixed documents (GB/T 33190)."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from lxml import etree

from topiccrawl.text.documents.file_text import FileProblemError, Problem
from topiccrawl.text.documents.layout import Piece, lines_of
from topiccrawl.text.documents.page_lines import paragraphs_of
from topiccrawl.text.documents.safe_zip import SafeZip, attribute

MAX_PAGES = 2_000
_BLANK = 0.8
"""Share of the size from which a gap is a blank: the width of the last character of a piece is a guess."""
_UNCHANGED = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
"""The matrix of objects that are neither scaled nor turned."""


def read_ofd(body: bytes) -> tuple[list[str], int]:
    """Return the paragraphs of an OFD file and its number of pages, without template pages.

    Raises:
        FileProblemError: it is broken, too large, or has pictures alone.
    """
    with SafeZip(body) as archive:
        pages = [
            lines_of(
                [piece for element in root.iter("{*}TextObject") for piece in _pieces(element)],
                ordered=False,
                blank=_BLANK,
            )
            for root in _pages(archive)
        ]
    if not pages:
        raise FileProblemError(Problem.BROKEN)
    if not any(pages):
        raise FileProblemError(Problem.SCANNED)
    return paragraphs_of(pages), len(pages)


def _pages(archive: SafeZip) -> Iterator[etree._Element]:
    """Yield the pages of all documents in a file, in order."""
    root = archive.xml("OFD.xml")
    count = 0
    for place in _texts(root, "DocRoot"):
        document = archive.xml(place)
        for page in () if document is None else document.iter("{*}Pages"):
            for entry in page:
                name = posixpath.normpath(
                    posixpath.join(posixpath.dirname(place), attribute(entry, "BaseLoc"))
                )
                if (found := archive.xml(name)) is not None:
                    count += 1
                    if count > MAX_PAGES:
                        raise FileProblemError(Problem.TOO_LARGE)
                    yield found


def _texts(root: etree._Element | None, name: str) -> list[str]:
    if root is None:
        return []
    return [(element.text or "").strip().lstrip("/") for element in root.iter(f"{{*}}{name}")]


def _pieces(element: etree._Element) -> Iterator[Piece]:
    box = _numbers(attribute(element, "Boundary"))
    if len(box) != 4 or attribute(element, "Visible") == "false":
        return
    size = (_numbers(attribute(element, "Size")) or [box[3]])[0]
    a, b, c, d, e, f = matrix if len(matrix := _numbers(attribute(element, "CTM"))) == 6 else _UNCHANGED
    x = y = 0.0
    for code in element.iter("{*}TextCode"):
        if not (text := "".join(code.itertext()).strip()):
            continue
        x = (_numbers(attribute(code, "X")) or [x])[0]
        y = (_numbers(attribute(code, "Y")) or [y])[0]
        left, base = box[0] + a * x + c * y + e, box[1] + b * x + d * y + f
        right = min(box[0] + box[2], left + abs(a) * _advance(attribute(code, "DeltaX"), len(text), size))
        yield Piece(base, left, right, abs(d) * size, text)


def _advance(deltas: str, count: int, size: float) -> float:
    """Return the width of a piece from the steps between its characters; `g 3 5` stands for 5 5 5."""
    words, width, steps = deltas.split(), 0.0, 0
    while words and steps < count:
        word = words.pop(0)
        times = 1
        if word == "g" and len(words) >= 2:
            times, word = int((_numbers(words.pop(0)) or [1])[0]), words.pop(0)
        times = max(0, min(times, count - steps))
        width += times * (_numbers(word) or [size])[0]
        steps += max(1, times)
    return width + size * max(1, count - steps)


def _numbers(text: str) -> list[float]:
    try:
        return [float(word) for word in text.split()]
    except ValueError:
        return []

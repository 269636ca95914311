"""Text of OFD files, the national format for fixed documents (GB/T 33190)."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from lxml import etree

from topiccrawl.text.documents.file_text import FileProblemError, Problem
from topiccrawl.text.documents.page_lines import paragraphs_of
from topiccrawl.text.documents.safe_zip import SafeZip, attribute

MAX_PAGES = 2_000
_SAME_LINE = 0.6
"""Share of the size of the characters within which two pieces stand on one line."""
_GAP = 0.8
"""Share of the size from which the gap between two pieces is a blank."""
_LEAST, _MOST = 1.2, 5.0
"""Characters by which the first line of a paragraph is indented."""
_Piece = tuple[float, float, float, float, str]
"""Top, left, right, size and text, in millimetres."""


def read_ofd(body: bytes) -> tuple[list[str], int]:
    """Return the paragraphs of an OFD file and its number of pages, without template pages.

    Raises:
        FileProblemError: it is broken, too large, or has pictures alone.
    """
    with SafeZip(body) as archive:
        pages = [_lines(root) for root in _pages(archive)]
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


def _lines(page: etree._Element) -> list[str]:
    """Return the lines of a page from the top, each from the left."""
    pieces = sorted(piece for element in page.iter("{*}TextObject") for piece in _pieces(element))
    lines: list[list[_Piece]] = []
    for piece in pieces:
        if lines and piece[0] - lines[-1][0][0] <= _SAME_LINE * max(piece[3], 1.0):
            lines[-1].append(piece)
        else:
            lines.append([piece])
    starts = [min(piece[1] for piece in line) for line in lines]
    margin = min(starts, default=0.0)
    return [
        ("\u3000" if _LEAST < (start - margin) / max(line[0][3], 1.0) < _MOST else "") + _line(line)
        for line, start in zip(lines, starts, strict=True)
    ]


def _line(pieces: list[_Piece]) -> str:
    text, end = "", None
    for _, left, right, size, own in sorted(pieces, key=lambda piece: piece[1]):
        text += (" " if end is not None and left - end > _GAP * size else "") + own
        end = right
    return text


def _pieces(element: etree._Element) -> Iterator[_Piece]:
    box = _numbers(attribute(element, "Boundary"))
    if len(box) != 4 or attribute(element, "Visible") == "false":
        return
    size = (_numbers(attribute(element, "Size")) or [box[3]])[0]
    x = y = 0.0
    for code in element.iter("{*}TextCode"):
        if not (text := "".join(code.itertext()).strip()):
            continue
        x = (_numbers(attribute(code, "X")) or [x])[0]
        y = (_numbers(attribute(code, "Y")) or [y])[0]
        left = box[0] + x
        right = min(box[0] + box[2], left + _advance(attribute(code, "DeltaX"), len(text), size))
        yield box[1] + y, left, right, size, text


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

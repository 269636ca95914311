"""From pieces of text at places of a page to its lines, in the order in which they are read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import median
from typing import NamedTuple

_SAME_LINE = 0.5
"""Share of the size of the characters within which two pieces stand on one line."""
_BLANK = 0.25
"""Share of the size from which the gap between two pieces is a blank."""
_CELL = 1.5
"""Share of the size from which it is the gap between two cells."""
_LONG = 8
"""Characters of a piece that may be a line of a column."""
_SIDE_BY_SIDE = 3
"""Rows with several long pieces from which a page may have columns."""
_STEPS = 200
_CROSSING = 0.1
"""Share of the pieces of a page, such as headlines, that may stand over a gap between columns."""
_FEWEST, _FULL = 4, 0.7
"""Lines of a column, and the share of its width that half of them take."""


class Piece(NamedTuple):
    """A text at a place of a page, in any unit of length.

    Attributes:
        base: distance of its lower edge from the top of the page.
        left: distance of its begin from the left of the page.
        right: distance of its end from the left of the page.
        size: height of its characters.
        text: without blanks at its ends.
    """

    base: float
    left: float
    right: float
    size: float
    text: str


class Line(NamedTuple):
    """A line of a page, or of a column; a row of a table has several cells.

    Attributes:
        text: pieces with one blank between words and two between cells.
        base, left, right, size: see `Piece`.
        cells: number of cells.
    """

    text: str
    base: float
    left: float
    right: float
    size: float
    cells: int = 1


def lines_of(pieces: Sequence[Piece], *, ordered: bool = True, blank: float = _BLANK) -> list[Line]:
    """Return the lines of a page: from the top, column by column where it has columns of text.

    Args:
        pieces: of the page.
        ordered: whether they are in an order that may be that of reading; used where the places do not tell.
        blank: share of the size from which the gap between two pieces is a blank.

    >>> [line.text for line in lines_of([Piece(20, 0, 20, 10, "党员"), Piece(20, 60, 80, 10, "21")])]
    ['党员  21']
    """
    rows = [*_rows(sorted(pieces))]
    several = [row for row in rows if sum(len(piece.text) >= _LONG for piece in row) > 1]
    if len(several) >= _SIDE_BY_SIDE:
        if gaps := _gaps(pieces):
            rows = [*_by_columns(pieces, gaps)]
        elif ordered:
            rows = [*_rows(pieces)]
    return [_line(row, blank) for row in rows]


def _rows(pieces: Sequence[Piece]) -> Iterator[list[Piece]]:
    """Yield runs of pieces that stand on one line."""
    row: list[Piece] = []
    for piece in pieces:
        if row and abs(piece.base - row[0].base) > _SAME_LINE * max(piece.size, row[0].size):
            yield row
            row = []
        row.append(piece)
    if row:
        yield row


def _gaps(pieces: Sequence[Piece]) -> list[float]:
    """Return where the gaps between columns of text are; none on pages without columns and for tables."""
    start, end = min(piece.left for piece in pieces), max(piece.right for piece in pieces)
    step = (end - start) / _STEPS
    if step <= 0:
        return []
    changes = [0] * (_STEPS + 2)
    for piece in pieces:
        changes[int((piece.left - start) / step)] += 1
        changes[int((piece.right - start) / step) + 1] -= 1
    free, count = [], 0
    for place in range(_STEPS + 1):
        count += changes[place]
        if count <= _CROSSING * len(pieces):
            free.append(place)
    gaps = []
    while free:
        run = 1
        while run < len(free) and free[run] == free[0] + run:
            run += 1
        if free[0] > 0 and free[run - 1] < _STEPS:
            gaps.append(start + step * (free[0] + free[run - 1] + 1) / 2)
        free = free[run:]
    own = [[piece for piece in pieces if _column(piece, gaps) == number] for number in range(len(gaps) + 1)]
    return gaps if gaps and all(map(_is_text, own)) else []


def _column(piece: Piece, gaps: Sequence[float]) -> int | None:
    """Return the column of a piece; None for one that stands over several."""
    column = sum(gap <= piece.left + piece.size for gap in gaps)  # signs hang over the edge of a column
    return column if column == sum(gap < piece.right - piece.size for gap in gaps) else None


def _is_text(column: Sequence[Piece]) -> bool:
    if len(column) < _FEWEST:
        return False
    width = max(piece.right for piece in column) - min(piece.left for piece in column)
    return (
        median(len(piece.text) for piece in column) >= _LONG
        and median(piece.right - piece.left for piece in column) >= _FULL * width
    )


def _by_columns(pieces: Sequence[Piece], gaps: Sequence[float]) -> Iterator[list[Piece]]:
    """Yield the rows of each column; a piece over several ends the columns above it."""
    band: list[list[Piece]] = [[] for _ in range(len(gaps) + 1)]
    for piece in sorted(pieces):
        if (column := _column(piece, gaps)) is not None:
            band[column].append(piece)
            continue
        for own in band:
            yield from _rows(own)
            own.clear()
        yield [piece]
    for own in band:
        yield from _rows(own)


def _line(row: Sequence[Piece], blank: float) -> Line:
    text, cells, end = "", 1, None
    size = max(piece.size for piece in row)
    for piece in sorted(row, key=lambda piece: piece.left):
        gap = 0.0 if end is None else piece.left - end
        if gap > _CELL * size:
            text, cells = text + "  ", cells + 1
        elif gap > blank * size:
            text += " "
        text += piece.text
        end = max(piece.right, end or piece.right)
    return Line(
        text, row[0].base, min(piece.left for piece in row), max(piece.right for piece in row), size, cells
    )

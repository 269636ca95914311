"""Pairwise comparisons of the parts of formula 5, for AHP."""

from __future__ import annotations

import math
from pathlib import Path

from topiccrawl.errors import LabelError
from topiccrawl.text.files.size_limit import read_bounded
from topiccrawl.text.files.utf8 import decode_utf8

CRITERIA = ("description", "anchor", "structure")
"""Parts of formula 5, in the order of the matrix."""

_HEADER = ("first", "second", "times")

Matrix = tuple[tuple[float, ...], ...]


def read_comparisons(file: Path) -> Matrix:
    """Read a comparison matrix from lines of first, second, and how many times more important the first is.

    Columns are separated by tabs; a header `first second times` and lines that start with `#` are skipped.
    Several lines for one pair, such as one per expert, are combined by their geometric mean, which keeps the
    matrix reciprocal.

    Raises:
        LabelError: an invalid line, or a missing pair.
        OSError: the file cannot be read.
    """
    logs: dict[tuple[int, int], list[float]] = {}
    lines = decode_utf8(read_bounded(file), file, LabelError).splitlines()
    for number, line in enumerate(lines, 1):
        header = tuple(part.strip() for part in line.split("\t")) == _HEADER
        if not line.strip() or line.startswith("#") or header:
            continue
        first, second, log = _comparison(line, f"{file}:{number}")
        logs.setdefault((min(first, second), max(first, second)), []).append(log if first < second else -log)
    size = len(CRITERIA)
    matrix = [[1.0] * size for _ in CRITERIA]
    for i in range(size):
        for j in range(i + 1, size):
            if (i, j) not in logs:
                raise LabelError(
                    "{file}: no line compares {one} with {other}",
                    file=file,
                    one=CRITERIA[i],
                    other=CRITERIA[j],
                )
            mean = sum(logs[i, j]) / len(logs[i, j])
            matrix[i][j], matrix[j][i] = round(math.exp(mean), 4), round(math.exp(-mean), 4)
    return tuple(map(tuple, matrix))


def _comparison(line: str, where: str) -> tuple[int, int, float]:
    parts = [part.strip() for part in line.split("\t")]
    expected = f"{where}: expected two of {', '.join(CRITERIA)} and a positive number, separated by tabs"
    if len(parts) < 3 or parts[0] == parts[1] or not {parts[0], parts[1]} <= set(CRITERIA):
        raise LabelError("{expected}, found {line!r}", expected=expected, line=line)
    try:
        times = float(parts[2])
    except ValueError:
        times = 0.0
    if not 0 < times < math.inf:
        raise LabelError("{expected}, found {found!r}", expected=expected, found=parts[2])
    return CRITERIA.index(parts[0]), CRITERIA.index(parts[1]), math.log(times)

"""Rows of an Excel workbook, read within limits."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from itertools import islice
from zipfile import BadZipFile, ZipFile

from topiccrawl.extras import require_extra
from topiccrawl.messages import message
from topiccrawl.text.files.child import Limits, read_in_child

MAX_ROWS = 100_000
"""Rows that are read; the rest is left out."""

LIMITS = Limits(memory=700_000_000, seconds=60.0, processor=60.0)
"""Of the child that reads a workbook."""

_MAX_UNPACKED = 200_000_000
"""Bytes of a workbook after decompression."""


def excel_rows(data: bytes) -> Iterator[list[object]]:
    """Yield the rows of the first sheet, read in a child process; an empty cell is an empty text.

    Dates are texts in ISO format.

    Raises:
        ValueError: no workbook that can be read, or one that takes too much time or memory.
        MissingExtraError: the extra `xlsx` is not installed.
    """
    require_extra("xlsx")
    return read_in_child(_rows, data, limits=LIMITS)


def _rows(data: bytes) -> Iterator[list[object]]:
    from python_calamine import load_workbook  # loaded only where it is used

    if (unpacked := _unpacked_size(data)) > _MAX_UNPACKED:
        raise ValueError(
            message(
                "{unpacked} bytes after decompression, at most {max_unpacked}",
                unpacked=unpacked,
                max_unpacked=_MAX_UNPACKED,
            )
        )
    try:
        sheet = load_workbook(BytesIO(data)).get_sheet_by_index(0)
        for row in islice(sheet.iter_rows(), MAX_ROWS):
            # A number is always a float here, and a word such as 12371 is one.
            yield [int(one) if isinstance(one, float) and one.is_integer() else one for one in row]
    except MemoryError:
        raise
    except Exception as error:  # the library has no common class of errors
        raise ValueError(
            message("no Excel workbook that can be read ({kind})", kind=type(error).__name__)
        ) from None


def _unpacked_size(data: bytes) -> int:
    """Return the bytes of a workbook after decompression; those before Excel 2007 are not compressed."""
    try:
        with ZipFile(BytesIO(data)) as archive:
            return sum(entry.file_size for entry in archive.infolist())
    except BadZipFile:
        return len(data)

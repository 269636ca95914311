"""Rows of a Parquet file, read in a child process."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from topiccrawl.extras import require_extra
from topiccrawl.text.files.child import Limits, read_in_child

_BATCH = 100
_MEMORY = 4_000_000_000
"""Bytes: a file is read a group of rows at a time, and writers make groups of a gigabyte."""
_LEAST, _PER_BYTE = 300.0, 2e-6
"""Seconds of the processor for any file, and for each of its bytes."""


def parquet_rows(file: Path) -> Iterator[dict[str, Any] | str]:
    """Yield the rows of a file by column, or what is wrong with one; times are texts in ISO format.

    Raises:
        ChildError: no Parquet file that can be read, or one that takes too much time or memory.
        MissingExtraError: the extra `parquet` is not installed.
    """
    require_extra("parquet")
    size = file.stat().st_size if file.is_file() else 0
    limits = Limits(memory=_MEMORY, seconds=120.0, processor=_LEAST + _PER_BYTE * size, output=None)
    return read_in_child(_rows, str(file), limits=limits)


def _rows(file: str) -> Iterator[dict[str, Any] | str]:
    import pyarrow as pa  # type: ignore[import-untyped]
    from pyarrow import parquet

    try:
        with parquet.ParquetFile(file) as table:
            for batch in table.iter_batches(batch_size=_BATCH):
                names = enumerate(batch.schema.names)
                plain = pa.table({name: _in_microseconds(pa, batch.column(at)) for at, name in names})
                for number in range(plain.num_rows):
                    try:
                        (row,) = plain.slice(number, 1).to_pylist()
                    except (ValueError, OverflowError, LookupError) as error:  # such as a year of 10000
                        yield str(error)
                    else:
                        yield row
    except pa.ArrowException as error:
        raise ValueError(str(error)) from error


def _in_microseconds(pa: Any, column: Any) -> Any:
    """Return a column without nanoseconds, which no `datetime` has."""
    kind = column.type
    if pa.types.is_timestamp(kind) and kind.unit == "ns":
        return column.cast(pa.timestamp("us", kind.tz), safe=False)
    return column

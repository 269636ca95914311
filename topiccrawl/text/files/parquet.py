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


def parquet_rows(file: Path) -> Iterator[dict[str, Any]]:
    """Yield the rows of a file by column; times are texts in ISO format.

    Raises:
        ChildError: no Parquet file that can be read, or one that takes too much time or memory.
        MissingExtraError: the extra `parquet` is not installed.
    """
    require_extra("parquet")
    size = file.stat().st_size if file.is_file() else 0
    limits = Limits(memory=_MEMORY, seconds=120.0, processor=_LEAST + _PER_BYTE * size, output=None)
    return read_in_child(_rows, str(file), limits=limits)


def _rows(file: str) -> Iterator[dict[str, Any]]:
    from pyarrow import ArrowException, parquet  # type: ignore[import-untyped]

    try:
        with parquet.ParquetFile(file) as table:
            for batch in table.iter_batches(batch_size=_BATCH):
                yield from batch.to_pylist()
    except ArrowException as error:
        raise ValueError(str(error)) from error

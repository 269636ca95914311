"""Parquet files."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import islice
from pathlib import Path

from topiccrawl.corpus.columns import ExportColumn, Kind, cell
from topiccrawl.corpus.export.formats.contract import ExportFormat, Row
from topiccrawl.extras import require_extra
from topiccrawl.page.facts.dates import CHINA, published_moment
from topiccrawl.text.language import marked

_MOMENT = ExportColumn(
    "published_at",
    Kind.TIME,
    ("published",),
    marked("`published` as a time with its zone, Asia/Shanghai; null where the page gives a day alone"),
    lambda row: published_moment(row["published"]),
)
_GROUP = 1000
"""Rows of a row group: what is in memory at once."""


class Parquet(ExportFormat):
    """A typed table; nested values such as `headers` are JSON text.

    Behind `published` stands `published_at`, the same as a time, for programs that compute with it.

    Raises:
        MissingExtraError: pyarrow is not installed.
    """

    def __init__(self, columns: Sequence[ExportColumn]) -> None:
        super().__init__(_with_moments(columns))
        require_extra("parquet")
        # pyarrow is large and rarely needed, so it is optional and imported only here.
        self._arrow, self._parquet = map(importlib.import_module, ("pyarrow", "pyarrow.parquet"))
        arrow = self._arrow
        types = {
            Kind.NUMBER: arrow.float64(),
            Kind.INTEGER: arrow.int64(),
            Kind.FLAG: arrow.bool_(),
            Kind.TIME: arrow.timestamp("us", tz="UTC"),
        }
        china = arrow.timestamp("us", tz=str(CHINA))
        self._schema = arrow.schema(
            [
                (one.name, china if one is _MOMENT else types.get(one.kind, arrow.string()))
                for one in self.columns
            ]
        )

    def write(self, rows: Iterable[Row], path: Path, *, first: bool) -> None:
        with self._parquet.ParquetWriter(path, self._schema, compression="zstd") as writer:
            remaining = iter(rows)
            while group := list(islice(remaining, _GROUP)):
                values = [[_typed(one.value(row)) for row in group] for one in self.columns]
                writer.write_table(self._arrow.table(values, schema=self._schema))

    def join(self, parts: Sequence[Path], out: Path) -> None:
        if len(parts) == 1 and out.is_file():
            parts[0].replace(out)
            return
        with self._parquet.ParquetWriter(out, self._schema, compression="zstd") as writer:
            for part in parts:
                with self._parquet.ParquetFile(part) as file:
                    for number in range(file.num_row_groups):
                        writer.write_table(file.read_row_group(number))


def _with_moments(columns: Sequence[ExportColumn]) -> list[ExportColumn]:
    """Return columns with the time of publication behind its text."""
    every: list[ExportColumn] = []
    for one in columns:
        every += (one, _MOMENT) if one.name == "published" else (one,)
    return every


def _typed(value: object) -> object:
    return value if isinstance(value, datetime) else cell(value)

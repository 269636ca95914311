"""JSON lines, plain or compressed with gzip or Zstandard."""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Iterable
from io import TextIOWrapper
from pathlib import Path
from typing import IO, cast

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

from topiccrawl.corpus.columns import plain
from topiccrawl.corpus.export.formats.contract import ExportFormat, Row

_LINE_ENDS = tuple((char, f"\\u{ord(char):04x}") for char in "\x85\u2028\u2029")


class JsonLines(ExportFormat):
    """One page a line, in UTF-8."""

    def write(self, rows: Iterable[Row], path: Path, *, first: bool) -> None:
        with self._open(path) as file:
            for row in rows:
                file.write(self._line(row) + "\n")

    def _open(self, path: Path) -> IO[str]:
        return path.open("w", encoding="utf-8", newline="\n")

    def _line(self, row: Row) -> str:
        line = json.dumps({one.name: plain(one.value(row)) for one in self.columns}, ensure_ascii=False)
        # Valid in JSON, but some programs take these three characters for line ends.
        for char, escape in _LINE_ENDS:
            if char in line:
                line = line.replace(char, escape)
        return line


class CompressedJsonLines(JsonLines):
    """JSON lines in Zstandard frames, one for each part; programs read frames in a row as one file."""

    def _open(self, path: Path) -> IO[str]:
        return cast("IO[str]", zstd.open(path, "wt", encoding="utf-8", newline="\n"))


class GzipJsonLines(JsonLines):
    """JSON lines in gzip members, one for each part; without a time, so that equal exports are equal."""

    def _open(self, path: Path) -> IO[str]:
        return TextIOWrapper(gzip.GzipFile(path, "wb", 6, mtime=0), encoding="utf-8", newline="\n")

"""Rows of a user's copy of the data set."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any


class BadCopyError(Exception):
    """A copy cannot be read; the message names the file, the line and the value."""


@dataclass(frozen=True)
class Row:
    """A page of the data set.

    Attributes:
        html: the page.
        url: its URL, empty when it is unknown.
        converted: `convert_main_content`, Markdown made from the labelled HTML; None when absent.
        calibrated: `groundtruth_content`, Markdown corrected by a person; None when absent.
        meta: language, level, style and more.
    """

    html: str
    url: str
    converted: str | None
    calibrated: str | None
    meta: dict[str, Any]


def read_copy(path: Path) -> Iterator[Row]:
    """Yield the rows of a JSON lines file.

    Raises:
        BadCopyError: the file cannot be read, or a line of it is no row.
    """
    try:
        with path.open(encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                if line.strip():
                    yield _row(line, f"{path}, line {number}")
    except (OSError, UnicodeDecodeError) as error:
        raise BadCopyError(f"{path}: {error}") from error


def _row(line: str, where: str) -> Row:
    try:
        record = json.loads(line)
    except ValueError as error:
        raise BadCopyError(f"{where}: not JSON: {line[:40]!r}") from error
    if not isinstance(record, dict) or not isinstance(record.get("html"), str):
        raise BadCopyError(f"{where}: a row needs the text field 'html': {line[:40]!r}")
    converted, calibrated = (_text(record, name) for name in ("convert_main_content", "groundtruth_content"))
    if converted is None and calibrated is None:
        raise BadCopyError(f"{where}: neither 'convert_main_content' nor 'groundtruth_content'")
    meta = record.get("meta")
    return Row(
        record["html"],
        _text(record, "url") or "",
        converted,
        calibrated,
        meta if isinstance(meta, dict) else {},
    )


def _text(record: dict[str, Any], name: str) -> str | None:
    value = record.get(name)
    return value if isinstance(value, str) else None

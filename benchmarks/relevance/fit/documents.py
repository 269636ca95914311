"""The labelled documents that a shipped topic is fitted on."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any


def add_documents(parser: ArgumentParser) -> None:
    """Add the arguments that all commands of this folder have."""
    parser.add_argument("documents", type=Path)
    parser.add_argument("--label", required=True)
    parser.add_argument("--topic", type=Path, required=True)


def labelled_rows(documents: Path, label: str) -> Iterator[dict[str, Any]]:
    """Yield the documents that are on the topic or on another one; those near it are neither."""
    with documents.open(encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            if row["topic"] != f"near {label}":
                yield row

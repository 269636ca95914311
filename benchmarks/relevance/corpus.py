"""The labelled articles of the measuring data."""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterator
from typing import Any

from benchmarks.measuring import data_folder


def articles() -> Iterator[dict[str, Any]]:
    """Yield the articles: url, title, paras (paragraphs) and label (0 to 2 by topic)."""
    with lzma.open(data_folder("web") / "raw" / "corpus.jsonl.xz", "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)

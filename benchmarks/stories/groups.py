"""The labelled groups of copies in a replay web, and their pages."""

from __future__ import annotations

import json
import random
import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from benchmarks.stories.corpus import Fetched, inflated

FETCHED = datetime(2026, 11, 1, tzinfo=UTC)
"""When the first page is fetched."""


def labelled_groups(folder: Path) -> list[dict[str, bool]]:
    """Return groups of copies: by URL, whether the label calls it a repost; one page of each is none."""
    by_group: dict[str, dict[str, bool]] = defaultdict(dict)
    with (folder / "labels.jsonl").open(encoding="utf-8") as lines:
        for line in lines:
            label = json.loads(line)
            if label.get("kind") == "article" and label.get("duplicate_group"):
                by_group[label["duplicate_group"]][label["url"]] = label["repost"]
    return [group for group in by_group.values() if len(group) > 1 and list(group.values()).count(False) == 1]


def web_pages(folder: Path, wanted: set[str], seed: int) -> Iterator[Fetched]:
    """Yield pages in a random order, as a crawl meets them."""
    order = sorted(wanted)
    random.Random(seed).shuffle(order)
    connection = sqlite3.connect(f"file:{folder / 'web.sqlite'}?mode=ro", uri=True)
    query = "SELECT ctype, body FROM pages WHERE host = ? AND path = ?"
    for number, url in enumerate(order):
        host, _, path = url.removeprefix("http://").removeprefix("https://").partition("/")
        row = connection.execute(query, (host, f"/{path}")).fetchone()
        if row is not None:
            yield Fetched(url, inflated(row[1]), row[0], FETCHED + timedelta(seconds=number))
    connection.close()

"""The pages that are rendered: some of every set and site of the labelled pages."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from random import Random
from typing import NamedTuple

from benchmarks.measuring import data_folder

OF_A_SITE = 4
"""Maximum number of pages of a site."""


class Labelled(NamedTuple):
    """A page with its body as labelled.

    Attributes:
        name: id of the page.
        url: its URL, empty if unknown.
        body: its bytes.
        gold: the labelled body.
    """

    name: str
    url: str
    body: bytes
    gold: str


def sample(number: int, seed: int) -> list[Labelled]:
    """Return pages with a labelled body: one of each set in turn, few of a site."""
    chance, sites = Random(seed), Counter[str]()
    waiting: dict[str, list[Labelled]] = defaultdict(list)
    for gold in sorted(data_folder("extraction").glob("*/gold.jsonl")):
        records = [json.loads(line) for line in gold.read_text(encoding="utf-8").splitlines()]
        chance.shuffle(records)
        for record in records:
            sites[record["site"]] += bool(record["text"])
            if record["text"] and sites[record["site"]] <= OF_A_SITE:
                body = (gold.parent / "pages" / f"{record['id']}.html").read_bytes()
                waiting[record["set"]].append(
                    Labelled(record["id"], record["url"] or "", body, record["text"])
                )
    found: list[Labelled] = []
    while len(found) < number and any(waiting.values()):
        for pages in waiting.values():
            if pages and len(found) < number:
                found.append(pages.pop())
    return found

"""Streams of labelled documents as a crawl meets them: one in three on the topic, one in four near it."""

from __future__ import annotations

import json
import lzma
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.first_hour.topics import ShortTopic
from benchmarks.measuring import data_folder

PAGES, ON_TOPIC, NEAR = 1_000, 0.35, 0.25


@dataclass(frozen=True)
class Labelled:
    """A document.

    Attributes:
        key: its number.
        title: its title.
        text: its text.
        label: whether it is on the topic; None: not known.
    """

    key: str
    title: str
    text: str
    label: bool | None


def read_documents() -> list[tuple[str, str, str]]:
    """Return section, title and text of all documents of the measuring data."""
    file = data_folder("web") / "raw" / "corpus.jsonl.xz"
    return list(_documents(file))


def _documents(file: Path) -> Iterator[tuple[str, str, str]]:
    with lzma.open(file, "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            yield row["section"], row["title"], "\n".join(row["paras"])


def stream(
    documents: list[tuple[str, str, str]],
    topic: ShortTopic,
    seed: int,
    pages: int = PAGES,
    on_topic: float = ON_TOPIC,
) -> list[Labelled]:
    """Return documents in random order; other sections by the root of their size, so that none rules."""
    chance = random.Random(seed)
    right: list[int] = []
    near: list[int] = []
    others: dict[str, list[int]] = {}
    for number, (section, _, _) in enumerate(documents):
        if topic.label(section):
            right.append(number)
        elif section in topic.near:
            near.append(number)
        else:
            others.setdefault("hosts" if "." in section else section, []).append(number)
    chosen = set(chance.sample(right, min(len(right), int(pages * on_topic))))
    chosen |= set(chance.sample(near, min(len(near), int(pages * NEAR))))
    names = [name for name, own in others.items() for _ in range(max(1, int(len(own) ** 0.5)))]
    while len(chosen) < pages:
        chosen.add(chance.choice(others[chance.choice(names)]))
    order = sorted(chosen)
    chance.shuffle(order)
    return [Labelled(str(n), *documents[n][1:], topic.label(documents[n][0])) for n in order]

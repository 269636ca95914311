"""Topics with short word lists, as users write them: the shipped lists cut to 30 words."""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

from topiccrawl.relevance import Topic
from topiccrawl.relevance.axis import FILE as AXIS
from topiccrawl.relevance.corrections import FILE as CORRECTIONS
from topiccrawl.text.normalise import normalise
from topiccrawl.text.resources import resource
from topiccrawl.vocabulary.topic.draft import Draft
from topiccrawl.vocabulary.topic.folder import create_topic

SIZE = 30
DRAWS = (1, 2, 3)
"""Seeds of the random lists."""
LABELS = {"partybuild": "party", "overseas": "qiao", "football": "cnfootball"}
"""The label of each shipped topic in the measuring data."""
OFF = "share = 0.0"
"""Line of `[similarity]` with which only topic words count."""


def word_lists(topic: Topic, draws: Sequence[int] = DRAWS) -> Iterator[tuple[str, list[str]]]:
    """Yield the name and the words of each list: all, the 30 heaviest, and 30 random ones."""
    yield "full", list(topic.words)
    yield f"{SIZE} heaviest", sorted(topic.words, key=lambda word: (-topic.weight(word), word))[:SIZE]
    for draw in draws:
        yield f"{SIZE} random, {draw}", random.Random(draw).sample(sorted(topic.words), SIZE)


def cut_topic(name: str, words: Sequence[str], folder: Path, similarity: bool = True) -> Path:
    """Copy a shipped topic and leave only these words in its list.

    All else stays, but for corrections and, with a shorter list, the axis: a user's first words come without
    labelled pages.

    Args:
        name: of the topic.
        words: the words that stay.
        folder: where to put it; replaced if it exists.
        similarity: False lets words count as similar to themselves only.
    """
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    learned = {CORRECTIONS} if len(words) >= len(Topic.load(name).words) else {CORRECTIONS, AXIS}
    for file in resource(f"topics/{name}").iterdir():
        if file.name in learned:
            continue
        (folder / file.name).write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
    kept, table = set(words), folder / "words.tsv"
    rows = table.read_text(encoding="utf-8").splitlines()
    stay = [row for row in rows if row.startswith("#") or normalise(row.split("\t")[0]).strip() in kept]
    table.write_text("\n".join(stay) + "\n", encoding="utf-8")
    if not similarity:
        switch_off(folder)
    return folder


def draft_topic(words: Sequence[str], folder: Path, similarity: bool = True) -> Path:
    """Make a topic of these words as `topiccrawl topic new` does without documents.

    Args:
        words: its words.
        folder: where to put it, under the name of a shipped topic, whose title it gets.
        similarity: False lets words count as similar to themselves only.
    """
    shutil.rmtree(folder, ignore_errors=True)
    create_topic(folder, Draft(Topic.load(folder.name).title, tuple(words)))
    if not similarity:
        switch_off(folder)
    return folder


def switch_off(folder: Path) -> None:
    """Let words count as similar to themselves only."""
    file = folder / "topic.toml"
    text = re.sub(r"(?m)^share = .*\n", "", file.read_text(encoding="utf-8"))
    file.write_text(text.replace("[similarity]\n", f"[similarity]\n{OFF}\n", 1), encoding="utf-8")

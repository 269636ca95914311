"""Sites that no crawl may visit: their texts are taken out of the web before it is built."""

from __future__ import annotations

import json
import lzma
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.live.web import ReplayWeb
from benchmarks.measuring import data_folder

_LARGEST_SHARE = 0.5
_OTHERS = 3
"""Off-topic texts to test on, for each relevant one."""
_SHORTEST = 100
_GRAM = 13
_MOST_SHARED = 0.2
_CORPUS = "corpus.jsonl.xz"


def hold_out(label: str, folder: Path) -> tuple[list[str], list[str]]:
    """Write the texts of a web into a folder; return the relevant and the off-topic ones that are held out.

    Held out are whole publishers, those with the fewest relevant texts first, as long as they have at most
    half of all relevant texts.

    Args:
        label: the topic's name in the labels.
        folder: folder that the web's builder then reads.
    """
    source = data_folder("web") / "raw"
    with lzma.open(source / _CORPUS, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    grades = {row["id"]: row["label"][label] for row in rows}
    table = source / f"{label}_grades.tsv"
    if table.exists():
        grades |= {int(one): int(two) for one, two in map(str.split, table.read_text().splitlines())}
    publishers = _smallest(Counter(row["src"] for row in rows if grades[row["id"]] == 2))
    if not (folder / _CORPUS).exists():
        folder.mkdir(parents=True, exist_ok=True)
        for file in source.iterdir():
            if file.name != _CORPUS:
                (folder / file.name).symlink_to(file)
        with lzma.open(folder / _CORPUS, "wt", encoding="utf-8", preset=0) as packed:
            packed.writelines(
                json.dumps(row, ensure_ascii=False) + "\n" for row in rows if row["src"] not in publishers
            )
    texts: dict[int, dict[str, None]] = {0: {}, 1: {}, 2: {}}  # by grade; each text once, in its order
    for row in rows:
        text = "\n".join(row["paras"])
        if row["src"] in publishers and len(text) >= _SHORTEST:
            texts[grades[row["id"]]][text] = None
    relevant, other = list(texts[2]), list(texts[0])
    return relevant, Random(1).sample(other, min(len(other), _OTHERS * len(relevant)))


def _smallest(counts: Counter[str]) -> set[str]:
    chosen: set[str] = set()
    sum_ = 0
    for publisher, count in reversed(counts.most_common()):
        sum_ += count
        if sum_ > _LARGEST_SHARE * counts.total():
            break
        chosen.add(publisher)
    return chosen


def own_texts(texts: list[str], web: ReplayWeb) -> list[str]:
    """Return the texts of which less than a fifth of the 13-character sequences is in a web."""
    each = [grams(text) for text in texts]
    wanted = set().union(*each)
    shared: set[str] = set()
    for row in labels(web).values():
        shared |= wanted & grams(row.get("gold_text") or "")
    found = zip(texts, each, strict=True)
    return [text for text, own in found if len(own & shared) < _MOST_SHARED * len(own)]


def grams(text: str) -> set[str]:
    """Return the sequences of 13 characters of a text."""
    return {text[at : at + _GRAM] for at in range(len(text) - _GRAM + 1)}


def labels(web: ReplayWeb) -> dict[str, dict[str, Any]]:
    """Return the labels of the pages of a web by URL."""
    with web.labels.open(encoding="utf-8") as lines:
        return {row["url"]: row for row in map(json.loads, lines)}


def background(web: ReplayWeb) -> list[str]:
    """Return off-topic texts of the web's publishers that are not in the web."""
    with (web.folder / "heldout.jsonl").open(encoding="utf-8") as lines:
        return [row["text"] for row in map(json.loads, lines) if row["topic"] == "other"]

"""Models and pages as the database keeps them, in JSON's types, and models in topic folders."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from topiccrawl.parameter_checks import check_interval
from topiccrawl.relevance.learner.model import PageModel
from topiccrawl.relevance.learner.seen import SeenPage
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.relevance.topic.word_table import numbers_table, read_numbers
from topiccrawl.text.files.atomic_write import write_atomically

FILE = "learned.tsv"
"""Words of a model in a topic folder, with their weights."""
_WORDS, _WORDS_IN_FILE = 20_000, 5_000
"""Numbers of words that a stored model keeps, those that weigh most."""


@dataclass(frozen=True)
class LearnedParameters:
    """The table `[learned]` of a topic, beside the words of `FILE`.

    Attributes:
        offset: log-odds that every main text gets beside those of its words, in [-100, 100].
    """

    offset: float = 0.0

    def __post_init__(self) -> None:
        check_interval(self, "[-100, 100]", "offset")


def read_topic_model(topic: Topic) -> PageModel | None:
    """Return the model that moves the verdicts of a topic; None if its folder has none.

    Raises:
        TopicError: the file is damaged, a weight is not a number, or `[learned]` has another key.
    """
    offset = topic.section("learned", LearnedParameters).offset
    if topic.folder is None or not (file := topic.folder / FILE).is_file():
        return None
    return PageModel(read_numbers(file, f"{topic.folder}/{FILE}"), offset, None, 0, 0)


def write_topic_model(folder: Path, model: PageModel, source: str, found: str) -> None:
    """Write a model into a topic folder.

    Args:
        folder: of the topic.
        model: moves its verdicts.
        source: the command, and what it read, for a comment.
        found: how good the model is.
    """
    from topiccrawl.relevance.topic.toml_edit import write_values  # here, as most crawls write none

    note = f"# Written by `topiccrawl {source}: {found}.\n"
    write_atomically(folder / FILE, note + numbers_table(_heaviest(model, _WORDS_IN_FILE)))
    write_values(folder, "learned", {"offset": round(model.offset, 4)}, source)


def model_to_json(model: PageModel) -> dict[str, Any]:
    """Return a model without the words that hardly count."""
    return {
        "words": _heaviest(model, _WORDS),
        "offset": model.offset,
        "pages": model.pages,
        "grades": model.grades,
        "moves": model.topic_words is None,
    }


def model_from_json(found: Mapping[str, Any], topic_words: Collection[str] | None) -> PageModel | None:
    """Return a stored model; None if it is not of the kind that is asked for.

    Args:
        found: what `model_to_json` returned.
        topic_words: of the topic as it is now; None: the model must move the topic's own verdict.
    """
    if found.get("moves", False) != (topic_words is None):
        return None
    own = None if topic_words is None else frozenset(topic_words)
    return PageModel(found["words"], found["offset"], own, found["pages"], found["grades"])


def _heaviest(model: PageModel, most: int) -> dict[str, float]:
    """Return the words that weigh most, the heaviest of either side first and last."""
    heaviest = sorted(model.words.items(), key=lambda item: -abs(item[1]))[:most]
    return {word: round(weight, 4) for word, weight in sorted(heaviest, key=lambda item: -item[1])}


def pages_to_json(pages: Iterable[SeenPage]) -> list[list[Any]]:
    """Return pages as rows of their attributes; earlier versions wrote the first four."""
    return [
        [page.key, page.evidence, page.grade, " ".join(sorted(page.words)), page.relevance, page.site]
        for page in pages
    ]


def pages_from_json(rows: Iterable[list[Any]]) -> list[SeenPage]:
    """Return pages from rows.

    >>> pages_from_json(pages_to_json([SeenPage("a", frozenset({"篮球"}), 1)]))
    [SeenPage(key='a', words=frozenset({'篮球'}), evidence=1, grade=None, relevance=0.5, site='')]
    """
    return [
        SeenPage(key, frozenset(words.split(" ")), found, grade, *rest)
        for key, found, grade, words, *rest in rows
    ]

"""Models and pages in JSON's types, as the database keeps them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from topiccrawl.relevance.learner.model import PageModel
from topiccrawl.relevance.learner.seen import SeenPage

_WORDS = 20_000
"""Number of words that a stored model keeps, those that weigh most."""


def model_to_json(model: PageModel) -> dict[str, Any]:
    """Return a model without the words that hardly count."""
    heaviest = sorted(model.words.items(), key=lambda item: -abs(item[1]))[:_WORDS]
    words = {word: round(weight, 4) for word, weight in heaviest}
    return {"words": words, "offset": model.offset, "pages": model.pages, "grades": model.grades}


def model_from_json(found: Mapping[str, Any], topic_words: Collection[str]) -> PageModel:
    """Return a stored model for the topic words of now."""
    return PageModel(found["words"], found["offset"], frozenset(topic_words), found["pages"], found["grades"])


def pages_to_json(pages: Iterable[SeenPage]) -> list[list[Any]]:
    """Return pages as rows of key, topic words, grade and words."""
    return [[page.key, page.evidence, page.grade, " ".join(sorted(page.words))] for page in pages]


def pages_from_json(rows: Iterable[list[Any]]) -> list[SeenPage]:
    """Return pages from rows.

    >>> pages_from_json(pages_to_json([SeenPage("a", frozenset({"篮球"}), 1)]))
    [SeenPage(key='a', words=frozenset({'篮球'}), evidence=1, grade=None)]
    """
    return [SeenPage(key, frozenset(words.split(" ")), found, grade) for key, found, grade, words in rows]

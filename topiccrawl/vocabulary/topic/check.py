"""Check a topic for words and seeds that have no effect."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from topiccrawl.relevance.relevance import Relevance

Problem = Literal["never found", "weighs nothing", "unknown", "no seeds", "seed outside"]


@dataclass(frozen=True)
class Finding:
    """A problem of a topic.

    Attributes:
        problem: its kind.
        what: the word or seed.
        advice: the cause, or what to do.
    """

    problem: Problem
    what: str
    advice: str


@dataclass(frozen=True)
class TopicFacts:
    """Numbers about a topic.

    Attributes:
        words: topic words.
        weighted: topic words with their own weight.
        others: other words with a weight.
        overrides: weights set by hand.
        reached: words of the vocabulary by which texts may score.
    """

    words: int
    weighted: int
    others: int
    overrides: int
    reached: int


def topic_facts(relevance: Relevance) -> TopicFacts:
    """Return the numbers about a topic."""
    topic = relevance.topic
    return TopicFacts(
        len(topic.words),
        sum(weight != topic.mean_weight for weight in topic.words.values()),
        len(topic.weights),
        len(topic.overrides),
        relevance.reached(),
    )


def findings(relevance: Relevance) -> Iterator[Finding]:
    """Yield the problems of a topic."""
    topic = relevance.topic
    if not topic.seeds:
        yield Finding("no seeds", topic.name, "name some in topic.toml, or with -a seeds=URL when you crawl")
    for word in topic.words:
        if word not in relevance.segmenter.content_words(word):
            cut = " ".join(relevance.segmenter.words(word))
            yield Finding(
                "never found", word, f"texts are cut into {cut}, or it is a function word: leave it out"
            )
        elif not topic.weight(word):
            yield Finding("weighs nothing", word, "its weight is 0, so no text scores by it")
        elif not relevance.is_known(word):
            yield Finding("unknown", word, "no resource knows it: only the word itself counts, no near ones")

"""Looking over a topic's words: which of them cannot do what they are there for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from topiccrawl.relevance.relevance import Relevance

Problem = Literal["never found", "weighs nothing", "unknown", "no seeds", "seed outside"]


@dataclass(frozen=True)
class Finding:
    """Something to look at.

    Attributes:
        problem: its kind.
        what: the word or seed.
        advice: what may be done.
    """

    problem: Problem
    what: str
    advice: str


@dataclass(frozen=True)
class TopicFacts:
    """What a topic is made of.

    Attributes:
        words: topic words.
        weighted: of them, those with a weight of their own.
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
    """Count what a topic is made of."""
    topic = relevance.topic
    return TopicFacts(
        len(topic.words),
        sum(weight != topic.mean_weight for weight in topic.words.values()),
        len(topic.weights),
        len(topic.overrides),
        relevance.reached(),
    )


def findings(relevance: Relevance) -> Iterator[Finding]:
    """What is odd about a topic that can be loaded."""
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

"""The names of the strategies."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from topiccrawl.errors import TopicError
from topiccrawl.messages import message
from topiccrawl.priority.focus import Focus
from topiccrawl.priority.strategies.adaptive import Adaptive
from topiccrawl.priority.strategies.breadth_first import BreadthFirst
from topiccrawl.priority.strategies.contract import Strategy
from topiccrawl.priority.strategies.formula_5 import Formula5
from topiccrawl.priority.strategies.one_step import OneStep
from topiccrawl.priority.strategies.semantic import Semantic
from topiccrawl.priority.strategies.two_step import TwoStep
from topiccrawl.priority.strategies.url_vectors import UrlVectors
from topiccrawl.priority.strategies.whole_site import WholeSite
from topiccrawl.relevance.topic.topic import Topic

STRATEGIES: Mapping[str, type[Strategy]] = MappingProxyType(
    {
        one.name: one
        for one in (Adaptive, Formula5, Semantic, OneStep, TwoStep, UrlVectors, WholeSite, BreadthFirst)
    }
)
"""Strategies by name, the default first."""


def strategy_class(topic: Topic, name: str = "") -> type[Strategy]:
    """Return the strategy that crawls for a topic.

    Args:
        topic: the topic.
        name: overrides the strategy that the topic names.

    Raises:
        TopicError: there is no such strategy.
    """
    chosen = name or topic.strategy
    if chosen not in STRATEGIES:
        problem = message(
            "{key} = {value}: choose one of {known}",
            key="strategy",
            value=repr(chosen),
            known=", ".join(STRATEGIES),
        )
        raise TopicError(problem) if name else topic.key_error("strategy", problem)
    return STRATEGIES[chosen]


def make_strategy(topic: Topic, name: str = "") -> Strategy:
    """Create the strategy that crawls for a topic, with what scores texts for it.

    Args:
        topic: the topic.
        name: overrides the strategy that the topic names.

    Raises:
        TopicError: there is no such strategy, or a parameter is unknown or out of range.
    """
    chosen = strategy_class(topic, name)
    if chosen.needs_words and not topic.words:
        raise TopicError(
            "{topic}: the strategy {name} needs topic words, and there are none",
            topic=topic.source,
            name=chosen.name,
        )
    return chosen(Focus(chosen.prepare(topic)))

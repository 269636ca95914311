"""The names of the strategies."""

from __future__ import annotations

from pkgutil import resolve_name
from typing import TYPE_CHECKING

from topiccrawl.errors import TopicError
from topiccrawl.messages import message

if TYPE_CHECKING:
    from topiccrawl.priority.strategies.contract import Strategy
    from topiccrawl.relevance.topic.topic import Topic

_CLASSES = {
    "adaptive": "adaptive:Adaptive",
    "formula-5": "formula_5:Formula5",
    "semantic": "semantic:Semantic",
    "one-step": "one_step:OneStep",
    "two-step": "two_step:TwoStep",
    "url-vectors": "url_vectors:UrlVectors",
    "whole-site": "whole_site:WholeSite",
    "breadth-first": "breadth_first:BreadthFirst",
}
"""Modules of this folder with their classes; a crawl imports that of its own strategy alone."""
STRATEGIES = tuple(_CLASSES)
"""Names of the strategies, the default first."""


def strategy_named(name: str) -> type[Strategy]:
    """Import a strategy.

    Raises:
        KeyError: there is no such strategy.
    """
    found: type[Strategy] = resolve_name(f"topiccrawl.priority.strategies.{_CLASSES[name]}")
    return found


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
    return strategy_named(chosen)


def make_strategy(topic: Topic, name: str = "") -> Strategy:
    """Create the strategy that crawls for a topic, with what scores texts for it.

    Args:
        topic: the topic.
        name: overrides the strategy that the topic names.

    Raises:
        TopicError: there is no such strategy, or a parameter is unknown or out of range.
    """
    from topiccrawl.priority.focus import Focus

    chosen = strategy_class(topic, name)
    if chosen.needs_words and not topic.words:
        raise TopicError(
            "{topic}: the strategy {name} needs topic words, and there are none",
            topic=topic.source,
            name=chosen.name,
        )
    return chosen(Focus(chosen.prepare(topic)))

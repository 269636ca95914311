"""The names of the strategies."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from topiccrawl.errors import TopicError
from topiccrawl.priority.focus import Focus
from topiccrawl.priority.strategies.adaptive import Adaptive
from topiccrawl.priority.strategies.contract import Strategy
from topiccrawl.priority.strategies.one_step import OneStep
from topiccrawl.priority.strategies.two_step import TwoStep
from topiccrawl.priority.strategies.url_vectors import UrlVectors

STRATEGIES: Mapping[str, type[Strategy]] = MappingProxyType(
    {one.name: one for one in (Adaptive, OneStep, TwoStep, UrlVectors)}
)
"""Strategies by name, the default first."""


def make_strategy(focus: Focus, name: str = "") -> Strategy:
    """Create a strategy for a topic.

    Args:
        focus: scores texts for the topic.
        name: overrides the strategy that the topic names.

    Raises:
        TopicError: there is no such strategy, or a parameter of it is out of range.
    """
    chosen = name or focus.topic.strategy
    if chosen not in STRATEGIES:
        problem = f"strategy = {chosen!r}: choose one of {', '.join(STRATEGIES)}"
        raise TopicError(problem) if name else focus.topic.key_error("strategy", problem)
    strategy = STRATEGIES[chosen]
    if strategy.needs_words and not focus.topic.words:
        raise TopicError(f"{focus.topic.source}: the strategy {chosen} needs topic words, and there are none")
    return strategy(focus)

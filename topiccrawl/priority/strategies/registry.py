"""The names of the strategies."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from topiccrawl.errors import TopicError
from topiccrawl.priority.focus import Focus
from topiccrawl.priority.strategies.adaptive import Adaptive
from topiccrawl.priority.strategies.contract import Strategy

STRATEGIES: Mapping[str, type[Strategy]] = MappingProxyType({one.name: one for one in (Adaptive,)})
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
    return STRATEGIES[chosen](focus)

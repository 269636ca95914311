"""Habits of hosts: other URLs under which they serve the same pages, learned from stored pages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import urlsplit

from topiccrawl.page.canonical_url import canonical_url
from topiccrawl.page.url_forms import Step, steps

LEAST_ALIKE = 3
"""Number of pairs with the same text required to learn a habit; a single differing pair refutes it."""

LEAST_ALIKE_VALUES = 5
"""The same for a parameter whatever its value."""

ALIKE = 0.9
"""Minimum Jaccard similarity of two bodies with the same text; views differ in a line or two."""

_PAGE_NUMBER = re.compile(r"(?:p|pn|pg|no|num|start|offset|limit|\w*page\w*|[a-z]?id)", re.IGNORECASE)
"""Parameters that identify a page or part of one; equal pages prove nothing about other values."""
_MOST_STEPS = 4


class Habit(NamedTuple):
    """A rule on a host for URLs of one shape; see `topiccrawl.page.url_forms.Step`."""

    host: str
    shape: str
    rule: str


@dataclass(frozen=True, slots=True)
class Evidence:
    """Pairs of pages that were compared.

    Attributes:
        alike: pairs with the same text.
        unlike: pairs with different texts.
    """

    alike: int = 0
    unlike: int = 0


def proofs(step: Step, other_value: str | None = None) -> Iterator[Habit]:
    """Yield the habits of which a pair of pages is evidence.

    Args:
        step: from one page to a form that it shares with the other page.
        other_value: the value of the same parameter in the other page's URL; None: it has no such step.
    """
    if step.value is None:
        yield Habit(step.host, step.shape, step.rule)
        return
    with_value = f"{step.rule}={step.value}"
    if other_value is None and _may_be_habit(step.rule, step.value):
        yield Habit(step.host, step.shape, with_value[:64])
    if not _is_page_number(step.rule) and (other_value is not None or _is_token(step.value)):
        yield Habit(step.host, step.shape, step.rule)


def refuted(step: Step, other_value: str | None = None) -> Iterator[Habit]:
    """Yield the habits that a pair of pages with different texts refutes."""
    yield from proofs(step, other_value)
    if step.value is not None and not _is_page_number(step.rule):
        yield Habit(step.host, step.shape, step.rule)


def is_learned(habit: Habit, evidence: Evidence) -> bool:
    """Return whether a habit may be acted on."""
    any_value = habit.rule.startswith("param:") and "=" not in habit.rule
    least = LEAST_ALIKE_VALUES if any_value else LEAST_ALIKE
    return evidence.alike >= least and not evidence.unlike


class LearnedHabits:
    """The habits that may be acted on.

    Args:
        habits: learned habits.

    Attributes:
        habits: the same.
    """

    def __init__(self, habits: Iterable[Habit] = ()) -> None:
        self.habits = frozenset(habits)
        self._hosts: dict[str, set[tuple[str, str]]] = {}
        self._segments: dict[str, frozenset[str]] = {}
        for habit in self.habits:
            self._hosts.setdefault(habit.host, set()).add((habit.shape, habit.rule))
        for host, rules in self._hosts.items():
            named = (rule.partition(":") for _, rule in rules)
            self._segments[host] = frozenset(name for kind, _, name in named if kind == "segment")

    def __len__(self) -> int:
        return len(self.habits)

    def base(self, url: str) -> str:
        """Return the form of a URL that all its twins share: its canonical form, where nothing is learned."""
        own = canonical_url(url)
        if not self._hosts:
            return own
        for _ in range(_MOST_STEPS):
            step = self._step(own)
            if step is None:
                break
            own = step.base
        return own

    def _step(self, url: str) -> Step | None:
        try:
            host = urlsplit(url).hostname or ""
        except ValueError:
            return None
        rules = self._hosts.get(host)
        if not rules:
            return None
        for step in steps(url, self._segments[host]):
            names = [step.rule] if step.value is None else [step.rule, f"{step.rule}={step.value}"]
            if any((step.shape, name) in rules for name in names):
                return step
        return None


def _may_be_habit(rule: str, value: str) -> bool:
    """Return whether a single value of a parameter may have no meaning, such as the first page of one."""
    return value in ("", "0", "1") or (value.isalpha() and len(value) <= 16 and not _is_page_number(rule))


def _is_page_number(rule: str) -> bool:
    return _PAGE_NUMBER.fullmatch(rule.partition(":")[2]) is not None


def _is_token(value: str) -> bool:
    """Return whether a value looks random, as those of sessions do."""
    return len(value) >= 8 and any(map(str.isdigit, value)) and any(map(str.isalpha, value))

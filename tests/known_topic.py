"""The shipped topic and what scores texts for it, read once in each process of the tests: each time takes half a second.

Nobody changes the shipped topic while tests run. Topics in folders of tests are read as ever, and so is the shipped one
by commands and crawls that start from nothing.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any
from unittest import mock

from topiccrawl.priority.focus import Focus
from topiccrawl.relevance.topic.topic import Topic

_NAME = "partybuild"
_load, _make = Topic.load, Focus.__init__


@cache
def topic() -> Topic:
    return _load(_NAME)


@cache
def focus() -> Focus:
    made = Focus.__new__(Focus)
    _make(made, topic())
    return made


def load(name_or_path: str | Path) -> Topic:
    """Do what `Topic.load` does."""
    return topic() if name_or_path == _NAME else _load(name_or_path)


def read_from(of: Topic) -> tuple[object, ...]:
    """Return what a focus reads of a topic; tables of words by their identity."""
    tables = {**of.tables, "learning": None}
    return id(of.words), id(of.weights), id(of.overrides), of.mean_weight, of.folder, tables


def make(made: Focus, of: Topic, *arguments: Any, **named: Any) -> None:
    """Do what `Focus.__init__` does; caches are shared."""
    if read_from(of) == read_from(topic()) and arguments in ((), ("rjieba",)) and not named:
        vars(made).update(vars(focus()), topic=of)
    else:
        _make(made, of, *arguments, **named)


PATCHES = (mock.patch.object(Topic, "load", load), mock.patch.object(Focus, "__init__", make))
"""What is patched where the topic is known."""

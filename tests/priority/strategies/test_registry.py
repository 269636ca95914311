"""Strategies by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from topiccrawl.errors import TopicError
from topiccrawl.priority.strategies.registry import STRATEGIES, strategy_class, strategy_named
from topiccrawl.relevance.topic.topic import DEFAULT_STRATEGY, Topic


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "words.tsv").write_text("党建\t1.0\n", encoding="utf-8")
    return tmp_path


def topic_with(folder: Path, line: str) -> Topic:
    (folder / "topic.toml").write_text(f'title = "党建"\nseeds = []\n{line}\n', encoding="utf-8")
    return Topic.load(folder)


def test_the_default_is_known_and_the_first() -> None:
    assert STRATEGIES[0] == DEFAULT_STRATEGY
    assert all(strategy_named(name).name == name for name in STRATEGIES)


@pytest.mark.parametrize("name", STRATEGIES)
def test_a_topic_names_its_strategy_and_an_argument_overrides_it(folder: Path, name: str) -> None:
    assert strategy_class(topic_with(folder, f'strategy = "{name}"')).name == name
    assert strategy_class(topic_with(folder, 'strategy = "whole-site"'), name).name == name
    assert strategy_class(topic_with(folder, "")).name == DEFAULT_STRATEGY


def test_an_unknown_name_is_an_error_with_the_known_ones(folder: Path) -> None:
    known = "choose one of adaptive, "
    with pytest.raises(TopicError, match=rf"topic\.toml:3: strategy = 'adaptiv': {known}.*breadth-first"):
        strategy_class(topic_with(folder, 'strategy = "adaptiv"'))
    with pytest.raises(TopicError, match=f"^strategy = 'breadth': {known}"):
        strategy_class(topic_with(folder, ""), "breadth")


def test_a_name_of_the_wrong_type_is_an_error(folder: Path) -> None:
    with pytest.raises(TopicError, match=r"topic\.toml:3: strategy = 5 must be a non-empty string"):
        topic_with(folder, "strategy = 5")

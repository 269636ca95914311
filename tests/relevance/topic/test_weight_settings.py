"""`[weights]` of `topic.toml`."""

from __future__ import annotations

from pathlib import Path

import pytest

from topiccrawl.errors import TopicError
from topiccrawl.relevance.topic.topic import Topic

MEANS = "mean = 0.2\nmean_all = 0.1\nraw_mean = 0.02\nraw_mean_all = 0.01\n"
WORDS = "# word\n支部\t0.6\t12\t0.03\n红船\t\t0\t\n书记\t0.1\t5\t0.5\n"


def topic(folder: Path, weights: str, words: str = WORDS) -> Topic:
    (folder / "topic.toml").write_text(f'title = "党建"\n[weights]\n{weights}', encoding="utf-8")
    (folder / "words.tsv").write_text(words, encoding="utf-8")
    (folder / "weights.tsv").write_text("会议\t0.05\t0.4\n", encoding="utf-8")
    (folder / "overrides.tsv").write_text("学习\t0.01\t所有报道都用\n", encoding="utf-8")
    return Topic.load(folder)


def test_smoothed_weights_with_a_floor(tmp_path: Path) -> None:
    found = topic(tmp_path, MEANS + "floor = 0.25\n")
    assert dict(found.words) == {"支部": 0.6, "红船": 0.25, "书记": 0.25}
    assert (found.weight("会议"), found.weight("学习"), found.weight("球赛")) == (0.05, 0.01, 0.2)


def test_the_papers_own_weights_are_three_settings_away(tmp_path: Path) -> None:
    found = topic(tmp_path, MEANS + 'counts = "raw"\nmean_over = "all"\nfloor = 0\n')
    assert dict(found.words) == {"支部": 0.03, "红船": 0.01, "书记": 0.5}
    assert (found.weight("会议"), found.weight("学习"), found.weight("球赛")) == (0.4, 0.01, 0.01)


@pytest.mark.parametrize(
    ("settings", "mean"),
    [("", 0.2), ('mean_over = "all"', 0.1), ('counts = "raw"', 0.02), ("floor = 0.1", 0.2)],
)
def test_the_mean_follows_the_settings(tmp_path: Path, settings: str, mean: float) -> None:
    assert topic(tmp_path, MEANS + settings).mean_weight == mean


def test_an_override_may_be_under_the_floor(tmp_path: Path) -> None:
    topic(tmp_path, "floor = 0.25\n")
    (tmp_path / "overrides.tsv").write_text("书记\t0.05\n", encoding="utf-8")
    assert Topic.load(tmp_path).weight("书记") == 0.05


def test_topics_of_earlier_versions_keep_their_weights(tmp_path: Path) -> None:
    found = topic(tmp_path, "mean = 0.004\n", "支部\t0.3\t12\n红船\t\t1\n")
    assert dict(found.words) == {"支部": 0.3, "红船": 0.004}
    with pytest.raises(TopicError, match=r"topic.toml:2: \[weights\] raw_mean is missing: fit the weights"):
        topic(tmp_path, 'counts = "raw"\nmean = 0.004\n')
    with pytest.raises(TopicError, match=r"words.tsv:1: '支部' has no raw weight: fit the weights"):
        topic(tmp_path, 'counts = "raw"\nraw_mean = 0.004\n', "支部\t0.3\t12\n")

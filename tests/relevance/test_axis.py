"""The axis of a topic: two lists of words that move main texts."""

from __future__ import annotations

import dataclasses
import math
import shutil
from pathlib import Path

import numpy as np
import pytest
from gensim.models import KeyedVectors
from hypothesis import given
from hypothesis import strategies as st
from relevance.conftest import SMALL_VECTORS

from topiccrawl.errors import TopicError
from topiccrawl.priority.focus import Focus
from topiccrawl.relevance.axis import FILE, Axis, axis_direction, counts, positions, read_axis
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.relevance.vectors.word_vectors import WordVectors
from topiccrawl.text.resources import cache_dir, resource

TOOK_OFFICE = "校党委召开常委会议，选举产生新一届党委委员，部长出席会议并作讲话。"
HELPED = "党员见到农户实际困难，送到家里，积累经验，成本节约，问诊回访，渡过难关。"
"""Two texts on party members: on an appointment, and on what was done for people."""


@pytest.fixture(scope="module")
def partybuild(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the shipped topic without its axis."""
    folder = tmp_path_factory.mktemp("topics") / "partybuild"
    folder.mkdir()
    for file in resource("topics/partybuild").iterdir():
        if file.name != FILE:
            (folder / file.name).write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
    return folder


@pytest.fixture
def with_axis(partybuild: Path, tmp_path: Path) -> Path:
    folder = tmp_path / "partybuild"
    shutil.copytree(partybuild, folder)
    (folder / FILE).write_text("农户\t1\n经验\t1\n选举\t-1\n出席\t-1\n", encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def axis() -> Axis:
    """That of the shipped topic."""
    axis = Focus(Topic.load("partybuild")).axis
    assert axis is not None
    return axis


def changed(folder: Path, old: str, new: str) -> Path:
    file = folder / "topic.toml"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    return folder


class TestDirection:
    def test_it_is_the_mean_of_one_side_less_that_of_the_other(self, small_vectors: WordVectors) -> None:
        found = axis_direction({"支部": 1.0, "党委": 1.0, "红旗": -2.0}, small_vectors)
        assert found == pytest.approx([0.9, 0.3 - 0.6, -0.8], abs=1e-6)

    def test_each_side_is_weighted_by_its_sum(self, small_vectors: WordVectors) -> None:
        found = axis_direction({"支部": 3.0, "学习": 1.0}, small_vectors)
        assert found == pytest.approx([0.75, 0.25, 0], abs=1e-6)

    def test_a_word_without_a_vector_has_no_part_in_it(self, small_vectors: WordVectors) -> None:
        known = axis_direction({"支部": 1.0, "学习": -1.0}, small_vectors)
        assert axis_direction({"支部": 1.0, "学习": -1.0, "qq": 1.0}, small_vectors) == pytest.approx(known)
        assert not axis_direction({"qq": 1.0}, small_vectors).any()

    def test_positions_are_cosines_with_one_side_less_those_with_the_other(
        self, small_vectors: WordVectors
    ) -> None:
        words = ("支部", "足球", "学习", "qq")
        found = positions({"支部": 1.0, "学习": -1.0}, words, small_vectors).values
        assert found == pytest.approx([1, -1, -1, 0], abs=1e-6)

    @given(st.lists(st.sampled_from(["支部", "党委", "学习", "讨论", "红旗"]), min_size=1, unique=True))
    def test_turned_round_it_points_the_other_way(self, words: list[str]) -> None:
        keyed = KeyedVectors(vector_size=3)
        keyed.add_vectors(list(SMALL_VECTORS), np.array(list(SMALL_VECTORS.values()), dtype=np.float32))
        vectors = WordVectors(keyed, "small")
        sides = {word: (1.0 if number % 2 else -1.0) for number, word in enumerate(words)}
        turned = {word: -side for word, side in sides.items()}
        assert axis_direction(turned, vectors) == pytest.approx(-axis_direction(sides, vectors), abs=1e-6)


class TestATopicWithAnAxis:
    def test_texts_are_moved_to_their_side(self, with_axis: Path) -> None:
        moved, plain = Focus(Topic.load(with_axis)), Focus(Topic.load(with_axis), moved=False)
        assert moved.body(HELPED) > plain.body(HELPED)
        assert moved.body(TOOK_OFFICE) < plain.body(TOOK_OFFICE)
        assert moved.judge(0.5, HELPED).relevance > plain.judge(0.5, HELPED).relevance
        assert moved.description(HELPED) == plain.description(HELPED)

    def test_by_log_odds(self, with_axis: Path) -> None:
        varied = {"axis": {"share": 2.0, "offset": 0.1, "words": 30}}
        topic = Topic.load(with_axis).with_tables(varied)
        moved, plain = Focus(topic), Focus(topic, moved=False)
        words = moved.words(HELPED)
        odds = math.log(plain.body(HELPED) / (1 - plain.body(HELPED)))
        odds += 2.0 * len(words) / (len(words) + 30) * (moved.axis.position(words) - 0.1)
        assert moved.body(HELPED) == pytest.approx(1 / (1 + math.exp(-odds)))

    def test_the_position_is_the_mean_of_the_words_by_their_information(self, with_axis: Path) -> None:
        focus = Focus(Topic.load(with_axis))
        each = {word: focus.axis.position((word,)) for word in ("农户", "选举", "农户与选举之外")}
        assert each["农户"] > 0.1 > -0.1 > each["选举"]
        assert each["农户与选举之外"] == 0  # not a word of the vocabulary
        masses = {word: focus.relevance.information(word) for word in each}
        mean = sum(masses[word] * each[word] for word in each) / sum(masses.values())
        assert focus.axis.position(each) == pytest.approx(mean)

    @given(st.sets(st.sampled_from(["党员", "农户", "选举", "出席", "经验", "今天"])))
    def test_a_moved_relevance_stays_in_range(self, axis: Axis, words: set[str]) -> None:
        assert -2 <= axis.position(words) <= 2
        assert axis.moved(0.0, words) == 0
        assert 0 < axis.moved(0.2, words) < axis.moved(0.999999, words) < 1

    def test_without_graded_similarity_there_is_none(self, with_axis: Path) -> None:
        assert counts(Topic.load(with_axis))
        assert not counts(Topic.load(changed(with_axis, 'admit = "graded"', 'admit = "algorithm1"')))

    def test_where_only_equal_words_count_there_is_none(self, with_axis: Path) -> None:
        topic = Topic.load(changed(with_axis, "[similarity.body]\n", "[similarity.body]\nshare = 0.0\n"))
        assert not counts(topic)
        assert Focus(topic).axis is None

    def test_nor_with_a_share_of_nothing(self, with_axis: Path) -> None:
        topic = Topic.load(with_axis)
        assert Focus(topic.with_tables({"axis": {"share": 0.0}})).axis is None

    def test_of_a_part_of_the_list_it_counts_as_a_part(self, with_axis: Path) -> None:
        topic = Topic.load(with_axis)
        some = dict(list(topic.words.items())[:30])
        whole, cut = Focus(topic).axis, Focus(dataclasses.replace(topic, words=some)).axis
        assert cut.parameters.share < 0.2 * whole.parameters.share

    def test_words_without_vectors_move_nothing(self, with_axis: Path) -> None:
        (with_axis / FILE).write_text("qqqq\t1\nzzzz\t-1\n", encoding="utf-8")
        moved, plain = Focus(Topic.load(with_axis)), Focus(Topic.load(with_axis), moved=False)
        assert moved.body(HELPED) == plain.body(HELPED)


class TestKeptPositions:
    @pytest.mark.parametrize("damage", [b"", b"PK\x03\x04 half a file", None])
    def test_a_damaged_file_is_made_again(self, with_axis: Path, damage: bytes | None) -> None:
        (with_axis / FILE).write_text("农户\t1\n选举\t-3\n", encoding="utf-8")
        before = set(cache_dir().glob("axis-*"))
        first = Focus(Topic.load(with_axis)).body(HELPED)
        files = set(cache_dir().glob("axis-*")) - before
        for file in files:
            if damage is None:
                np.savez(file, values=np.zeros(7))  # of another vocabulary
            else:
                file.write_bytes(damage)
        assert Focus(Topic.load(with_axis)).body(HELPED) == first
        for file in files:
            with np.load(file) as stored:
                assert len(stored["values"]) > 7

    def test_other_words_are_another_axis(self, with_axis: Path) -> None:
        first = Focus(Topic.load(with_axis)).body(HELPED)
        (with_axis / FILE).write_text("农户\t-1\n经验\t-1\n选举\t1\n出席\t1\n", encoding="utf-8")
        assert Focus(Topic.load(with_axis)).body(HELPED) < first


class TestTheFile:
    def test_a_topic_without_it_has_none(self, partybuild: Path) -> None:
        assert read_axis(partybuild) == {}
        assert Focus(Topic.load(partybuild)).axis is None

    def test_words_are_normalised(self, tmp_path: Path) -> None:
        (tmp_path / FILE).write_text("# 两侧\n農戶\t1\n选举\t-0.5\n", encoding="utf-8")
        assert read_axis(tmp_path) == {"农户": 1.0, "选举": -0.5}

    @pytest.mark.parametrize("cell", ["右", "", "nan", "inf"])
    def test_a_side_that_is_no_number_is_named(self, with_axis: Path, cell: str) -> None:
        (with_axis / FILE).write_text(f"农户\t1\n选举\t{cell}\n", encoding="utf-8")
        with pytest.raises(TopicError, match=rf"{FILE}:2: weight '{cell}' is not a number"):
            Focus(Topic.load(with_axis))


@pytest.mark.parametrize("name", ["partybuild", "overseas", "football"])
def test_shipped_topics_have_one_whose_words_are_known(name: str) -> None:
    focus = Focus(Topic.load(name))
    assert isinstance(focus.axis, Axis)
    assert sorted(focus.axis.words.values()) == [-1.0] * 100 + [1.0] * 100
    assert all(focus.relevance.is_known(word) for word in focus.axis.words)
    assert not focus.axis.words.keys() & focus.topic.words.keys()
    for word, side in focus.axis.words.items():
        assert side * focus.axis.position((word,)) > 0

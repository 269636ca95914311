from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from topiccrawl.errors import VocabularyError
from topiccrawl.topics.words.candidates import CandidateTable
from topiccrawl.topics.words.picking import Picking

WORDS = ("华侨", "华人", "中国", "侨乡")
steps = st.lists(
    st.one_of(
        st.just("undo"), st.just("crash"), st.tuples(st.sampled_from(WORDS), st.sampled_from(["y", "n", ""]))
    ),
    max_size=30,
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return new_table(tmp_path)


def new_table(folder: Path) -> Path:
    path = folder / "words.tsv"
    CandidateTable.of(("count",), [{"word": word, "count": "3"} for word in WORDS]).write(path)
    return path


@settings(deadline=None)
@given(steps)
def test_decisions_survive_any_end_of_the_session(
    tmp_path_factory: pytest.TempPathFactory, steps: list[str | tuple[str, str]]
) -> None:
    path = new_table(tmp_path_factory.mktemp("picking"))
    picks, history = dict.fromkeys(WORDS, ""), []
    picking = Picking(path)
    for step in steps:
        if step == "crash":
            picking.__exit__(None, None, None)  # nothing is finished: only the journal is there
            picking = Picking(path)
        elif step == "undo":
            word, before = history.pop() if history else (None, "")
            assert picking.undo() == word
            if word:
                picks[word] = before
        else:
            word, pick = step
            if picks[word] != pick:
                history.append((word, picks[word]))
            picks[word] = pick
            picking.decide(word, pick)
        assert {word: picking.pick(word) for word in WORDS} == picks
    picking.finish()
    assert {row["word"]: row["pick"] for row in CandidateTable.read(path).rows} == picks
    assert [file.name for file in path.parent.iterdir()] == ["words.tsv"]


def test_counts_and_the_place_to_go_on(path: Path) -> None:
    with Picking(path) as picking:
        assert picking.first_open() == 0
        picking.decide("华侨", "y")
        picking.decide("华人", "n")
        assert picking.counts() == (1, 1, 2)
        assert picking.first_open() == 2
        assert picking.recovered == 0
    with Picking(path) as again:
        assert again.recovered == 2 and again.counts() == (1, 1, 2)


def test_a_line_that_the_crash_cut_off_is_no_decision(path: Path) -> None:
    with Picking(path) as picking:
        picking.decide("华侨", "y")
    journal = path.with_name("words.tsv.picking")
    journal.write_bytes(journal.read_bytes() + '{"word": "华'.encode()[:-1])
    with Picking(path) as again:
        assert again.counts() == (1, 0, 3)
        again.decide("华人", "n")
    with Picking(path) as third:
        assert third.counts() == (1, 1, 2)


def test_words_that_a_new_count_lost_are_passed_over(path: Path) -> None:
    with Picking(path) as picking:
        picking.decide("华侨", "y")
        picking.decide("中国", "n")
    CandidateTable.of((), [{"word": "华侨"}]).write(path)
    with Picking(path) as again:
        assert again.counts() == (1, 0, 0)


@pytest.mark.parametrize("line", ["什么", '{"pick": "y"}', "[1]", '{"undo": "华侨"}'])
def test_a_broken_journal_is_named(path: Path, line: str) -> None:
    path.with_name("words.tsv.picking").write_text(line + "\n", "utf-8")
    with pytest.raises(VocabularyError, match=r"words\.tsv\.picking:1: expected a decision"):
        Picking(path)


def test_unknown_words_are_refused(path: Path) -> None:
    with Picking(path) as picking, pytest.raises(KeyError):
        picking.decide("足球", "y")

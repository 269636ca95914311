"""Picking words with one key each."""

from __future__ import annotations

import io
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from topiccrawl.cli.topic.picking import decide
from topiccrawl.topics.words.candidates import CandidateTable

WORDS = ["华侨", "华人", "中国", "侨乡"]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "words.tsv"
    CandidateTable.of(("count",), [{"word": word, "count": "9"} for word in WORDS]).write(path)
    return path


def picked(path: Path, keys: str, containing: str = "") -> tuple[dict[str, str], str]:
    left = iter(keys)
    with redirect_stdout(io.StringIO()) as out:
        decide(CandidateTable.read(path), path, lambda: next(left), containing)
    return {row["word"]: row["pick"] for row in CandidateTable.read(path).rows}, out.getvalue()


def test_words_are_taken_left_out_and_taken_back(path: Path) -> None:
    found, shown = picked(path, "ynxus q")
    assert found == {"华侨": "y", "华人": "", "中国": "y", "侨乡": ""}
    assert "2/4  华人    count 9" in shown
    # another session goes on with the open words
    found, shown = picked(path, "ny")
    assert found == {"华侨": "y", "华人": "n", "中国": "y", "侨乡": "y"}
    assert "1/2  华人" in shown and "华侨" not in shown


def test_only_words_with_some_characters_are_shown(path: Path) -> None:
    assert picked(path, "yy", "侨")[0] == {"华侨": "y", "华人": "", "中国": "", "侨乡": "y"}


def test_a_decision_is_written_at_once(path: Path) -> None:
    with pytest.raises(StopIteration):  # as if the process were killed
        picked(path, "y")
    assert CandidateTable.read(path).picked() == ["华侨"]

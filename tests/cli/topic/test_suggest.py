"""`topiccrawl topic suggest` without a crawl; with one in tests/e2e/test_words_flow_back.py."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from topiccrawl.cli import main
from topiccrawl.cli.topic import suggest
from topiccrawl.corpus import labelling as texts
from topiccrawl.relevance import Topic
from topiccrawl.text.sources import TextDocument
from topiccrawl.topics.making.draft import Draft
from topiccrawl.topics.making.folder import create_topic
from topiccrawl.topics.words.candidates import CandidateTable

TEXTS = [
    TextDocument("河长", f"{place}的河长治水，清理河道。", 0) for place in ("东湖", "西溪", "南塘", "北港")
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(texts, "CorpusTexts", lambda *_: TEXTS)
    create_topic(tmp_path / "river", Draft("河长制", ("河长",)))
    return tmp_path / "river"


def decide(table: Path, word: str, pick: str) -> None:
    rows = CandidateTable.read(table)
    next(row for row in rows.rows if row["word"] == word)["pick"] = pick
    rows.write(table)


def test_picked_in_the_table(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["topic", "suggest", "river"]) == 0
    shown = capsys.readouterr().out
    assert "4 pages" in shown and "next: topiccrawl topic pick found-words.tsv" in shown
    decide(Path("found-words.tsv"), "治水", "y")
    decide(Path("found-words.tsv"), "河道", "n")
    assert main(["topic", "suggest", "river", "--write"]) == 0
    assert "1 words added" in capsys.readouterr().out
    assert list(Topic.load(folder).rows) == ["河长", "治水"]

    # The next round offers neither of them again.
    assert main(["topic", "suggest", "river"]) == 0
    open_words = {row["word"] for row in CandidateTable.read(Path("found-words.tsv")).rows if not row["pick"]}
    assert "清理" in open_words and not open_words & {"河长", "治水", "河道"}


def test_picked_in_the_terminal(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(suggest, "check_terminal", lambda table: None)
    monkeypatch.setattr(suggest, "pick_in_terminal", lambda table: decide(table, "治水", "y"))
    assert main(["topic", "suggest", "-t", "river", "--pick"]) == 0
    assert "1 words added" in capsys.readouterr().out
    assert list(Topic.load(folder).rows) == ["河长", "治水"]


def test_no_page_is_stored_yet(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(texts, "CorpusTexts", lambda *_: _no_texts())
    assert main(["topic", "suggest", "river"]) == 1
    assert "no page is stored yet" in capsys.readouterr().err


def _no_texts() -> Iterator[TextDocument]:
    yield from ()

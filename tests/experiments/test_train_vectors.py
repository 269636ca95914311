"""Training vectors over several sources."""

from __future__ import annotations

import csv
import json
import random
from pathlib import Path

import pytest
from text.test_sources import dump

from topiccrawl.experiments import train_vectors as module
from topiccrawl.experiments.train_vectors import TrainingParameters, sentences, train_vectors
from topiccrawl.relevance.vectors.word_vectors import WordVectors
from topiccrawl.text.segment import DictionaryWord, Segmenter
from topiccrawl.text.sources import TextSource

PARTY = ["支部", "党员", "党课", "党费", "党章"]
SPORT = ["足球", "比赛", "球员", "教练", "进球"]
SMALL = TrainingParameters(dimensions=20, least=2, epochs=10, workers=1)


@pytest.fixture(scope="module")
def segmenter() -> Segmenter:
    return Segmenter()


@pytest.fixture
def sources(tmp_path: Path) -> list[TextSource]:
    """Party sentences in texts, sport in an export, both in a wiki."""
    rng = random.Random(3)

    def sentence(words: list[str]) -> str:
        return "，".join(rng.choices(words, k=8)) + "。"

    (tmp_path / "新闻").mkdir()
    for n in range(30):
        (tmp_path / "新闻" / f"{n}.txt").write_text(sentence(PARTY) * 10, encoding="utf-8")
    rows = [json.dumps({"title": "", "text": sentence(SPORT) * 10}) for _ in range(30)]
    (tmp_path / "语料.jsonl").write_text("\n".join(rows), encoding="utf-8")
    pages = [(f"页{n}", "0", sentence(SPORT if n % 2 else PARTY) * 10) for n in range(20)]
    (tmp_path / "zhwiki.xml").write_bytes(dump(*pages))
    return [TextSource(tmp_path / name) for name in ("新闻", "语料.jsonl", "zhwiki.xml")]


def test_sentences_without_what_says_nothing(segmenter: Segmenter) -> None:
    found = list(sentences("黨員的學習！2020年，APP？\n……支部。", segmenter))
    assert found == [["党员", "学习"], ["年"], ["支部"]] or found == [["党员", "学习"], ["支部"]]


def test_words_that_stand_together_come_near(
    sources: list[TextSource], tmp_path: Path, segmenter: Segmenter
) -> None:
    told: list[tuple[str, int, int]] = []
    trained = train_vectors(sources, tmp_path / "work", SMALL, segmenter, lambda *what: told.append(what))
    vectors = WordVectors.load(trained.vectors)
    assert {*PARTY, *SPORT} <= set(vectors.words)
    party, sport = vectors.matrix(tuple(PARTY)), vectors.matrix(tuple(SPORT))
    assert (party @ party.T).mean() > (party @ sport.T).mean() + 0.2
    with trained.table.open(encoding="utf-8-sig") as lines:
        rows = list(csv.DictReader(lines))
    assert [(row["name"], row["documents"]) for row in rows] == [
        ("新闻", "30"),
        ("语料.jsonl", "30"),
        ("zhwiki.xml", "20"),
    ]
    assert int(rows[0]["tokens"]) == 30 * 10 * 8
    assert int(rows[0]["vocabulary"]) == len(PARTY)
    assert {what for what, _, _ in told} >= {"语料.jsonl", "counting words", "training, epochs"}
    assert all(0 <= done <= of for _, done, of in told)


def test_what_was_segmented_is_not_segmented_again(
    sources: list[TextSource], tmp_path: Path, segmenter: Segmenter, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = train_vectors(sources, tmp_path / "whole", SMALL, segmenter)
    cut = 0

    class Broken(Segmenter):
        def words(self, text: str) -> list[str]:
            nonlocal cut
            cut += 1
            if cut == 350:  # in the second source
                raise KeyboardInterrupt
            return super().words(text)

    with pytest.raises(KeyboardInterrupt):
        train_vectors(sources, tmp_path / "broken", SMALL, Broken())
    assert len(list((tmp_path / "broken").glob("*.txt.gz"))) == 1
    again = train_vectors(sources, tmp_path / "broken", SMALL, Broken())
    assert again.counts == whole.counts
    before = cut
    train_vectors(sources, tmp_path / "broken", TrainingParameters(10, 5, 2, 1, workers=1), Broken())
    assert cut == before
    # another dictionary cuts in another way
    others = train_vectors(sources, tmp_path / "broken", SMALL, Segmenter([DictionaryWord("支部党员")]))
    assert others.vectors == again.vectors
    assert len(list((tmp_path / "broken").glob("*.txt.gz"))) == 6


def test_vocabularies_are_bounded(
    sources: list[TextSource], tmp_path: Path, segmenter: Segmenter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "LARGEST_VOCABULARY", 3)
    parameters = TrainingParameters(5, 5, 1, 1, workers=1, vocabulary=3)
    trained = train_vectors(sources[:1], tmp_path / "work", parameters, segmenter)
    assert trained.counts[0].vocabulary == 3
    assert trained.words <= 3

"""Training vectors over several sources."""

from __future__ import annotations

import csv
import json
import os
import pickle
import random
from pathlib import Path

import numpy as np
import pytest
from text.test_sources import dump

from topiccrawl.errors import ResourceError
from topiccrawl.relevance.vectors.files import open_vectors
from topiccrawl.relevance.vectors.training import corpus as training_corpus
from topiccrawl.relevance.vectors.training import run as training
from topiccrawl.relevance.vectors.training.corpus import make_corpus, sentences
from topiccrawl.relevance.vectors.training.parameters import TrainingParameters
from topiccrawl.relevance.vectors.training.run import forget, train_vectors
from topiccrawl.relevance.vectors.word_vectors import WordVectors
from topiccrawl.text.segment import DictionaryWord, Segmenter
from topiccrawl.text.sources import TextSource

PARTY = ["支部", "党员", "党课", "党费", "党章"]
SPORT = ["足球", "比赛", "球员", "教练", "进球"]
SMALL = TrainingParameters(dimensions=20, least=2, epochs=3, workers=1)


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
    parameters = TrainingParameters(dimensions=20, least=2, epochs=10, workers=1)
    trained = train_vectors(
        sources, tmp_path / "work", parameters, segmenter, lambda *what: told.append(what)
    )
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
    assert {what for what, _, _ in told} == {
        "新闻",
        "语料.jsonl",
        "zhwiki.xml",
        "counting words",
        "training, epochs",
    }
    assert all(0 <= done <= of for _, done, of in told)
    assert isinstance(open_vectors(trained.vectors)[0].vectors, np.memmap)


def test_tokens_are_the_same_after_a_break(
    sources: list[TextSource], tmp_path: Path, segmenter: Segmenter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training_corpus, "PART_TOKENS", 500)
    whole = make_corpus(sources, tmp_path / "whole", segmenter)
    assert len(whole.files) > 10
    cut = 0

    class Broken(Segmenter):
        def words(self, text: str) -> list[str]:
            nonlocal cut
            cut += 1
            if cut in (77, 150, 400):
                raise KeyboardInterrupt
            return super().words(text)

    broken = Broken()
    for _ in range(3):
        with pytest.raises(KeyboardInterrupt):
            make_corpus(sources, tmp_path / "broken", broken)
    found = make_corpus(sources, tmp_path / "broken", broken)
    assert list(found) == list(whole)
    assert found.counts == whole.counts
    before = cut
    assert list(make_corpus(sources, tmp_path / "broken", broken)) == list(whole)
    assert cut == before  # nothing is cut again


def test_training_goes_on_after_its_last_whole_epoch(
    sources: list[TextSource], tmp_path: Path, segmenter: Segmenter
) -> None:
    class Stop(Exception):
        pass

    epochs: list[int] = []

    def tell(what: str, done: int, of: int) -> None:
        if what == "training, epochs":
            epochs.append(done)
            if epochs == [0, 1, 2]:
                raise Stop

    with pytest.raises(Stop):
        train_vectors(sources, tmp_path / "work", SMALL, segmenter, tell)
    assert not (tmp_path / "work" / "vectors.kv").exists()
    train_vectors(sources, tmp_path / "work", SMALL, segmenter, tell)
    assert epochs == [0, 1, 2, 2, 3]
    # other parameters start over, from the same tokens
    train_vectors(sources, tmp_path / "work", TrainingParameters(10, 5, 2, 1, workers=1), segmenter, tell)
    assert epochs[5:] == [0, 1]
    assert WordVectors.load(tmp_path / "work" / "vectors.kv").dimensions == 10


def test_a_training_that_was_broken_off_comes_to_the_same_vectors(
    sources: list[TextSource], tmp_path: Path, segmenter: Segmenter
) -> None:
    class Stop(Exception):
        pass

    def stop(what: str, done: int, of: int) -> None:
        if what == "training, epochs" and done == 2:
            raise Stop

    whole = train_vectors(sources, tmp_path / "whole", SMALL, segmenter)
    with pytest.raises(Stop):
        train_vectors(sources, tmp_path / "broken", SMALL, segmenter, stop)
    broken = train_vectors(sources, tmp_path / "broken", SMALL, segmenter)
    one, other = WordVectors.load(whole.vectors), WordVectors.load(broken.vectors)
    assert sorted(one.words) == sorted(other.words)
    assert np.allclose(one.matrix(one.words), other.matrix(one.words), atol=0.05)


class _Evil:
    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.mkdir, ("created-by-a-pickle",)


@pytest.mark.parametrize("name", ["word2vec.model", "vectors.npy", "output.npy", "random.npy"])
def test_nothing_in_a_folder_of_a_training_is_run(
    name: str,
    sources: list[TextSource],
    tmp_path: Path,
    segmenter: Segmenter,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    train_vectors(sources[:1], tmp_path / "work", SMALL, segmenter)
    file = tmp_path / "work" / "model" / name
    if name.endswith(".npy"):
        np.save(file, np.array([_Evil()], dtype=object), allow_pickle=True)
    else:
        file.write_bytes(pickle.dumps(_Evil()))
    epochs: list[int] = []
    train_vectors(
        sources[:1], tmp_path / "work", SMALL, segmenter, lambda what, done, of: epochs.append(done)
    )
    assert not (tmp_path / "created-by-a-pickle").exists()
    assert epochs[-1] == SMALL.epochs


def test_a_note_that_names_other_folders_is_refused(
    sources: list[TextSource], tmp_path: Path, segmenter: Segmenter
) -> None:
    make_corpus(sources[:1], tmp_path / "work", segmenter)
    note = tmp_path / "work" / "corpus.json"
    stored = json.loads(note.read_text(encoding="utf-8"))
    stored["sources"][0]["parts"] = ["../../secret.gz"]
    note.write_text(json.dumps(stored), encoding="utf-8")
    with pytest.raises(ResourceError, match="names files of other folders"):
        make_corpus(sources[:1], tmp_path / "work", segmenter)


def test_a_model_that_was_being_replaced_is_found(
    sources: list[TextSource], tmp_path: Path, segmenter: Segmenter
) -> None:
    train_vectors(sources, tmp_path / "work", SMALL, segmenter)
    (tmp_path / "work" / "model").rename(tmp_path / "work" / "model.new")
    epochs: list[int] = []
    train_vectors(sources, tmp_path / "work", SMALL, segmenter, lambda what, done, of: epochs.append(done))
    assert epochs[-1] == SMALL.epochs
    assert 0 not in epochs[-1:]


def test_other_sources_or_another_dictionary_need_another_folder(
    sources: list[TextSource], tmp_path: Path, segmenter: Segmenter
) -> None:
    make_corpus(sources[:1], tmp_path / "work", segmenter)
    for others, cutter in ((sources[1:], segmenter), (sources[:1], Segmenter([DictionaryWord("支部党员")]))):
        with pytest.raises(ResourceError, match="contains the tokens of other sources"):
            make_corpus(others, tmp_path / "work", cutter)


def test_forgetting_removes_what_training_made_only(
    sources: list[TextSource], tmp_path: Path, segmenter: Segmenter
) -> None:
    work = tmp_path / "work"
    work.mkdir()
    (work / "mine.txt").write_text("我的", encoding="utf-8")
    train_vectors(sources[:1], work, SMALL, segmenter)
    forget(work)
    assert [file.name for file in work.rglob("*") if file.is_file()] == ["mine.txt"]
    train_vectors(sources[1:2], work, SMALL, segmenter)  # the folder is free again


def test_too_little_text_is_told(tmp_path: Path, segmenter: Segmenter) -> None:
    (tmp_path / "a.txt").write_text("支部。党员。", encoding="utf-8")
    with pytest.raises(ResourceError, match="no word "):
        train_vectors([TextSource(tmp_path / "a.txt")], tmp_path / "work", SMALL, segmenter)


def test_sources_of_one_name_are_numbered(tmp_path: Path, segmenter: Segmenter) -> None:
    for folder in ("甲", "乙"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.txt").write_text("支部学习", encoding="utf-8")
    corpus = make_corpus(
        [TextSource(tmp_path / folder / "a.txt") for folder in ("甲", "乙")], tmp_path / "work", segmenter
    )
    assert [count.name for count in corpus.counts] == ["a.txt", "a.txt (2)"]


@pytest.mark.parametrize("name", ["dimensions", "window", "least", "epochs", "workers", "vocabulary"])
def test_parameters_out_of_range_are_named(name: str) -> None:
    with pytest.raises(ResourceError, match=rf"^{name} = 0 is not a number of at least 1"):
        TrainingParameters(**{name: 0})


def test_a_broken_note_is_told(sources: list[TextSource], tmp_path: Path, segmenter: Segmenter) -> None:
    make_corpus(sources[:1], tmp_path / "work", segmenter)
    (tmp_path / "work" / "corpus.json").write_text("{", encoding="utf-8")
    with pytest.raises(ResourceError, match=r"corpus\.json: cannot be read"):
        make_corpus(sources[:1], tmp_path / "work", segmenter)


def test_the_vocabulary_is_bounded(
    sources: list[TextSource], tmp_path: Path, segmenter: Segmenter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training_corpus, "LARGEST_VOCABULARY", 3)
    assert make_corpus(sources[:1], tmp_path / "work", segmenter).counts[0].vocabulary == 3
    trained = training.train_vectors(
        sources[1:2], tmp_path / "two", TrainingParameters(5, 5, 1, 1, workers=1, vocabulary=3), segmenter
    )
    assert trained.words <= 3

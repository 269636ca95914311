"""Refining topic words by corpus statistics."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from topiccrawl.relevance import Topic, TopicError
from topiccrawl.topics.making import refining
from topiccrawl.topics.making.refining import refine, summary, write_refined

PARTY = [("党员", "党支部的党员")] * 5
SPORT = [("足球", "足球比赛")] * 5


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return topic_of(tmp_path / "党建", "党员\t0.5\t3", "黨支部\t0.2", "足球")


def topic_of(folder: Path, *words: str) -> Path:
    folder.mkdir()
    (folder / "topic.toml").write_text('title = "党建"\n', encoding="utf-8")
    (folder / "words.tsv").write_text("\n".join(("# 词", *words)) + "\n", encoding="utf-8")
    return folder


def texts(count: int, *words: str) -> Sequence[tuple[str, str]]:
    return [("", "，".join(words))] * count


def test_each_reason_by_hand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    topic = Topic.load(topic_of(tmp_path / "a", *"政党 国家 支部 党员 团员 课堂 足球 没有".split()))
    domain = [*texts(10, "政党", "国家", "支部", "党员"), *texts(10, "政党", "国家", "团员")]
    domain += texts(2, "政党", "国家", "课堂")
    monkeypatch.setattr(refining, "_PLENTY", 2)
    found = refine(topic, domain, texts(20, "国家", "足球"))
    assert {row.word: row.reason for row in found} == {
        "政党": "",
        "党员": "",  # the second word of ten documents
        "支部": "covered",  # the third of the same ten
        "团员": "",
        "国家": "general",
        "课堂": "rare",
        "足球": "rare",
        "没有": "rare",
    }
    by_word = {row.word: row for row in found}
    assert (by_word["政党"].domain, by_word["政党"].general) == (22, 0)
    assert by_word["政党"].ratio == pytest.approx((1 + 0.5 / 42) / (0.5 / 42))
    assert by_word["足球"].keyness < 0 < by_word["政党"].keyness
    assert found[0].word == "政党"


def test_keyness_is_the_log_likelihood(tmp_path: Path) -> None:
    # G2 = 2 * sum O ln(O / E) over 10, 0 / 5, 5; E = 7.5, 2.5 in both rows
    topic = Topic.load(topic_of(tmp_path / "a", "党员"))
    (row,) = refine(topic, texts(10, "党员"), [*texts(5, "党员"), *texts(5, "足球")])
    assert row.keyness == pytest.approx(8.6305, abs=1e-3)


def test_what_is_dropped_is_kept_with_its_reason(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    judged = refine(Topic.load(folder), PARTY, SPORT)
    assert summary(judged) == "3 candidates, 2 stay; in too few documents of the domain: 1"
    assert write_refined(folder, judged) == folder / "dropped.tsv"
    assert (folder / "words.tsv").read_text(encoding="utf-8") == "# 词\n党员\t0.5\t3\n黨支部\t0.2\n"
    row = (folder / "dropped.tsv").read_text(encoding="utf-8").splitlines()[1].split("\t")
    assert row[:5] == ["足球", "", "rare", "0", "5"]
    assert set(Topic.load(folder).words) == {"党员", "党支部"}
    monkeypatch.setattr(refining, "_PLENTY", 1)
    write_refined(folder, refine(Topic.load(folder), PARTY, SPORT))
    lines = (folder / "dropped.tsv").read_text(encoding="utf-8").splitlines()
    assert [line.split("\t")[0] for line in lines[1:]] == ["足球", "党支部"]
    assert sum(line.startswith("#") for line in lines) == 1


def test_the_last_words_are_not_dropped(folder: Path) -> None:
    judged = refine(Topic.load(folder), [("天气", "下雨")] * 5, SPORT)
    with pytest.raises(TopicError, match="no word would be left"):
        write_refined(folder, judged)
    assert len(Topic.load(folder).words) == 3


@pytest.mark.parametrize(("domain", "general"), [([], SPORT), (PARTY, [])])
def test_both_kinds_of_documents_are_needed(
    folder: Path, domain: Sequence[tuple[str, str]], general: Sequence[tuple[str, str]]
) -> None:
    with pytest.raises(TopicError, match="党建: documents"):
        refine(Topic.load(folder), domain, general)

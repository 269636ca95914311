from __future__ import annotations

import json
from pathlib import Path

import pytest

from topiccrawl.cli import main
from topiccrawl.relevance import Topic


@pytest.fixture
def words(tmp_path: Path) -> Path:
    file = tmp_path / "words.txt"
    file.write_text("党员\n党支部\n足球\n", encoding="utf-8")
    return file


@pytest.fixture
def texts(tmp_path: Path) -> tuple[Path, Path]:
    party, sport = tmp_path / "party.jsonl", tmp_path / "sport.jsonl"
    row = {"title": "党员活动", "text": "党支部的党员学习党章"}
    party.write_text("\n".join([json.dumps(row)] * 6), encoding="utf-8")
    row = {"title": "足球比赛", "text": "球员进球，足球比赛精彩"}
    sport.write_text("\n".join([json.dumps(row)] * 6), encoding="utf-8")
    return party, sport


def test_from_words_to_a_topic_that_can_be_asked(words, texts, tmp_path, capsys):
    folder = tmp_path / "dangjian"
    party, sport = map(str, texts)
    made = ["topic", "new", str(folder), "--words", str(words), "--title", "党建", "--seed", "http://a.cn/"]
    assert main([*made, "--documents", party, "--general", sport]) == 0
    assert "党建: 3 topic words" in capsys.readouterr().out
    assert Topic.load(folder).seeds == ("http://a.cn/",)

    assert main(["topic", "refine", str(folder), "--documents", party, "--general", sport]) == 0
    shown = capsys.readouterr().out
    assert "3 candidates, 2 stay; 1 rare" in shown
    assert "written" not in shown and "足球" in Topic.load(folder).words
    assert main(["topic", "refine", str(folder), "--documents", party, "--general", sport, "--write"]) == 0
    assert set(Topic.load(folder).words) == {"党员", "党支部"}
    capsys.readouterr()

    assert main(["topic", "check", str(folder)]) == 0
    shown = capsys.readouterr().out
    assert "2 topic words" in shown and "nothing odd" in shown

    assert main(["topic", "explain", str(folder), "优秀共产党员学习"]) == 0
    shown = capsys.readouterr().out
    assert "党员" in shown and "formula 3" in shown


def test_what_comes_next_can_be_done(words, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["topic", "new", "river", "--words", str(words)]) == 0
    shown = capsys.readouterr().out
    assert "topic=river -a seeds=URL,URL (or name seeds in river/topic.toml)" in shown
    assert main(["topic", "new", "lake", "--words", str(words), "--seed", "http://a.cn/"]) == 0
    assert capsys.readouterr().out.endswith("scrapy crawl topic -a topic=lake\n")


def test_words_of_another_encoding_are_told_with_their_line(words, tmp_path, capsys):
    words.write_bytes(b"G20\n" + "党员".encode("gb18030"))
    assert main(["topic", "new", str(tmp_path / "own"), "--words", str(words)]) == 1
    assert f"{words}:2: expected UTF-8, found the byte 0xb5" in capsys.readouterr().err
    assert not (tmp_path / "own").exists()


def test_a_broken_topic_is_one_line(tmp_path, capsys):
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "topic.toml").write_text(
        'title = "党建"\n[gate]\nthreshold = 2.0\n', encoding="utf-8"
    )
    (tmp_path / "own" / "words.tsv").write_text("党员\n", encoding="utf-8")
    assert main(["topic", "check", str(tmp_path / "own")]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.endswith("topic.toml:3: [gate] threshold = 2.0 is not in [0, 1)")


def test_the_explanation_of_a_known_pair_of_headlines(capsys):
    """The paper's own two: one on the topic, one that only shares a common word with it."""
    values = []
    for text in ("弘扬中国共产党人历史担当精神", "与中国争夺影响力?俄媒论莫迪与普京私聊弦外之音"):
        assert main(["topic", "explain", "partybuild", text]) == 0
        values.append(float(capsys.readouterr().out.split()[1]))
    assert values[0] > 0.001 > values[1]


def test_parameters_out_of_range_are_told(words, texts, tmp_path, capsys):
    folder = tmp_path / "dangjian"
    assert main(["topic", "new", str(folder), "--words", str(words)]) == 0
    party, sport = map(str, texts)
    command = ["topic", "refine", str(folder), "--documents", party, "--general", sport, "--least", "0"]
    assert main(command) == 1
    assert "least must be 1 or more" in capsys.readouterr().err

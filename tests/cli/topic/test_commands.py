from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from topiccrawl.cli import main
from topiccrawl.priority.focus import Focus
from topiccrawl.relevance import Topic


@pytest.fixture
def words(tmp_path: Path) -> Path:
    file = tmp_path / "words.txt"
    file.write_text("党员\n党支部\n足球\n", encoding="utf-8")
    return file


@pytest.fixture
def texts(tmp_path: Path) -> tuple[Path, Path]:
    """A folder of saved pages, and an export."""
    party, sport = tmp_path / "party", tmp_path / "sport.jsonl"
    party.mkdir()
    body = "<h1>党员活动</h1>" + f"<p>{'党支部的党员学习党章。' * 9}</p>" * 3
    for number in range(6):
        page = f"<!DOCTYPE html><html><head><title>党员活动</title></head><body>{body}</body></html>"
        (party / f"{number}.html").write_bytes(page.encode("gb18030"))
    row = {"title": "足球比赛", "text": "球员进球，足球比赛精彩"}
    sport.write_text("\n".join([json.dumps(row)] * 6), encoding="utf-8")
    return party, sport


def test_from_words_to_a_topic(words, texts, tmp_path, capsys):
    folder = tmp_path / "dangjian"
    party, sport = map(str, texts)
    made = ["topic", "new", str(folder), "--words", str(words), "--title", "党建", "--seed", "http://a.cn/"]
    assert main([*made, "--documents", party, "--general", sport]) == 0
    assert "党建: 3 topic words" in capsys.readouterr().out
    assert "from 6 documents of the domain, 6 others" in (folder / "topic.toml").read_text(encoding="utf-8")
    assert Topic.load(folder).seeds == ("http://a.cn/",)

    assert main(["topic", "check", str(folder), "--documents", party, "--general", sport]) == 0
    shown = capsys.readouterr().out
    assert "3 candidates, 2 stay; in too few documents of the domain: 1" in shown
    assert "written" not in shown and "足球" in Topic.load(folder).words
    assert main(["topic", "check", str(folder), "--documents", party, "--general", sport, "--write"]) == 0
    assert set(Topic.load(folder).words) == {"党员", "党支部"}
    capsys.readouterr()

    assert main(["topic", "check", str(folder)]) == 0
    shown = capsys.readouterr().out
    assert "2 topic words" in shown and "nothing odd" in shown

    content = (folder / "topic.toml").read_text(encoding="utf-8")
    for line, said in (
        ("strategy = 'best'", "strategy = 'best': choose one of"),
        ("[learning]\npages = 'ja'", "pages = 'ja' is not of type bool"),
        ("[search.a]\nurl = 'http://a.cn/'", "[search.a] url = 'http://a.cn/' must be"),
    ):
        file = folder / "topic.toml"
        rest = "".join(row for row in content.splitlines(keepends=True) if not row.startswith("strategy"))
        file.write_text(f"{line}\n{rest}" if line[0] == "s" else f"{rest}\n{line}\n", encoding="utf-8")
        assert main(["topic", "check", str(folder)]) == 1
        assert said in capsys.readouterr().err
    file.write_text(content, encoding="utf-8")

    assert main(["topic", "explain", str(folder), "优秀共产党员学习"]) == 0
    shown = capsys.readouterr().out
    assert "党员" in shown and "formula 3" in shown


def test_topics_are_listed(tmp_path, words, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["topic", "new", "河长制", "--words", str(words), "--seed", "http://a.cn/"]) == 0
    (tmp_path / "kaputt").mkdir()
    (tmp_path / "kaputt" / "topic.toml").write_text("title = 5\n", encoding="utf-8")
    capsys.readouterr()
    assert main(["topic", "list"]) == 0
    output = capsys.readouterr()
    rows = [line.split() for line in output.out.splitlines()]
    assert rows[0] == ["topic", "title", "words", "seeds"]
    assert [row[0] for row in rows[1:]] == ["football", "overseas", "partybuild", "河长制"]
    assert rows[-1] == ["河长制", "河长制", "4", "1"]  # three words and the title
    assert output.err.count("\n") == 1 and "kaputt/topic.toml:1" in output.err


def explained(capsys, *words: str, topic: str = "partybuild") -> list[str]:
    assert main(["topic", "explain", "-t", topic, *words]) == 0
    return capsys.readouterr().out.splitlines()


def test_explain_says_whether_a_text_is_kept_and_against_which_thresholds(capsys):
    focus = Focus(Topic.load("partybuild"))
    lines = explained(capsys, "党支部书记给党员讲党课")
    own, body = focus.description("党支部书记给党员讲党课"), focus.body("党支部书记给党员讲党课")
    assert lines[2] == f"gate: description {own:.3f} reaches 0.1 ([gate] threshold): links are followed"
    found = focus.judge(own, "党支部书记给党员讲党课", sample=True).relevance
    assert lines[3] == (
        f"kept: yes, {found:.3f} (body {body:.3f}, description {own:.3f}, learned words) "
        f"reaches {focus.verdict.threshold} ([verdict] threshold)"
    )
    lines = explained(capsys, "中超第三轮今晚开球")
    assert lines[2].endswith(
        "is under 0.1 ([gate] threshold): links are not followed, but those of a seed are"
    )
    assert lines[3] == "gate: 0 different topic words, 5 are needed ([gate] topic_words)"
    assert lines[4] == "kept: no, it does not pass the gate"
    lines = explained(capsys, "书记出席会议\n今天天气晴朗，适合出行。" + "天气预报说明天有雨。" * 20)
    assert any(line.startswith("kept: no") for line in lines)


def test_explain_shows_how_many_topic_words_count(capsys):
    focus, text = Focus(Topic.load("overseas")), "侨联和侨办慰问归侨"
    count = focus.judge(focus.description(text), text).topic_words
    assert count >= 2 and f", {count} topic words" in explained(capsys, text, topic="overseas")[3]


def test_explain_takes_files_of_all_kinds_and_a_pipe(tmp_path, capsys, monkeypatch):
    story = "党支部书记给党员讲党课，党员学习党章，主题党日活动。"
    page = f"<!DOCTYPE html><html><head><title>支部讲党课</title></head><body><h1>支部讲党课</h1>{f'<p>{story * 4}</p>' * 3}</body></html>"
    files = {
        "网 页.html": page.encode("gb18030"),
        "文.txt": f"支部讲党课\n{story * 9}".encode(),
        "bin": b"\0" * 99,
    }
    row = {"title": "支部讲党课", "text": story * 9}
    files["出.jsonl"] = f"{json.dumps(row)}\n{json.dumps(row)}\n".encode()
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    monkeypatch.chdir(tmp_path)
    lines = explained(capsys, "网 页.html", "文.txt", "出.jsonl")
    assert [line for line in lines if "." in line and line.split(":")[0] in files] == [
        "网 页.html", "文.txt", "出.jsonl: 支部讲党课", "出.jsonl: 支部讲党课",
    ]  # fmt: skip
    assert sum(line.startswith("kept: yes") for line in lines) == 4
    assert len({line for line in lines if line.startswith("gate:")}) == 1  # all have the same title
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(files["网 页.html"])))
    assert explained(capsys, "-")[0] == "standard input"


def test_explain_of_a_list_page(tmp_path, capsys):
    links = "".join(f'<li><a href="/{n}.html">党支部书记给党员讲党课第{n}讲</a></li>' for n in range(9))
    (tmp_path / "list.html").write_text(
        f"<html><title>频道</title><body><ul>{links}</ul></body></html>", encoding="utf-8"
    )
    lines = explained(capsys, str(tmp_path / "list.html"))
    assert any("reaches 0.05 ([gate] hub_threshold): its links are followed" in line for line in lines)
    assert "kept: no, home and list pages are not kept" in lines


def test_the_topic_may_be_an_argument(capsys):
    assert main(["topic", "explain", "partybuild", "党员"]) == 0
    old = capsys.readouterr().out
    assert main(["topic", "explain", "党员", "--topic", "partybuild"]) == 0
    assert capsys.readouterr().out == old


def test_the_suggested_next_command_works(words, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["topic", "new", "river", "--words", str(words)]) == 0
    shown = capsys.readouterr().out
    assert "topiccrawl crawl river --seeds URL,URL (or name seeds in river/topic.toml)" in shown
    assert main(["topic", "new", "lake", "--words", str(words), "--seed", "http://a.cn/"]) == 0
    assert capsys.readouterr().out.endswith("topiccrawl crawl lake\n")

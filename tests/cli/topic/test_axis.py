"""`topiccrawl topic calibrate --only axis`, as a user meets it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from topiccrawl.cli import main
from topiccrawl.priority.focus import Focus
from topiccrawl.relevance import Topic
from topiccrawl.relevance.axis import FILE

KITCHEN = ["米饭", "面条", "豆腐", "白菜", "萝卜", "鸡蛋", "牛肉", "饺子", "馒头", "蘑菇"]
TRAFFIC = ["地铁", "公路", "火车", "汽车", "飞机", "轮船", "桥梁", "隧道", "车站", "机场"]
OTHERS = ["生活", "城市", "老人", "学校", "电影", "音乐", "天气", "医院", "公司", "银行", "书店"]


def calibrate(table: Path, topic: Path | str, *options: str) -> int:
    return main(["topic", "calibrate", str(table), "-t", str(topic), *options])


@pytest.fixture
def topic(tmp_path: Path) -> Path:
    folder = tmp_path / "党建"
    folder.mkdir()
    (folder / "topic.toml").write_text(
        'title = "党建"\n\n# 我的比较方式\n[similarity]\nadmit = "graded"\n', encoding="utf-8"
    )
    (folder / "words.tsv").write_text("党员\t1\n支部\t1\n党课\t1\n党章\t1\n", encoding="utf-8")
    return folder


def graded(folder: Path, telling: bool = True, number: int = 80) -> Path:
    """Pages with a topic word each; what else they speak of tells which are relevant, or does not."""
    rng, rows = random.Random(3), ["grade\ttitle\ttext\tsite"]
    for at in range(number):
        relevant = at % 2 == 0
        named = KITCHEN if (relevant if telling else rng.random() < 0.5) else TRAFFIC
        words = ["党员", *rng.sample(named, 3), *rng.sample(OTHERS, 4)]
        rows.append(f"{2 if relevant else at % 4 // 3}\t支部\t{'、'.join(words)}。{at}\ts{at // 2 % 7}.cn")
    file = folder / "grades.tsv"
    file.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return file


def test_it_is_shown_and_not_written(topic: Path, tmp_path: Path, capsys) -> None:
    before = (topic / "topic.toml").read_bytes()
    assert calibrate(graded(tmp_path), topic, "--only", "axis") == 0
    shown = capsys.readouterr().out.splitlines()
    assert set(shown[0].removeprefix("for: ").split(", ")) <= set(KITCHEN)
    assert set(shown[1].removeprefix("against: ").split(", ")) <= set(TRAFFIC)
    assert "by their main texts, each judged without its site: 80 pages" in shown[2]
    assert (topic / "topic.toml").read_bytes() == before
    assert not (topic / FILE).exists()


def test_once_written_it_moves_the_main_texts_of_the_next_crawl(topic: Path, tmp_path: Path, capsys) -> None:
    table = graded(tmp_path)
    good, bad = "党员。土豆、猪肉。", "党员。高铁、港口。"  # none of these is in the table
    plain = Focus(Topic.load(topic))
    for _ in range(2):  # the second time, it is learned from texts that are not moved
        assert calibrate(table, topic, "--write", "--only", "axis") == 0
    assert "# 我的比较方式" in (topic / "topic.toml").read_text(encoding="utf-8")
    focus = Focus(Topic.load(topic))
    assert focus.axis is not None
    assert focus.body(good) - focus.body(bad) > plain.body(good) - plain.body(bad) + 0.01
    rows = (topic / FILE).read_text(encoding="utf-8").splitlines()
    assert rows[0].startswith("# Written by `topiccrawl topic calibrate --only axis` on grades.tsv")
    capsys.readouterr()
    assert main(["topic", "explain", good, "--topic", str(topic)]) == 0
    assert "the body is moved by +" in capsys.readouterr().out


def test_without_a_choice_each_part_that_helps_is_written(topic: Path, tmp_path: Path, capsys) -> None:
    assert calibrate(graded(tmp_path), topic, "--write", "--precision", "0.6") == 0
    shown = capsys.readouterr()
    text = (topic / "topic.toml").read_text(encoding="utf-8")
    for part in ("axis", "corrections", "verdict"):
        assert (f"topic calibrate --only {part}`" in text) is not (f"{part}: " in shown.err)
    assert (topic / FILE).exists() and "threshold = " in shown.out
    assert calibrate(graded(tmp_path, telling=False, number=8), topic) == 1  # no part can be learned
    assert capsys.readouterr().err.count("expected at least") == 3


def test_one_that_does_not_help_is_refused(topic: Path, tmp_path: Path, capsys) -> None:
    rows = ["grade\ttitle\ttext\tsite"]
    rows += [f"{2 if n % 2 else 0}\t支部\t党员今天在学校学习。{n}\ts{n // 2}.cn" for n in range(60)]
    table = tmp_path / "grades.tsv"
    table.write_text("\n".join(rows) + "\n", encoding="utf-8")
    assert calibrate(table, topic, "--write", "--only", "axis") == 1
    assert "does not help on other pages" in capsys.readouterr().err
    assert not (topic / FILE).exists()


def test_too_few_grades(topic: Path, tmp_path: Path, capsys) -> None:
    assert calibrate(graded(tmp_path, number=38), topic, "--only", "axis") == 1
    assert "expected at least 20 pages with texts that are relevant, found 19" in capsys.readouterr().err


def test_a_topic_that_compares_words_in_another_way(topic: Path, tmp_path: Path, capsys) -> None:
    (topic / "topic.toml").write_text('title = "党建"\n', encoding="utf-8")
    assert calibrate(graded(tmp_path), topic, "--only", "axis") == 1
    assert "topic.toml: an axis needs [similarity] admit = 'graded'" in capsys.readouterr().err


def test_topic_check_names_words_that_no_resource_knows(topic: Path, capsys) -> None:
    (topic / FILE).write_text("米饭\t1\nqqzz\t-1\n", encoding="utf-8")
    main(["topic", "check", str(topic)])
    shown = capsys.readouterr().out
    assert "qqzz" in shown
    assert "axis.tsv" in shown
    assert "米饭" not in shown

"""`topiccrawl topic calibrate --only verdict` and `topiccrawl topic label`, as a user meets them."""

from __future__ import annotations

import re
import sys
from collections import Counter
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path

import pytest
from servers.corpora import opened

from topiccrawl.cli import main
from topiccrawl.corpus.labels import read_labels
from topiccrawl.priority.focus import Focus
from topiccrawl.relevance import Topic
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.records import DropRecord, PageRecord

ON = "党员参加支部的主题党日，支部书记给党员讲党课，党员学习党章。"
OFF = "球队今晚在主场迎战对手，教练安排了新的阵容，门票已经售完。"


def calibrate(table: Path, topic: Path | str, *options: str) -> int:
    return main(["topic", "calibrate", str(table), "-t", str(topic), *options])


@pytest.fixture
def topic(tmp_path: Path) -> Path:
    folder = tmp_path / "党建"
    folder.mkdir()
    (folder / "topic.toml").write_text(
        'title = "党建"\n\n# 我的门槛\n[verdict]\nthreshold = 0.01 # 暂定\nbody_share = 0.5\n',
        encoding="utf-8",
    )
    (folder / "words.tsv").write_text("党员\t1\n支部\t1\n党课\t1\n党章\t1\n", encoding="utf-8")
    return folder


def texts(folder: Path, rows: list[tuple[str, str, str, str]]) -> Path:
    file = folder / "grades.tsv"
    lines = ["grade\ttitle\ttext\tsite", *("\t".join(row) for row in rows)]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return file


@pytest.fixture
def grades(tmp_path: Path) -> Path:
    """Relevant and other pages that differ in their words, and one other page that looks relevant."""
    rows = [("2", "支部党课", f"{ON}{n}", f"s{n % 4}.cn") for n in range(25)]
    rows += [("0", "球队备战", f"{OFF}{n}", f"s{n % 4}.cn") for n in range(24)]
    rows += [("0", "支部党课", f"{ON}99", "s1.cn"), ("1", "机关党员看球", f"{OFF}党员。", "s2.cn")]
    rows += [("", "未看", f"{OFF}{ON}", "s3.cn")]
    return texts(tmp_path, rows)


def test_the_curve_and_the_chosen_thresholds_are_shown(topic, grades, capsys):
    before = (topic / "topic.toml").read_bytes()
    assert calibrate(grades, topic, "--only", "verdict") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["threshold", "precision", "recall", "near", "kept"]
    curve = {row[0]: row[1:] for row in (line.split() for line in lines[1:]) if len(row) == 5}
    assert curve["0.10"] == ["0.962", "1.000", "0.037", "27"]  # 25 right, 1 wrong, 1 near
    found = next(line for line in lines if line.startswith("[verdict]"))
    assert found.startswith("[verdict]  precision 0.962, recall 1.000 on 51 pages of 4 sites; on sites left")
    assert (topic / "topic.toml").read_bytes() == before


def test_written_thresholds_keep_the_comments_and_are_used_by_the_next_crawl(topic, grades, capsys):
    assert calibrate(grades, topic, "--write", "--only", "verdict") == 0
    shown = capsys.readouterr().out
    text = (topic / "topic.toml").read_text(encoding="utf-8")
    assert "# 我的门槛" in text
    assert "# by `topiccrawl topic calibrate --only verdict` on grades.tsv (" in text
    focus = Focus(Topic.load(topic))
    assert f"threshold = {focus.verdict.threshold:g}" in shown
    assert focus.verdict.body_share == 0.5
    assert focus.judge(focus.description("支部党课"), ON).kept
    assert not focus.judge(focus.description("球队备战"), OFF).kept
    assert focus.description("支部党课") >= focus.gate.threshold


def test_a_higher_precision_is_refused_if_no_threshold_has_it(topic, grades, capsys):
    before = (topic / "topic.toml").read_bytes()
    command = [
        "topic",
        "calibrate",
        str(grades),
        "-t",
        str(topic),
        "--precision",
        "0.99",
        "--write",
        "--only",
        "verdict",
    ]
    assert main(command) == 1
    assert "no threshold has a precision of 0.99; the best is 0.962" in capsys.readouterr().err
    assert (topic / "topic.toml").read_bytes() == before


def test_sites_are_left_out_together(topic, tmp_path, capsys):
    """All wrong pages that look right are of one site: left out, they are kept and cost precision."""
    rows = [("2", "支部党课", f"{ON}{n}", f"s{n % 3}.cn") for n in range(30)]
    rows += [("0", "球队备战", f"{OFF}{n}", f"s{n % 3}.cn") for n in range(30)]
    rows += [("0", "党课", f"{OFF}{OFF}党员。{n}", "portal.cn") for n in range(10)]
    assert calibrate(texts(tmp_path, rows), topic, "--only", "verdict") == 0
    found = next(line for line in capsys.readouterr().out.splitlines() if line.startswith("[verdict]"))
    inside, outside = (
        float(part.split()[0].rstrip(","))
        for part in found.replace("left out of the fit", "precision").split("precision ")[1:]
    )
    assert inside >= 0.95 > outside


@pytest.fixture
def database(tmp_path: Path) -> str:
    url = f"sqlite:///{tmp_path / 'corpus.db'}"
    store = opened(url)
    records = []
    for n in range(44):
        title, text = ("支部党课", ON) if n % 2 else ("球队备战", OFF)
        page = f"<html><head><title>{title}</title></head><body><p>{text}</p></body></html>".encode()
        record = PageRecord(
            url=f"http://s{n % 4}.cn/{n}",
            topic="党建",
            run_id=1,
            fetched_at=datetime.now(UTC),
            title=title,
            text=f"{text}{n}",
            relevance=0.5 + (n - 30) ** 2 / 10_000,  # the crawl was least sure of number 30
            raw_html=page,
        )
        records.append(record)
    store.write(records)
    store.close()
    return url


def test_a_table_is_graded_in_an_editor_and_read_by_calibrate(topic, database, tmp_path, capsys):
    table = tmp_path / "grades.tsv"
    label = ["topic", "label", "-t", "党建", "--database", database, "--out", str(table)]
    assert main(label) == 1
    assert "grading needs a terminal; without one use --table" in capsys.readouterr().err
    assert main([*label, "--table"]) == 0
    rows = [line.split("\t") for line in table.read_text(encoding="utf-8-sig").splitlines()]
    assert rows[0] == ["url", "grade", "title"] and len(rows) == 45
    for row in rows[1:]:
        row[1] = "2" if row[2] == "支部党课" else "0"
    table.write_text("\n".join("\t".join(row) for row in rows) + "\n", encoding="utf-8")
    assert main([*label, "--table"]) == 0  # a second time: grades stay
    assert "22 relevant, 0 near, 22 not, 0 without a grade" in capsys.readouterr().out
    assert Counter(stored_grades(database).values()) == {2: 22, 0: 22}
    assert calibrate(table, topic, "--database", database, "--only", "verdict") == 0
    assert "precision 1.000, recall 1.000 on 44 pages of 4 sites" in capsys.readouterr().out


def stored_grades(database: str) -> dict[str, int]:
    store = CorpusStore(database)
    store.open(create=False)
    with store.reading() as connection:
        grades = read_labels(connection, "党建")
    store.close()
    return grades


class Terminal(StringIO):
    """What a person sees."""

    def isatty(self) -> bool:
        return True


def graded_in_terminal(
    database: str, table: Path, keys: str, monkeypatch: pytest.MonkeyPatch, *options: str
) -> str:
    """Run `topic label` in a terminal in which somebody presses keys; return what it showed."""
    pressed = iter(keys)
    monkeypatch.setattr("typer.getchar", lambda: next(pressed))
    for name in ("stdin", "stdout"):
        monkeypatch.setattr(f"sys.{name}", Terminal())
    assert main(["topic", "label", "-t", "党建", "-o", str(table), "--database", database, *options]) == 0
    assert not list(pressed)
    return sys.stdout.getvalue()


def test_pages_are_graded_by_keys_and_the_next_call_continues(database, tmp_path, monkeypatch):
    table = tmp_path / "grades.tsv"
    shown = graded_in_terminal(database, table, "xr?sq", monkeypatch, "--as-stored")
    assert (
        "球队备战" in shown and "支部党课" in shown and "r relevant, n near, x not, s skip, q quit" in shown
    )
    rows = [line.split("\t")[:2] for line in table.read_text(encoding="utf-8").splitlines()[1:]]
    assert rows == [["http://s0.cn/0", "0"], ["http://s1.cn/1", "2"], ["http://s2.cn/2", ""]]
    assert stored_grades(database) == {"http://s0.cn/0": 0, "http://s1.cn/1": 2}  # crawls learn from them
    shown = graded_in_terminal(database, table, "nq", monkeypatch, "--as-stored")
    assert "http://s0.cn/0" not in shown
    rows = [line.split("\t")[:2] for line in table.read_text(encoding="utf-8").splitlines()[1:]]
    assert rows[2] == ["http://s2.cn/2", "1"]


def test_pages_of_which_the_crawl_was_least_sure_come_first_kept_and_dropped_in_turn(
    database, tmp_path, monkeypatch
):
    store = opened(database)
    drops = [dropped(number, 0.1 * number) for number in (1, 4, 3)]
    store.write([*drops, dropped(2, 0.9, stage="frontier")])  # a link that was never fetched
    store.close()
    table = tmp_path / "grades.tsv"
    shown = graded_in_terminal(database, table, "xrxnq", monkeypatch)
    assert "next: topiccrawl topic calibrate" in shown and "--only words" in shown
    assert "党课视频4\nhttp://dropped.cn/4\na dropped page: its text is not stored" in shown
    grades = dict(line.split("\t")[:2] for line in table.read_text(encoding="utf-8").splitlines()[1:])
    assert grades == {
        "http://s2.cn/30": "0",
        "http://dropped.cn/4": "2",
        "http://s1.cn/29": "0",
        "http://dropped.cn/3": "1",
    }
    assert stored_grades(database)["http://dropped.cn/4"] == 2


def dropped(number: int, score: float, stage: str = "verdict") -> DropRecord:
    return DropRecord(
        topic="党建",
        url=f"http://dropped.cn/{number}",
        run_id=1,
        dropped_at=datetime.now(UTC),
        stage=stage,
        reason="off_topic",
        score=score,
        anchor=f"党课视频{number}",
        parent_url="http://dropped.cn/",
    )


def near(number: int) -> str:
    """A text that has the topic's words as often as a relevant one, and is not on the topic."""
    return f"{ON}随后大家到景区参观，门票优惠，游客合影留念{number}。"


@pytest.fixture
def telling(tmp_path: Path) -> Path:
    # Every other relevant text also speaks of the weather, and seems less relevant than the others.
    weather = "天气晴朗，道路通畅，车辆有序行驶，沿途风景优美，农田绿意盎然，果园硕果累累。"
    rows = [
        ("2", "支部党课", f"{ON}大家重温入党誓词，交流心得{n}。{weather * (n % 2)}", f"s{n % 6}.cn")
        for n in range(15)
    ]
    rows += [("01"[n % 2], "支部党课", near(n), f"s{n % 6}.cn") for n in range(15)]
    return texts(tmp_path, rows)


def test_learned_words_are_shown_and_not_written(topic, telling, capsys):
    before = (topic / "topic.toml").read_bytes()
    assert calibrate(telling, topic, "--only", "words") == 0
    shown = capsys.readouterr().out.splitlines()
    assert "誓词" in shown[0] and "门票" in shown[1]
    assert "without), each judged without its site: 30 pages of 6 sites" in shown[2]
    assert (topic / "topic.toml").read_bytes() == before
    assert not (topic / "learned.tsv").exists()


def test_written_words_change_the_verdict_of_the_next_crawl(topic, telling, capsys):
    title = Focus(Topic.load(topic)).description("支部党课")
    plain = [Focus(Topic.load(topic)).judge(title, text).relevance for text in (ON, near(77))]
    for _ in range(2):  # the second time, the topic's own verdict is what is moved
        assert calibrate(telling, topic, "--write", "--only", "words") == 0
    assert "# 我的门槛" in (topic / "topic.toml").read_text(encoding="utf-8")
    focus = Focus(Topic.load(topic))
    good, bad = (focus.judge(title, text) for text in (f"{ON}大家重温入党誓词，交流心得。", near(77)))
    assert good.relevance > bad.relevance + 0.02
    assert bad.relevance < plain[1]
    assert bad.kept is (bad.relevance >= focus.verdict.threshold)
    again = Focus(Topic.load(topic), moved=False)
    assert [again.judge(title, text).relevance for text in (ON, near(77))] == plain
    capsys.readouterr()
    assert main(["topic", "explain", "-t", str(topic), near(77)]) == 0
    shown = capsys.readouterr().out
    assert ", learned words) " in shown
    assert re.search(r"learned words \(learned.tsv\) move the relevance by -\d\.\d\d in log-odds", shown)
    assert re.search(r"words against it: .*门票 -", shown)


def test_words_that_do_not_help_are_refused(topic, tmp_path, capsys):
    """Grades that have nothing to do with the texts."""
    rows = [("2" if n % 2 else "0", "支部党课", f"{ON}{n}", f"s{n // 2}.cn") for n in range(40)]
    assert calibrate(texts(tmp_path, rows), topic, "--write", "--only", "words") == 1
    assert "does not help on other pages" in capsys.readouterr().err
    assert not (topic / "learned.tsv").exists()


def test_without_a_part_each_one_that_helps_is_written(topic, telling, capsys):
    assert calibrate(telling, topic, "--write") == 0
    assert (topic / "learned.tsv").exists()
    assert "verdict: " in capsys.readouterr().err  # too few grades for thresholds


def test_too_few_grades_for_words(topic, tmp_path, capsys):
    rows = [("2", "支部党课", f"{ON}{n}", "a.cn") for n in range(30)]
    rows += [("0", "球队备战", f"{OFF}{n}", "a.cn") for n in range(9)]
    assert calibrate(texts(tmp_path, rows), topic, "--only", "words") == 1
    assert (
        "expected at least 10 pages with texts that are near or not relevant, found 9"
        in capsys.readouterr().err
    )


def test_pages_whose_text_is_nowhere_are_counted(topic, database, tmp_path, capsys):
    rows = [f"http://s{n % 4}.cn/{n}\t{2 * (n % 2)}" for n in range(40)] + ["http://other.cn/\t2"]
    table = tmp_path / "grades.tsv"
    table.write_text("\n".join(["url\tgrade", *rows]) + "\n", encoding="utf-8")
    for command in ("verdict", "words"):
        calibrate(table, topic, "--database", database, "--only", command)
        assert (
            "1 pages of the table are neither in it nor in the database with their texts"
            in capsys.readouterr().out
        )

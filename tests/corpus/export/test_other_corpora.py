"""Test sets and corpora that an export must not repeat, and clusters of near duplicates."""

from __future__ import annotations

import json

import pytest
from corpus.conftest import page

from topiccrawl.cli import main
from topiccrawl.corpus.export import ExportOptions, export_pages, other_corpora
from topiccrawl.corpus.export.selection import COPIED, OVERLAPPING
from topiccrawl.errors import ExportError

QUESTION = "下列关于长江三峡水利枢纽工程综合效益的说法，哪一项是不正确的？"
STORY = "\n".join(
    f"{name}村的合作社把{count}亩荒地种上了茶树，今年春天第一批茶叶卖到了省城，社员每户分红{count * 3}元，{name}村人说这条路走对了。"
    for count, name in enumerate("石河柳杨梅竹松", 31)
)


def exported(url, out, **options):
    columns = ("url", *options.pop("columns", ()))
    done = export_pages(url, "样例", "jsonl", out, ExportOptions(columns=columns, **options))
    return done, [json.loads(line) for line in out.read_text("utf-8").splitlines()]


@pytest.fixture
def test_sets(tmp_path):
    """Two test sets: one of questions in JSON, one of texts."""
    row = {"question": QUESTION, "options": {"A": "防洪", "B": ["发电", "航运"]}, "answer": 2}
    (tmp_path / "exam.jsonl").write_text(json.dumps(row, ensure_ascii=False) + "\n", "utf-8")
    (tmp_path / "读物.txt").write_text(STORY, "utf-8")
    return str(tmp_path / "exam.jsonl"), str(tmp_path / "读物.txt")


def test_the_share_of_a_page_that_test_sets_have_is_a_column(write_sqlite, tmp_path, test_sets):
    url = write_sqlite(
        page(1, text=f"考试复习材料。{QUESTION}答案在书末。"),
        page(2, text=STORY.replace("，", " , ").replace("。", "\n")),  # other marks, the same characters
        page(3, text="与考题无关的一篇短文，讲的是村里修路的故事，前后用了三年。"),
        page(4, text="太短"),
    )
    done, rows = exported(url, tmp_path / "out", overlap=test_sets)
    found = [(row["overlap"], row["overlap_with"]) for row in rows]
    assert found[1:] == [(1.0, "读物.txt"), (0.0, None), (0.0, None)]
    assert found[0] == (pytest.approx(17 / 29, abs=0.03), "exam.jsonl")
    assert done.left_out == {}
    done, rows = exported(url, tmp_path / "out", overlap=test_sets, most_overlap=0.3)
    assert [row["url"][-1] for row in rows] == ["3", "4"]
    assert done.left_out == {OVERLAPPING: 2}


def test_near_copies_of_a_named_corpus_are_left_out_and_counted(write, tmp_path):
    (tmp_path / "named").mkdir()
    rows = [
        {"title": "合作社", "text": STORY},
        {"content": "短新闻：桥修好了，村民今天走上了新桥，孩子上学近了十里。"},
    ]
    table = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    (tmp_path / "named" / "corpus.jsonl").write_text(table, "utf-8")
    url = write(
        page(1, text=STORY.replace("第一批", "头一批", 2)),
        page(2, text="短新闻——桥修好了！村民今天走上了新桥；孩子上学近了十里"),
        page(3, text=STORY[: len(STORY) // 2]),
        page(4, text="只是一篇别的文章，讲县里的图书馆怎样把书送到山上的学校。"),
    )
    done, rows = exported(url, tmp_path / "out", not_in=(str(tmp_path / "named"),))
    assert [row["url"][-1] for row in rows] == ["3", "4"]
    assert done.left_out == {COPIED: 2}


def test_named_corpora_and_test_sets_work_with_chunks_and_splits(write_sqlite, tmp_path, test_sets):
    texts = {
        1: STORY,
        2: "一篇别的文章。" * 9,
        3: "山上的学校收到了新书。" * 9,
        4: f"复习。{QUESTION}答案在书末。",
    }
    url = write_sqlite(*(page(n, url=f"http://site{n}.cn/{n}", text=text) for n, text in texts.items()))
    (tmp_path / "named.jsonl").write_text(json.dumps({"text": STORY}) + "\n", "utf-8")
    options = {"not_in": (str(tmp_path / "named.jsonl"),), "split": "train=.5,test=.5"}
    done, rows = exported(url, tmp_path / "out", **options)
    assert done.left_out == {COPIED: 1} and {row["split"] for row in rows} == {"train", "test"}
    done, rows = exported(
        url, tmp_path / "out", columns=("text",), overlap=test_sets, chunks=20, most_overlap=0.9
    )
    assert done.left_out == {OVERLAPPING: 1}
    assert all((row["overlap"] > 0) is (row["url"][-1] == "4") for row in rows)


def test_all_near_duplicates_have_the_id_of_their_cluster(write, tmp_path):
    copied = {"duplicate_of": "http://127.0.0.1/1", "duplicate_kind": "body"}
    url = write(page(1), page(2, **copied), page(3), page(4, **copied))
    _, rows = exported(url, tmp_path / "out", columns=("id", "cluster"), include_duplicates=True)
    own = {row["url"][-1]: row["id"] for row in rows}
    assert [row["cluster"] for row in rows] == [own["1"], own["1"], own["3"], own["1"]]


@pytest.mark.parametrize(
    ("name", "content", "problem"),
    [
        ("a.jsonl", '{"text": "好"}\n{"text": ', r"a\.jsonl:2: no JSON"),
        ("a.xml", "<a>", r"a\.xml: no file, or none of \.jsonl, "),
        ("b.csv", "题目,答案\n一,二\n", r"b\.csv:2: expected a column text, found 题目, 答案"),
        ("a.csv", "题目,答案\n一\n", r"a\.csv:2: 1 values, but the first line names 2"),
    ],
)
def test_a_file_that_cannot_be_read_is_named_with_its_line(write_sqlite, tmp_path, name, content, problem):
    (tmp_path / name).write_text(content, "utf-8")
    option = "not_in" if name == "b.csv" else "overlap"
    with pytest.raises(ExportError, match=problem):
        exported(write_sqlite(page(1)), tmp_path / "out", **{option: (str(tmp_path / name),)})


def test_the_memory_of_test_sets_is_bounded(write_sqlite, tmp_path, test_sets, monkeypatch):
    monkeypatch.setattr(other_corpora, "MOST_NGRAMS", 100)
    with pytest.raises(ExportError, match=r"读物\.txt: the test sets have more than 100 different sequences"):
        exported(write_sqlite(page(1)), tmp_path / "out", overlap=test_sets)
    (tmp_path / "twice.txt").write_text((QUESTION + "\n") * 50, "utf-8")  # few different ones
    exported(write_sqlite(page(1)), tmp_path / "out", overlap=(str(tmp_path / "twice.txt"),))


def test_the_command_takes_several_files(write_sqlite, tmp_path, test_sets, capsys):
    url = write_sqlite(page(1, text=QUESTION), page(2, text=STORY), page(3))
    words = ["export", "-t", "样例", "--database", url, "--out", str(tmp_path / "out.jsonl")]
    given = [word for path in test_sets for word in ("--overlap", path)]
    assert main([*words, *given, "--most-overlap", ".5"]) == 0
    output = capsys.readouterr()
    assert output.out.startswith("1 pages of 样例")
    assert output.err == "2 pages that share too much with the test sets (--most-overlap)\n"
    assert main([*words, "--most-overlap", ".5"]) == 1
    assert "--most-overlap needs test sets" in capsys.readouterr().err
    state = ["--since-state", str(tmp_path / "state")]
    (tmp_path / "out.jsonl").unlink()
    assert main([*words, *state]) == 0
    assert capsys.readouterr().out.startswith(
        "3 inserted, 0 changed, 0 swapped, 0 withdrawn pages of 样例 in "
    )
    assert main([*words[:-1], "-", *state]) == 1
    assert "a feed is a file" in capsys.readouterr().err

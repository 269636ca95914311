"""Quality learned from grades: what a person takes gets more than what he refuses, also from other sites."""

from __future__ import annotations

import json
import random

import pytest
from corpus.conftest import page

from topiccrawl.cli import main
from topiccrawl.corpus.export import ExportOptions, export_pages
from topiccrawl.corpus.export.selection import POOR
from topiccrawl.corpus.training.graded_quality import GradedText, learn_quality
from topiccrawl.errors import ExportError

WHO = ("县图书馆", "村委会", "合作社", "中学", "医院", "水利站", "文化站", "养老院")
DOES = (
    "修好了漏雨的屋顶",
    "请来专家讲了一课",
    "把旧仓库改成阅览室",
    "给老人送去了棉衣",
    "办了一场小型的书展",
)


def good(chance: random.Random) -> str:
    return "\n".join(
        f"{chance.choice(WHO)}{chance.choice(DOES)}，{chance.randrange(10, 99)}位居民来看，大家说这件事办得实在。"
        for _ in range(5)
    )


def bad(chance: random.Random) -> str:
    words = (
        "首页",
        "登录",
        "注册",
        "会员中心",
        "联系我们",
        "网站地图",
        "上一篇",
        "下一篇",
        "热门标签",
        "客服电话",
        "返回顶部",
    )
    return "\n".join(" ".join(chance.sample(words, 4)) for _ in range(12)) + "\n" + good(chance)[:30]


def texts(count: int, sites: int) -> list[GradedText]:
    chance = random.Random(5)
    return [
        GradedText((good if number % 2 else bad)(chance), bool(number % 2), f"site{number % sites}.cn")
        for number in range(count)
    ]


def test_good_texts_get_more_than_bad_ones():
    found = learn_quality(texts(60, 10))
    assert found is not None and found.texts == 60 and found.ranked > 0.95
    chance = random.Random(9)
    assert min(found.probability(good(chance)) for _ in range(20)) > 0.5
    assert max(found.probability(bad(chance)) for _ in range(20)) < 0.5
    assert 0 < found.probability("") < 1


def test_grades_without_a_pattern_are_said_to_teach_nothing():
    chance = random.Random(3)
    same = [one._replace(text=good(chance)) for one in texts(80, 10)]
    found = learn_quality(same)
    assert found is not None and 0.3 < found.ranked < 0.7


def test_nine_bad_texts_are_too_few():
    assert learn_quality([*texts(18, 5), GradedText("好文章。" * 9, True, "a.cn")]) is None


@pytest.fixture
def graded(write_sqlite, tmp_path):
    """A corpus whose first 24 pages are graded in a table, by URL; two rows are of neither kind."""
    chance = random.Random(1)
    pages = [
        page(n, url=f"http://site{n % 6}.cn/{n}", text=(good if n % 2 else bad)(chance)) for n in range(40)
    ]
    rows = [f"http://site{n % 6}.cn/{n}\t{2 * (n % 2)}\t题{n}" for n in range(24)]
    rows += ["http://site0.cn/30\t1\t难说", "http://elsewhere.cn/\t2\t不在库中"]
    table = tmp_path / "grades.tsv"
    table.write_text("url\tgrade\ttitle\n" + "\n".join(rows) + "\n", "utf-8")
    return write_sqlite(*pages), table


def test_an_export_has_the_learned_quality_and_leaves_poor_pages_out(graded, tmp_path):
    url, table = graded
    out = tmp_path / "out.jsonl"
    options = ExportOptions(columns=("url",), quality_grades=str(table))
    export_pages(url, "样例", "jsonl", out, options)
    rows = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    unseen = [row for row in rows if int(row["url"].rpartition("/")[2]) >= 24]
    assert len(rows) == 40
    assert all((row["quality.graded"] > 0.5) is (int(row["url"][-1]) % 2 == 1) for row in unseen)
    options = ExportOptions(columns=("url",), quality_grades=str(table), least_quality=0.5)
    done = export_pages(url, "样例", "dataset", tmp_path / "set", options)
    assert done.pages == 20 and done.left_out == {POOR: 20}
    card = (tmp_path / "set" / "README.md").read_text("utf-8")
    assert "learned from 24 graded texts" in card and "in 100% of pairs" in card


def test_too_few_grades_and_a_limit_without_grades_are_errors(graded, tmp_path, capsys):
    url, table = graded
    table.write_text("\n".join(table.read_text("utf-8").splitlines()[:12]), "utf-8")
    with pytest.raises(ExportError, match=r"grades\.tsv: 5 good and 6 bad texts.* at least 10"):
        export_pages(url, "样例", "jsonl", tmp_path / "out", ExportOptions(quality_grades=str(table)))
    words = [
        "--topic",
        "样例",
        "--database",
        url,
        "--out",
        str(tmp_path / "out.jsonl"),
        "--least-quality",
        ".5",
    ]
    assert main(["export", *words]) == 1
    assert "--quality-grades" in capsys.readouterr().err

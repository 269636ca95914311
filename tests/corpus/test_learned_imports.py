"""Imports into topics with a short list: pages are judged by what is learned from them, as in a crawl."""

from __future__ import annotations

import json
import random
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

from topiccrawl.cli import main
from topiccrawl.corpus.export import ExportOptions, export_pages
from topiccrawl.corpus.export.selection import SET_ASIDE
from topiccrawl.storage.rows.row import url_hash
from topiccrawl.topics.making.draft import Draft
from topiccrawl.topics.making.folder import create_topic

WORDS = ("火箭", "卫星", "航天员", "空间站", "发射场")
FIELDS = {
    "space": "轨道 推进剂 整流罩 载人 飞船 对接 测控 遥测 舱段 入轨 深空 探月 火星 燃料 箭体 回收 着陆 姿态",
    "sport": "主场 客场 教练 比分 球迷 赛季 球员 裁判 联盟 暂停 犯规 得分 防守 进攻 决赛 热身 替补 球馆",
    "town": "社区 居民 菜价 公交 停车 物业 街道 天气 医院 门诊 学校 幼儿园 公园 花卉 超市 水费 电梯 路灯",
}


def row(field: str, number: int, chance: random.Random) -> dict[str, object]:
    """A page on space with up to three topic words, on a team called 火箭, or on a town without any."""
    words = chance.sample(FIELDS[field].split(), 12)
    named = {"space": chance.sample(WORDS, number % 4), "sport": ["火箭"], "town": []}[field]
    sentences = [
        f"{words[n]}和{words[n + 1]}今天受到关注，记者看到了第{number}次变化{'，' + named[n % len(named)] if named else ''}。"
        for n in range(11)
    ]
    title = f"{words[0]}与{words[5]}的{words[9]}"
    return {"url": f"http://news.test/{field}/{number}.html", "title": title, "text": "\n".join(sentences)}


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, str]:
    """Topic, database and what `import` said."""
    folder = tmp_path_factory.mktemp("learned")
    topic, database = folder / "space", f"sqlite:///{folder / 'corpus.db'}"
    create_topic(topic, Draft("航天", WORDS))
    chance = random.Random(1)
    rows = [
        row(field, n, chance)
        for field, most in (("space", 60), ("sport", 40), ("town", 60))
        for n in range(most)
    ]
    chance.shuffle(rows)
    file = folder / "rows.jsonl"
    file.write_text("".join(json.dumps(one, ensure_ascii=False) + "\n" for one in rows), encoding="utf-8")
    with redirect_stdout(StringIO()) as said:
        assert main(["import", str(file), "-t", str(topic), "--database", database]) == 0
    return topic, database, said.getvalue()


def exported(database: str, folder: Path) -> tuple[list[str], int]:
    out = folder / "out.jsonl"
    result = export_pages(database, "space", "jsonl", out, ExportOptions())
    fields = [json.loads(line)["url"].split("/")[3] for line in out.read_text("utf-8").splitlines()]
    return fields, result.left_out.get(SET_ASIDE, 0)


def test_pages_on_the_topic_alone_are_exported(corpus: tuple[Path, str, str], tmp_path: Path) -> None:
    fields, aside = exported(corpus[1], tmp_path)
    assert fields.count("space") >= 50  # a quarter of them has no topic word
    assert fields.count("sport") + fields.count("town") <= 3
    assert aside >= 20
    assert "judged again" in corpus[2]


def test_clean_keeps_these_verdicts(corpus: tuple[Path, str, str], tmp_path: Path) -> None:
    before = exported(corpus[1], tmp_path)
    assert main(["clean", "-t", str(corpus[0]), "--database", corpus[1]]) == 0
    assert exported(corpus[1], tmp_path) == before


def test_an_own_export_comes_back_whole(corpus: tuple[Path, str, str], tmp_path: Path) -> None:
    """What spoke for a page in the crawl is not in its row; the row says that it was kept."""
    fields, _ = exported(corpus[1], tmp_path)
    out, again = tmp_path / "out.jsonl", f"sqlite:///{tmp_path / 'again.db'}"
    kept = row("town", 99, random.Random(2)) | {"topic": "space", "relevance": 0.6}
    kept["id"] = url_hash(str(kept["url"]))
    with out.open("a", encoding="utf-8") as file:
        file.write(json.dumps(kept, ensure_ascii=False) + "\n")
    assert main(["import", str(out), "-t", str(corpus[0]), "--database", again]) == 0
    assert sorted(exported(again, tmp_path)[0]) == sorted([*fields, "town"])

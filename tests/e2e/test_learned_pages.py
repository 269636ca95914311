"""Crawls of short lists: pages are judged by what the crawl learns from them."""

from __future__ import annotations

import json
import random
import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from e2e.crawling import Crawl, crawl, hub
from e2e.fault_server import Answer, FaultServer
from typer.testing import CliRunner

from topiccrawl.cli.topic.commands import app
from topiccrawl.corpus.export import ExportOptions, export_pages
from topiccrawl.corpus.export.selection import SET_ASIDE
from topiccrawl.corpus.labels import write_labels
from topiccrawl.corpus.learned.page_groups import group_stored
from topiccrawl.priority.focus import Focus
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.topics.making.draft import Draft
from topiccrawl.topics.making.folder import create_topic

FRONT = "http://news.test/"
WORDS = ("火箭", "卫星", "航天员", "空间站", "发射场")
SPACE = (
    "轨道 推进剂 整流罩 载人 飞船 对接 测控 遥测 舱段 入轨 深空 探月 火星 燃料 箭体 回收 着陆 姿态".split()
)
SPORT = "主场 客场 教练 比分 球迷 赛季 球员 裁判 联盟 暂停 犯规 得分 防守 进攻 决赛 热身 替补 球馆".split()
TOWN = "社区 居民 菜价 公交 停车 物业 街道 天气 医院 门诊 学校 幼儿园 公园 花卉 超市 水费 电梯 路灯".split()


def article(number: int, field: list[str], named: list[str], chance: random.Random) -> Answer:
    """A page whose sentences have words of a field, with topic words among them."""
    words = chance.sample(field, 12)
    sentences = [
        f"{words[n]}和{words[n + 1]}在第{number}天受到关注，记者看到了第{number}次变化。" for n in range(11)
    ]
    body = "".join(
        f"<p>{one}{'，' + named[n % len(named)] if named else ''}</p>" for n, one in enumerate(sentences)
    )
    title = f"{words[0]}与{words[5]}的{words[9]}"
    return Answer(
        f"<html><head><meta charset=utf-8><title>{title}</title></head><body><h1>{title}</h1>"
        f"<div>2024-05-01</div><article>{body}</article></body></html>".encode()
    )


@pytest.fixture(scope="module")
def web() -> Iterator[FaultServer]:
    """A portal with 60 pages on space, 40 on a team called 火箭, 60 on a town."""
    chance = random.Random(1)
    answers, links = {}, {}
    kinds = [("space", SPACE, 60), ("sport", SPORT, 40), ("town", TOWN, 60)]
    for kind, field, count in kinds:
        for number in range(count):
            named = []
            own = field
            if kind == "space":  # half of the pages speak more of flights, half more of probes
                named = chance.sample(WORDS, number % 4)
                own = field[:13] if number % 2 else field[5:]
            elif kind == "sport":
                named = ["火箭"]
            url = f"{FRONT}{kind}/{number}.html"
            answers[url] = article(number, own, named, chance)
            links[url] = f"火箭与卫星的第{number}条{kind}消息"
    order = [*links]
    chance.shuffle(order)
    with FaultServer({FRONT: hub("门户", {url: links[url] for url in order}), **answers}) as server:
        yield server


@pytest.fixture(scope="module")
def topic(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("topics") / "space"
    create_topic(folder, Draft("航天", WORDS))
    return folder


@pytest.fixture(scope="module")
def done(web: FaultServer, topic: Path, tmp_path_factory: pytest.TempPathFactory) -> Crawl:
    return crawled(web, topic, tmp_path_factory.mktemp("crawl"))


def crawled(web: FaultServer, topic: Path, folder: Path, **settings: str) -> Crawl:
    return crawl(
        folder,
        [FRONT],
        proxy=web.proxy_url,
        spider="topic",
        arguments={"topic": str(topic)},
        settings=settings,
    )


def exported(done: Crawl, out: Path) -> tuple[list[str], dict[str, int]]:
    result = export_pages(done.database, "space", "jsonl", out, ExportOptions())
    rows = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    return [row["url"].split("/")[3] for row in rows], dict(result.left_out)


def test_a_short_list_is_judged_by_what_the_crawl_learns(topic):
    assert Topic.load(topic).tables["learning"] == {"pages": True}
    long_list = create_topic(topic.parent / "long", Draft("航天", tuple(f"词{n}" for n in range(61))))
    assert "learning" not in long_list.tables


def test_exports_hold_the_pages_on_the_topic_alone_and_say_what_they_leave_out(done, tmp_path):
    kinds, left_out = exported(done, tmp_path / "out.jsonl")
    assert kinds.count("space") >= 50  # a quarter of them has no topic word
    assert kinds.count("sport") + kinds.count("town") <= 3
    assert left_out[SET_ASIDE] >= 20
    assert done.rows("SELECT pages FROM page_models")[0]["pages"] >= 150


def groups(done: Crawl, topic: Path, *options: str) -> str:
    """What `topiccrawl topic groups` writes."""
    arguments = ["groups", "--topic", str(topic), "--database", done.database, *options]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output
    return result.output


def set_aside(done: Crawl, kind: str = "") -> list[tuple[int, str]]:
    query = f"SELECT id, url FROM pages JOIN set_aside ON page_id = id WHERE url LIKE '%{kind}%' ORDER BY id"
    return [(row["id"], row["url"]) for row in done.rows(query)]


def test_answers_on_groups_and_grades_change_what_is_exported(web, topic, done, tmp_path):
    shutil.copytree(Path(done.database.removeprefix("sqlite:///")).parent, tmp_path, dirs_exist_ok=True)
    first = replace(done, database=f"sqlite:///{tmp_path / 'corpus.db'}")
    [stored] = first.rows("SELECT grouped, page_groups FROM page_models")
    assert stored["grouped"] >= 50
    assert first.log.count("pages speak of") >= 2  # when they are grouped, and in the summary
    assert re.search(r"^1\. \d+ pages speak of .+: wanted\?  \(no answer yet\)$", groups(first, topic), re.M)

    pages = json.loads(stored["page_groups"])[0]["pages"]
    assert f"{len(pages)} pages graded" in groups(first, topic, "--unwanted", "1")
    assert set(pages) <= {number for number, _ in set_aside(first)}
    assert "(not wanted)" in groups(first, topic)
    other, url = next(one for one in set_aside(first, "sport") if one[0] not in pages)
    write_labels(first.database, "space", {url: 2})

    again = crawl(
        tmp_path, [f"{FRONT}new.html"], proxy=web.proxy_url, spider="topic", arguments={"topic": str(topic)}
    )
    [kept] = again.rows("SELECT grouped, page_groups FROM page_models")
    assert json.loads(kept["page_groups"])[0]["pages"] == pages  # it does not group or ask again
    marked = {number for number, _ in set_aside(again)}
    assert set(pages) <= marked
    assert other not in marked

    groups(again, topic, "--wanted", "1")
    assert not set(pages) & {number for number, _ in set_aside(again)}


def test_a_topic_with_a_verdict_of_its_own_is_moved_by_grades(web, topic, tmp_path):
    folder = tmp_path / "space"
    shutil.copytree(topic, folder)
    file = folder / "topic.toml"
    text = file.read_text("utf-8").replace("pages = true", "pages = false")
    file.write_text(re.sub(r"(\[verdict\][^[]*?threshold) = [.\d]+", r"\1 = 0.1", text), "utf-8")
    first = crawled(web, folder, tmp_path / "crawl")
    assert first.rows("SELECT * FROM page_models") == first.rows("SELECT * FROM set_aside") == []
    stored = [row["url"] for row in first.rows("SELECT url FROM pages")]
    grades = {url: 2 if "/space/" in url else 0 for url in stored if "/town/" not in url}
    assert min(list(grades.values()).count(grade) for grade in (0, 2)) >= 10
    write_labels(first.database, "space", grades)

    arguments = {"topic": str(folder)}
    again = crawl(
        tmp_path / "crawl", [f"{FRONT}new.html"], proxy=web.proxy_url, spider="topic", arguments=arguments
    )
    assert "by their grades, verdicts are better with the words of graded pages" in again.log
    [learned] = again.rows("SELECT model FROM page_models")
    words = json.loads(learned["model"])["words"]
    assert words["轨道"] > 0.1 > -0.1 > words["教练"]
    explained = CliRunner().invoke(
        app, ["explain", "--topic", str(folder), "--database", again.database, "教练谈火箭的比分"]
    )
    assert re.search(r"learned from \d+ grades: moves the relevance by -\d", explained.output)


def test_of_two_workers_one_asks(done, topic):
    store, focus = CorpusStore(done.database), Focus(Topic.load(topic))
    store.open()
    try:
        assert [group_stored(store, focus, 1_000) for _ in range(2)] == [True, False]
    finally:
        store.close()

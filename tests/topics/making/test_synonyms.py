"""Pages whose title says the topic in other words than the list are kept, and not without similarity."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from topiccrawl.priority.focus import Focus
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.text.resources import resource
from topiccrawl.topics.making.draft import Draft
from topiccrawl.topics.making.folder import create_topic

PAGES = {
    "partybuild": (
        ("乡党委整治歪风 同志克己奉公受表扬", "乡党委的常委和支书带头严于律己，村支部的党小组长上政治课，一把手讲清正、讲廉政建设。"),
        ("县委常委要求支书严于律己", "市委、县委和乡党委的同志学习唯物史观，廉洁勤政，党支部开会。"),
    ),
    "overseas": (
        ("旅俄同胞联谊会祭拜先祖", "总商会和联谊会的台胞、港胞在领馆参加恳谈会，先祖的祖籍在福建，华人和侨胞也来祭拜。"),
        ("总商会在领馆举行港胞恳谈会", "旅俄同胞联谊会的代表参加恳谈会，侨胞与台胞、港胞一起座谈，祭拜祖先。"),
    ),
    "football": (
        ("前锋主罚射门得手 女足赛决出季军", "后卫头球，中卫主罚角球，球队在决赛中射门得分，主教练对中超的判罚满意。"),
        ("后卫头球射门 球队小组赛告捷", "前锋的头球飞进球门，球员庆祝，主教练说预选赛、半决赛要靠后卫，国足需要这样的中卫。"),
    ),
}  # fmt: skip
OTHERS = ("市民周末逛公园赏花", "早餐店推出新口味豆浆", "气象台发布暴雨预警", "手机厂商发布新款耳机")
SPACE = (
    "航天 卫星 火箭 飞船 空间站 航天员 探月 月球车 轨道 载人航天 运载火箭 发射场 神舟 嫦娥 天宫 长征火箭 北斗 返回舱 "
    "深空探测 火星 航天器 太空 遥感 测控 对接 天舟 登月 月壤 酒泉 文昌"
).split()
SPACE_PAGES = (
    ("宇航员走出座舱修理太阳翼", "宇航员在失重的座舱里工作，宇宙飞船围绕地球飞行，人造卫星传回照片。"),
    ("宇宙飞船飞向木星", "探测器飞向木星和土星，人造卫星传回行星的照片，宇航员在月球表面行走。"),
)


def _kept(focus: Focus, title: str, body: str) -> bool:
    """Return whether description gate and verdict let a page through that goes on like this."""
    description = focus.description(title)
    words = focus.relevance.topic_words_in(f"{title}\n{body}")
    passes = description >= focus.gate.threshold or len(words) >= focus.gate.topic_words
    return passes and focus.judge(description, body, sample=True).kept


def _copy(name: str, folder: Path) -> Path:
    folder.mkdir()
    for file in resource(f"topics/{name}").iterdir():
        (folder / file.name).write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
    return folder


def _without_similarity(folder: Path) -> Focus:
    file = folder / "topic.toml"
    text = re.sub(
        r"(?m)^share = .*\n", "", file.read_text(encoding="utf-8")
    )  # also those for one kind of text
    file.write_text(text.replace("[similarity]\n", "[similarity]\nshare = 0.0\n", 1), encoding="utf-8")
    return Focus(Topic.load(folder))


@pytest.mark.parametrize("name", PAGES)
def test_a_shipped_topic_keeps_what_says_it_in_other_words(name: str, tmp_path: Path) -> None:
    focus = Focus(Topic.load(name))
    assert not focus.relevance.topic_words_in(" ".join(title for title, _ in PAGES[name]))
    assert [title for title, body in PAGES[name] if not _kept(focus, title, body)] == []
    assert [title for title in OTHERS if _kept(focus, title, title)] == []
    off = _without_similarity(_copy(name, tmp_path / name))
    assert [title for title, body in PAGES[name] if _kept(off, title, body)] == []


def test_a_fresh_topic_of_30_words_does_so_too(tmp_path: Path) -> None:
    assert len(SPACE) == 30
    focus = Focus(create_topic(tmp_path / "space", Draft("航天", tuple(SPACE))))
    assert not focus.relevance.topic_words_in("".join(title + body for title, body in SPACE_PAGES))
    assert [title for title, body in SPACE_PAGES if not _kept(focus, title, body)] == []
    assert [title for title in OTHERS if _kept(focus, title, title)] == []
    off = _without_similarity(tmp_path / "space")
    assert [title for title, body in SPACE_PAGES if _kept(off, title, body)] == []

"""Topic words without sentences, and texts that only look like it."""

from __future__ import annotations

import random
from functools import cache

import pytest

from topiccrawl.relevance.relevance import Relevance
from topiccrawl.relevance.topic.topic import Topic

PARTY = "党员 党支部 党委 党章 党课 党费 党性 党建 党纪 主题党日 民主生活会 入党誓词 廉政建设".split()
BRIDGE = "这座桥的主塔上个月封顶了，工人们正在安装斜拉索。通车以后，两岸的车程会缩短到十分钟。" * 3


@cache
def relevance(topic: str) -> Relevance:
    return Relevance(Topic.load(topic))


def salad(separator: str, words: int = 120, every: int = 1) -> str:
    chance = random.Random(3)
    picked = [
        chance.choice(PARTY if number % every == 0 else ["桥梁", "暴雨", "票房", "轨道", "合同"])
        for number in range(words)
    ]
    return separator.join(picked)


@pytest.mark.parametrize("separator", ["", " ", "、", "，", "。", "\n"])
def test_a_salad_has_no_sentences(separator: str) -> None:
    assert not relevance("partybuild").sentences_of(salad(separator)).strip("、，。\n ")


@pytest.mark.parametrize("made", [salad("的", 120), salad("、", 120, every=2), salad("和", 90)])
def test_a_mixed_salad_has_few_sentences(made: str) -> None:
    assert len(relevance("partybuild").sentences_of(made)) < 0.3 * len(made)


def test_a_tail_goes_and_the_text_stays() -> None:
    found = relevance("partybuild").sentences_of(f"{BRIDGE}\n{salad(' ', 60)}")
    assert found.strip() == BRIDGE.replace("，", ",")


NAMES = "任命{}为县委组织部副部长，试用期一年；免去{}的县委党校常务副校长职务；"
PLAIN = {
    "short news": "6月30日，镇党委组织30名党员重温入党誓词，看望老党员5人。",
    "appointments": "".join(
        NAMES.format(a, b) for a, b in zip("张王李赵陈杨周吴", "孙钱郑冯褚卫蒋沈", strict=True)
    ),
    "honours": "优秀共产党员："
    + "、".join(f"王志{name}" for name in "明强军民国华伟平海山")
    + "。先进基层党组织："
    + "、".join(f"{place}村党支部" for place in "东岭 西坡 南溪 北塘 白石 青竹 长亭 渡口 河湾 枫林".split()),
    "poem": "\n".join(
        ["红旗猎猎卷西风", "万里长征路不穷", "赤水河边星火亮", "雪山顶上夕阳红", "初心不改山河在"] * 4
    ),
    "oath": "我志愿加入中国共产党，拥护党的纲领，遵守党的章程，履行党员义务，执行党的决定，严守党的纪律，"
    "保守党的秘密，对党忠诚，积极工作，为共产主义奋斗终身，随时准备为党和人民牺牲一切，永不叛党。",
    "slogans": "不忘初心，牢记使命。学党史、悟思想、办实事、开新局。严以修身、严以用权、严以律己，谋事要实、"
    "创业要实、做人要实。增强政治意识、大局意识、核心意识、看齐意识。",
}


@pytest.mark.parametrize("kind", PLAIN)
def test_plain_texts_stay_whole(kind: str) -> None:
    text = PLAIN[kind]
    assert relevance("partybuild").sentences_of(text) is text


def test_tables_of_results_stay_whole() -> None:
    teams = "广州恒大 山东鲁能 北京国安 上海申花 江苏苏宁 河北华夏幸福 天津泰达 重庆斯威".split()
    rows = [f"{a} {n}-1 {b} 19:35" for n, a in enumerate(teams) for b in teams if a != b]
    table = [f"{n} {team} 30 20 {n} 5 60 {n + 20}" for n, team in enumerate(teams * 3)]
    text = "\n".join([*rows, *table])
    assert relevance("football").sentences_of(text) is text

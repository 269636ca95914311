"""The shipped topics: what an editor expects of the lists and weights."""

from __future__ import annotations

import pytest

from topiccrawl.priority.focus import Focus
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.relevance.topic.weight_settings import WeightSettings

NAMES = ("partybuild", "overseas", "football")
EXPECTED = {
    "partybuild": "主题党日 红船精神 第一书记 两新组织 民主评议党员 四种形态 党建联建 组织力 书记 党委书记 党中央 中国共产党",
    "overseas": "致公党 华侨农场 侨汇 侨捐 新移民 侨港澳 归侨侨眷 侨批 侨情",
    "football": "中超 中甲 足协杯 国足 铿锵玫瑰 甲A 中国足协 国安 大连实德 成都蓉城 里皮 徐根宝",
}
LEFT_OUT = {
    "partybuild": "会议 学习 工作 疫情",
    "overseas": "全柬华校 旅墨 使馆提醒 疫情",
    "football": "禁区前 稍稍偏出 抽射 传中 球员",
}
TITLES = {
    "partybuild": (
        "入党积极分子培训班开班仪式",
        "机关支部开展主题党日活动",
        "嘉兴传承红船精神",
        "中国共产党第二十次全国代表大会在京开幕",
        "选派第一书记到村工作",
        "民主评议党员工作启动",
    ),
    "overseas": ("国侨办召开侨情座谈会", "致公党举行报告会", "华侨农场迎来新发展", "侨汇数据发布"),
    "football": ("铿锵玫瑰公布名单", "足协杯第三轮抽签", "里皮抵达北京"),
}


@pytest.mark.parametrize("name", NAMES)
def test_words_of_the_field_are_in_the_list_and_fragments_are_not(name: str) -> None:
    topic = Topic.load(name)
    assert len(topic.words) >= 400
    assert [word for word in EXPECTED[name].split() if word not in topic.words] == []
    assert [word for word in LEFT_OUT[name].split() if word in topic.words] == []
    assert len(topic.seeds) >= 10
    for seed in topic.seeds:
        host = seed.split("/")[2]
        assert any(host == domain or host.endswith(f".{domain}") for domain in topic.domains), seed


@pytest.mark.parametrize("name", NAMES)
def test_overrides_pull_down_and_raise_nothing(name: str) -> None:
    topic = Topic.load(name)
    fitted = {**topic.weights, **topic.words}
    assert [word for word, weight in topic.overrides.items() if weight >= fitted[word]] == []


@pytest.mark.parametrize("name", NAMES)
def test_no_topic_word_is_under_the_floor_but_by_an_override(name: str) -> None:
    topic = Topic.load(name)
    floor = topic.section("weights", WeightSettings).floor
    assert floor > 0
    assert min(topic.words.values()) >= floor


def test_no_single_sites_word_is_among_the_heaviest() -> None:
    topic = Topic.load("partybuild")
    heaviest = sorted(topic.words, key=topic.weight, reverse=True)
    assert "党代会" not in heaviest[:5]
    assert not {"分党委", "学院党委", "校党委"} & set(heaviest[:30])


@pytest.mark.parametrize("name", NAMES)
def test_one_specific_word_takes_a_short_title_through_the_gate(name: str) -> None:
    focus = Focus(Topic.load(name))
    threshold = focus.gate.threshold
    failed = [title for title in TITLES[name] if focus.description(title) < threshold]
    assert failed == []
    alone = [word for word in focus.topic.words if word not in focus.topic.overrides]
    missed = [
        word
        for word in alone
        if focus.relevance.word_value(word) / 4 < threshold / (1 - threshold) * focus.scale.description
    ]
    assert missed == []

"""Groups of kept pages, named by their words."""

from __future__ import annotations

import random

import pytest

from topiccrawl.topics.page_groups import MOST_GROUPS, PageGroup, group_pages

TOPIC = frozenset({"火箭", "卫星", "航天员"})
FIELDS = {
    "space": "轨道 推进剂 整流罩 载人 飞船 对接 测控 遥测 舱段 入轨 深空 探月".split(),
    "sport": "主场 客场 教练 比分 球迷 赛季 球员 裁判 联盟 暂停 犯规 得分".split(),
    "arms": "导弹 拦截 雷达 舰艇 演习 射程 弹头 军方 防空 基地 部署 潜艇".split(),
}
GENERAL = "今天 记者 报道 表示 消息 发布 关注 进行".split()


def pages(space: int, sport: int, arms: int) -> tuple[list[set[str]], list[int], list[str]]:
    """Words, numbers of topic words and fields of pages in random order."""
    chance = random.Random(1)
    fields = ["space"] * space + ["sport"] * sport + ["arms"] * arms
    chance.shuffle(fields)
    named = [chance.sample(sorted(TOPIC), 2 if field == "space" else 1) for field in fields]
    words = [
        {*chance.sample(FIELDS[field], 7), *chance.sample(GENERAL, 4), *own}
        for field, own in zip(fields, named, strict=True)
    ]
    return words, [len(own) for own in named], fields


def grouped(space: int, sport: int, arms: int) -> tuple[list[PageGroup], list[str]]:
    words, evidence, fields = pages(space, sport, arms)
    relevance = [0.9 if field == "space" else 0.6 for field in fields]
    return group_pages(words, TOPIC, evidence, relevance), fields


@pytest.fixture(scope="module")
def three() -> tuple[list[PageGroup], list[str]]:
    return grouped(30, 14, 12)


def test_pages_of_one_field_are_together_and_named_by_its_words(three):
    groups, fields = three
    assert 3 <= len(groups) <= MOST_GROUPS
    for group in groups:
        [field] = {fields[member] for member in group.members}
        assert set(group.words) <= set(FIELDS[field])  # neither topic words nor general ones


def test_the_same_pages_give_the_same_groups(three):
    assert grouped(30, 14, 12) == three


def test_groups_with_few_topic_words_of_which_the_learner_is_not_sure_are_far():
    words, _, fields = pages(30, 14, 12)
    evidence = [2 if field == "space" else 0 for field in fields]
    relevance = [0.9 if field == "space" else 0.6 for field in fields]
    far = [group for group in group_pages(words, TOPIC, evidence, relevance) if group.is_far]
    assert far
    assert all(fields[member] != "space" for group in far for member in group.members)


def test_a_few_pages_are_no_group():
    groups, fields = grouped(40, 3, 0)
    assert all(fields[member] == "space" for group in groups for member in group.members[:3])
    assert group_pages([{"轨道"}], TOPIC, [0], [0.5]) == []
    assert group_pages([], TOPIC, [], []) == []


def test_pages_of_topic_words_alone_have_their_name():
    words = [{"火箭", "卫星"}] * 8 + [{"航天员", "火箭"}] * 8
    assert group_pages(words, TOPIC, [2] * 16, [0.5] * 16) == []

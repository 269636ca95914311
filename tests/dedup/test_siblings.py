"""Titles by one form, and the stories under them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest

from topiccrawl.dedup.fingerprint import fingerprint
from topiccrawl.dedup.memory import MemoryOriginals
from topiccrawl.dedup.repeats import AGREEMENT, Repeat, find_or_keep, find_repeat
from topiccrawl.dedup.siblings import are_siblings
from topiccrawl.dedup.sketch import jaccard, sketch, squeeze

FAMILY, GIVEN = "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗", "建国志强秀英海燕永福德胜文静立新春梅庆晓峰玉兰"
PLACES = ("清溪县", "石桥市", "南坡区", "文昌县", "东河市", "新圃区", "柳林县", "白塔市")
SCHOOLS = ("药学院", "物理学院", "文学院", "法学院", "医学院", "体育学院", "外国语学院", "化学院")


@pytest.mark.parametrize(
    ("title", "other"),
    [
        ("清溪县原副县长王建国接受审查调查", "清溪县原副县长李海燕接受审查调查"),
        ("县委党建领导小组召开第二次会议", "县委党建领导小组召开第三次会议"),
        ("镇领导走访看望老党员（2024）", "镇领导走访看望老党员（2025）"),
        ("药学院召开党员大会", "物理学院召开党员大会"),
        ("石桥市召开庆祝建党大会", "东河市召开庆祝建党大会"),
        ("党课开讲啦 第3期", "党课开讲啦 第12期"),
        ("镇领导走访看望老党员", "镇领导走访看望老党员（2025）"),
    ],
)
def test_titles_of_one_form(title: str, other: str) -> None:
    mine, yours = fingerprint(title).title, fingerprint(other).title
    assert are_siblings(mine, yours) and are_siblings(yours, mine)


@pytest.mark.parametrize(
    ("title", "other"),
    [
        ("清溪县召开党员大会", "清溪县召开党员大会"),
        ("清溪县召开党员大会", "清溪县召开党员大会 表彰一批先进个人"),
        ("清溪县举行党建工作推进会", "清溪县召开党建工作推进会"),
        ("支部书记王建国三十年守护一口老井", "守井人"),
        ("", "清溪县召开党员大会"),
    ],
)
def test_titles_of_one_story(title: str, other: str) -> None:
    assert not are_siblings(fingerprint(title).title, fingerprint(other).title)


def notices(chance: random.Random) -> Iterator[tuple[str, str]]:
    """Yield pairs of notices by one form, each with its title and text."""
    place, number = chance.choice(PLACES), chance.randrange(2, 9)
    year, (school, other) = chance.randrange(2019, 2025), chance.sample(SCHOOLS, 2)
    for _ in range(2):
        person = "".join((chance.choice(FAMILY), *chance.sample(GIVEN, 2)))
        yield f"{place}原副局长{person}严重违纪违法被开除党籍和公职", _text(chance, person, place)
    for turn in (number, number + 1):
        yield f"{place}党建工作领导小组召开第{turn}次会议", _text(chance, f"第{turn}次会议", place)
    for when in (year, year + 1):
        yield f"{place}领导走访看望离休老同志（{when}）", _text(chance, f"{when}年", place)
    for one in (school, other):
        yield f"{one}党委召开理论学习中心组集体学习会议", _text(chance, one, place)


def _text(chance: random.Random, who: str, place: str) -> str:
    """Return a text of which more than half follows the form."""
    day = f"{chance.randrange(1, 13)}月{chance.randrange(1, 29)}日"
    return (
        f"日前，经{place}党委批准，有关部门按照规定程序研究了{who}的有关情况，并作出决定。"
        f"{day}，通报发布。经查，有关人员丧失理想信念，背弃初心使命，对党不忠诚不老实，不按规定报告个人事项。"
        "依据有关规定，经会议研究并报上级批准，决定给予相应处理，并将有关情况在一定范围内予以通报。"
        f"会议强调，{place}各级党组织要引以为戒，举一反三，把严的主基调长期坚持下去，加强党员干部的教育监督。"
        f"与会同志围绕{who}谈了体会，大家一致表示要把思想和行动统一到部署上来，确保各项任务落到实处。"
        f"据了解，{who}相关工作自{day}启动以来，已经走访{chance.randrange(10, 900)}人次，收集意见"
        f"{chance.randrange(10, 99)}条。"
    )


def test_no_two_notices_by_one_form_are_merged() -> None:
    chance, merged, pairs = random.Random(3), [], 0
    for _ in range(50):
        told = list(notices(chance))
        for (title, text), (other, another) in zip(told[::2], told[1::2], strict=True):
            originals = MemoryOriginals()
            find_or_keep(fingerprint(title, text), "1", originals, 0.8)
            pairs += 1
            if find_or_keep(fingerprint(other, another), "2", originals, 0.8):
                merged.append((title, other))
    assert (pairs, merged) == (200, [])


MEETING = "学院党委理论学习中心组举行集体学习"
RULES = (
    "会前，中心组成员按照学习计划自学了有关篇目，认真撰写了发言提纲，并结合分管工作开展了调查研究。",
    "会议强调，要坚持读原著学原文悟原理，把学习成果转化为推动学院事业发展的实际成效，切实增强责任感。",
    "要坚持领导带头，健全学习制度，改进学习方式，做到学以致用、以学促干，教育引导广大师生立足岗位作贡献。",
    "全体中心组成员参加学习，学院办公室、组织部、宣传部负责同志列席会议，各党支部书记以视频方式参会。",
)


def meeting(day: str, subject: str, first: str, second: str, rules: int = 4) -> str:
    told = f"{day}，学院党委理论学习中心组举行集体学习，专题学习{subject}。{first}主持，{second}作重点发言。"
    return f"{told}{''.join(RULES[:rules])}{first}指出，要把{subject}作为当前的重要任务。"


def find(text: str, other: str, far_from: Callable[[str], bool] = lambda _: False) -> Repeat | None:
    """Return what is found for a text under the headline of another one."""
    originals, own = MemoryOriginals(), fingerprint(MEETING, other)
    find_or_keep(fingerprint(MEETING, text), "1", originals, 0.8)
    with originals.candidates(own) as candidates:
        return find_repeat(own, "2", candidates, 0.8, far_from)


def test_meetings_under_one_headline_are_different() -> None:
    march = meeting("3月14日", "民法典中关于物权和合同的规定", "龚长江", "白如雪", 2)
    april = meeting("3月15日", "国家安全教育读本的前四章", "袁振华", "柯景行", 2)
    assert jaccard(sketch(squeeze(march)), sketch(squeeze(april))) > AGREEMENT
    assert find(march, april) is None and find(april, march) is None


def test_meetings_under_one_headline_on_other_days_are_different() -> None:
    march = meeting("3月14日", "民法典中关于物权和合同的规定", "龚长江", "白如雪")
    april = meeting("4月18日", "国家安全教育读本的前四章", "袁振华", "柯景行")
    assert find(march, april) and find(march, april, lambda _: True) is None


def test_cut_and_lengthened_texts_are_reposts() -> None:
    text = meeting("3月14日", "民法典中关于物权和合同的规定", "龚长江", "白如雪")
    for other in (
        text[:200],
        f"清溪新闻网讯（通讯员 秦晓）{text}",
        text + "编后：" + "愿更多的人学起来。" * 5,
    ):
        assert find(text, other) and find(other, text)


def test_titles_with_other_numbers_are_never_over_one_story() -> None:
    text = meeting("3月14日", "民法典中关于物权和合同的规定", "龚长江", "白如雪")
    originals = MemoryOriginals()
    find_or_keep(fingerprint("学习简报第7期", text), "1", originals, 0.8)
    assert find_or_keep(fingerprint("学习简报第8期", f"{text}第8期"), "2", originals, 0.8) is None
    assert find_or_keep(fingerprint("学习简报第7期", f"{text}来源：学院"), "3", originals, 0.8)


def test_the_same_visit_a_year_later_is_another_story() -> None:
    text = meeting("1月18日", "关心离退休老同志的规定", "龚长江", "白如雪")
    later = text.replace("1月18日", "2月6日").replace("白如雪", "柯景行")
    assert find(text, later) and find(text, later, lambda _: True) is None
    assert find(text, text + "责任编辑：王晓明", lambda _: True)


def test_the_same_notice_on_another_site_is_merged() -> None:
    for title, text in notices(random.Random(4)):
        originals = MemoryOriginals()
        find_or_keep(fingerprint(title, text), "1", originals, 0.8)
        assert find_or_keep(
            fingerprint(f"{title}_清溪新闻网", text + "责任编辑：王晓明"), "2", originals, 0.8
        )

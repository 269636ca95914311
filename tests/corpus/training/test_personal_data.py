"""Personal data: found in planted sentences, not in those that look alike."""

from __future__ import annotations

from collections import Counter

import pytest
from corpus.planted import SETS, sentences

from topiccrawl.corpus.training.personal_data import MARKS, Kind, find_personal_data, mask

LONGER = 12
"""Characters that may be masked beside a value: an address has a town before it."""


def scores(name: str, seed: int) -> dict[Kind, float]:
    """F1 of each kind on 300 planted sentences and 300 innocent ones."""
    right, wrong, planted = Counter(), Counter(), Counter()
    for text, kind, value in sentences(name, seed):
        planted[kind] += 1
        for found, start, end in find_personal_data(text):
            begin = text.find(value) if value else -1
            covers = found is kind and start <= begin and end >= begin + len(value)
            if covers and end - start <= len(value) + LONGER:
                right[kind] += 1
            else:
                wrong[found] += 1
    return {kind: 2 * right[kind] / (right[kind] + wrong[kind] + planted[kind]) for kind in Kind}


@pytest.mark.parametrize("name", SETS)
def test_planted_data_is_found_and_lookalikes_are_not(name):
    assert len(sentences(name, 1)) == 600
    for kind, f1 in scores(name, 1).items():
        assert f1 >= 0.95, (kind, f1)


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("车号为黑ＡＦ６８９９的大客车", f"车号为{MARKS[Kind.PLATE]}的大客车"),
        ("身份证11010519491231002x。", f"身份证{MARKS[Kind.IDENTITY]}。"),
        ("身份证号110105491231002，已核验", f"身份证号{MARKS[Kind.IDENTITY]}，已核验"),
        ("家住桃源镇清溪村3组12号的老党员", f"家住{MARKS[Kind.ADDRESS]}的老党员"),
        ("身份证号110105 19491231 002x的旅客", f"身份证号{MARKS[Kind.IDENTITY]}的旅客"),
        ("小林/13800138000/13900139000", f"小林/{MARKS[Kind.MOBILE]}/{MARKS[Kind.MOBILE]}"),
        ("手机86-13800138000", f"手机86-{MARKS[Kind.MOBILE]}"),
        ("轿车黑A-6899X逆行", f"轿车{MARKS[Kind.PLATE]}逆行"),
        ("車牌粵A6899X的車主", f"車牌{MARKS[Kind.PLATE]}的車主"),
        ("收件地址：学院东路8号院6号楼1203室，王女士收", f"收件地址：{MARKS[Kind.ADDRESS]}，王女士收"),
        ("原告何某，女，住清河省云岭市望江路十二号。", f"原告何某，女，住{MARKS[Kind.ADDRESS]}。"),
        ("火灾发生在张扬路1234弄56号702室", f"火灾发生在{MARKS[Kind.ADDRESS]}"),
        ("租房：春晖里15号院2号楼3单元6号", f"租房：{MARKS[Kind.ADDRESS]}"),
        ("户籍地址平溪县石牛镇大坪村7组", f"户籍地址{MARKS[Kind.ADDRESS]}"),
        ("現住址：新城花園6座12樓B室", f"現住址：{MARKS[Kind.ADDRESS]}"),
        ("请发到zhangsan(at)163.com", f"请发到{MARKS[Kind.EMAIL]}"),
        (
            "电话13800138000、13900139000",
            f"电话{MARKS[Kind.MOBILE]}、{MARKS[Kind.MOBILE]}",
        ),
    ],
)
def test_forms_of_personal_data(text, masked):
    assert mask(text) == masked
    assert mask(masked) == masked


@pytest.mark.parametrize(
    "text",
    [
        "身份证号110105194912310021的校验位不对",  # a check digit that is wrong
        "身份证号110105194913310021",  # the thirteenth month
        "https://user:secret@host.example.com/ 是链接",
        "市委书记王某某、市长李某某出席会议。",
        "他走访了群众，住在城区的35户都搬迁了，5号楼3单元2户居民受灾。",
        "住房保障12号文件、https://example.cn/13800138000/13900139000",
        "县政府办公室电话0578-2123456，地址解放街12号行政中心3幢2单元301室",
    ],
)
def test_what_is_no_personal_data_stays(text):
    assert mask(text, pytest.fail) == text

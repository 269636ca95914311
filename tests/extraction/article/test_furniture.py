"""Lines that are furniture, and sentences that only look like it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

import pytest
from growth import LINEAR, growth

from topiccrawl.extraction.article import furniture


@pytest.mark.parametrize(
    "line",
    [
        "责任编辑：王某",
        "编辑丨张三校对丨李四",
        "来源：青山日报",
        "原标题：一个旧的标题",
        "分享到：",
        "微信微博QQ空间",
        "字号：大中小",
        "【打印本页】【关闭窗口】",
        "已有120人参与评论",
        "阅读数：1.2万",
        "首页上一页12345下一页尾页",
        "长按识别二维码关注我们",
        "版权所有©2021某某网",
        "CopyrightAllRightsReserved",
        "京ICP备00000000号-1",
        "违法和不良信息举报电话：010-00000000",
        "未经授权禁止转载或建立镜像",
        "免责声明：本文来自网络",
        "网友评论仅供其表达个人看法，并不表明本站同意其观点或证实其描述。",
        "相关阅读",
        "▼▼▼",
        "猜你喜欢",
        "最新评论（12条）",
        "上一篇：旧闻一则",
        "延伸閱讀",
        "※这里的配图取自网络，若有不妥请说一声。",
        "提示：本条内容由入驻作者提供，网站只是展示。",
        "本页面的文章由会员自行上传，内容是否真实由其自己把关，学会不承担法律责任。",
        "扩展阅读",
        "【声明】本网刊发此文是为了让更多读者看到，文责由作者承担。",
        "郑重提醒：近日有人冒用本站名义收费，请大家留意。",
        "【版权提示】本站尊重每一位作者，若您发现自己的作品被误用，烦请来函说明，我们会尽快核实。",
        "本页面刊登的健康知识仅供一般了解，身体不适请及时就医。",
        "Thispageisforgeneralinformationonlyandisnomedicaladvice.",
        "※免责条款：转载内容如有不妥请来函，我们会尽快处理。",
        "（平台对上述内容不作任何担保。）",
        "以上信息如与事实不符，请来信指正。",
        "轉載請註明出處。",
        "——广告——",
        "文章作者：河边人",
        "<!--/*FontDefinitions*/@font-face{font-family:宋体;panose-1:216;}-->",
    ],
)
def test_furniture(line: str) -> None:
    assert furniture.is_furniture(line)


@pytest.mark.parametrize(
    "line",
    [
        "编辑部昨天在北京举行座谈会，三十多位作者参加。",
        "相关负责人表示，工程将在年底前完工。",
        "他评论说，这是一次公平的比赛。",
        "新闻发布会将于下午三点举行。",
        "关注民生，就是关注每一户人家的冷暖。",
        "来源于生活，又高于生活，这是他一贯的主张。",
        "记者从会议上获悉，今年全省将新建一百所学校。",
        "推荐他担任会长的提议获得全票通过。",
        "法院认为，被告未经原告许可，在其经营的网站上转载涉案文章，并且没有支付任何报酬，侵犯了原告享有的"
        "信息网络传播权，依法应当承担停止侵害、赔偿损失的民事责任，遂作出上述判决。",
        "一九四九年十月一日",
        "本站台阶多，老人上下不便，街道今年加装了两部扶梯。",
        "版权说明会上午举行，二十位作者到场。",
    ],
)
def test_sentences_are_not_furniture(line: str) -> None:
    assert not furniture.is_furniture(line)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("2021年11月3日09:15来源：青山日报", True),
        ("2021-11-03", True),
        ("发布时间：2021/11/03作者：李明点击：120", True),
        ("2021年11月3日，全县取暖改造工程完工，三千户居民受益。", False),
        ("来源：青山日报", False),
        ("来源：青山日报发布时间：2021-11-03点击数：", True),
        ("2021年11月3日，代表们的建议如下：", False),
        ("2021年11月3日记者获悉：", False),
    ],
)
def test_dateline_rows(line: str, expected: bool) -> None:
    assert furniture.is_date_row(line) is expected


def test_odd_lines_take_no_time() -> None:
    def work(repeat: int) -> Callable[[], None]:
        lines = [unit * repeat for unit in ("微信", "A+", "相关", "编辑", "（", "2021-", "转载请", "下一页")]

        def judge() -> None:
            for line in lines:
                furniture.is_furniture(line)
                furniture.is_date_row(line)
                furniture.is_promotion(line)

        return judge

    for repeat in (10, 30, 200, 6000):  # short lines go other ways than long ones
        assert growth(work, repeat) < LINEAR


@pytest.mark.parametrize("rule", [furniture._COPYRIGHT, furniture._DISCLAIMER])
def test_the_first_characters_of_a_rule_are_those_of_its_alternatives(rule: re.Pattern[str]) -> None:
    (_, (_, ahead)), *alternatives = parser.parse(rule.pattern, rule.flags)
    assert first_characters(ahead) == first_characters(alternatives)


def first_characters(pattern: Iterable[Any]) -> set[str]:
    """Return the characters that a parsed expression may begin with, in lower case."""
    name, value = next(part for part in pattern if part[0] is not parser.AT)
    if name is parser.BRANCH:
        return set().union(*map(first_characters, value[1]))
    if name is parser.SUBPATTERN:
        return first_characters(value[-1])
    literals = value if name is parser.IN else [(name, value)]
    assert all(kind is parser.LITERAL for kind, _ in literals)
    return {chr(code).lower() for _, code in literals}

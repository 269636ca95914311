"""Names of people, places and organisations in a text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Literal

import rjieba

from topiccrawl.corpus.stories.entities.lexical_model import tagged_words
from topiccrawl.corpus.stories.entities.places import gazetteer, named_places
from topiccrawl.page.facts.author import is_person
from topiccrawl.text.segment import shipped_dictionary

Tagged = Sequence[tuple[str, str]]
Method = Literal["rules", "model"]
"""What finds names: rules over jieba's tags, or LAC."""

_ORGANISATION = re.compile(
    r"(?:委员会|办公室|办公厅|党委|党校|纪委|监委|组织部|宣传部|统战部|政府|人大|政协|常委会|工会|妇联|侨联|侨办|侨务办公室"
    r"|联合会|协会|学会|总会|商会|基金会|联谊会|同乡会|促进会|研究会|理事会|中心|大学|学院|中学|小学|学校|幼儿园|医院|研究院|研究所"
    r"|公司|集团|银行|保险|基金|工厂|电视台|广播电台|日报|晚报|出版社|通讯社|法院|检察院|公安局|公安部|派出所|税务局"
    r"|教育局|卫生局|水利局|交通局|海关|大使馆|领事馆|总领馆|博物馆|图书馆|俱乐部|足协|足球队|国家队|国足|队|支部|总支|街道办|局|厅|部|院|党组"
    r"|议会|国会|法庭|联盟|组织|部队|军区|舰队)$"
)
_PARTS = frozenset("ns nt nz n nr j vn b nrt eng ng s l i an".split())
"""Tags of words that may stand within the name of an organisation."""
_VERBS = frozenset(
    (
        "联合 投资 预防 控制 监督 管理 宣传 组织 教育 检察 建设 研究 服务 交流 促进 发展 合作 "
        "生态 科学 工商 侨联 外办 理事"
    ).split()
)
"""Other words that may stand within one."""
_BEGINNING = frozenset("ns nt nz nrt".split())
"""Tags of words with which one begins."""
_PERSON = frozenset(("nr", "nrt", "nrfg"))
_NOT_A_PERSON = frozenset(
    (
        "新华社 于是 安全 和谐 高峰 胡同 温馨 英雄 荣誉 康复 元旦 小康 明确 严格 "
        "富有 任务 许多 许可 马上 易于 常委 高铁 包括 华人 华侨 金融 经营 文明 方便 "
        "方案 石油 马克思 列宁 古巴 巴西 连续 宁夏 安徽 江苏 何时 单位 关爱 凌晨 "
        "项目 成果 时期 温度 水平 江山 同志 向上 全面 师生 孔子 王者 高兴 毛主席 "
        "常见 党组 安居 明珠 白领 成立 万元 金牌 高效 谷歌 冠军 贺信 金额 包容 平安 "
        "华裔 祝贺 祝福 余晖 施政 韩日 中韩 季后赛 高水平 强台风 顾客 高达 马刺 "
        "章程 梅花 边疆 游戏 于此 方式 纪律 汤加 安心"
    ).split()
)
"""Words that jieba tags as names of people."""
_PUBLISHERS = frozenset("新华社 中新社 央视网 中新网 人民网 新华网 人民大会堂 民主党".split())
"""Names in datelines, and others that jieba tags as organisations."""
_LEADERS = frozenset("习近平 普京 奥巴马 特朗普 拜登 泽连斯基 岸田文雄 安倍晋三".split())
"""People whose names do not begin with a common surname."""
_WORK = re.compile(r"(?:记者|通讯员|编辑|责编|作者|摄影|摄|实习生|见习记者)\s*[:：/]?\s*$")
"""Text before the name of somebody who wrote the page."""
_SOUNDS = (
    "阿埃艾安奥巴贝比博布查达戴德迪多厄恩尔法费弗夫福盖格戈古哈海赫亨霍基吉加杰卡凯坎科克肯库拉莱"
    "兰劳勒雷里丽利列林琳隆卢鲁伦罗洛马玛麦曼梅蒙米莫默姆穆纳内尼宁诺帕佩皮珀普奇乔切琴萨塞桑瑟舍"
    "什史斯苏索塔泰坦特蒂图托瓦维韦沃乌西希夏谢辛休雅耶叶伊因尤约泽扎詹佐兹亚波伯鲍陶温历贾龙朗"
)
"""Characters in which foreign names are transcribed."""
_TRANSCRIBED = re.compile(
    rf"[一-鿿]{{1,6}}(?:[·•・][一-鿿]{{1,8}}){{1,3}}|[{_SOUNDS}]{{1,6}}(?:-[{_SOUNDS}]{{1,7}})+"
)
_NO_NAME = re.compile(r"[\sA-Za-z\d]|[媒队]$|学院$")
"""What no name of a person has, though it may be tagged as one."""
_BETWEEN_NAMES = re.compile(r"[\s、，,/]*")
_NO_PERSON = re.compile(r"[杯奖队路节文团]$")
"""The end of other names with a dot, such as cups."""
_FOREIGN = re.compile(rf"[{_SOUNDS}]{{3,7}}")
_BEHIND_PLACE = re.compile(r"市|州|省|岛|国|宫|湾|港|机场|大学|公园|公司|集团|航空|网|队|里亚")
_NOT_FOREIGN = frozenset("克里姆林 奥林匹克 马拉松 阿里巴巴 特斯拉".split())
_NOT_A_PLACE = frozenset("我国 全国 华夏 爱国 共和国 祖国 各地 内地 大陆 古镇".split())
_PLACE = re.compile(r"(?:省|市|县|区|镇|乡|村|岛|山|河|江|湖|港|州|盟|旗|街|街道|社区|半岛|海峡|盆地|高原)$")


@dataclass(frozen=True)
class Names:
    """Names with how often a text has them.

    Attributes:
        people: names of people.
        places: names of places.
        organisations: names of organisations.
    """

    people: Counter[str] = field(default_factory=Counter)
    places: Counter[str] = field(default_factory=Counter)
    organisations: Counter[str] = field(default_factory=Counter)


def find_names(text: str, method: Method = "rules") -> Names:
    """Return the names of a text, without those of the people who wrote it.

    Args:
        text: the text.
        method: "model" finds more names of people, and takes some ten times as long.

    Raises:
        MissingExtraError: the method is "model", and the extra `names` is not installed.

    >>> names = find_names("福建省侨联主席陈俊泳会见了菲律宾华商")
    >>> list(names.people), list(names.places), list(names.organisations)
    (['陈俊泳'], ['菲律宾'], ['福建省侨联'])
    """
    found = Names()
    for original in text.splitlines():
        spans = list(_transcribed(original))
        line = _without(original, [span for span, _ in spans])
        if method == "model":
            found.people.update(name for _, name in spans)
            _count_tagged(line, found)
            continue
        foreign = list(_foreign(line))
        line = _without(line, [span for span, _ in foreign])
        found.people.update(name for _, name in (*spans, *foreign))
        tagged = _tagger().tag(line)
        _count_people(tagged, found.people)
        inside: set[int] = set()
        for first, last in _organisations(tagged):
            found.organisations["".join(word for word, _ in tagged[first : last + 1])] += 1
            inside.update(range(first, last + 1))
        _count_places([pair for at, pair in enumerate(tagged) if at not in inside], found.places)
    return found


def _count_tagged(line: str, into: Names) -> None:
    """Count the names that the model finds."""
    before, after_writer = "", False
    for word, tag in tagged_words(line):
        name = word.strip()
        if tag == "PER":
            # The names of several people who wrote a page follow each other.
            after_writer = bool(_WORK.search(before[-8:])) or after_writer
            if not after_writer and len(name) > 1 and not _NO_NAME.search(name) and name not in gazetteer():
                into.people[name] += 1
        elif not _BETWEEN_NAMES.fullmatch(word):
            after_writer = False
        if tag == "LOC" and len(name) > 1 and name not in _NOT_A_PLACE:
            into.places[name] += 1
        elif tag == "ORG" and name not in _PUBLISHERS:
            into.organisations[name] += 1
        before = (before + word)[-20:]


def _foreign(line: str) -> Iterator[tuple[tuple[int, int], str]]:
    """Yield names of people in the characters of transcriptions, without those of known places."""
    places = [(position, position + len(name)) for position, name in named_places(line)]
    for found in _FOREIGN.finditer(line):
        overlaps = any(start < found.end() and found.start() < end for start, end in places)
        behind = line[found.end() : found.end() + 2]
        if not overlaps and found[0] not in _NOT_FOREIGN and not _BEHIND_PLACE.match(behind):
            yield found.span(), found[0]


def _transcribed(line: str) -> Iterator[tuple[tuple[int, int], str]]:
    for found in _TRANSCRIBED.finditer(line):
        first = re.split(r"[·•・-]", found[0], maxsplit=1)[0]
        words = _tagger().cut(first)
        if _NO_PERSON.search(found[0]):
            continue
        # The first part may follow words without a break: 总统唐纳德·特朗普.
        begin = found.start() + len(first) - len(_given_name(words))
        yield (begin, found.end()), line[begin : found.end()]


def _given_name(words: Sequence[str]) -> str:
    """Return the last words that can be a transcribed name: single characters belong together."""
    name = words[-1]
    for word in reversed(words[:-1]):
        if len(word) > 1 or len(name) >= 5:
            break
        name = word + name
    return name


def _without(line: str, spans: Sequence[tuple[int, int]]) -> str:
    for begin, end in spans:
        line = line[:begin] + "。" * (end - begin) + line[end:]
    return line


def _count_people(tagged: Tagged, into: Counter[str]) -> None:
    before = ""
    at = 0
    while at < len(tagged):
        word, tag = tagged[at]
        step = 1
        if tag in _PERSON or (len(word) == 1 and is_person(word + "某")):
            name, step = _person(tagged, at)
            if name and not _WORK.search(before[-8:]):
                into[name] += 1
        before = (before + "".join(one for one, _ in tagged[at : at + step]))[-20:]
        at += step


def _person(tagged: Tagged, at: int) -> tuple[str, int]:
    """Return the name that begins at a word, and its number of words; an empty name: there is none."""
    word, tag = tagged[at]
    if len(word) == 1:
        following = tagged[at + 1 : at + 2]
        if tag in _PERSON and following and following[0][1] in _PERSON and len(following[0][0]) <= 2:
            name = word + following[0][0]
            if is_person(name):
                return name, 2
        return "", 1
    if word in _NOT_A_PERSON or word in gazetteer() or not (is_person(word) or word in _LEADERS):
        return "", 1
    return word, 1


def _count_places(tagged: Tagged, into: Counter[str]) -> None:
    known = gazetteer()
    for word, tag in tagged:
        if word in _NOT_A_PLACE or len(word) < 2:
            continue
        if word in known or (tag == "ns" and len(word) > 2 and _PLACE.search(word)):
            into[word] += 1


def _organisations(tagged: Tagged) -> Iterator[tuple[int, int]]:
    """Yield first and last word of names that end in a word for an organisation and begin with a name."""
    at = 0
    while at < len(tagged):
        word, tag = tagged[at]
        if (tag not in _BEGINNING and word not in gazetteer()) or word in _PUBLISHERS:
            at += 1
            continue
        end, name, last = at, "", -1
        while end < len(tagged) and end - at < 8 and (tagged[end][1] in _PARTS or tagged[end][0] in _VERBS):
            name += tagged[end][0]
            if _ORGANISATION.search(name) and len(name) > 3 and (end > at or tag == "nt"):
                last = end
            end += 1
        if last < 0 and tag == "nt" and len(word) > 2:
            last = at
        if last >= 0:
            yield at, last
            at = last
        at += 1


@cache
def _tagger() -> rjieba.Jieba:
    tagger = rjieba.Jieba()
    for entry in shipped_dictionary():
        tagger.add_word(entry.word, entry.frequency or 1000, entry.tag)
    return tagger

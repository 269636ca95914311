"""Names of people, places and organisations in a text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache

import rjieba

from topiccrawl.corpus.stories.places import gazetteer
from topiccrawl.page.author import is_person
from topiccrawl.text.segment import shipped_dictionary

Tagged = Sequence[tuple[str, str]]

_ORGANISATION = re.compile(
    r"(?:委员会|办公室|办公厅|党委|党校|纪委|监委|组织部|宣传部|统战部|政府|人大|政协|常委会|工会|妇联|侨联|侨办|侨务办公室"
    r"|联合会|协会|学会|总会|商会|基金会|联谊会|同乡会|促进会|研究会|理事会|中心|大学|学院|中学|小学|学校|幼儿园|医院|研究院|研究所"
    r"|公司|集团|银行|保险|基金|工厂|电视台|广播电台|日报|晚报|出版社|通讯社|法院|检察院|公安局|公安部|派出所|税务局"
    r"|教育局|卫生局|水利局|交通局|海关|大使馆|领事馆|总领馆|博物馆|图书馆|俱乐部|足协|足球队|国家队|国足|队|支部|总支|街道办|局|厅|部|院|党组"
    r"|议会|国会|法庭|联盟|组织|部队|军区|舰队)$"
)
_PARTS = frozenset("ns nt nz n nr j vn b v nrt a eng ng m f s l i ad an d".split())
"""Tags of words that may stand within the name of an organisation."""
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
        "章程 梅花 边疆 游戏 于此 方式 纪律 汤加 安心"
    ).split()
)
"""Words that jieba tags as names of people."""
_WORK = re.compile(r"(?:记者|通讯员|编辑|责编|作者|摄影|摄|实习生|见习记者)\s*[:：/]?\s*$")
"""Text before the name of somebody who wrote the page."""
_TRANSCRIBED = re.compile(r"[一-鿿]{1,6}(?:[·•・][一-鿿]{1,8}){1,3}")


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


def find_names(text: str) -> Names:
    """Return the names of a text, without those of the people who wrote it.

    >>> names = find_names("福建省侨联主席陈俊泳会见了菲律宾华商")
    >>> list(names.people), list(names.places), list(names.organisations)
    (['陈俊泳'], ['福建省', '菲律宾'], ['福建省侨联'])
    """
    found = Names()
    for line in text.splitlines():
        spans = list(_transcribed(line))
        for _, name in spans:
            found.people[name] += 1
        tagged = _tagger().tag(_without(line, spans))
        _count_people(tagged, found.people)
        _count_places(tagged, found.places)
        found.organisations.update(_organisations(tagged))
    return found


def _transcribed(line: str) -> Iterator[tuple[tuple[int, int], str]]:
    for found in _TRANSCRIBED.finditer(line):
        first = re.split(r"[·•・]", found[0], maxsplit=1)[0]
        words = _tagger().cut(first)
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


def _without(line: str, spans: Sequence[tuple[tuple[int, int], str]]) -> str:
    for (begin, end), _ in spans:
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
    if word in _NOT_A_PERSON or word in gazetteer() or not is_person(word):
        return "", 1
    return word, 1


def _count_places(tagged: Tagged, into: Counter[str]) -> None:
    known = gazetteer()
    for word, tag in tagged:
        if len(word) > 1 and (tag == "ns" or word in known):
            into[word] += 1


def _organisations(tagged: Tagged) -> Iterator[str]:
    """Yield names that end in a word for an organisation and begin with a name."""
    at = 0
    while at < len(tagged):
        if tagged[at][1] not in _BEGINNING:
            at += 1
            continue
        end, name, best = at, "", ""
        while end < len(tagged) and end - at < 8 and tagged[end][1] in _PARTS:
            name += tagged[end][0]
            if _ORGANISATION.search(name) and (end > at or tagged[at][1] == "nt") and len(name) > 3:
                best, best_end = name, end
            end += 1
        if best:
            yield best
            at = best_end
        elif tagged[at][1] == "nt" and len(tagged[at][0]) > 2:
            yield tagged[at][0]
        at += 1


@cache
def _tagger() -> rjieba.Jieba:
    tagger = rjieba.Jieba()
    for entry in shipped_dictionary():
        tagger.add_word(entry.word, entry.frequency or 1000, entry.tag)
    return tagger

"""Names of people, places and organisations in a text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

import rjieba

from topiccrawl.newsroom.stories.entities import Method
from topiccrawl.newsroom.stories.entities.credits import BLANK, without_credits
from topiccrawl.newsroom.stories.entities.lexical_model import tagged_words
from topiccrawl.newsroom.stories.entities.people import Candidate, find_people
from topiccrawl.newsroom.stories.entities.people_words import FAMOUS, WITHOUT_SURNAME
from topiccrawl.newsroom.stories.entities.places import CHINA, gazetteer, named_places, region_names
from topiccrawl.newsroom.stories.entities.transcribed import (
    is_all_sounds,
    is_word,
    joined_names,
    short_forms,
)
from topiccrawl.text.normalise import simplify
from topiccrawl.text.segment import shipped_dictionary

Tagged = Sequence[tuple[str, str]]

_ORGANISATION = re.compile(
    r"(?:委员会|办公室|党委|党校|纪委|监委|政府|人大|政协|常委会|工会|妇联|侨联|侨办|联合会|协会|学会|总会|"
    r"商会|基金会|联谊会|同乡会|促进会|研究会|理事会|中心|大学|中学|小学|学校|幼儿园|研究所|公司|集团|银行|保险|"
    r"基金|工厂|电视台|广播电台|日报|晚报|出版社|通讯社|派出所|海关|大使馆|领事馆|总领馆|博物馆|图书馆|足协|国足|"
    r"(?<![带率])队|总支|街道办|局|厅|部|院|党组|议会|国会|法庭|联盟|组织|军区)$"
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
_PUBLISHERS = frozenset("新华社 中新社 央视网 中新网 人民网 新华网 人民大会堂 民主党".split())
"""Names in datelines, and others that jieba tags as organisations."""
_WORK = re.compile(
    r"(?<!调查)(?:记者|通讯员|实习生|(?:^|[\s。（(、】|])(?:责任)?(?:编辑|责编|作者|摄影|摄))\s*[:：/]?\s*$"
)
"""Text before the name of somebody who wrote the page."""
_TEAM = re.compile(
    "(?:省|市)?(?:队|男篮|女篮|男足|女足|男排|女排|乒乓|国安|恒大|富力|上港|申花|泰达|宏运|鲁能|泰山队|"
    "亚泰|舜天|苏宁|现代|时间[\\d０-９上下凌早晚]"
    "|大学|[一-鿿]{0,4}(?:[日晚早晨商时青年]报|网|卫视)(?![络点民友上])|电视台|交响|航空|银行|军区)"
)
"""What follows a place in the names of teams and other organisations."""
_INSTITUTION = re.compile(
    r"(?:(?!举行|召开|会见|访问|发布|成立|参加|出席|考察|开幕|大学生|中学生|"
    r"小学生)[^\W\d_A-Za-z的在了与和向对到是把被等同，。]){1,12}?"
    r"(?:有限公司|大学|中学|小学|学院|医院|协会|委员会|商会|研究院|研究所|电视台|通讯社|博物馆|出版社|"
    r"校友会|俱乐部|足球学校)"
)
"""What follows a place in the name of an institution."""
_DIRECTIONS = frozenset("东北 西北 西南 东南".split())
"""Regions that are directions, too."""
_LEVEL = re.compile("(?:省|州|市|县|半岛|群岛)(?![场长委民内区级政中区域])")
"""What tells the level of a place of the gazetteer."""
_DISTRICT = re.compile(
    "(?:[一-鿿](?<![的在和与及等对是])){1,5}?(?:自治县|自治州|市|县|区|旗|镇|乡|村|街道|岛|山|"
    "湖)(?![场区域民委长级政内外里上庄姿水])"
)
"""A place below another one, right behind it."""
_NO_DISTRICT = re.compile(
    "(?:城市|地区|农村|乡村|社区|小区|山区|灾区|景区|园区|校区|赛区|战区|特区|辖区|都市|县城|"
    "[全各多两三四五几等]市|江山|大山|[各全]县|试验区|开发区|保税区|片区"
    "|新农村|地球村|奥运村|选手村|首都|街区)$"
)
_AUTHORITY = re.compile(
    "([一-鿿]{2,6}?)(?:政府|外交部|国防部|国务院|外务省|防卫省|财政部|总统府|国会|议会|空军|海军|陆军|"
    "军队|央行|宪法法院|最高法院|驻)"
)
"""A country and what governs or defends it."""
_NO_PLACE_NAME = re.compile(
    "产区|城镇|股市|汇市|尾市|升旗|国旗|半旗|乡村|银山|市区|城区|元区|行政区|利用区|驻村|大县|大城|"
    "无人区|蓄滞洪|[数智新字]湾区"
    "|大部分|部分|第一|一座|优势|举行|派出|深处|充分|直管|[各全多两三]州|古城古镇|民族村|族村$|奥运村|"
    "周边|沿线|境内|个别|新冠|商界|贸区|[上下]游|[东西南北]部"
)
"""Parts of words that end like the name of a place, but are none."""
_FACILITY = re.compile(
    "(?:保税区|试验区|开发区|合作区|社区|园区|片区|商务区|区域|流域|方|政府|境|盟|军区?|馆|堂|楼|校区|家园|"
    "广场|中心|机场|车站|公寓|小区|大厦|酒店|医院|学院|大学|学校|部|赛|杯|站|厅|院|台|场|园|店|路|寺|宫|"
    "门|桥|产品|文|队|港)$"
)
"""The end of words that name a building rather than a place."""
_IN = re.compile("(?:在|于|赴|抵达|位于|前往|来自|访问)$")
_SHORT_COUNTRIES = re.compile("[中美日韩朝俄英法德意澳印巴以乌欧台丹越旅南西阿两三四五六七八九十国等间]{2,6}")
"""Countries by one character each: 中美, 美日韩, 三国."""
_NOT_A_PLACE = frozenset(
    "多国 自治州 自治县 军区 大湾区 湾区 周边城市 大中城市 智慧社区 保税区 高新区 我国 全国 华夏 爱国 共和国 "
    "祖国 各地 内地 大陆 古镇".split()
)
_PLACE_TAGS = frozenset("LOC ORG PER ns nt nz nr nrt".split())
"""Tags of words within which a place may stand."""
_COMMON = frozenset("n v vn s f l i a t".split())
"""Tags of words that no name of a district has."""
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
    """Return the names of a text, without those of the people who wrote it and of the place of a dateline.

    Args:
        text: the text.
        method: "model" finds more names of people, and takes some six times as long.

    Raises:
        MissingExtraError: the method is "model", and the extra `names` is not installed.

    >>> names = find_names("福建省侨联主席陈俊泳会见了菲律宾华商")
    >>> list(names.people), list(names.places), list(names.organisations)
    (['陈俊泳'], ['菲律宾'], ['福建省侨联'])
    """
    plain, joined = prepared(text)
    rest = blanked(plain, joined)
    words = list(words_of(rest, method))
    people = [*joined, *_people(plain, rest, words, joined, method)]
    organisations = list(_organisation_spans(words, method))
    places = _places(blanked(rest, people), words, organisations, method)
    organisations = [one for one in organisations if one.name not in _PUBLISHERS]
    return Names(*(_as_written(text, spans) for spans in (people, places, organisations)))


def prepared(text: str) -> tuple[str, list[Candidate]]:
    """Return a text without credits, in simplified characters, and its names with marks within."""
    simple = simplify(text)
    plain = without_credits(simple if len(simple) == len(text) else text)
    return plain, [Candidate(begin, plain[begin:end]) for begin, end in joined_names(plain)]


def _as_written(text: str, spans: Iterable[Candidate]) -> Counter[str]:
    return Counter(text[one.start : one.end] for one in spans)


def without_names(text: str, names: Iterable[str]) -> str:
    """Return a text of the same length in which these names are full stops; not those of places.

    >>> without_names("王海南到西安", ["王海南"])
    '。。。到西安'
    """
    for name in names:
        if name not in gazetteer():
            text = text.replace(name, BLANK * len(name))
    return text


class Word(NamedTuple):
    """A word of a text with its position and its tag."""

    start: int
    text: str
    tag: str


def words_of(text: str, method: Method) -> Iterator[Word]:
    """Yield the words of a text with the tags of a method."""
    start = 0
    for line in text.splitlines(keepends=True):
        at = start
        for word, tag in tagged_words(line) if method == "model" else _tagger().tag(line):
            at = text.index(word, at)
            yield Word(at, word, tag)
            at += len(word)
        start += len(line)


def blanked(text: str, spans: Iterable[Candidate]) -> str:
    """Return a text of the same length with full stops in place of spans."""
    for one in spans:
        text = text[: one.start] + BLANK * len(one.name) + text[one.end :]
    return text


def _people(
    plain: str, rest: str, words: Sequence[Word], joined: Sequence[Candidate], method: Method
) -> list[Candidate]:
    """Return the names of people that have no mark between their parts."""
    short = {part for one in joined for part in short_forms(one.name)}
    known = [Candidate(found.start(), part) for part in short for found in _beside_no_mark(part, rest)]
    # People whom most texts name without a title, or whom taggers split.
    told = (one for form in (FAMOUS, WITHOUT_SURNAME) for one in form.finditer(rest))
    known = [*(Candidate(one.start(), one[0]) for one in told), *known]
    tagged = None
    if method == "model":
        tagged = [
            Candidate(word.start, word.text.rstrip())
            for word in words
            if word.tag == "PER" and re.fullmatch(r"[\w·•・‧∙ -]+", word.text.rstrip())
        ]
        words = list(words_of(rest, "rules"))
    likely = find_people(rest, words, tagged)
    behind = {one.end for one in joined}  # what begins there is a verb: 巴特谈比赛
    found = [
        *known,
        *(
            one
            for one in likely
            if one.start not in behind and not any(_overlap(one, other) for other in known)
        ),
    ]
    return [one for one in found if not _WORK.search(plain[max(0, one.start - 8) : one.start])]


def _beside_no_mark(part: str, text: str) -> Iterator[re.Match[str]]:
    for found in re.finditer(rf"(?<![·•・‧∙-]){re.escape(part)}(?![·•・‧∙-])", text):
        if not any(is_word(text[found.start() : found.end() + more]) for more in (1, 2)):
            yield found  # not 凯尔 of 凯尔特人


def _overlap(one: Candidate, other: Candidate) -> bool:
    return one.start < other.end and other.start < one.end


def _organisation_spans(words: Sequence[Word], method: Method) -> Iterator[Candidate]:
    if method == "model":
        for word in words:
            if word.tag == "ORG":
                yield Candidate(word.start, word.text)
        return
    for first, last in _organisations([(word.text, word.tag) for word in words]):
        yield Candidate(words[first].start, "".join(word.text for word in words[first : last + 1]))


def _places(
    text: str, words: Sequence[Word], organisations: Sequence[Candidate], method: Method
) -> list[Candidate]:
    """Return the places of a text whose people are blanked."""
    outside = blanked(text, [_without_country(one) for one in organisations])
    known = [_with_level(outside, one) for one in _known_places(outside, words)]
    for position, name in region_names(outside):
        region = Candidate(position, name)
        if not any(
            _overlap(region, one) and one.start <= position and len(one.name) >= len(name) for one in known
        ):
            known = [one for one in known if not _overlap(region, one)] + [region]
    found = [one for one in known if not _is_inside(outside, one.end)]
    for one in _tagged_places(words, outside, method):
        if all(len(other.name) <= len(one.name) for other in found if _overlap(one, other)):
            found = [other for other in found if not _overlap(one, other)] + [one]
    below = dict.fromkeys(one for one in _below(outside, found) if not _has_common_noun(one, words))
    found += [one for one in below if not any(_overlap(one, other) for other in found)]
    return [one for one in found if one.name not in _NOT_A_PLACE]


def _known_places(text: str, words: Sequence[Word]) -> Iterator[Candidate]:
    """Yield the places of the gazetteer that a text names, but not parts of other words: 南海地区."""
    starts, ends = {word.start for word in words}, {word.start + len(word.text) for word in words}
    tagged = [Candidate(word.start, word.text) for word in words if word.tag in _PLACE_TAGS]
    for position, name in named_places(text):
        one = Candidate(position, name)
        if (one.start in starts and one.end in ends) or any(
            other.start <= one.start and one.end <= other.end for other in tagged
        ):
            yield one


def _has_common_noun(one: Candidate, words: Sequence[Word]) -> bool:
    """Return whether what looks like a district behind a place has a common noun: 经营超市, 富人区."""
    return any(
        _overlap(one, Candidate(word.start, word.text))
        and (word.tag in _COMMON or word.start + len(word.text) > one.end)
        for word in words
        if len(word.text) > 1
    )


def _with_level(text: str, one: Candidate) -> Candidate:
    """Return a place with the word for its level behind it: 缅因州, 长沙县."""
    level = _LEVEL.match(text, one.end)
    if level is None or one.name[-1] in "省州市县盟" or not gazetteer()[one.name].level:
        return one
    return one._replace(name=one.name + level[0])


def _tagged_places(words: Sequence[Word], text: str, method: Method) -> Iterator[Candidate]:
    """Yield the words that a tagger takes for places and that are names of places."""
    for word in words:
        if word.tag not in ("LOC", "ns"):
            continue
        name = word.text.strip().removesuffix("地区") if len(word.text) > 3 else word.text.strip()
        one = Candidate(word.start, name)
        if len(name) < 2 or text[one.start : one.end] != name or _is_inside(text, one.end):
            continue
        if name in _NOT_A_PLACE:
            continue
        if name in _DIRECTIONS or _is_place(name, text[max(0, one.start - 4) : one.start], method):
            yield one


def _below(text: str, places: Iterable[Candidate]) -> Iterator[Candidate]:
    """Yield districts, towns and villages right behind a place that they belong to."""
    for place in places:
        at = place.end
        while (below := _DISTRICT.match(text, at)) and not (
            _NO_DISTRICT.search(below[0]) or _NO_PLACE_NAME.search(below[0])
        ):
            yield Candidate(at, below[0])
            at = below.end()


def _is_inside(text: str, at: int) -> bool:
    """Return whether a place that ends at a position is part of the name of a team or an institution."""
    return bool(_TEAM.match(text, at) or _INSTITUTION.match(text, at))


def _without_country(one: Candidate) -> Candidate:
    """Return the part of an organisation's name that names no place: 韩国外交部 is one of a place."""
    country = _AUTHORITY.match(one.name)
    if country is None or country[1] == CHINA or country[1] not in gazetteer():
        return one
    return Candidate(one.start + len(country[1]), one.name[len(country[1]) :])


def _is_place(name: str, before: str, method: Method) -> bool:
    """Return whether a word that a tagger takes for a place is the name of one."""
    if name in gazetteer():
        return True
    if _SHORT_COUNTRIES.fullmatch(name) or _FACILITY.search(name):
        return False
    if _NO_PLACE_NAME.search(name):
        return False
    known = [*named_places(name), *region_names(name)]
    if _PLACE.search(name) and (len(name) > 2 or method == "model"):
        return True
    if method == "rules" or known:
        return False  # 天津国际, 韩国派团
    return (
        is_all_sounds(name) or bool(_IN.search(before)) or any(before[at:] in gazetteer() for at in range(3))
    )


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

"""Whether two reports of one form have different actors, such as meetings of two faculties."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from functools import lru_cache

from topiccrawl.newsroom.stories.entities.names import Names, find_names
from topiccrawl.newsroom.stories.entities.people import is_chinese_name
from topiccrawl.newsroom.stories.entities.places import CHINA, Place, gazetteer, named_places
from topiccrawl.newsroom.stories.entities.transcribed import is_word

_UNITS = "院系部组局县市区校队厅委所站村镇乡省州司团社厂馆班室处科台矿"
"""Last characters of the names of units that hold meetings of one form."""
_ANY = re.compile(
    "^(?:[一二两三四五六七八九十多几各有新老全本我该这那]|国家|中国|我国|有关|相关)+.?$|[多各等]部$|部门|团队|新闻|"
    "[演讲]话$"
)
"""Words that end like the name of a unit, but name none: 四部, 有关部门."""
_NUMERAL = re.compile(r"[〇零一二三四五六七八九十百\d]+")
_ORDINAL = re.compile("[次届轮期批季组讲场号年站论审）)]|阶段|等奖")
_CONTRASTS = ("男女", "上中下", "东西南北", "黄橙蓝红", "涨跌", "早晚", "本专硕博", "春夏秋冬")
"""Characters that stand in each other's place in titles of one form: 男子, 女子; （上）, （下）."""
_YEAR = re.compile(r"(?:19|20)\d\d")


def have_other_actors(title: str, lead: str, other_title: str, other_lead: str) -> bool:
    """Return whether two reports that are alike have other actors.

    Headlines that differ in a unit, a person, a place or an ordinal report different events. Under one
    headline, the organisations and people that the texts name decide.

    Args:
        title: a headline.
        lead: the beginning of its text.
        other_title: another headline.
        other_lead: the beginning of the other text.

    >>> have_other_actors("药学院召开党建会", "", "物理学院召开党建会", "")
    True
    >>> have_other_actors("郑州普降暴雨", "", "郑州暴雨转移居民", "")
    False
    """
    if title != other_title:
        named, others = _names(title), _names(other_title)
        return _disjoint(named.people, others.people) or _titles_differ(title, other_title)
    one, other = _names(lead), _names(other_lead)
    if one.people and other.people:
        return _disjoint(one.people, other.people)
    return _disjoint(one.organisations, other.organisations)


def _titles_differ(title: str, other: str) -> bool:
    matcher = SequenceMatcher(None, title, other, autojunk=False)
    for kind, begin, end, other_begin, other_end in matcher.get_opcodes():
        if kind != "replace":
            continue
        one, two = _ordinal(title, begin), _ordinal(other, other_begin)
        if one and two and one != two:
            return True
        if _contrast(title[begin:end], other[other_begin:other_end]):
            return True
        if _are_other_names(title, (begin, end), other, (other_begin, other_end)):
            return True
    return False


def _contrast(one: str, other: str) -> bool:
    return len(one) == len(other) == 1 and any(one in kinds and other in kinds for kinds in _CONTRASTS)


def _ordinal(title: str, at: int) -> str:
    """Return the number at a position if it is an ordinal or a year; an empty text if it is neither."""
    for found in _NUMERAL.finditer(title):
        if found.start() <= at < found.end():
            counts = title[: found.start()].endswith("第") or _ORDINAL.match(title, found.end())
            return found[0] if counts or _YEAR.fullmatch(found[0]) else ""
    return ""


def _are_other_names(title: str, span: tuple[int, int], other: str, other_span: tuple[int, int]) -> bool:
    part, other_part = title[slice(*span)], other[slice(*other_span)]
    unit, other_unit = _widened(title, *span), _widened(other, *other_span)
    if all(map(_is_unit, (unit, other_unit))) and unit[-1] == other_unit[-1]:
        return not _is_short_form(unit, other_unit)
    if all(is_chinese_name(one) and not is_word(one) for one in (part, other_part)):
        return True
    return _are_apart(_places(title, *span), _places(other, *other_span))


def _widened(title: str, begin: int, end: int) -> str:
    """Return a part of a headline up to the end of the unit that it belongs to."""
    stop = end
    while stop < min(len(title), end + 3) and title[stop - 1] not in _UNITS:
        stop += 1
    return title[begin:stop]


def _is_unit(name: str) -> bool:
    return 1 < len(name) <= 12 and name[-1] in _UNITS and not _ANY.search(name)


def _is_short_form(one: str, other: str) -> bool:
    """Return whether the characters of the shorter name stand in the longer one: 广电总局, 广播电视总局."""
    shorter, longer = sorted((one, other), key=len)
    rest = iter(longer)
    return all(character in rest for character in shorter)


def _places(title: str, begin: int, end: int) -> set[Place]:
    """Return the places of a headline that a part of it, or the unit it belongs to, is a part of.

    Of 广东江门 and 广西容县 only the second characters differ.
    """
    stop = begin + len(_widened(title, begin, end))
    return {gazetteer()[name] for at, name in named_places(title) if at < stop and begin < at + len(name)}


def _are_apart(places: set[Place], others: set[Place]) -> bool:
    """Return whether there are places on both sides, and none is in one of the other side."""
    if not places or not others:
        return False
    return all(
        place.name != CHINA and another.name != CHINA and _region(place) != _region(another)
        for place in places
        for another in others
    )


def _region(place: Place) -> str:
    return place.province or place.country


@lru_cache(maxsize=4000)
def _names(text: str) -> Names:
    return find_names(text)


def _disjoint(one: dict[str, int], other: dict[str, int]) -> bool:
    """Return whether both have names, and none that is the same or a part of one of the other."""
    return bool(one and other) and not any(a in b or b in a for a in one for b in other)

"""The packaged gazetteer: names of places to province-level units of China and to countries."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from topiccrawl.text.resources import read_resource

CHINA = "中国"
_PEOPLES = "朝鲜|土家|苗|藏|羌|彝|布依|侗|哈尼|壮|傣|白|景颇|傈僳|回|蒙古|哈萨克|柯尔克孜|维吾尔"
_CITY_ENDINGS = re.compile(
    rf"(?:(?:{_PEOPLES})族)*(?:柯尔克孜|哈萨克|蒙古|回族)?自治州$|(?:市|盟|地区|林区|镇)$"
)
_SHORTEST = 2
"""Characters of the shortest name that is searched: single ones, such as 京, stand in other words."""
_FALSE = re.compile(
    "中山装|中山陵|孙中山|中山大学|黄山松|河南岸|吉林路|海南岛外|南京路|北京路|上海路|广州路|中山路|朝阳区|北京时间|北京大学生|东京湾|罗马数字|德州仪器|印度洋"
)

_CAPITAL = "北京市"
_IN = re.compile(r"(?:在|于|赴|抵达|飞往)[^，。；！？、\s]{0,3}$")
_AT = 3.0
"""How much more a place counts behind a word for where or whereto."""
_ENOUGH = 0.3
"""Weight of a city, as a share of the heaviest place around it, from which it is chosen."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place of the gazetteer.

    Attributes:
        name: its full name.
        country: its country, by its Chinese name.
        province: its province-level unit of China; empty elsewhere.
        level: 0 a country, 1 a province, 2 a city.
    """

    name: str
    country: str
    province: str
    level: int


@cache
def gazetteer() -> dict[str, Place]:
    """Return the places by all their names; those of a larger place come first."""
    found: dict[str, Place] = {}
    cities: list[tuple[str, Place]] = []
    for line in read_resource("places.tsv").splitlines():
        if not line or line.startswith("#"):
            continue
        name, others, below = [*line.split("\t"), "", ""][:3]
        own = name.removeprefix("@")
        abroad = name.startswith("@")
        place = Place(own, own if abroad else CHINA, "" if abroad else own, 0 if abroad else 1)
        for one in (own, *others.split()):
            found.setdefault(one, place)
        for city in below.split():
            at = Place(city, place.country, place.province, 2)
            cities += [(city, at), (_CITY_ENDINGS.sub("", city), at)]
    for name, place in cities:
        # 吉林 and 海南 are provinces first.
        if len(name) >= _SHORTEST:
            found.setdefault(name, place)
    return found


def find_places(text: str) -> Iterator[tuple[int, Place]]:
    """Yield the places that a text names, with their positions; the longest name at a position counts.

    >>> [place.name for _, place in find_places("福建厦门市侨联与日本东京华侨总会")]
    ['福建省', '厦门市', '日本', '东京']
    """
    for position, name in named_places(text):
        yield position, gazetteer()[name]


def named_places(text: str) -> Iterator[tuple[int, str]]:
    """Yield the names of known places in a text as it writes them, with their positions."""
    false = [found.span() for found in _FALSE.finditer(text)]
    for found in _names().finditer(text):
        if not any(start <= found.start() < end for start, end in false):
            yield found.start(), found[0]


def main_place(title: str, lead: str, dateline: str = "") -> Place | None:
    """Return the place that title and beginning of a text are about; None: they name none.

    Names in the title count most. A city also counts for its province and its country, and is chosen before
    them unless they are named much more. China counts only when nothing else is named, and Beijing in a
    dateline not at all: agencies write from there about the whole country.

    Args:
        title: the headline.
        lead: the beginning of the text, without the dateline.
        dateline: the beginning of the text up to 电 or 讯, where the reporter is.

    >>> main_place("厦门侨联举行座谈会", "福建省和厦门市").name
    '厦门市'
    """
    weights: defaultdict[Place, float] = defaultdict(float)
    for text, weight in ((title, 3.0), (dateline, 1.0), (lead, 1.0)):
        for position, place in find_places(text):
            if text is not dateline or place.name != _CAPITAL:
                behind = _AT if _IN.search(text[max(0, position - 6) : position]) else 1.0
                weights[place] += weight * behind * (1.0 if position < 100 else 0.5)
    if not weights:
        return None
    countries: defaultdict[str, float] = defaultdict(float)
    for place, weight in weights.items():
        countries[place.country] += weight * (0.3 if place.name == CHINA else 1)
    country = max(countries, key=lambda name: countries[name])
    of_country = {place: weight for place, weight in weights.items() if place.country == country}
    provinces: defaultdict[str, float] = defaultdict(float)
    for place, weight in of_country.items():
        if place.province:
            provinces[place.province] += weight
    if provinces:
        province = max(provinces, key=lambda name: provinces[name])
        of_country = {place: weight for place, weight in of_country.items() if place.province == province}
    most = max(of_country.values())
    named = [place for place in of_country if of_country[place] >= _ENOUGH * most]
    return max(named, key=lambda place: (place.level, of_country[place]))


@cache
def _names() -> re.Pattern[str]:
    names = sorted((name for name in gazetteer() if len(name) >= _SHORTEST), key=len, reverse=True)
    return re.compile("|".join(map(re.escape, names)))

"""The packaged gazetteer: names of places to province-level units of China and to countries."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
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
    "中山装|中山陵|孙中山|中山大学|黄山松|河南岸|吉林路|海南岛外|南京路|北京路|上海路|广州路|中山路|"
    "朝阳区|北京时间|北京大学生|东京湾|罗马数字|德州仪器|印度洋|马里兰|新疆生产建设兵团"
    "|[发开][展发]中国家|隆重庆祝|俄国防|来宾(?!市)|宁德(?=时代)|卡西欧|中亚当|国际米兰|AC米兰|西欧[A-Z]|"
    "阿里(?:巴巴|云|集团|健康)|万象更新|文山会海|大理石|白银(?:价|首饰|时代)|安康(?:工程|计划)|日照(?:时|"
    "充|量)"
    "|(?:台湾|港澳|香港|澳门|涉台)(?:工作|事务|民主自治同盟|研究|问题)"
)

_REGIONS = (
    "亚洲 欧洲 非洲 美洲 北美洲 南美洲 北美 南美 拉丁美洲 拉美 大洋洲 中东 东南亚 东北亚 东亚 南亚 中亚 西亚 "
    "亚太 北非 西欧 东欧 北欧 中东欧 "
    "太平洋 西太平洋 北太平洋 南太平洋 大西洋 印度洋 北冰洋 北极 南极 "
    "地中海 加勒比 南海 东海 黄海 渤海 红海 黑海 日本海 "
    "波斯湾 台海 台湾海峡 长江 黄河 珠江 淮河 大运河 京杭大运河 "
    "华北 华东 华南 华中 黄淮 江南 江淮 京津冀 长三角 珠三角 粤港澳大湾区 雄安新区 雄安 朝鲜半岛 "
    "巴尔干半岛 克里米亚 科索沃 约旦河西岸 加沙地带 戈兰高地 格陵兰岛 "
    "钓鱼岛 青藏高原 黄土高原 中南海 人民大会堂 钓鱼台国宾馆 天安门广场 曼德海峡 霍尔木兹海峡 "
    "马六甲海峡 苏伊士运河 里海"
).split()
"""Names of places that are no province, city or country."""
_CAPITAL = "北京市"
_IN = re.compile(r"(?:在|于|赴|抵达|飞往)[^，。；！？、\s]{0,3}$")
_AT = 3.0
"""How much more a place counts behind a word for where or whereto."""
_HELD = 8.0
"""How much more a place counts where a clause says that something was held there."""
_HELD_BEHIND = re.compile(
    r"[^，。；！？\n]{0,24}?(?:会见|会谈|举行|召开|举办|开幕|闭幕|启动|考察|调研|开赛|落幕|宣判|开庭|"
    r"发生|出席|成立)"
)
_CITED = re.compile(
    r"据?[^，。；：！？\n]{0,14}?(?:《[^》]{1,20}》|媒体|路透社|法新社|美联社|塔斯社|通讯社)"
    r"[^，。；！？\n]{0,22}?(?:报道|消息|刊登|刊文|网站)"
)
"""A publisher that is quoted says where it is at home, not where something happened."""
_BORN = re.compile(r"[^，。\n]{0,12}人(?=[，。])|[^，。\n]{0,8}大学|[^，。\n]{0,6}医院")
_BORN_BEFORE = re.compile("(?:出生于|生于|籍贯|毕业于)[^，。]{0,4}$")
_ASIDE = 0.4
"""How much a place counts that is part of somebody's origin or of an institution."""
_SEVERAL = 3
"""Provinces from which a text without one in its headline is about the whole country."""
_SHARE = 0.6
"""Share of such provinces that one of them needs all the same."""
_WHOLE = 2.0
"""How much more than a province China must count to be the place itself."""
_CHINA = 0.5
"""How much China counts beside other countries: Chinese news names it everywhere."""
_HINTS = tuple(
    (name, re.compile(words))
    for name, words in (
        (
            CHINA,
            "我国|全国(?!冠军)|31个省|各地|中共中央|党中央|国务院|中央(?:政治局|纪委|组织部|宣传部|军委)|"
            "最高(?:法|检|人民)|教育部|央行"
            "|国家(?:统计局|发改|发展改革|医保|卫生健康|卫健|税务|移民|能源)|证监会|A股|人社部|总书记|"
            "国防部|财政部|公募|神舟|航天员",
        ),
        ("北京", r"(?<=在|抵|来|返|赴)京(?![都九东沪津])|人民大会堂|钓鱼台国宾馆|中南海"),
        ("台湾", "民进党|国民党|台(?:当局|官员|立法|军|胞)|国台办|台办|涉台"),
        ("以色列", "以(?:军|方(?!便))"),
        ("巴勒斯坦", "哈马斯|加沙|约旦河西岸"),
        ("俄罗斯", "俄(?:军|方|称|总统|外长|副外长|防长)"),
        ("乌克兰", "乌(?:军|方|称|总统)"),
        ("美国", "美(?:军|方|股|联储|政府|总统|众议|参议|防长|财长|国务卿|债|日韩)|日美韩"),
        ("日本", "日(?:方|本首相|相|韩)|韩日"),
        ("韩国", "韩(?:方|军|总统|民众|日)|日韩"),
    )
)
"""Words other than names that tell a place; what they say counts as its name does."""

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


def named_places(text: str) -> Iterator[tuple[int, str]]:
    """Yield the names of known places in a text as it writes them, with their positions.

    The longest name at a position counts.

    >>> [gazetteer()[name].name for _, name in named_places("福建厦门市侨联与日本东京华侨总会")]
    ['福建省', '厦门市', '日本', '东京']
    """
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
        for position, end, place in _told(text):
            if text is not dateline or place.name != _CAPITAL:
                behind = _emphasis(text, position, end) * (1.0 if position < 100 else 0.5)
                weights[place] += weight * behind
    if not weights:
        return None
    countries: defaultdict[str, float] = defaultdict(float)
    for place, weight in weights.items():
        countries[place.country] += weight * (_CHINA if place.name == CHINA else 1)
    country = max(countries, key=lambda name: countries[name])
    of_country = {place: weight for place, weight in weights.items() if place.country == country}
    provinces: defaultdict[str, float] = defaultdict(float)
    for place, weight in of_country.items():
        if place.province:
            provinces[place.province] += weight
    if provinces:
        province = max(provinces, key=lambda name: provinces[name])
        if _is_whole_country(title, provinces, weights[gazetteer()[CHINA]]):
            return gazetteer()[CHINA]
        of_country = {place: weight for place, weight in of_country.items() if place.province == province}
    most = max(of_country.values())
    named = [place for place in of_country if of_country[place] >= _ENOUGH * most]
    return max(named, key=lambda place: (place.level, of_country[place]))


def _is_whole_country(title: str, provinces: Mapping[str, float], china: float) -> bool:
    """Return whether a text that names provinces is about China all the same."""
    most = max(provinces.values())
    if china >= _WHOLE * most:
        return True
    several = len(provinces) >= _SEVERAL and most < _SHARE * sum(provinces.values())
    return several and not any(place.province for _, _, place in _told(title))


def _told(text: str) -> Iterator[tuple[int, int, Place]]:
    """Yield the places that a text names or hints at, with positions and ends; not quoted publishers."""
    cited = [found.span() for found in _CITED.finditer(text)]

    def is_cited(position: int) -> bool:
        return any(start <= position < end for start, end in cited)

    for position, name in named_places(text):
        if not is_cited(position):
            yield position, position + len(name), gazetteer()[name]
    for name, hint in _HINTS:
        for found in hint.finditer(text):
            if not is_cited(found.start()):
                yield found.start(), found.end(), gazetteer()[name]


def _emphasis(text: str, position: int, end: int) -> float:
    """Return how much more a place counts by the words around it."""
    if _BORN.match(text, end) or _BORN_BEFORE.search(text[max(0, position - 8) : position]):
        return _ASIDE
    if not _IN.search(text[max(0, position - 6) : position]):
        return 1.0
    return _HELD if _HELD_BEHIND.match(text, end) else _AT


def region_names(text: str) -> Iterator[tuple[int, str]]:
    """Yield the continents, seas, rivers and regions that a text names, with their positions."""
    for found in _region_pattern().finditer(text):
        yield found.start(), found[0]


@cache
def _region_pattern() -> re.Pattern[str]:
    return re.compile("|".join(sorted(_REGIONS, key=len, reverse=True)))


@cache
def _names() -> re.Pattern[str]:
    names = sorted((name for name in gazetteer() if len(name) >= _SHORTEST), key=len, reverse=True)
    return re.compile("|".join(map(re.escape, names)))

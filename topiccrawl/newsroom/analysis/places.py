"""The pages and events of a period by country, province and category, and the provinces as tiles.

Place and category are those of the events that `topiccrawl stories` finds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sqlalchemy import Connection, func, select

from topiccrawl.newsroom.analysis.periods import Period
from topiccrawl.newsroom.analysis.volume import count_without_event, pages_by_event
from topiccrawl.storage import schema

_EVENTS = schema.events.c

_NOWHERE = ("", "", "")
LEVELS = 5
"""Shades of a tile with events."""


@dataclass(frozen=True, slots=True)
class PlaceCount:
    """Events of one country, province and category, as far as they are known.

    Attributes:
        country: the country; empty: not known, or the pages belong to no event.
        province: the province-level unit of China; empty: not known, or abroad.
        category: the category; empty: not known.
        events: events with pages in the period.
        pages: their pages in the period.
    """

    country: str
    province: str
    category: str
    events: int
    pages: int


@dataclass(frozen=True, slots=True)
class Tile:
    """A province-level unit in the grid.

    Attributes:
        province: its full name.
        label: its short name.
        column: its column, from 0 in the west.
        row: its row, from 0 in the north.
        pages: its pages.
        level: its shade: 0 without pages, else 1 to `LEVELS`.
    """

    province: str
    label: str
    column: int
    row: int
    pages: int
    level: int


_GRID = """
.    .    .    .    .    .    .    .    黑龙江
新疆 .    .    .    .    内蒙古 .  .    吉林
.    .    甘肃 宁夏 山西 河北 北京 天津 辽宁
.    青海 .    陕西 .    河南 山东 .    .
西藏 .    四川 重庆 湖北 安徽 江苏 上海 .
.    .    云南 贵州 湖南 江西 浙江 .    .
.    .    .    广西 广东 .    福建 台湾 .
.    .    .    海南 澳门 香港 .    .    .
"""
"""The provinces about where they are, north at the top."""
_FULL_NAMES = {
    "北京": "北京市",
    "天津": "天津市",
    "上海": "上海市",
    "重庆": "重庆市",
    "内蒙古": "内蒙古自治区",
    "广西": "广西壮族自治区",
    "西藏": "西藏自治区",
    "宁夏": "宁夏回族自治区",
    "新疆": "新疆维吾尔自治区",
    "香港": "香港特别行政区",
    "澳门": "澳门特别行政区",
}


def count_places(connection: Connection, topic: str, period: Period) -> list[PlaceCount]:
    """Count events and pages of a period by country, province and category, most pages first.

    Every page with a day in the period counts once; those of no event are a row without place and category.
    """
    counted = pages_by_event(topic, period).subquery()
    joined = counted.outerjoin(schema.events, _EVENTS.id == counted.c.event_id)
    keys = [
        func.coalesce(column, "").label(column.name)
        for column in (_EVENTS.country, _EVENTS.province, _EVENTS.category)
    ]
    query = select(*keys, func.count(_EVENTS.id).label("events"), func.sum(counted.c.pages).label("pages"))
    rows = connection.execute(query.select_from(joined).group_by(*keys)).mappings()
    found = {
        (row["country"], row["province"], row["category"]): (int(row["events"]), int(row["pages"]))
        for row in rows
    }
    if others := count_without_event(connection, topic, period):
        events, pages = found.get(_NOWHERE, (0, 0))
        found[_NOWHERE] = events, pages + others
    places = [PlaceCount(*key, *counts) for key, counts in found.items()]
    return sorted(places, key=lambda one: (-one.pages, one.country, one.province, one.category))


def summed(rows: Iterable[PlaceCount], *, by: tuple[str, ...]) -> dict[tuple[str, ...], tuple[int, int]]:
    """Return the sums of events and pages, most pages first.

    Args:
        rows: of `count_places`.
        by: attributes that rows of one sum share.

    >>> rows = [PlaceCount("中国", "福建省", "体育", 1, 2), PlaceCount("中国", "福建省", "教育", 2, 3)]
    >>> summed(rows, by=("country", "province"))
    {('中国', '福建省'): (3, 5)}
    """
    sums: dict[tuple[str, ...], tuple[int, int]] = {}
    for row in rows:
        key = tuple(getattr(row, name) for name in by)
        events, pages = sums.get(key, (0, 0))
        sums[key] = events + row.events, pages + row.pages
    return dict(sorted(sums.items(), key=lambda one: (-one[1][1], one[0])))


def province_tiles(pages: Mapping[str, int]) -> list[Tile]:
    """Return the grid of the 34 province-level units.

    Shades are steps of the square root, so that one large count does not make all others white.

    Args:
        pages: numbers by full name; provinces that are missing have none.
    """
    most = max((pages.get(_full_name(label), 0) for _, _, label in _places_of_grid()), default=0)
    return [
        Tile(
            _full_name(label), label, column, row,
            count := pages.get(_full_name(label), 0),
            _level(count, most),
        )
        for row, column, label in _places_of_grid()
    ]  # fmt: skip


def _places_of_grid() -> list[tuple[int, int, str]]:
    return [
        (row, column, label)
        for row, line in enumerate(_GRID.strip().splitlines())
        for column, label in enumerate(line.split())
        if label != "."
    ]


def _full_name(label: str) -> str:
    return _FULL_NAMES.get(label, f"{label}省")


def _level(count: int, most: int) -> int:
    return min(LEVELS, 1 + int(LEVELS * (count / most) ** 0.5 - 1e-9)) if count else 0

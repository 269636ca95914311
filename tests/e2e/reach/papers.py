"""Newspapers whose issues have the topic on their last pages alone."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from e2e.reach.articles import article
from e2e.reach.lists import ALL, EACH, address, html, page_of_article
from e2e.reach.living_web import Asked, Site, Told

PAPER = "清河日报"
"""The title of each page of the paper, whatever is on it."""
OTHERS = 3
"""Pages of the issue with nothing on the topic; they stand first."""
EDITIONS = OTHERS + len(ALL) // EACH
_NAMES = ("要闻", "体育", "天气", "党建", "基层", "机关党建专页")
_OTHER_NEWS = ("晚稻价格平稳上市量增加", "县男篮主场战胜邻县队", "冷空气周末到达本地")
Named = Callable[[int], str]


def _node(number: int) -> str:
    return f"/html/2024-05/06/node_{number}.htm"


def _query(number: int) -> str:
    return f"/paper.aspx?rq=20240506&bc={number:02}"


def _layout(number: int) -> str:
    return f"/pc/layout/202405/06/l{number:02}.html"


def _edition(host: str, number: int, named: Named) -> str:
    menu = "".join(f"<a href='{named(n)}'>第{n:02}版：{name}</a>" for n, name in enumerate(_NAMES, start=1))
    place = number - 1 - OTHERS
    if place < 0:
        told = [(f"/w/{number}{n}.html", f"{_OTHER_NEWS[number - 1]}{n}") for n in range(EACH)]
    else:
        own = ALL[place * EACH : (place + 1) * EACH]
        told = [(address(n), article(host, n).title) for n in own]
    rows = "".join(f"<li><a href='{url}'>{title}</a></li>" for url, title in told)
    return html(f"<div>{menu}</div><ul>{rows}</ul>", PAPER)


def _paper(named: Named, asked: Asked) -> Told | str | None:
    number = asked.path.removeprefix("/art/").removesuffix(".html")
    if asked.path.startswith("/art/") and number.isdigit() and int(number) in ALL:
        return page_of_article(asked.host, int(number))
    if asked.path == "/":
        return Told("", status=302, headers={"Location": named(1)})
    asked_for = asked.url.partition(asked.host)[2]
    places = {named(number): number for number in range(1, EDITIONS + 1)}
    return _edition(asked.host, places[asked_for], named) if asked_for in places else None


SITES: dict[str, Site] = {
    "node.paper.test": partial(_paper, _node),
    "query.paper.test": partial(_paper, _query),
    "layout.paper.test": partial(_paper, _layout),
}

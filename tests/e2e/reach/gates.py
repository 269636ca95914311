"""Sites behind a picture to click on, columns whose link is a picture, and articles that a script would show."""

from __future__ import annotations

import json
import re
from functools import partial

from e2e.reach.articles import article
from e2e.reach.lists import ALL, JAVASCRIPT, JSON, SHELL, _site, address, html, rows, script
from e2e.reach.living_web import Asked, Site, Told

FIRST = 3
"""Headlines on the home page; the others stand in the column."""
_PICTURE = "<img src='/images/more.gif' alt='more.gif'>"


def _home(host: str, more: str) -> str:
    column = f"<tr><td><b>党建园地</b></td><td><a href='/lm/djyd/'>{more}</a></td></tr>"
    return html(f"<table>{column}</table><ul>{rows(host, ALL[:FIRST])}</ul>")


def _gated(entrance: str, home: str, more: str, asked: Asked) -> str | None:
    if asked.path == home:
        return _home(asked.host, more)
    if asked.path == "/lm/djyd/":
        return html(f"<ul>{rows(asked.host, ALL)}</ul>", "党建园地")
    return f"<html><title>供销社</title><center>{entrance}</center>" if asked.path == "/" else None


_WAY = "<a href='%s'><img src='images/jinru.jpg' alt='jinru_3.jpg'></a><br>建议用 1024×768 浏览"
SITES: dict[str, Site] = {
    f"{name}.gate.test": partial(_site, partial(_gated, entrance, home, more))
    for name, entrance, home, more in (
        ("numbered", _WAY % "index1.html", "/index1.html", "更多&gt;&gt;"),
        ("main", _WAY % "main.html", "/main.html", _PICTURE),
        ("text", "<a href='sy/shouye.asp'>进入网站</a>", "/sy/shouye.asp", _PICTURE),
        ("languages", "<a href='/cn/'>中文版</a> <a href='/en/'>English</a>", "/cn/", _PICTURE),
        ("open", "", "/", _PICTURE),
    )
}


def _shown_by_script(in_file: bool, asked: Asked) -> Told | str | None:
    """Pages that are all called alike, each of which asks for its article; perhaps by a file of their own."""
    if asked.path == "/":
        return html(re.sub(r"/art/(\d+)\.html", r"/look?id=\1", f"<ul>{rows(asked.host, ALL)}</ul>"))
    asks = "fetch('/art/' + new URLSearchParams(location.search).get('id') + '.html').then(draw);"
    if asked.path == "/look":
        return html(SHELL + ("<script src='/js/look.js'></script>" if in_file else script(asks)), "渔港融媒")
    if asked.path == "/js/look.js" and in_file:
        return Told(asks, JAVASCRIPT)
    number = next((n for n in ALL if address(n) == asked.path), None)
    if number is None:
        return None
    told = article(asked.host, number)
    text = "".join(f"<p>{one}</p>" for one in told.paragraphs)
    return Told(json.dumps({"data": {"title": told.title, "content": text, "publishDate": told.day}}), JSON)


SITES["shells.gate.test"] = partial(_shown_by_script, False)
SITES["filed.gate.test"] = partial(_shown_by_script, True)

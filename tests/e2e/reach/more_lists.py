"""Sites whose lists stand in several places: a script and its data, a frame, a form, a file of scripts."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial

from e2e.reach.articles import article
from e2e.reach.lists import (
    ALL,
    EACH,
    JAVASCRIPT,
    JSON,
    PAGES,
    SHELL,
    _named,
    address,
    html,
    numbers,
    records,
    rows,
    script,
)
from e2e.reach.living_web import Asked, Site, Told


def _ids(host: str, page: int) -> Told:
    """A part of a list whose records have an id in the place of an address."""
    told = [{"key": n, "bt": article(host, n).title, "rq": article(host, n).day} for n in numbers(page)]
    return Told(json.dumps({"rows": told}), JSON)


def _by_id(text: str, path: str, field: str, asked: Asked) -> Told | str | None:
    """A list of such records; the script, the address of the data and the field with the number of the part."""
    if asked.path == "/":
        return html(SHELL + text)
    number = asked.fields.get(field, "")
    return _ids(asked.host, int(number)) if asked.path == path and number.isdigit() else None


_LOOP = (
    "$.get('/m/list', {lm: 'dj', p: p}, function (d) {"
    " $.each(d.rows, function (i, o) { $('ul').append('<li><a href=\"/art/' + o.key + '.html\">' + o.bt + '</a></li>'); }); });"
)
_NAMED = (
    "const http = axios.create({baseURL: '/gate'}); const api = {list: '/doc/page'}; let pageNo = 1;"
    "http.get(api.list, {params: {lm: 'dj', pageNo}}).then(({data}) =>"
    " { ul.innerHTML += data.rows.map(x => `<a href='/art/${x.key}.html'>${x.bt}</a>`); });"
)
_TEMPLATE = (
    "<script id=t type='text/html'>{{each rows as v}}<a href='/art/{{v.key}}.html'>{{v.bt}}</a>{{/each}}</script>"
    "<script>var n = 1; function more(){ $.get('/rows', {k: 'dj', n: n}, show); n = n + 1; } more();</script>"
)


def _tabs(asked: Asked) -> str | None:
    if asked.path == "/":
        tabs = "".join(f"<li data-cid={20 + page}>党员之家{page}</li>" for page in range(1, PAGES + 1))
        click = "$('li').click(function(){ $('#c').load('/tab/' + $(this).attr('data-cid') + '.html'); });"
        return html(f"<ul>{tabs}</ul><div id=c></div>{script(click)}")
    number = asked.path.removeprefix("/tab/").removesuffix(".html")
    return rows(asked.host, numbers(int(number) - 20)) if number.isdigit() else None


def _lines(asked: Asked) -> Told | str | None:
    if asked.path == "/":
        return html(SHELL + script("$.get('xw.txt', function(t){ show(t.split('\\n')); });"))
    told = (f"{article(asked.host, n).title}|{address(n)}|{article(asked.host, n).day}" for n in ALL)
    return Told("\n".join(told), "text/plain; charset=utf-8") if asked.path == "/xw.txt" else None


def _menu(asked: Asked) -> str | None:
    if asked.path == "/":
        adds = "".join(f"d.add({n},0,'支部生活{n}','l{n}.htm');" for n in range(1, PAGES + 1))
        return html(script(f"d = new dTree('d'); d.add(0,-1,'渔港党建'); {adds} document.write(d);"))
    number = asked.path.removeprefix("/l").removesuffix(".htm")
    return html(f"<ul>{rows(asked.host, numbers(int(number)))}</ul>") if number in ("1", "2", "3") else None


def _pager_frame(asked: Asked) -> str | None:
    if asked.path == "/":
        frames = "<frameset rows='*,40'><frame name=lb src='/lb1.htm'><frame src='/fy.htm'></frameset>"
        return html("").replace("<body></body>", frames)
    if asked.path == "/fy.htm":
        return html("".join(f"<a href='lb{n}.htm' target=lb>{n}</a> " for n in range(1, PAGES + 1)))
    number = asked.path.removeprefix("/lb").removesuffix(".htm")
    return html(f"<ul>{rows(asked.host, numbers(int(number)))}</ul>") if number in ("1", "2", "3") else None


def _scripted_frame(asked: Asked) -> str | None:
    """A list in a frame that a script loads."""
    if asked.path == "/":
        menu = "".join(f"<a href='#{n}'>栏目{n}</a>" for n in range(9))
        load = script("document.getElementById('nr').src = '/lb/1.html';")
        return html(f"{menu}<iframe id=nr src='about:blank'></iframe>{load}")
    number = asked.path.removeprefix("/lb/").removesuffix(".html")
    if not number.isdigit() or not (shown := numbers(int(number))):
        return None
    links = "".join(f"<a href={n}.html>{n}</a> " for n in range(1, PAGES + 1))
    return html(f"<ul>{rows(asked.host, shown)}</ul>{links}")


def _buttons(asked: Asked) -> str | None:
    page = int(asked.fields.get("page") or 1)
    if asked.path != "/" or not numbers(page):
        return None
    buttons = "".join(f"<button name=page value={n}>{n}</button>" for n in range(1, PAGES + 1))
    form = f"<form action='/'><input type=hidden name=lm value=dj>{buttons}</form>"
    return html(f"<ul>{rows(asked.host, numbers(page))}</ul>{form}")


def _icons(asked: Asked) -> str | None:
    """A list with arrows for words in its pager."""
    number = asked.path.removeprefix("/p/") if asked.path != "/" else "1"
    if not number.isdigit() or not numbers(page := int(number)):
        return None
    back = f"<a href='/p/{page - 1}'><i class='icon icon-left'></i></a>" if page > 1 else ""
    onward = f"<a href='/p/{page + 1}'><i class='icon icon-right'></i></a>" if page < PAGES else ""
    return html(
        f"<ul>{rows(asked.host, numbers(page))}</ul><div class=pg>{back}{page} / {PAGES}{onward}</div>"
    )


def _drawn(asked: Asked) -> str | None:
    paths = {f"/l_{n}.html": n for n in range(1, PAGES + 1)}
    page = paths.get(asked.path.replace("/index.html", "/l_1.html") if asked.path != "/" else "/l_1.html")
    if page is None:
        return None
    pager = (
        f"<div data-total={len(ALL)} data-size={EACH} data-current={page} data-url='/l_{{page}}.html'></div>"
    )
    first = (
        "<a href='/l_1.html'>支部动态</a>"
        if asked.path == "/"
        else f"<ul>{rows(asked.host, numbers(page))}</ul>{pager}"
    )
    return html(first)


def _months(asked: Asked) -> str | None:
    """An archive by months, of which one is empty, behind the form that chooses a month."""
    shown = {(2025, 4): 1, (2025, 3): 0, (2025, 2): 2, (2025, 1): 3}
    month = (int(asked.fields.get("nian") or 2025), int(asked.fields.get("yue") or 4))
    if asked.path != "/":
        return None
    years = "".join(f"<option value={y}{' selected' * (y == month[0])}>{y}年" for y in (2026, 2025))
    months = "".join(f"<option value={m}{' selected' * (m == month[1])}>{m}月" for m in range(1, 13))
    form = f"<form><select name=nian>{years}</select><select name=yue>{months}</select><input type=submit></form>"
    return html(f"<ul>{rows(asked.host, numbers(shown.get(month, 0)))}</ul>{form}")


def _years(asked: Asked) -> str | None:
    """A list by years behind a selection whose script goes to the year that is chosen."""
    year = int(asked.fields.get("nd") or 2025)
    if asked.path != "/" or not numbers(2026 - year):
        return None
    years = "".join(f"<option value={y}>{y}年" for y in range(2025, 2025 - PAGES, -1))
    select = f"<select onchange=\"location='?nd='+this.value\">{years}</select>"
    return html(f"<ul>{rows(asked.host, numbers(2026 - year))}</ul>{select}")


def _script_file(asked: Asked) -> Told | str | None:
    if asked.path == "/":
        items = "".join(f"<li onclick='zk({n})'>{article(asked.host, n).title}</li>" for n in ALL)
        return html(f"<ul>{items}</ul><script src='/js/list.js'></script>")
    opens = "function zk(n){ window.open('/art/' + n + '.html'); }"
    return Told(opens, JAVASCRIPT) if asked.path == "/js/list.js" else None


def _feed_of_frame(asked: Asked) -> Told | str | None:
    if asked.path == "/":
        return html("<p>党报摘要</p><iframe src='/inc/side.html' width=300 height=400></iframe>")
    if asked.path == "/inc/side.html":
        return html("<p>请订阅</p>", head="<link rel=alternate type='application/rdf+xml' href='/zb.rdf'>")
    items = "".join(
        f"<item><title>{article(asked.host, n).title}</title><link>http://{asked.host}{address(n)}</link></item>"
        for n in ALL
    )
    feed = f"<?xml version='1.0'?><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>{items}</rdf:RDF>"
    return Told(feed, "application/rdf+xml") if asked.path == "/zb.rdf" else None


def _counted_down(asked: Asked) -> Told | str | None:
    """Files with the parts of a list, of which the newest has the largest number."""
    if asked.path == "/":
        loads = "function more() { $.getScript('/zt/part_' + left + '.js'); left--; } more();"
        return html(SHELL + script(f"var left = {PAGES}; {loads}"))
    number = asked.path.removeprefix("/zt/part_").removesuffix(".js")
    if not number.isdigit() or not (shown := numbers(PAGES + 1 - int(number))):
        return None
    return Told(f"show({json.dumps(records(asked.host, shown))});", JAVASCRIPT)


def _joined(asked: Asked) -> str | None:
    """A player of picture news: addresses and titles are joined to one text each."""
    links, texts = "|".join(map(address, ALL)), "|".join(article(asked.host, n).title for n in ALL)
    return html(script(f"var links='{links}', texts='{texts}';")) if asked.path == "/" else None


OTHERS: dict[str, Callable[[Asked], Told | str | None]] = {
    "byid": partial(_by_id, script(f"var p = 1; {_LOOP}"), "/m/list", "p"),
    "byname": partial(_by_id, script(_NAMED), "/gate/doc/page", "pageNo"),
    "bytemplate": partial(_by_id, _TEMPLATE, "/rows", "n"),
    "tabs": _tabs,
    "lines": _lines,
    "menu": _menu,
    "pagerframe": _pager_frame,
    "scriptframe": _scripted_frame,
    "buttons": _buttons,
    "icons": _icons,
    "drawn": _drawn,
    "months": _months,
    "years": _years,
    "scriptfile": _script_file,
    "feedframe": _feed_of_frame,
    "countdown": _counted_down,
    "joined": _joined,
}
SITES: dict[str, Site] = dict(_named(name, lists) for name, lists in OTHERS.items())
"""Sites by host, all of whose articles can be reached."""

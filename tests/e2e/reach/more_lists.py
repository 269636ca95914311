"""Sites whose lists stand in several places: a script and its data, a frame, a form, a file of scripts."""

from __future__ import annotations

import json
from collections.abc import Callable
from urllib.parse import quote

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


def _by_id(asked: Asked) -> Told | str | None:
    """A list whose records have an id in the place of an address."""
    if asked.path == "/":
        row = "'<li><a href=\"/art/' + o.key + '.html\">' + o.bt + '</a></li>'"
        loop = f"$.each(d.rows, function (i, o) {{ $('ul').append({row}); }});"
        return html(
            "<script src='/js/vue.js'></script>"
            + SHELL
            + script(f"var p = 1; $.get('/m/list', {{lm: 'dj', p: p}}, function (d) {{ {loop} }});")
        )
    number = asked.fields.get("p", "")
    if asked.path != "/m/list" or not number.isdigit():
        return None
    told = [{"key": n, "bt": article(asked.host, n).title} for n in numbers(int(number))]
    return Told(json.dumps({"rows": told}), JSON)


def _lines(asked: Asked) -> Told | str | None:
    if asked.path == "/":
        return html(SHELL + script("$.get('xw.txt', function(t){ show(t.split('\\n')); });"))
    told = (f"{article(asked.host, n).title}|{address(n)}|{article(asked.host, n).day}" for n in ALL)
    return Told("\n".join(told), "text/plain; charset=utf-8") if asked.path == "/xw.txt" else None


def _pager_frame(asked: Asked) -> str | None:
    if asked.path == "/":
        frames = "<frameset rows='*,40'><frame name=lb src='/lb1.htm'><frame src='/fy.htm'></frameset>"
        return html("").replace("<body></body>", frames)
    if asked.path == "/fy.htm":
        return html("".join(f"<a href='lb{n}.htm' target=lb>{n}</a> " for n in range(1, PAGES + 1)))
    number = asked.path.removeprefix("/lb").removesuffix(".htm")
    return html(f"<ul>{rows(asked.host, numbers(int(number)))}</ul>") if number in ("1", "2", "3") else None


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


def _last_row(asked: Asked) -> str | None:
    """Rows as markup, of which the next ones begin behind the last row."""
    shown = numbers(1) if asked.path == "/" else [n for n in ALL if n > int(asked.fields.get("last_id") or 0)]
    items = "".join(f"<div data-id={n}>{rows(asked.host, [n])}</div>" for n in shown[:EACH])
    more = script("function more() { $.get('/next', {last_id: $('div:last').data('id')}, add); }")
    return {"/": html(f"{items}{more}"), "/next": items}.get(asked.path)


def _encoded(asked: Asked) -> str | None:
    """A list that its script writes encoded, with its pager."""
    number = "1" if asked.path == "/" else asked.path.removeprefix("/lb_").removesuffix(".html")
    pager = "".join(f"<a href='/lb_{n}.html'>{n}</a>" for n in range(1, PAGES + 1))
    if not number.isdigit() or not (shown := numbers(int(number))):
        return None
    written = quote(f"<ul>{rows(asked.host, shown)}</ul>{pager}", safe="")
    return html(script(f"document.write(decodeURIComponent('{written}'))"))


def _bundle(asked: Asked) -> Told | str | None:
    """A view in a file of scripts that asks for records with an id."""
    if asked.path == "/":
        return html("<div id=app></div><script src='/static/app.5c1d.js'></script>")
    if asked.path == "/static/app.5c1d.js":
        view = "function v(e){return h('a',{attrs:{href:'/art/'+e.key+'.html'}},[e.bt])}"
        asks = "this.$http.get('/cms/rows',{params:{lm:7,page:this.page}})"
        return Told(f"{view}var o={{data(){{return{{page:1}}}},created(){{{asks}.then(draw)}}}};", JAVASCRIPT)
    if asked.path != "/cms/rows" or not (number := asked.fields.get("page", "")).isdigit():
        return None
    told = [{"key": n, "bt": article(asked.host, n).title} for n in numbers(int(number))]
    return Told(json.dumps({"rows": told}), JSON)


def _files_of_rows(asked: Asked) -> Told | str | None:
    """Arrays in files of scripts: the page has the first one, a click loads the others."""
    if asked.path == "/":
        adds = "var s = document.createElement('script'); s.src = u; document.body.appendChild(s);"
        clicks = "var n = 1; more.onclick = function () { n++; addScript('/zt/rows_' + n + '.js'); };"
        files = "<script src='/zt/rows_1.js'></script>"
        return html(SHELL + files + script(f"function addScript(u) {{ {adds} }} {clicks}"))
    number = asked.path.removeprefix("/zt/rows_").removesuffix(".js")
    if not number.isdigit() or not (shown := numbers(int(number))):
        return None
    told = [[article(asked.host, n).title, address(n), article(asked.host, n).day] for n in shown]
    return Told(f"var rows = {json.dumps(told)};", JAVASCRIPT)


def _tabs(asked: Asked) -> Told | str | None:
    """Tabs that set what the list is asked for."""
    if asked.path == "/":
        tabs = "".join(f"<li onclick='pick({n})'>第{n}党小组</li>" for n in range(1, PAGES + 1))
        pick = "var group = 1; function pick(n) { group = n; load(); }"
        load = "function load() { $.get('/rows', {group: group}, show); } load();"
        return html(tabs + SHELL + script(pick + load))
    group = asked.fields.get("group", "")
    told = records(asked.host, numbers(int(group))) if group.isdigit() else []
    return Told(json.dumps(told), JSON) if asked.path == "/rows" else None


def _marked(asked: Asked) -> Told | str | None:
    """Data that is told only to the page's own script, by what jQuery sends."""
    if asked.path == "/":
        asks = "var p = 1; $.get('/m/list', {page: p}, show);"
        return html("<script src='/js/jquery.js'></script>" + SHELL + script(asks))
    mark, page = asked.headers.get("X-Requested-With"), asked.headers.get("Referer")
    if asked.path != "/m/list" or (mark, page) != ("XMLHttpRequest", f"http://{asked.host}/"):
        return Told(status=403)
    return Told(json.dumps(records(asked.host, numbers(int(asked.fields["page"])))), JSON)


def _parted(asked: Asked) -> Told | str | None:
    """Data whose first file names the others."""
    if asked.path == "/":
        row = "document.body.innerHTML += `<a href='/art/${o.key}.html'>${o.bt}</a>`"
        part = f"fetch('/d/' + p).then(r => r.json()).then(d => {{ d.forEach(o => {{ {row} }}) }})"
        index = (
            f"fetch('/d/all.json').then(r => r.json()).then(m => {{ m.parts.forEach(p => {{ {part} }}) }})"
        )
        return html(SHELL + script(index))
    if asked.path == "/d/all.json":
        return Told(json.dumps({"parts": [f"part-{n}.json" for n in range(1, PAGES + 1)]}), JSON)
    number = asked.path.removeprefix("/d/part-").removesuffix(".json")
    told = numbers(int(number)) if number.isdigit() else ()
    return (
        Told(json.dumps([{"key": n, "bt": article(asked.host, n).title} for n in told]), JSON)
        if told
        else None
    )


OTHERS: dict[str, Callable[[Asked], Told | str | None]] = {
    "byid": _by_id,
    "lines": _lines,
    "pagerframe": _pager_frame,
    "months": _months,
    "scriptfile": _script_file,
    "feedframe": _feed_of_frame,
    "countdown": _counted_down,
    "lastrow": _last_row,
    "encoded": _encoded,
    "bundle": _bundle,
    "filesofrows": _files_of_rows,
    "tabs": _tabs,
    "marked": _marked,
    "parted": _parted,
}
SITES: dict[str, Site] = dict(_named(name, lists) for name, lists in OTHERS.items())
"""Sites by host, all of whose articles can be reached."""

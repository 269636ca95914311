"""Sites with lists that have no end, and with what a crawler must leave alone."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from hashlib import md5
from itertools import count

from e2e.reach.articles import article
from e2e.reach.lists import ALL, JSON, SHELL, _site, html, numbers, records, rows, script
from e2e.reach.living_web import Asked, Site, Told

FOREIGN = "foreign.test"
"""A host that only hidden links lead to; none of them may be followed."""
_visits = count()


def _calendar_path(asked: Asked) -> str | None:
    """A calendar in paths, whose days have nothing."""
    top = "<a href='/rili/2024/05/'>支部活动日历（按月浏览）</a>"
    if asked.path == "/":
        return html(f"<ul>{rows(asked.host, ALL)}</ul>{top}")
    names = asked.path.strip("/").split("/")
    if names[0] != "rili" or not all(name.isdigit() for name in names[1:]):
        return None
    year, month, *day = map(int, names[1:])
    if day:
        return html(
            f"<h2>{year}年{month}月{day[0]}日</h2><p>当日没有支部活动。</p>{top}",
            f"{year}年{month}月{day[0]}日活动",
        )
    before, behind = divmod(year * 12 + month - 2, 12), divmod(year * 12 + month, 12)
    turns = "".join(f"<a href='/rili/{y}/{m + 1:02}/'>{m + 1}月支部活动</a>" for y, m in (before, behind))
    days = "".join(f"<td><a href='/rili/{year}/{month:02}/{d:02}/'>{d}</a></td>" for d in range(1, 29))
    return html(f"{turns}<table>{days}</table>{top}", f"{year}年{month}月支部活动日历")


def _sessions(asked: Asked) -> Told | str | None:
    """Each page gives its links another session."""
    *_, last = asked.path.split("/")
    number = last.removesuffix(".html")
    if number.isdigit() and int(number) in ALL:
        told = article(asked.host, int(number))
        text = "".join(f"<p>{paragraph}</p>" for paragraph in told.paragraphs)
        return html(f"<h1>{told.title}</h1><div>{text}</div>{_with_session(asked.host)}", told.title)
    return html(_with_session(asked.host)) if asked.path == "/" else None


def _with_session(host: str) -> str:
    session = md5(str(next(_visits)).encode()).hexdigest()[:12]
    return rows(host, ALL).replace('href="/art', f'href="/s/{session}/art')


def _repeating(asked: Asked) -> Told | str | None:
    """An API that answers every number with the same records."""
    if asked.path == "/":
        return html(SHELL + script("$.get('/api/list',{page:1},show);"))
    return Told(json.dumps(records(asked.host, ALL)), JSON) if asked.path == "/api/list" else None


def _inventing(asked: Asked) -> Told | str | None:
    """A fragment that names the next one, without end; only the first has articles."""
    if asked.path == "/":
        return html(SHELL + script("$('#list').load('/frag/list_1.html');"))
    number = asked.path.removeprefix("/frag/list_").removesuffix(".html")
    if not number.isdigit():
        return None
    return html(
        (rows(asked.host, ALL) if number == "1" else "")
        + script(f"$('#more').load('/frag/list_{int(number) + 1}.html');")
    )


def _revolving(asked: Asked) -> str | None:
    """A list whose next page is always another one with the same articles."""
    page = int(asked.fields.get("page", 1))
    return (
        html(f"<ul>{rows(asked.host, ALL)}</ul><a href='/?page={page + 1}'>下一页</a>")
        if asked.path == "/"
        else None
    )


ENDLESS: dict[str, Callable[[Asked], Told | str | None]] = {
    "calendarpath": _calendar_path,
    "repeating": _repeating,
    "inventing": _inventing,
    "revolving": _revolving,
}


def _robots(asked: Asked) -> Told | str | None:
    if asked.path == "/robots.txt":
        return Told("User-agent: *\nDisallow: /api/\n", "text/plain")
    if asked.path == "/":
        return html(
            f"<ul>{rows(asked.host, ALL)}</ul>"
            + script("$.get('/api/list',{page:1},show);$.post('/api/query',{page:1},show);")
        )
    return None


def _nofollow(asked: Asked) -> Told | str | None:
    source = script(
        f"$.get('/data/list',{{page:1}},show);$.post('/data/query',{{page:1}},show);var list={json.dumps(records(asked.host, ALL))};"
    )
    return (
        html(
            source + "<iframe src='/frame.html'></iframe>", head="<meta name=robots content='index,nofollow'>"
        )
        if asked.path == "/"
        else None
    )


def _header(asked: Asked) -> Told | str | None:
    source = SHELL + script("$.get('/data/list',{page:1},show);")
    return Told(html(source), headers={"X-Robots-Tag": "nofollow"}) if asked.path == "/" else None


def _forms(asked: Asked) -> Told | str | None:
    if asked.path != "/":
        return None
    text = "function go(n){document.forms['f'].page.value=n;document.forms['f'].submit();}"
    forms = (
        "<form name=f method=post action=/search.do><input name=keyword><input type=hidden name=page value=1></form>"
        "<form method=post action=/login.do><input name=user><input type=password name=pw></form>"
        "<form method=post action=/letter.do><textarea name=content></textarea><input type=hidden name=page value=1></form>"
    )
    posts = "$.post('/api/hit.do',{id:101});$.post('/api/addComment.do',{page:1,content:''});$.post('/vote.do',{id:101,page:1});"
    return html(
        f"<ul>{rows(asked.host, ALL)}</ul>{forms}<a href='javascript:go(2)'>下一页</a>{script(text + posts)}"
    )


def _moved(asked: Asked) -> Told | str | None:
    """A list that is asked for by POST and has moved to another host."""
    if asked.path == "/list.do":
        return Told(status=308, headers={"Location": f"http://{FOREIGN}/list.do"})
    if asked.path != "/":
        return None
    text = "function go(n){document.f.page.value=n;document.f.submit();}"
    form = "<form name=f method=post action=/list.do><input type=hidden name=page value=1></form>"
    return html(f"<ul>{rows(asked.host, ALL)}</ul>{form}<a href='javascript:go(2)'>下一页</a>{script(text)}")


def _leaving(asked: Asked) -> Told | str | None:
    """A list with hidden links to another site."""
    if asked.path != "/":
        return None
    elsewhere = f"http://{FOREIGN}"
    title = article(FOREIGN, 100).title
    hidden = (
        f"<li onclick=\"window.open('{elsewhere}/art/100.html')\">{title}</li><li data-url='{elsewhere}/art/101.html'>{title}</li>"
        f"<iframe src='{elsewhere}/list.html'></iframe><script src='{elsewhere}/list.jsonp?callback=show'></script>"
        f"<form name=f method=post action='{elsewhere}/list.do'><input type=hidden name=page value=1></form><a href='javascript:go(2)'>下一页</a>"
    )
    text = (
        "function go(n){document.f.page.value=n;document.f.submit();}"
        f"var list={json.dumps([{'url': f'{elsewhere}/art/102.html', 'title': title}])};$.get('{elsewhere}/api/list?page=1',show);"
    )
    return html(
        f"<ul>{rows(asked.host, ALL)}</ul>{hidden}{script(text)}",
        head=f"<link rel=next href='{elsewhere}/index_1.html'>",
    )


LEFT_ALONE: dict[str, Callable[[Asked], Told | str | None]] = {
    "robots": _robots,
    "forms": _forms,
    "moved": _moved,
    "leaving": _leaving,
}


def _mute(asked: Asked) -> Told | str | None:
    """A list whose pager only a script that is not there can draw."""
    pager = "<p>共 3 页</p><div id=pager></div><script src=/js/pager.js></script>"
    return html(f"<ul>{rows(asked.host, ALL[:2])}</ul>{pager}") if asked.path == "/" else None


def _wrong_status(asked: Asked) -> Told | str | None:
    """A column that the server answers with its page and status 404; an empty page has that status, too."""
    if asked.path == "/":
        return html("<a href='/dj/'>党建工作动态</a><a href='/gone/'>党建学习专栏</a>")
    if asked.path == "/gone/":
        return Told(html("<p>您访问的页面不存在</p>"), status=404)
    return Told(html(f"<ul>{rows(asked.host, ALL)}</ul>"), status=404) if asked.path == "/dj/" else None


def _misnamed(asked: Asked) -> str | None:
    """A list whose script counts its parts, which are called otherwise than those of other sites."""
    pager = script("createPageHTML(3, 0, 'index', 'html');")
    return html(f"<ul>{rows(asked.host, ALL[:2])}</ul>{pager}") if asked.path == "/" else None


def _unturned(asked: Asked) -> str | None:
    """A list whose script counts its parts; under the names that are tried the first one comes again."""
    pager = script("createPageHTML(3, 0, 'index', 'html');")
    return html(f"<ul>{rows(asked.host, ALL[:2])}</ul>{pager}")


def _first_of_data(asked: Asked) -> Told | str | None:
    """Data that has further parts, which nothing says how to ask for."""
    if asked.path == "/":
        return html(SHELL + script("$.getJSON('/api/newest', show);"))
    told = {"totalCount": 40, "rows": records(asked.host, [*numbers(1), *numbers(2)])}
    return Told(json.dumps(told), JSON) if asked.path == "/api/newest" else None


def _no_data(asked: Asked) -> Told | str | None:
    """A page all of whose data is without records."""
    if asked.path == "/":
        library = "<script src=/js/vue.js></script>"
        return html(library + SHELL + script("$.getJSON('/api/menu', menu); $.getJSON('/api/newest', show);"))
    return Told("{}", JSON) if asked.path == "/api/menu" else None


def _closed_data(asked: Asked) -> Told | str | None:
    """A page whose data robots.txt forbids to fetch: no answer to it ever comes."""
    if asked.path == "/robots.txt":
        return Told("User-agent: *\nDisallow: /api/\n", "text/plain")
    return _no_data(asked) if asked.path == "/" else None


SITES: dict[str, Site] = {
    f"{name}.test": partial(_site, lists) for name, lists in (ENDLESS | LEFT_ALONE).items()
} | {
    "sessions.test": _sessions,
    "nofollow.test": partial(_site, _nofollow),
    "header.test": partial(_site, _header),
    "mute.test": partial(_site, _mute),
    "misnamed.test": partial(_site, _misnamed),
    "wrongstatus.test": partial(_site, _wrong_status),
    "unturned.test": partial(_site, _unturned),
    "firstdata.test": partial(_site, _first_of_data),
    "nodata.test": partial(_site, _no_data),
    "closeddata.test": _closed_data,
    FOREIGN: lambda asked: html("<p>党员教育</p>"),
}
"""Sites by host."""


def _dry(asked: Asked) -> str | None:
    """A list whose parts repeat the first one, without end: three of them show that it is dry."""
    page = int(asked.fields.get("page", 1))
    return (
        html(f"<ul>{rows(asked.host, numbers(1))}</ul><a href='/?page={page + 1}'>下一页</a>")
        if asked.path == "/"
        else None
    )


dry_site: Site = partial(_site, _dry)
"""Answers for the list that is dry."""

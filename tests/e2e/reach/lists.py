"""Sites each of which lists its articles in a way of its own; names say which.

One for each way of asking for the next part. How pages name it: tests/page/anchors and tests/page/hidden_links.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import partial
from urllib.parse import urlsplit

from e2e.reach.articles import article
from e2e.reach.living_web import Asked, Site, Told

EACH, PAGES = 2, 3
"""Articles of a page of a list, and pages of a list."""
JSON, JAVASCRIPT, XML = "application/json", "application/javascript", "text/xml; charset=utf-8"
STATE = "dDwtMTQ4" * 40
"""The state of a form of ASP.NET."""


def numbers(page: int) -> range:
    """Return the numbers of the articles of a page of a list, from 1; none behind the last page."""
    return range(100 + EACH * (page - 1), 100 + EACH * page) if 1 <= page <= PAGES else range(0)


ALL = range(100, 100 + EACH * PAGES)


def address(number: int) -> str:
    """Return the path of an article."""
    return f"/art/{number}.html"


def html(body: str, title: str = "工作动态", head: str = "") -> str:
    """Return a page."""
    return f"<!DOCTYPE html><html><head><meta charset=utf-8><title>{title}</title>{head}</head><body>{body}</body></html>"


def script(text: str) -> str:
    """Return an inline script."""
    return f"<script>{text}</script>"


def rows(host: str, which: Iterable[int]) -> str:
    """Return the rows of a list."""
    return "".join(
        f'<li><a href="{address(number)}">{article(host, number).title}</a><span>{article(host, number).day}</span></li>'
        for number in which
    )


def records(host: str, which: Iterable[int]) -> list[dict[str, str]]:
    """Return the rows of a list as data."""
    return [
        {
            "title": article(host, n).title,
            "url": address(n),
            "date": article(host, n).day,
            "img": "/upload/x.jpg",
        }
        for n in which
    ]


def page_of_article(host: str, number: int) -> str:
    """Return an article."""
    told = article(host, number)
    text = "".join(f"<p>{paragraph}</p>" for paragraph in told.paragraphs)
    return html(
        f"<h1>{told.title}</h1><div>{told.day} 来源：{host}</div><div class=content>{text}</div>", told.title
    )


def _site(lists: Callable[[Asked], Told | str | None], asked: Asked) -> Told | str | None:
    number = asked.path.removeprefix("/art/").removesuffix(".html")
    if asked.path.startswith("/art/") and number.isdigit() and int(number) in ALL:
        return page_of_article(asked.host, int(number))
    return lists(asked)


def _by_path(render: Callable[[str, int], str], asked: Asked) -> str | None:
    """A list whose pages are /, /index_1.html, /index_2.html."""
    paths = {"/": 1, "/index.html": 1} | {f"/index_{n - 1}.html": n for n in range(2, PAGES + 1)}
    return render(asked.host, paths[asked.path]) if asked.path in paths else None


def _name(page: int) -> str:
    return f"/index_{page - 1}.html" if page > 1 else "/"


def _plain(host: str, page: int) -> str:
    links = "".join(f'<a href="{_name(n)}">{n}</a> ' for n in range(1, PAGES + 1) if n != page)
    onward = f'<a href="{_name(page + 1)}">下一页>></a>' if page < PAGES else ""
    return html(f'<ul>{rows(host, numbers(page))}</ul>{links}{onward}<a href="{_name(PAGES)}">尾页</a>')


def _trs(host: str, page: int) -> str:
    return html(
        f"<ul>{rows(host, numbers(page))}</ul>"
        + script(f'createPageHTML({PAGES}, {page - 1}, "index", "html");')
    )


def _get_form(asked: Asked) -> str | None:
    if asked.path not in ("/", "/list.jsp"):
        return None
    options = "".join(f"<option value={n}>{n}</option>" for n in range(1, PAGES + 1))
    form = f"<form action=/list.jsp><input type=hidden name=cid value=7><select name=page onchange='this.form.submit()'>{options}</select></form>"
    return html(f"<ul>{rows(asked.host, numbers(int(asked.fields.get('page', 1))))}</ul>{form}")


def _post_form(asked: Asked) -> str | None:
    if asked.path == "/list.do" and (asked.method != "POST" or asked.fields.get("cid") != "7"):
        return None
    if asked.path not in ("/", "/list.do"):
        return None
    page = int(asked.fields.get("pageNo", 1))
    form = f"<form name=f method=post action=/list.do><input type=hidden name=cid value=7><input type=hidden name=pageNo value={page}></form>"
    text = "function go(n){document.forms['f'].pageNo.value=n;document.forms['f'].submit();}"
    call = f"<a href='javascript:go({page + 1})'>下一页</a>" if page < PAGES else ""
    return html(f"<ul>{rows(asked.host, numbers(page))}</ul>{form}{script(text)}{call}")


def _post_back(asked: Asked) -> str | None:
    if asked.path != "/" or (asked.method == "POST" and asked.fields.get("__VIEWSTATE") != STATE):
        return None
    page = int(asked.fields.get("__EVENTARGUMENT") or 1)
    form = f"<form method=post action=/><input type=hidden name=__VIEWSTATE value='{STATE}'></form>"
    calls = "".join(
        f"<a href=\"javascript:__doPostBack('Pager','{n}')\">{n}</a>"
        for n in range(1, PAGES + 1)
        if n != page
    )
    return html(f"<ul>{rows(asked.host, numbers(page))}</ul>{form}{calls}")


def _jpage(asked: Asked) -> Told | str | None:
    if asked.path == "/":
        island = "".join(f"<record><![CDATA[{rows(asked.host, [n])}]]></record>" for n in numbers(1))
        call = f"$('#9').jpage({{totalRecord:{len(ALL)},perPage:{EACH},groupSize:1,proxyUrl:'/module/dataproxy.jsp',ajaxParam:{{'col':'1','unitid':'9'}}}});"
        return html(
            f"<div id=9><script type='text/xml'><datastore><recordset>{island}</recordset></datastore></script></div>{script(call)}"
        )
    if asked.path == "/module/dataproxy.jsp" and asked.fields.get("unitid") == "9":
        start, end = int(asked.fields["startrecord"]), int(asked.fields["endrecord"])
        which = ALL[start - 1 : end]
        island = "".join(f"<record><![CDATA[{rows(asked.host, [n])}]]></record>" for n in which)
        return Told(
            f'<?xml version="1.0" encoding="utf-8"?><datastore><recordset>{island}</recordset></datastore>',
            XML,
        )
    return None


SHELL = "<div id=list>正在加载</div>"


def _api(form: str, parameters: str, asked: Asked) -> Told | str | None:
    """A list that is filled from data; what is asked for, and in which form."""
    page = int(asked.fields.get("page") or 0)
    data = json.dumps({"code": 0, "data": {"rows": records(asked.host, numbers(page))}})
    if asked.path == "/":
        return html(SHELL + script(parameters))
    if asked.path != "/api/list" or "page" not in asked.fields:
        return None
    told = form.replace("{}", data) if "{}" in form else f"<ul>{rows(asked.host, numbers(page))}</ul>"
    return Told(told, JSON if form == "{}" else JAVASCRIPT if "{}" in form else "text/html; charset=utf-8")


def _json_by_path(asked: Asked) -> Told | str | None:
    if asked.path == "/":
        return html(SHELL + "<script src='/data/list_1.jsonp?callback=show'></script>")
    number = asked.path.removeprefix("/data/list_").removesuffix(".jsonp")
    if not number.isdigit() or not numbers(int(number)):
        return None
    return Told(f"show({json.dumps(records(asked.host, numbers(int(number))))});", JAVASCRIPT)


def _cursor(asked: Asked) -> Told | str | None:
    if asked.path == "/":
        return html(SHELL + script("fetch('/api/list?cursor=&size=2').then(r=>r.json()).then(show);"))
    marks = ["", "bQ==", "eA=="]
    if asked.path != "/api/list" or asked.fields.get("cursor") not in marks:
        return None
    page = marks.index(asked.fields["cursor"]) + 1
    following = marks[page] if page < len(marks) else ""
    return Told(json.dumps({"items": records(asked.host, numbers(page)), "next_cursor": following}), JSON)


def _post_api(asked: Asked) -> Told | str | None:
    if asked.path == "/":
        return html(SHELL + script("$.post('/list/query.do',{pageNo:1,pageSize:2,channelId:7},show,'json');"))
    if asked.path != "/list/query.do" or asked.method != "POST" or asked.fields.get("channelId") != "7":
        return None
    return Told(json.dumps({"rows": records(asked.host, numbers(int(asked.fields["pageNo"])))}), JSON)


def _xml(asked: Asked) -> Told | str | None:
    if asked.path == "/":
        return html(SHELL + script("$.get('/data/list.xml',{start:0,limit:2},show,'xml');"))
    if asked.path != "/data/list.xml" or not asked.fields.get("start"):
        return None
    which = ALL[int(asked.fields["start"]) :][:EACH]
    items = "".join(
        f"<item><title><![CDATA[{r['title']}]]></title><url>{r['url']}</url><day>{r['date']}</day></item>"
        for r in records(asked.host, which)
    )
    return Told(f'<?xml version="1.0" encoding="utf-8"?><items>{items}</items>', XML)


def _feed(asked: Asked) -> Told | str | None:
    if asked.path == "/":
        return html(SHELL + script("$.get('/rss.xml',show);"))
    if asked.path != "/rss.xml":
        return None
    items = "".join(
        f"<item><title>{r['title']}</title><link>http://{asked.host}{r['url']}</link></item>"
        for r in records(asked.host, ALL)
    )
    return Told(
        f'<?xml version="1.0" encoding="utf-8"?><rss version="2.0"><channel><title>动态</title>{items}</channel></rss>',
        XML,
    )


def _frames(asked: Asked) -> str | None:
    if asked.path == "/":
        return html("").replace(
            "<body></body>",
            "<frameset cols='20%,80%'><frame src='/left.html'><frame src='/index.html'></frameset>",
        )
    return _by_path(_plain, asked)


def _inner_frame(asked: Asked) -> str | None:
    if asked.path == "/":
        return html("<iframe src='/index.html' width='100%' height=600></iframe>")
    return _by_path(_plain, asked)


def _sent_on(asked: Asked) -> str | None:
    if asked.path == "/":
        return html(script("setTimeout(function(){window.location.href='/index.html';},0);"), "首页")
    return _by_path(_plain, asked)


def _named(name: str, lists: Callable[[Asked], Told | str | None]) -> tuple[str, Site]:
    return f"{name}.test", partial(_site, lists)


BY_PATH: dict[str, Callable[[str, int], str]] = {"plain": _plain, "trs": _trs}
OTHERS: dict[str, Callable[[Asked], Told | str | None]] = {
    "getform": _get_form,
    "postform": _post_form,
    "postback": _post_back,
    "jpage": _jpage,
    "ajax": partial(
        _api, "{}", "$.ajax({url:'/api/list',type:'get',data:{page:1,size:2},dataType:'json',success:show});"
    ),
    "jsonp": partial(_api, "/**/show({});", "$.getJSON('/api/list?page=1&callback=show',show);"),
    "counter": partial(_api, "{}", "var n=0;function more(){n++;$.get('/api/list?page='+n,show);}more();"),
    "fragments": partial(_api, "", "$('#list').load('/api/list?page=1');"),
    "jsonpath": _json_by_path,
    "cursor": _cursor,
    "postapi": _post_api,
    "xml": _xml,
    "feed": _feed,
    "frames": _frames,
    "innerframe": _inner_frame,
    "senton": _sent_on,
}
SITES: dict[str, Site] = dict(
    [_named(name, partial(_by_path, render)) for name, render in BY_PATH.items()]
    + [_named(name, lists) for name, lists in OTHERS.items()]
)
"""Sites by host, all of whose articles can be reached."""


def urls(host: str) -> set[str]:
    """Return the URLs of the articles of a site."""
    return {f"http://{host}{address(number)}" for number in ALL}


def host_of(url: str) -> str:
    """Return the host of a URL."""
    return urlsplit(url).hostname or ""

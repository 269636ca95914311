"""Small sites of our own behind a proxy on loopback: one kind of list each, all texts made up."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

PER_PART = 6
_PLACES = ("清溪镇", "石桥街道", "南坡村", "文昌社区", "东河乡", "新圃社区")
_ACTS = (
    ("党支部召开组织生活会", "批评与自我批评"),
    ("党委举办入党积极分子培训班", "入党积极分子培训"),
    ("党总支开展主题党日活动", "主题党日"),
)


@dataclass
class Reply:
    """An answer: body, status, type and further headers; seconds to wait before it."""

    body: str | bytes = ""
    status: int = 200
    kind: str = "text/html; charset=utf-8"
    headers: dict[str, str] = field(default_factory=dict)
    wait: float = 0.0


Page = str | Reply | Callable[[str, str], Reply]
"""A page, or a function of the query and the body of a request."""


@dataclass
class Web:
    """The sites, and what was requested."""

    url: str
    pages: dict[str, dict[str, Page]] = field(default_factory=dict)
    requested: list[tuple[str, str]] = field(default_factory=list)
    agents: set[str] = field(default_factory=set)
    at_once: dict[str, int] = field(default_factory=dict)
    most_at_once: int = 0

    def paths(self, host: str) -> list[str]:
        """Return what was requested from a host, in order."""
        return [path for one, path in self.requested if one == host]


def title(number: int) -> str:
    """Return the headline of an article."""
    return f"{_PLACES[number % 6]}{_ACTS[number % 3][0]}（第{number + 1}期）"


def article(number: int, charset: str = "utf-8") -> str:
    """Return the page of an article."""
    body = "".join(f"<p>{sentence}</p>" for sentence in sentences(number))
    return (
        f'<html><head><meta charset="{charset}"><title>{title(number)}_清溪党建网</title></head><body>'
        f'<h1>{title(number)}</h1><div class="info">发布时间：2024-03-{number + 1:02} 来源：清溪日报</div>'
        f'<div class="content">{body}</div></body></html>'
    )


def sentences(number: int) -> tuple[str, ...]:
    """Return the text of an article."""
    act, topic = _ACTS[number % 3]
    place = _PLACES[number % 6]
    return (
        f"三月{number + 1}日，{place}{act}，全体党员到会，镇党委组织委员列席指导。",
        f"支部书记围绕{topic}讲了一堂党课，要求党员对照党章找差距、定措施，把党建责任落到每个支部。",
        "党员们逐一发言，老党员讲入党故事，预备党员汇报思想，会议记录由支部委员会统一保管。",
        "会后，党员志愿服务队到村里清扫道路，帮助困难群众，党组织的战斗堡垒作用更加明显。",
    )


def items(numbers: range, folder: str = "/dj/") -> str:
    """Return the entries of a list."""
    return "".join(f'<li><a href="{folder}t{n}.html">{title(n)}</a></li>' for n in numbers)


def listing(body: str, name: str = "党建动态", head: str = "") -> str:
    """Return a page of a list."""
    return (
        f'<html><head><meta charset="utf-8"><title>{name}_清溪党建网</title>{head}</head><body>'
        f'<div class="nav"><a href="/">首页</a></div><h2>{name}</h2>{body}</body></html>'
    )


def part(number: int) -> range:
    """Return the numbers of the articles in a part of a list, from 0."""
    return range(number * PER_PART, (number + 1) * PER_PART)


def with_articles(pages: dict[str, Page], count: int = 18) -> dict[str, Page]:
    """Return the pages of a site with its articles."""
    return {f"/dj/t{n}.html": article(n) for n in range(count)} | pages


def plain() -> dict[str, Page]:
    """A list with links to its further pages."""
    pager = '<a href="/dj/index_{}.html">{}</a>'
    return with_articles(
        {
            "/dj/": listing(f"<ul>{items(part(0))}</ul>" + pager.format(1, 2) + pager.format(1, "下一页")),
            "/dj/index_1.html": listing(f"<ul>{items(part(1))}</ul><a href='/dj/'>上一页</a>"),
        }
    )


def script() -> dict[str, Page]:
    """A list whose pager a script writes."""
    call = '<script>createPageHTML(3, {}, "index", "html");</script>'
    return with_articles(
        {
            "/dj/": listing(f"<ul>{items(part(0))}</ul>" + call.format(0)),
            "/dj/index_1.html": listing(f"<ul>{items(part(1))}</ul>" + call.format(1)),
        }
    )


def json_list() -> dict[str, Page]:
    """An empty page that a script fills from data by page."""

    def api(query: str, body: str) -> Reply:
        number = int(parse_qs(query).get("page", ["1"])[0]) - 1
        rows = [{"title": title(n), "url": f"/dj/t{n}.html"} for n in part(number) if n < 18]
        return Reply(json.dumps({"rows": rows}, ensure_ascii=False), kind="application/json; charset=utf-8")

    load = "<ul id=list></ul><script>$.getJSON('/api/list?page=1&cid=7',show);</script>"
    return with_articles({"/dj/": listing(load), "/api/list": api})


def post_list() -> dict[str, Page]:
    """A list whose further pages are asked for by POST."""

    def pages(query: str, body: str) -> Reply:
        number = int(parse_qs(body).get("pageNo", ["1"])[0])
        form = (
            '<form name="f" method="post" action="/dj/list.do"><input type="hidden" name="cid" value="7">'
            f'<input type="hidden" name="pageNo" value="{number}"></form>'
            "<script>function gotoPage(n){document.f.pageNo.value=n;document.f.submit();}</script>"
            f'<a href="javascript:;" onclick="gotoPage({number + 1})">下一页</a>'
        )
        return Reply(listing(f"<ul>{items(part(number - 1))}</ul>{form}"))

    return with_articles({"/dj/list.do": pages})


def refused() -> dict[str, Page]:
    """A site that no crawler may enter."""
    robots = Reply("User-agent: *\nDisallow: /\n", kind="text/plain")
    return with_articles({"/robots.txt": robots, "/dj/": listing(items(part(0)))})


CHALLENGE = "<script>document.cookie='c=1;path=/';location.reload()</script>"


def challenge() -> dict[str, Page]:
    """A site that checks for a browser."""
    return {"/dj/": Reply(CHALLENGE, 521)}


def challenged_articles() -> dict[str, Page]:
    """A list whose articles check for a browser."""
    pages = {f"/dj/t{n}.html": Reply(CHALLENGE, 412) for n in range(6)}
    return {"/dj/": listing(f"<ul>{items(part(0))}</ul>"), **pages}


def shell() -> dict[str, Page]:
    """A page that a script of another file fills."""
    return {"/dj/": '<html><body><div id="app"></div><script src="/js/app.js"></script></body></html>'}


def gb18030() -> dict[str, Page]:
    """Pages in GB18030 that do not say so in their headers."""

    def coded(text: str) -> Reply:
        return Reply(text.replace("utf-8", "gb2312").encode("gb18030"), kind="text/html")

    pages: dict[str, Page] = {f"/dj/t{n}.html": coded(article(n)) for n in range(6)}
    return pages | {"/dj/": coded(listing(f"<ul>{items(part(0))}</ul>"))}


def home() -> dict[str, Page]:
    """A home page about other things, with a column about the topic."""
    news = "".join(
        f'<li><a href="/ty/{n}.html">清溪队{n + 1}比0战胜东河队，联赛升至第二位</a></li>' for n in range(8)
    )
    columns = '<a href="/ty/">体育新闻</a><a href="/dj/">党建工作</a><a href="/tz/">通知公告</a>'
    return plain() | {"/": listing(f"{columns}<ul>{news}</ul>", "清溪在线")}


def off_topic() -> dict[str, Page]:
    """A list about other things."""
    text = "主队第三十分钟由前锋头球破门，下半场门将两次扑出点球，全场比赛观众一万余人。" * 6
    pages: dict[str, Page] = {
        f"/ty/{n}.html": f"<html><head><title>清溪队{n}比0战胜东河队</title></head><body>"
        f"<h1>清溪队{n}比0战胜东河队</h1><div>{text}</div></body></html>"
        for n in range(8)
    }
    links = "".join(f'<li><a href="/ty/{n}.html">清溪队{n}比0战胜东河队升至第二</a></li>' for n in range(8))
    return pages | {"/ty/": listing(f"<ul>{links}</ul>", "体育")}


def log_in() -> dict[str, Page]:
    """A site that sends everyone to its log-in page."""
    form = "<form><input name=user><input type=password name=pass></form>"
    return {
        "/dj/": Reply(status=302, headers={"Location": "/sso/login?back=/dj/"}),
        "/sso/login": f"<html><head><title>用户登录</title></head><body>{form}</body></html>",
    }


def unreadable_pager() -> dict[str, Page]:
    """A list whose pager is made by a script of another file."""
    pager = '<div class="pagination">共 9 页 <span class="js-next">下一页</span></div>'
    return with_articles({"/dj/": listing(f"<ul>{items(part(0))}</ul>{pager}<script src=/js/p.js></script>")})


def files() -> dict[str, Page]:
    """A list of documents."""
    rows = "".join(f'<li><a href="/up/{n}.pdf">{title(n)}</a></li>' for n in range(6))
    return {"/gk/": listing(f"<ul>{rows}</ul>", "党务公开")}


def rtf(text: str) -> Reply:
    """A file with a text."""
    written = "".join(f"\\u{ord(one)}?" for one in text)
    return Reply(f"{{\\rtf1\\ansi {written}\\par}}", kind="application/rtf")


def read_files() -> dict[str, Page]:
    """A list of documents with texts, and one of notices whose text is attached."""
    rows = "".join(f'<li><a href="/up/{n}.rtf">{title(n)}</a> 2024-03-0{n + 1}</li>' for n in range(6))
    notes = "".join(f'<li><a href="/tz/{n}.html">{title(n)}</a> 2024-03-0{n + 1}</li>' for n in range(6))
    pages: dict[str, Page] = {"/gk/": listing(f"<ul>{rows}</ul>"), "/tz/": listing(f"<ul>{notes}</ul>")}
    for n in range(6):
        pages[f"/up/{n}.rtf"] = rtf("".join(sentences(n)))
        pages[f"/tz/{n}.html"] = (
            f"<html><head><title>{title(n)}</title></head><body><h1>{title(n)}</h1>"
            f'<p>附件：<a href="/up/{n}.rtf">{title(n)}.rtf</a></p></body></html>'
        )
    return pages


def feed() -> dict[str, Page]:
    """An RSS feed."""
    rows = "".join(
        f"<item><title>{title(n)}</title><link>http://feed.test/dj/t{n}.html</link></item>" for n in range(6)
    )
    body = f'<?xml version="1.0" encoding="utf-8"?><rss version="2.0"><channel>{rows}</channel></rss>'
    return with_articles({"/rss.xml": Reply(body, kind="text/xml; charset=utf-8")})


SITES: dict[str, dict[str, Page]] = {
    "plain.test": plain(),
    "script.test": script(),
    "json.test": json_list(),
    "post.test": post_list(),
    "refused.test": refused(),
    "challenge.test": challenge(),
    "wall.test": challenged_articles(),
    "shell.test": shell(),
    "gb.test": gb18030(),
    "home.test": home(),
    "sport.test": off_topic(),
    "member.test": log_in(),
    "pager.test": unreadable_pager(),
    "files.test": files(),
    "read-files.test": read_files(),
    "feed.test": feed(),
    "gone.test": {},
    "denied.test": {"/dj/": Reply("", 403)},
    "slow.test": {"/dj/": Reply("", wait=5.0)},
    "down.test": {"/robots.txt": Reply("", 503)},
    "moved.test": {"/dj/": Reply(status=301, headers={"Location": "http://plain.test/dj/"})},
    "inward.test": {"/dj/": Reply(status=302, headers={"Location": "http://127.0.0.1/dj/"})},
    "circle.test": {"/dj/": Reply(status=302, headers={"Location": "/dj/"})},
    "jump.test": plain() | {"/": "<html><script>window.location.href='/dj/';</script></html>"},
}


@contextmanager
def serve(sites: dict[str, dict[str, Page]] | None = None) -> Iterator[Web]:
    """Serve the sites as a proxy on loopback."""
    lock = threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            host = parts.hostname or ""
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
            with lock:
                web.requested.append((host, parts.path))
                web.agents.add(self.headers.get("User-Agent", ""))
                web.at_once[host] = web.at_once.get(host, 0) + 1
                web.most_at_once = max(web.most_at_once, web.at_once[host])
            try:
                self._answer(web.pages.get(host, {}).get(parts.path), parts.query, body)
            finally:
                with lock:
                    web.at_once[host] -= 1

        do_POST = do_GET

        def _answer(self, page: Page | None, query: str, body: str) -> None:
            if page is None:
                page = Reply("<html><body>没有这一页</body></html>", 404)
            reply = page(query, body) if callable(page) else Reply(page) if isinstance(page, str) else page
            stopped.wait(reply.wait)
            time.sleep(0.002)
            content = reply.body.encode() if isinstance(reply.body, str) else reply.body
            try:
                self.send_response(reply.status)
                self.send_header("Content-Type", reply.kind)
                for name, value in reply.headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(content)
            except OSError:  # the client has gone
                return

        def log_message(self, *args: object) -> None:
            pass

    stopped = threading.Event()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    web = Web(f"http://127.0.0.1:{server.server_port}", {})
    web.pages |= {host: dict(pages) for host, pages in (SITES if sites is None else sites).items()}
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    try:
        yield web
    finally:
        stopped.set()
        server.shutdown()
        server.server_close()

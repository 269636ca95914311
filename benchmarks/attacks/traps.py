"""Cost of crawler traps: growing paths and session ids in paths, beside a site of good pages.

    python -m benchmarks.attacks.traps [--pages 400] [--trap-pages N]

One host has 100 articles about tea. On each of two other hosts a few articles appear under endless new URLs:
one host's paths grow with every click (`/a/b/a/`), the other's paths have a new session id
(`/s/8f14e45f/3.html`). Two more have endless lists of headlines about tea: a calendar
(`/rili?year=2031&month=5`) and a search (`/search?q=7`). The last one has endless articles under plain paths
(`/wen/31.html`), each of another text of random words, under headlines about tea: only what they bring
tells. The crawl may fetch --pages pages. The table shows how many pages of each host it fetched and kept:
without copies from the traps it would need 100 pages for the articles and a few for the traps. Writes
results/attacks-traps.json.
"""

from __future__ import annotations

import hashlib
import sqlite3
import threading
from collections import Counter
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

from benchmarks.measuring import arguments, save_result, show_rows
from benchmarks.processes import Processes, topic_crawl
from benchmarks.sites.site import hubs, title, write_topic
from topiccrawl.settings import TOPICCRAWL_TRAP_PAGES

ARTICLES, PATHS, SESSIONS, CALENDAR, SEARCH, NONSENSE = (f"127.0.0.{number}" for number in range(1, 7))
_NAMES = {
    ARTICLES: "articles",
    PATHS: "growing paths",
    SESSIONS: "session ids",
    CALENDAR: "calendar",
    SEARCH: "search",
    NONSENSE: "nonsense",
}
_WORDS = (
    "利率 汇率 股指 债券 芯片 卫星 轨道 引擎 航班 地铁 隧道 桥梁 足球 篮球 决赛 裁判 台风 暴雨 气温 地震 "
    "法院 判决 律师 合同 疫苗 病毒 手术 血压 电影 票房 导演 演员 游戏 网络 软件 数据 房价 贷款 保险 税率"
).split()
"""Words of the nonsense, none of which is near the topic."""
_TRAP_PAGES = 5
"""Articles that each trap repeats."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("0.0.0.0", 0), _Handler)
        self.port = self.server_address[1]
        self.site = hubs((ARTICLES,), self.port, pages=100, lists=10)
        self.requests: Counter[str] = Counter()


class _Handler(BaseHTTPRequestHandler):
    server: _Server

    def do_GET(self) -> None:
        host = (self.headers.get("Host") or "").partition(":")[0]
        path, query = urlsplit(self.path)[2:4]
        if path == "/robots.txt":
            return self._send(b"User-agent: *\n", "text/plain")
        self.server.requests[host] += 1
        return self._send(self._page(host, path, query), "text/html; charset=utf-8")

    def _page(self, host: str, path: str, query: str) -> bytes:
        site, port = self.server.site, self.server.port
        if host == PATHS:
            article = 1000 + path.count("/") % _TRAP_PAGES
            return self._trapped(article, [f"http://{PATHS}:{port}{path}{step}/" for step in "ab"])
        if host == SESSIONS:
            session = hashlib.sha256(path.encode()).hexdigest()[:8]
            article = 2000 + _number(path) % _TRAP_PAGES
            return self._trapped(
                article, [f"http://{SESSIONS}:{port}/s/{session}/{n}.html" for n in range(_TRAP_PAGES)]
            )
        if host == NONSENSE:
            return _nonsense_page(_number(path), port)
        if host in (CALENDAR, SEARCH):
            first = int("".join(filter(str.isdigit, query)) or 0)
            form = "rili?year={}&month=5" if host == CALENDAR else "search?q={}"
            urls = [f"http://{host}:{port}/{form.format(first + step)}" for step in range(1, 9)]
            urls += [f"http://{ARTICLES}:{port}/{n}.html" for n in range(1, 31)]
            return _list_page(f"{title(first)} {first}", urls)
        number = _number(path)
        page = site.page(number)
        if number:
            return page
        doors = "".join(
            f'<li><a href="http://{trap}:{port}/">{title(first)}</a></li>'
            for trap, first in (
                *((PATHS, 1000), (SESSIONS, 2000), (CALENDAR, 3000), (SEARCH, 4000)),
                (NONSENSE, 6000),
            )
        )
        return page.replace(b"</ul>", f"{doors}</ul>".encode())

    def _trapped(self, article: int, links: list[str]) -> bytes:
        page = self.server.site.__class__("trap", (ARTICLES,), ((),) * 3000, self.server.port).page(article)
        listed = "".join(f'<li><a href="{url}">{title(article)}</a></li>' for url in links)
        return page.replace(b"</ul>", f"{listed}</ul>".encode())

    def _send(self, body: bytes, kind: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        pass


def _list_page(name: str, urls: list[str]) -> bytes:
    """Return a page of headlines without a text of its own."""
    listed = "".join(f'<li><a href="{url}">{title(5000 + n)}</a></li>' for n, url in enumerate(urls))
    return f"<html><head><title>{name}</title></head><body><ul>{listed}</ul></body></html>".encode()


def _number(path: str) -> int:
    """Return the number that names a page; 0 for other files, such as tdmrep.json."""
    name = path.rpartition("/")[2].partition(".")[0]
    return int(name) if name.isdecimal() else 0


def _nonsense_page(number: int, port: int) -> bytes:
    """Return an article of random words, which names tea once and links to headlines about it."""
    random = Random(number)
    lines = ("".join(random.choices(_WORDS, k=40)) for _ in range(8))
    text = "".join(f"<p>{line}。</p>" for line in lines)
    links = "".join(
        f'<li><a href="http://{NONSENSE}:{port}/wen/{8 * number + step}.html">{title(7000 + step)}</a></li>'
        for step in range(1, 9)
    )
    head = f"<title>茶叶{''.join(random.choices(_WORDS, k=40))}</title>"
    return f"<html><head>{head}</head><body>{text}<ul>{links}</ul></body></html>".encode()


def measure(pages: int, trap_pages: int) -> dict[str, Any]:
    """Crawl and count pages by host.

    Args:
        pages: CLOSESPIDER_PAGECOUNT.
        trap_pages: TOPICCRAWL_TRAP_PAGES.
    """
    server = _Server()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with TemporaryDirectory() as folder, Processes(Path(folder) / "processes") as processes:
        topic = write_topic(Path(folder) / "tea", server.site.url(0))
        database = f"sqlite:///{folder}/corpus.db"
        settings = {"TOPICCRAWL_DATABASE_URL": database, "CLOSESPIDER_PAGECOUNT": str(pages)}
        settings["TOPICCRAWL_TRAP_PAGES"] = str(trap_pages)
        process = processes.start(topic_crawl(topic, settings))
        process.wait()
        server.shutdown()
        kept: Counter[str] = Counter()
        copies: Counter[str] = Counter()
        with closing(sqlite3.connect(f"{folder}/corpus.db")) as connection:
            rows = connection.execute(
                "SELECT url, page_id FROM pages LEFT JOIN duplicates ON page_id = pages.id"
            )
            for url, copy in rows:
                (kept if copy is None else copies)[urlsplit(url).hostname or ""] += 1
    return {
        "budget": pages,
        **{
            name: {"fetched": server.requests[host], "kept": kept[host], "copies": copies[host]}
            for host, name in _NAMES.items()
        },
    }


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--pages", type=int, default=400, help="CLOSESPIDER_PAGECOUNT of the crawl")
    parser.add_argument("--trap-pages", type=int, help="TOPICCRAWL_TRAP_PAGES; nothing is saved then")
    args = parser.parse_args()
    limit = TOPICCRAWL_TRAP_PAGES if args.trap_pages is None else args.trap_pages
    found = measure(args.pages, limit)
    show_rows("host", {name: found[name] for name in _NAMES.values()})
    if args.trap_pages is None:
        save_result("attacks-traps", found)


if __name__ == "__main__":
    main()

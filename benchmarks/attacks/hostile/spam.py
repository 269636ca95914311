"""Cost of sites of generated spam about the topic, each beside an honest site.

    python -m benchmarks.attacks.hostile.spam [--pages 400] [--only KIND]

The honest site has 600 articles about tea. A spam site has 400 pages, which link to each other under
headlines about tea:

woven    twelve of forty sentences of the honest site, in random order
clauses  thirty of their clauses, in random order
openings the twelve sentences, each behind one of ten openings
eight    five to eight of eight sentences, in random order
salad    200 topic words in random order, without sentences
items    the same words, each an item of a list
mixed    200 topic words, every second word from elsewhere, cut into "sentences"
tail     an article on another field, with 60 topic words at its end

The table shows how many pages of each site a crawl of --pages pages fetched and kept. Writes
results/attacks-hostile-spam.json.
"""

from __future__ import annotations

import sqlite3
import threading
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

from benchmarks.measuring import arguments, save_result, show_rows
from benchmarks.processes import Processes, topic_crawl
from benchmarks.sites.site import TOPIC_WORDS, hubs, paragraphs, title, write_topic

HONEST, SPAM = "127.0.0.1", "127.0.0.2"
_STOCK = "".join("".join(paragraphs(9_000 + number)) for number in range(5)).split("。")[:40]
_FIELD = (
    "这座桥的主塔上个月已经封顶 记者在现场看到工人们正在安装斜拉索 通车以后两岸的车程将缩短到十分钟 "
    "设计者说最难的是在急流里打下桥墩 地铁的新线路也在同一天开始试运行 市民可以用手机买票进站 "
    "昨天的大雨让工地停了半天 桥下的航道没有受到影响 他们把钢箱梁一段一段地吊上去 这里的风速常常超过八级"
).split()
_OTHER = "利率 芯片 卫星 航班 隧道 桥梁 决赛 裁判 暴雨 地震 法院 合同 疫苗 手术 票房 导演 软件 贷款".split()


_OPENINGS = (
    "据悉 另据了解 记者近日了解到 有关负责人介绍说 与此同时 不仅如此 业内人士告诉我们 "
    "近年来 值得一提的是 从总体上看"
).split()


def _clauses(random: Random) -> str:
    return "，".join(random.sample([one for text in _STOCK for one in text.split("，")], 30)) + "。"


def _opened(random: Random) -> str:
    return "".join(f"{random.choice(_OPENINGS)}，{one}。" for one in random.sample(_STOCK, 12))


def _sentences(random: Random, stock: list[str], count: int) -> str:
    return "".join(f"{one}。" for one in random.sample(stock, count))


def _items(random: Random) -> str:
    items = "".join(f"<li>{word}</li>" for word in random.choices(TOPIC_WORDS, k=200))
    return f"</p><ul>{items}</ul><p>"


def _mixed(random: Random) -> str:
    words = ("".join((*random.choices(TOPIC_WORDS), *random.choices(_OTHER))) for _ in range(100))
    return "".join(word + ("。" if number % 8 == 7 else "") for number, word in enumerate(words))


def _tail(random: Random) -> str:
    text = "，".join(random.sample(_FIELD, len(_FIELD))) + "。"
    return text * 3 + " ".join(random.choices(TOPIC_WORDS, k=60))


KINDS: dict[str, Callable[[Random], str]] = {
    "woven": lambda random: _sentences(random, _STOCK, 12),
    "clauses": _clauses,
    "openings": _opened,
    "eight": lambda random: _sentences(random, _STOCK[:8], random.randint(5, 8)),
    "salad": lambda random: "、".join(random.choices(TOPIC_WORDS, k=200)),
    "items": _items,
    "mixed": _mixed,
    "tail": _tail,
}


def spam_page(kind: str, number: int, port: int, pages: int = 400) -> bytes:
    """Return the HTML of a page of spam.

    Args:
        kind: of `KINDS`.
        number: of the page, in [0, pages).
        port: of its site.
        pages: size of the site.
    """
    random = Random(f"{kind} {number}")
    links = "".join(
        f'<li><a href="http://{SPAM}:{port}/wen/{to}.html">{title(20_000 + to)}</a></li>'
        for to in (*((number * 3 + step) % pages for step in range(1, 4)), *random.sample(range(pages), 5))
    )
    name = title(20_000 + number)
    return (
        f'<html><head><meta charset="utf-8"><title>{name}</title></head><body><h1>{name}</h1>'
        f"<p>{KINDS[kind](random)}</p><ul>{links}</ul></body></html>"
    ).encode()


class SpamServer(ThreadingHTTPServer):
    """An honest site whose first page leads to a site of spam, too.

    Attributes:
        requests: number of requests for pages, by host.
    """

    daemon_threads = True

    def __init__(self, kind: str, pages: int = 600) -> None:
        super().__init__(("0.0.0.0", 0), _Handler)
        self.kind, self.port = kind, self.server_address[1]
        self.site = hubs((HONEST,), self.port, pages=pages, lists=20)
        self.requests: Counter[str] = Counter()


class _Handler(BaseHTTPRequestHandler):
    server: SpamServer

    def do_GET(self) -> None:
        host = (self.headers.get("Host") or "").partition(":")[0]
        name = urlsplit(self.path).path.rpartition("/")[2].partition(".")[0]
        if self.path == "/robots.txt" or not name.isdecimal():
            return self.send_error(404)
        self.server.requests[host] += 1
        number, port = int(name), self.server.port
        if host == SPAM:
            return self._send(spam_page(self.server.kind, number, port))
        page = self.server.site.page(number)
        doors = "".join(
            f'<li><a href="http://{SPAM}:{port}/wen/{n}.html">{title(n)}</a></li>' for n in range(9)
        )
        return self._send(page if number else page.replace(b"</ul>", f"{doors}</ul>".encode()))

    def _send(self, body: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        pass


def measure(kind: str, pages: int) -> dict[str, Any]:
    """Crawl an honest site and one of a kind of spam; return fetched and kept pages of both.

    Args:
        kind: of `KINDS`.
        pages: CLOSESPIDER_PAGECOUNT.
    """
    server = SpamServer(kind)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with TemporaryDirectory() as folder, Processes(Path(folder) / "processes") as processes:
        topic = write_topic(Path(folder) / "tea", server.site.url(0))
        settings = {"TOPICCRAWL_DATABASE_URL": f"sqlite:///{folder}/corpus.db"}
        settings["CLOSESPIDER_PAGECOUNT"] = str(pages)
        processes.start(topic_crawl(topic, settings)).wait()
        server.shutdown()
        with closing(sqlite3.connect(f"{folder}/corpus.db")) as connection:
            rows = connection.execute(
                "SELECT url FROM pages WHERE id NOT IN (SELECT page_id FROM duplicates)"
            )
            kept = Counter(urlsplit(url).hostname for (url,) in rows)
            reasons = dict(
                connection.execute(
                    "SELECT stage || '/' || reason, COUNT(*) FROM drops WHERE url LIKE ? GROUP BY 1",
                    (f"http://{SPAM}:%",),
                )
            )
    return {
        "spam_fetched": server.requests[SPAM],
        "spam_kept": kept[SPAM],
        "honest_fetched": server.requests[HONEST],
        "honest_kept": kept[HONEST],
        "drops": reasons,
    }


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--pages", type=int, default=400, help="CLOSESPIDER_PAGECOUNT of the crawls")
    parser.add_argument("--only", choices=KINDS, help="one kind; nothing is saved then")
    args = parser.parse_args()
    found = {kind: measure(kind, args.pages) for kind in KINDS if args.only in (None, kind)}
    show_rows("spam", found)
    if args.only is None:
        save_result("attacks-hostile-spam", found)


if __name__ == "__main__":
    main()

"""URL twins of a served web: pairs of URLs with one page, pairs that only look like it, and pages lost.

    python -m benchmarks.url_twins [--seed 1] [--work FOLDER]

A web of seven hosts, whose names a proxy on this machine answers, with 200 pairs of URLs that serve the same
article: an m. host, index.html, AMP and print views, a session parameter of no known name, and a directory
that only `rel=canonical` explains. Beside them are 200 pairs of URLs of the same forms with two articles
each (index_1.html, page=2, a wrong `rel=canonical`, a directory of the m. host with articles of its own),
and 40 articles that exist under one form only while the link to the other form is an error. The web is
crawled with twins learned (`TOPICCRAWL_URL_TWINS`) and without, by `breadth-first`, which refuses no link. A
second crawl of each corpus starts from a part of the web with as many new pairs, when the habits of the hosts
are known.

`merged`: pairs with one original in the corpus. `kept`: articles of the near-twins that are originals.
`lost`: articles that are no original of the corpus. `second`: pairs of which both URLs were requested.
Writes results/url_twins.json.
"""

from __future__ import annotations

import random
import sqlite3
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from benchmarks.live.crawl import NO_DELAYS, run_scrapy
from benchmarks.measuring import arguments, save_result, show_table, work_folder
from benchmarks.processes import setting_options
from benchmarks.sites.site import Site, title, write_topic

HOME = "http://www.start.example/"
ON_A_LIST = 40
"""Links of a list page."""
COLUMNS = ("kind", "pairs", "merged", "kept", "lost", "second")


@dataclass(frozen=True)
class Pair:
    """Two URLs.

    Attributes:
        kind: what distinguishes them.
        urls: the longer form first.
        articles: the articles that they serve, by number; None: an error.
        declared: what the first declares as its canonical URL; empty: nothing.
    """

    kind: str
    urls: tuple[str, str]
    articles: tuple[int | None, int | None]
    declared: str = ""


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--work", type=Path, help="keep corpora and logs in this folder")
    args = parser.parse_args()
    parts = [planted(random.Random(args.seed + part), 1000 + 1000 * part) for part in range(2)]
    figures: dict[str, Any] = {}
    with work_folder(args.work) as folder:
        for name, learned in (("learned", "True"), ("without", "False")):
            for crawl_name, pairs, found in zip(
                CRAWLS, parts, crawls(folder / name, parts, learned, args.seed), strict=True
            ):
                figures[f"{name}, {crawl_name}"] = judge(pairs, *found)
                show_table(
                    (f"{name}, {crawl_name}", *COLUMNS[1:]),
                    [list(row.values()) for row in figures[f"{name}, {crawl_name}"]["kinds"]],
                )
    for crawl_name in CRAWLS:
        without, learned = (figures[f"{name}, {crawl_name}"]["requests"] for name in ("without", "learned"))
        print(f"requests, {crawl_name}: {without:,} without, {without - learned:,} fewer with habits learned")
    save_result("url_twins", {"seed": args.seed, **figures})
    for crawl_name in CRAWLS:
        total = figures[f"learned, {crawl_name}"]["kinds"][-1]
        if total["merged"] < 198 or total["lost"] or total["kept"] < 440:
            sys.exit("FAULTS")


CRAWLS = ("first crawl", "second crawl")
TWINS = ("m", "index", "amp", "print", "session", "canonical")


def planted(rng: random.Random, first: int) -> list[Pair]:
    """Return the pairs of a part of the web, in random order, with articles from a number on."""
    numbers = iter(range(first, first + 1000))
    pairs = []
    for kind, count in zip(TWINS, (34, 34, 33, 33, 33, 33), strict=True):
        for _ in range(count):
            article = next(numbers)
            urls, declared = twin_urls(kind, article, rng)
            pairs.append(Pair(kind, urls, (article, article), declared))
    for kind in ("index_1", "page=2", "wrong canonical", "other m"):
        for _ in range(50):
            one, other = next(numbers), next(numbers)
            urls, declared = near_urls(kind, one)
            pairs.append(Pair(kind, urls, (one, other), declared))
    for kind, gone in (("gone base", 1), ("gone m", 0)):
        for _ in range(20):
            article = next(numbers)
            urls, _ = twin_urls("m", article, rng)
            pairs.append(Pair(kind, urls, (None, article) if gone == 0 else (article, None)))
    rng.shuffle(pairs)
    return pairs


def twin_urls(kind: str, number: int, rng: random.Random) -> tuple[tuple[str, str], str]:
    """Return two URLs of one article, and what the first declares."""
    if kind == "m":
        return (f"http://m.tea.example/a/{number}.html", f"http://www.tea.example/a/{number}.html"), ""
    if kind == "index":
        return (f"http://shops.example/d{number}/index.html", f"http://shops.example/d{number}/"), ""
    if kind == "amp":
        return (f"http://hills.example/amp/n/{number}.html", f"http://hills.example/n/{number}.html"), ""
    if kind == "print":
        base = f"http://leaves.example/show.php?id={number}"
        return (f"{base}&print=yes", base), ""
    if kind == "session":
        base = f"http://houses.example/view?doc={number}"
        return (f"{base}&visit={rng.randbytes(8).hex()}", base), ""
    base = f"http://fields.example/p/{number}.html"
    return (f"http://fields.example/kanban/p/{number}.html", base), base


def near_urls(kind: str, number: int) -> tuple[tuple[str, str], str]:
    """Return two URLs of two articles, and what the first declares."""
    if kind == "index_1":
        return tuple(f"http://shops.example/e{number}/index{end}.html" for end in ("_1", "")), ""  # type: ignore[return-value]
    if kind == "page=2":
        base = f"http://leaves.example/show.php?id={number}"
        return (f"{base}&page=2", base), ""
    if kind == "wrong canonical":
        base = f"http://fields.example/q/{number}.html"
        return (f"http://fields.example/kanban/q/{number}.html", base), base
    return (f"http://m.tea.example/own/{number}.html", f"http://www.tea.example/own/{number}.html"), ""


def web_of(pairs: list[Pair], part: int, rng: random.Random) -> dict[str, bytes]:
    """Return the pages of a part of the web by URL; the links are in random order on its lists."""
    home, first = home_of(part), 500 * part  # lists have articles of their own
    articles = Site("articles", ("www.start.example",), ((),) * 20_000, 80)
    pages: dict[str, bytes] = {}
    # A link to an error has the text of its twin's: else the crawl would learn what errors are called.
    links = [
        (url, number or pair.articles[0] or pair.articles[1])
        for pair in pairs
        for url, number in zip(pair.urls, pair.articles, strict=True)
    ]
    rng.shuffle(links)
    for pair in pairs:
        for url, number in zip(pair.urls, pair.articles, strict=True):
            if number is None:
                continue
            page = articles.page(number).decode()
            if pair.declared and url == pair.urls[0]:
                page = page.replace("</head>", f'<link rel="canonical" href="{pair.declared}"></head>')
            if pair.kind == "print" and url == pair.urls[0]:
                page = page.replace('<ul class="more">', "<p>打印本页</p><ul>")
            pages[url] = page.encode()
    lists = [links[start : start + ON_A_LIST] for start in range(0, len(links), ON_A_LIST)]
    for number, on_it in enumerate(lists):
        following = [(f"{home}list{number + 1}.html", number + 1)] if number + 1 < len(lists) else []
        pages[home if number == 0 else f"{home}list{number}.html"] = _with_links(
            articles, first + number, on_it + following
        )
    return pages


def home_of(part: int) -> str:
    """Return the first page of a part of the web."""
    return f"{HOME}part{part}/"


def _with_links(articles: Site, number: int, links: list[Any]) -> bytes:
    listed = "".join(f'<li><a href="{url.replace("&", "&amp;")}">{title(to)}</a></li>' for url, to in links)
    return articles.page(number).decode().replace('<ul class="more">', f'<ul class="more">{listed}').encode()


@contextmanager
def served(pages: dict[str, bytes]) -> Iterator[tuple[str, list[str]]]:
    """Serve pages as a proxy; yield its URL and the log of requested URLs."""
    log: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            body = pages.get(self.path)
            log.append(self.path)
            self.send_response(200 if body else 404)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body or b"")))
            self.end_headers()
            self.wfile.write(body or b"")

        def log_message(self, format: str, *args: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}", log
        server.shutdown()


def crawls(
    folder: Path, parts: list[list[Pair]], learned: str, seed: int
) -> Iterator[tuple[Path, list[str], int]]:
    """Crawl part after part; yield the database, the requested URLs and the seconds of each crawl."""
    folder.mkdir(parents=True)
    database = folder / "corpus.db"
    topic = write_topic(folder / "topics" / "tea", HOME)
    settings = {
        "TOPICCRAWL_DATABASE_URL": f"sqlite:///{database}",
        "TOPICCRAWL_URL_TWINS": learned,
        "TOPICCRAWL_DRY_PAGES": "0",
        "TOPICCRAWL_TRAP_PAGES": "0",
        "CONCURRENT_REQUESTS_PER_DOMAIN": "4",
        **NO_DELAYS,
    }
    for number, pairs in enumerate(parts):
        started = time.monotonic()
        with served(web_of(pairs, number, random.Random(seed + number))) as (proxy, log):
            command = ["crawl", "topic", "-a", f"topic={topic}", "-a", f"seeds={home_of(number)}"]
            run_scrapy([*command, "-a", "strategy=breadth-first", *setting_options(settings)], proxy, folder)
        seconds = round(time.monotonic() - started)
        yield database, [url for url in log if not url.endswith("/robots.txt")], seconds


def judge(pairs: list[Pair], database: Path, requests: list[str], seconds: int) -> dict[str, Any]:
    """Return the figures of a crawl."""
    with closing(sqlite3.connect(database)) as connection:
        query = "SELECT url, original_url FROM pages LEFT JOIN duplicates ON page_id = id"
        stored: dict[str, str | None] = dict(connection.execute(query).fetchall())
    counts: dict[str, Counter[str]] = {}
    requested = frozenset(requests)
    kinds = [*TWINS, *sorted({pair.kind for pair in pairs} - {*TWINS})]
    for pair in pairs:
        found = counts.setdefault(pair.kind, Counter())
        found["pairs"] += 1
        originals = [url for url in pair.urls if stored.get(url, "") is None]
        served_articles = {number for number in pair.articles if number is not None}
        if pair.kind in TWINS:
            found["merged"] += len(originals) == 1
            found["lost"] += not originals
        else:
            found["kept"] += len(originals)
            found["lost"] += len(served_articles) - len(originals)
        second = requested.issuperset(pair.urls)
        found["second"] += second
    rows: list[dict[str, Any]] = [
        {"kind": kind, **{name: counts[kind][name] for name in COLUMNS[1:]}} for kind in kinds
    ]
    rows.append({"kind": "all", **{name: sum(row[name] for row in rows) for name in COLUMNS[1:]}})
    return {"requests": len(requests), "seconds": seconds, "kinds": rows}


if __name__ == "__main__":
    main()

"""Hostile pages and servers against whole crawls.

    python -m benchmarks.attacks.pages [--only SET] [--page-seconds S] [--work FOLDER]

freezing     pages that freeze the worker, in a crawl into SQLite
shared       the same with two workers on Redis and MariaDB
attributes   tags of 40,000 and 300,000 attributes
headers      endless response headers: plain, folded, 1xx responses, a single line
robots       a robots.txt of 9 MB
listings     24 sitemaps and feeds of a host that are slow to read, as seeds: pages of another host
             in a minute after the head start of seeds, beside them and without them
quota        the same in three minutes, beside a host of ten pages that freeze the worker

Only the figures of the sets that ran are replaced in results/attacks-pages.json.
"""

from __future__ import annotations

import argparse
import os
import socketserver
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from benchmarks.kills.crew import crew
from benchmarks.kills.fatal_pages import freezing_settings
from benchmarks.kills.trial import trial
from benchmarks.measuring import arguments, update_result, work_folder
from benchmarks.processes import HangingError, Process, Processes, topic_crawl
from benchmarks.servers import running_servers
from benchmarks.sites.server import SiteForm, serve
from benchmarks.sites.site import write_topic
from topiccrawl.settings import TOPICCRAWL_SEED_HEAD_START

SITE = SiteForm("hubs", 300, latency=0.01)
GOOD = SiteForm("hubs", 2000, hosts=1, latency=0.05)
FROZEN = ("/40.html", "/125.html", "/210.html")
"""URL endings of pages that freeze for ever."""
LONGEST = 60.0
"""Seconds for which a hostile server keeps sending."""
_STORY = "<p>党支部召开主题党日活动，组织党员学习茶文化和茶叶种植技术，喝茶。</p>" * 20


def freezing(args: argparse.Namespace, work: Path) -> dict[str, Any]:
    """Crawl a site with three pages that freeze for ever into SQLite."""
    with trial(SITE, work, freezing_settings(FROZEN, args.page_seconds)) as crawl:
        frozen = frozenset(url for url in crawl.web.site.urls if url.endswith(FROZEN))
        process = crawl.start()
        code = _exit_code(process)
        return {"code": code, "freezing": len(frozen), **crawl.figures(without=frozen), **_memory(process)}


def shared(args: argparse.Namespace, work: Path) -> dict[str, Any]:
    """Crawl the same site with two workers."""
    settings = freezing_settings(FROZEN, args.page_seconds)
    with running_servers() as servers, crew(servers, work / "crawl", settings, SITE) as workers:
        frozen = frozenset(url for url in workers.web.site.urls if url.endswith(FROZEN))
        began = time.time()
        workers.start_all(2)
        return {"freezing": len(frozen), **workers.figures(began, without=frozen)}


def attributes(args: argparse.Namespace, work: Path) -> dict[str, Any]:
    """Serve tags with very many attributes."""
    many = {
        f"/{number}.html": _response(f"<p {' '.join(f'a{n}=1' for n in range(number))}>茶</p>{_STORY}")
        for number in (40_000, 300_000)
    }
    return _attacked(args, work, many)


def headers(args: argparse.Namespace, work: Path) -> dict[str, Any]:
    """Serve responses whose headers do not end."""
    endless: dict[str, Any] = {
        "/headers.html": (b"HTTP/1.1 200 OK\r\n", b"X-Header: 1234567890\r\n"),
        "/folded.html": (b"HTTP/1.1 200 OK\r\nX-Header: 1\r\n", b" 1234567890\r\n"),
        "/interim.html": (b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
        "/lines.html": (b"HTTP/1.1 200 OK\r\n", b"X" * 65536),
    }
    return _attacked(args, work, endless)


def robots(args: argparse.Namespace, work: Path) -> dict[str, Any]:
    """Serve a robots.txt of 9 MB."""
    rules = "User-agent: *\n" + "".join(f"Disallow: /*a{n}*b$\n" for n in range(430_000))
    assert len(rules) > 9e6
    return _attacked(args, work, {"/robots.txt": _response(rules, "text/plain")})


def listings(args: argparse.Namespace, work: Path) -> dict[str, Any]:
    """Crawl a good host for a minute, alone and beside a host of hostile listings."""
    return _beside(args, work, hostile_listings(), [], minutes=1)


def freezing_host(args: argparse.Namespace, work: Path) -> dict[str, Any]:
    """Crawl a good host for three minutes, alone and beside a host of ten pages that freeze the worker."""
    paths = [f"/freeze{n}.html" for n in range(10)]
    pages = {path: _response(f"<h1>茶 {path}</h1>{_STORY}{path}") for path in paths}
    return _beside(args, work, pages, paths, minutes=3)


def _beside(
    args: argparse.Namespace, work: Path, hostile: Mapping[str, bytes], frozen: list[str], minutes: int
) -> dict[str, Any]:
    found = {}
    for name, bad in {"alone": {}, "beside": hostile}.items():
        (work / name / "web").mkdir(parents=True)
        found[name] = _minutes(args, work / name, bad, frozen if bad else [], minutes)
    return {**found, "share": round(found["beside"]["good_pages"] / found["alone"]["good_pages"], 2)}


def _minutes(
    args: argparse.Namespace, work: Path, hostile: Mapping[str, bytes], frozen: list[str], minutes: int
) -> dict[str, Any]:
    """Return what a crawl of some minutes fetched from a good host, beside a hostile one if there is one."""
    with serve(GOOD, work / "web") as web, _serving(hostile, "127.0.0.2") as (url, asked):
        seeds = [web.site.url(0), *(f"{url}{path}" for path in hostile)]
        settings = {
            "TOPICCRAWL_DATABASE_URL": f"sqlite:///{work / 'corpus.db'}",
            "TOPICCRAWL_PAGE_SECONDS": str(args.page_seconds),
            "DOWNLOAD_DELAY": "0.1",
            **(freezing_settings(frozen, args.page_seconds) if frozen else {}),
        }
        topic = write_topic(work / "tea", seeds[0])
        command = [*topic_crawl(topic, settings), "-a", f"seeds={','.join(seeds)}"]
        with Processes(work / "processes") as processes:
            process = processes.start(command)
            process.until(lambda: bool(web.log.update().pages))
            began = time.time() + TOPICCRAWL_SEED_HEAD_START
            process.until(lambda: time.time() > began + 60 * minutes)
            pages = sum(began < one.at < began + 60 * minutes for one in web.log.update().pages)
            process.kill()
        return {"good_pages": pages, "asked": len(set(asked)), "drops": _drops(work / "corpus.db")}


def hostile_listings() -> dict[str, bytes]:
    """Return responses with sitemaps, feeds and lists that are slow to read, by path."""
    pages = "".join(f"<url><loc>http://127.0.0.2:9/{n}.html</loc></url>" for n in range(50_000))
    made = {
        "sitemap": pages,
        "children": ("<url>" + "<a/>" * 250 + "</url>") * 3_500,
        "record": "<url>" + "<a/>" * 900_000 + "</url>",
        "starts": "<loc " * 600_000,
        "nested": ("<url>" * 200 + "</url>" * 200) * 2_000,
    }
    head = '<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
    found = {name: f"{head}{body}</urlset>" for name, body in made.items()}
    item = "<item><title>茶叶</title><link>http://127.0.0.2:9/1</link><pubDate>1</pubDate></item>"
    found["feed"] = f'<rss version="2.0"><channel>{item * 140_000}</channel></rss>'
    return {
        f"/{name}{number}.xml": _response(body, "text/plain")
        for name, body in found.items()
        for number in range(4)
    }


def _response(body: str, kind: str = "text/html; charset=utf-8") -> bytes:
    page = body if "plain" in kind else f"<html><head><title>茶</title></head><body>{body}</body></html>"
    data = page.encode()
    head = (
        f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {len(data)}\r\nConnection: close\r\n\r\n"
    )
    return head.encode() + data


def _attacked(args: argparse.Namespace, work: Path, hostile: Mapping[str, Any]) -> dict[str, Any]:
    """Crawl ten good pages and the hostile ones."""
    good = {f"/good{n}.html": _response(f"<h1>茶 {n}</h1>{_STORY}{n}") for n in range(10)}
    links = "".join(
        f"<li><a href='{path}'>茶文化与茶叶 {path}</a></li>"
        for path in (*good, *hostile)
        if path != "/robots.txt"
    )
    with (
        _serving({"/": _response(links), **good, **hostile}) as (url, requested),
        Processes(work / "processes") as processes,
    ):
        topic = write_topic(work / "tea", f"{url}/")
        settings = {
            "TOPICCRAWL_DATABASE_URL": f"sqlite:///{work / 'corpus.db'}",
            "TOPICCRAWL_PAGE_SECONDS": str(args.page_seconds),
            "DOWNLOAD_TIMEOUT": "30",
        }
        process = processes.start(topic_crawl(topic, settings))
        code = _exit_code(process)
        return {
            "code": code,
            "seconds": round(process.seconds, 1),
            "good_asked": sum(path in good for path in set(requested)),
            "requests": len(requested),
            **_memory(process),
            "drops": _drops(work / "corpus.db"),
        }


def _drops(corpus: Path) -> dict[str, int]:
    """Return the number of dropped pages by stage and reason."""
    with closing(sqlite3.connect(corpus)) as connection:
        return dict(connection.execute("SELECT stage || '/' || reason, count(*) FROM drops GROUP BY 1"))


def _exit_code(process: Process) -> int | None:
    """Return the exit code; None if the crawl had to be killed."""
    try:
        return process.wait(10 * LONGEST)
    except HangingError:
        process.wait()
        return None


def _memory(process: Process) -> dict[str, Any]:
    return {"peak_mb": round(process.peak), "cpu_seconds": round(process.cpu, 1)}


@contextmanager
def _serving(responses: Mapping[str, Any], host: str = "127.0.0.1") -> Iterator[tuple[str, list[str]]]:
    requested: list[str] = []

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            line = self.rfile.readline().decode("latin-1").split()
            while self.rfile.readline().strip():
                pass
            if len(line) < 2:
                return
            requested.append(line[1])
            response = responses.get(
                line[1], b"HTTP/1.1 404 No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
            )
            if isinstance(response, bytes):
                self.wfile.write(response)
                return
            start, part = response
            self.wfile.write(start)
            end, block = time.monotonic() + LONGEST, part * (65536 // len(part))
            while time.monotonic() < end:
                self.wfile.write(block)

    class Server(socketserver.ThreadingTCPServer):
        daemon_threads, block_on_close, allow_reuse_address = True, False, True

        def handle_error(self, request: Any, client_address: Any) -> None:
            pass

    with Server((host, 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://{host}:{server.server_address[1]}", requested
        server.shutdown()


SETS: dict[str, Callable[[argparse.Namespace, Path], dict[str, Any]]] = {
    "freezing": freezing,
    "shared": shared,
    "attributes": attributes,
    "headers": headers,
    "robots": robots,
    "listings": listings,
    "quota": freezing_host,
}


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--work", type=Path, help="keep corpora and logs in this folder")
    parser.add_argument("--page-seconds", type=float, default=5.0, help="TOPICCRAWL_PAGE_SECONDS")
    parser.add_argument("--only", choices=SETS, action="append", help="only these sets")
    args = parser.parse_args()
    os.environ.setdefault("PYTHONUNBUFFERED", "1")
    found = {}
    with work_folder(args.work) as folder:
        for name in args.only or SETS:
            work = folder / name
            work.mkdir()
            found[name] = {"page_seconds": args.page_seconds, **SETS[name](args, work)}
            print(name, found[name], flush=True)
    update_result("attacks-pages", found)


if __name__ == "__main__":
    main()

"""Attacks on whole crawls: pages that freeze a worker, endless headers, a robots.txt of megabytes.

    python -m benchmarks.attacks.pages [--work FOLDER] [--page-seconds S] [--only SET]

Sets: freezing (SQLite), shared (two workers over Redis and MariaDB), attributes (tags of 40,000 and 300,000
attributes), headers (plain, folded, 1xx, one endless line), robots (9 MB).
"""

from __future__ import annotations

import argparse
import os
import socketserver
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks.kills.fatal_pages import freezing_settings
from benchmarks.kills.crew import crew
from benchmarks.processes import HangingError, Life, Lives, topic_crawl
from benchmarks.servers import Servers, servers
from benchmarks.sites.site import write_topic
from benchmarks.kills.trial import trial
from benchmarks.sites.server import SiteForm
from benchmarks.measuring import replace_results

SITE = SiteForm("hubs", 300, latency=0.01)
FROZEN = ("/40.html", "/125.html", "/210.html")
"""Pages that freeze for ever; each of the site's paths is of one page."""
LONGEST = 60.0
"""Seconds for which a hostile server sends."""
_STORY = "<p>党支部召开主题党日活动，组织党员学习茶文化和茶叶种植技术，喝茶。</p>" * 20


def freezing(args: argparse.Namespace, work: Path) -> dict[str, Any]:
    """Three pages that freeze for ever, in a crawl into SQLite."""
    with trial(SITE, work, freezing_settings(FROZEN, args.page_seconds)) as crawl:
        frozen = frozenset(url for url in crawl.web.site.urls if url.endswith(FROZEN))
        life = crawl.start()
        code = _ended(life)
        return {"code": code, "freezing": len(frozen), **crawl.figures(without=frozen), **_memory(life)}


def shared(args: argparse.Namespace, work: Path) -> dict[str, Any]:
    """The same in a crawl of two workers."""
    with servers() as both:
        return _shared(args, work, both)


def _shared(args: argparse.Namespace, work: Path, both: Servers) -> dict[str, Any]:
    settings = freezing_settings(FROZEN, args.page_seconds)
    with crew(both, work / "crawl", settings, SITE) as workers:
        frozen = frozenset(url for url in workers.web.site.urls if url.endswith(FROZEN))
        began = time.time()
        workers.start_all(2)
        return {"freezing": len(frozen), **workers.figures(began, without=frozen)}


def attributes(args: argparse.Namespace, work: Path) -> dict[str, Any]:
    """Tags of very many attributes."""
    many = {
        f"/{number}.html": _answer(f"<p {' '.join(f'a{n}=1' for n in range(number))}>茶</p>{_STORY}")
        for number in (40_000, 300_000)
    }
    return _attacked(args, work, many)


def headers(args: argparse.Namespace, work: Path) -> dict[str, Any]:
    """Answers whose headers do not end."""
    endless: dict[str, Any] = {
        "/headers.html": (b"HTTP/1.1 200 OK\r\n", b"X-Header: 1234567890\r\n"),
        "/folded.html": (b"HTTP/1.1 200 OK\r\nX-Header: 1\r\n", b" 1234567890\r\n"),
        "/interim.html": (b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
        "/lines.html": (b"HTTP/1.1 200 OK\r\n", b"X" * 65536),
    }
    return _attacked(args, work, endless)


def robots(args: argparse.Namespace, work: Path) -> dict[str, Any]:
    """A robots.txt of 9 MB."""
    rules = "User-agent: *\n" + "".join(f"Disallow: /*a{n}*b$\n" for n in range(430_000))
    assert len(rules) > 9e6
    return _attacked(args, work, {"/robots.txt": _answer(rules, "text/plain")})


def _answer(body: str, kind: str = "text/html; charset=utf-8") -> bytes:
    page = body if "plain" in kind else f"<html><head><title>茶</title></head><body>{body}</body></html>"
    data = page.encode()
    head = (
        f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {len(data)}\r\nConnection: close\r\n\r\n"
    )
    return head.encode() + data


def _attacked(args: argparse.Namespace, work: Path, hostile: Mapping[str, Any]) -> dict[str, Any]:
    """A crawl of ten good pages and of hostile ones."""
    good = {f"/good{n}.html": _answer(f"<h1>茶 {n}</h1>{_STORY}{n}") for n in range(10)}
    links = "".join(
        f"<li><a href='{path}'>茶文化与茶叶 {path}</a></li>"
        for path in (*good, *hostile)
        if path != "/robots.txt"
    )
    with _serving({"/": _answer(links), **good, **hostile}) as (url, asked), Lives(work / "lives") as lives:
        topic = write_topic(work / "tea", f"{url}/")
        settings = {
            "TOPICCRAWL_DATABASE_URL": f"sqlite:///{work / 'corpus.db'}",
            "TOPICCRAWL_PAGE_SECONDS": str(args.page_seconds),
            "DOWNLOAD_TIMEOUT": "30",
        }
        life = lives.start(topic_crawl(topic, settings))
        code = _ended(life)
        return {
            "code": code,
            "seconds": round(life.seconds, 1),
            "good_asked": sum(path in good for path in set(asked)),
            "requests": len(asked),
            **_memory(life),
            "drops": sorted(
                {line.strip() for line in life.said().splitlines() if "topiccrawl/drops/" in line}
            ),
        }


def _ended(life: Life) -> int | None:
    """The exit code; None where a crawl had to be killed."""
    try:
        return life.wait(10 * LONGEST)
    except HangingError:
        life.wait()
        return None


def _memory(life: Life) -> dict[str, Any]:
    return {"peak_mb": round(life.peak), "cpu_seconds": round(life.cpu, 1)}


@contextmanager
def _serving(answers: Mapping[str, Any]) -> Iterator[tuple[str, list[str]]]:
    asked: list[str] = []

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            line = self.rfile.readline().decode("latin-1").split()
            while self.rfile.readline().strip():
                pass
            if len(line) < 2:
                return
            asked.append(line[1])
            answer = answers.get(
                line[1], b"HTTP/1.1 404 No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
            )
            if isinstance(answer, bytes):
                self.wfile.write(answer)
                return
            start, part = answer
            self.wfile.write(start)
            end, block = time.monotonic() + LONGEST, part * (65536 // len(part))
            while time.monotonic() < end:
                self.wfile.write(block)

    class Server(socketserver.ThreadingTCPServer):
        daemon_threads, block_on_close, allow_reuse_address = True, False, True

        def handle_error(self, request: Any, client_address: Any) -> None:
            pass

    with Server(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}", asked
        server.shutdown()


SETS: dict[str, Callable[[argparse.Namespace, Path], dict[str, Any]]] = {
    "freezing": freezing,
    "shared": shared,
    "attributes": attributes,
    "headers": headers,
    "robots": robots,
}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--work", type=Path, help="folder to work in; a temporary one without it")
    parser.add_argument("--page-seconds", type=float, default=5.0, help="TOPICCRAWL_PAGE_SECONDS")
    parser.add_argument("--only", choices=SETS, action="append", help="only these sets")
    args = parser.parse_args()
    os.environ.setdefault("PYTHONUNBUFFERED", "1")
    found = {}
    with tempfile.TemporaryDirectory() as temporary:
        for name in args.only or SETS:
            work = (args.work or Path(temporary)) / name
            work.mkdir(parents=True)
            found[name] = {"page_seconds": args.page_seconds, **SETS[name](args, work)}
            print(name, found[name], flush=True)
    replace_results("attacks-pages", found)


if __name__ == "__main__":
    main()

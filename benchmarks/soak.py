"""A long crawl of an endless web with occasional failures: memory, open files, and lost pages.

    SOAK_MINUTES=25 python -m benchmarks.soak [--warm-up 5]

Each page is an article about tea that leads to one new page and to four known ones, on 12 hosts; 1,500 links
wait all the time, so that what waiting links cost is no growth. Of the first requests for pages 5 % are
answered with an error, 1 % each with a reset, a body that breaks off and one that trickles, 0.3 % never;
later requests for the same page are answered. The crawl runs at full speed for SOAK_MINUTES (25 by default).
Its memory and open files are sampled every five seconds, and compared between the end of the warm-up and the
end. Every page that the server sent whole must be in the corpus, or its link must wait: the end of a crawl
throws answers away, and the next start asks again. Writes results/soak.json.

The caches of a crawl fill up with its first tens of thousands of pages; a machine that is too slow or too
busy to crawl these during the warm-up shows their growth, too.
"""

from __future__ import annotations

import hashlib
import os
import socket
import sqlite3
import statistics
import struct
import sys
import threading
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from benchmarks.measuring import arguments, save_result, show_rows, work_folder
from benchmarks.processes import Process, Processes, children, memory, topic_crawl
from benchmarks.sites.site import article_page, write_topic
from topiccrawl.storage.frontier.contract import State

HOSTS = 12
WAITING = 1500
"""Links that wait: the home page leads to so many, each page to the one so many numbers on."""
MOST_GROWTH = 10.0
"""MB that the crawl may grow after the warm-up."""
_FAULTS = (("error", 50), ("reset", 10), ("truncated", 10), ("slow", 10), ("hang", 3))
"""Faults of first requests, with their share in thousandths."""
_SAMPLE = 5.0
_LATENCY = 0.002
_TIMEOUT = 5
"""Seconds after which the crawl gives up a request."""


class SoakServer(ThreadingHTTPServer):
    """Serves the endless web; counts what it sent.

    Attributes:
        sent: numbers of the pages that were sent whole.
        faults: how many requests failed, by kind.
    """

    daemon_threads = True
    request_queue_size = 256

    def __init__(self) -> None:
        super().__init__(("0.0.0.0", 0), _Handler)
        self.port = self.server_address[1]
        self.sent: set[int] = set()
        self.faults: Counter[str] = Counter()
        self.tried: set[int] = set()
        self.stop = threading.Event()

    def url(self, number: int) -> str:
        """Return the URL of a page."""
        return f"http://127.0.0.{1 + number % HOSTS}:{self.port}/{number}.html"

    def links(self, number: int) -> list[int]:
        """Return the pages that a page leads to: a new one and four that others lead to, too."""
        if number == 0:
            return list(range(1, WAITING + 1))
        return [number + WAITING, *(number // step for step in (2, 3, 5, 7))]

    def fault(self, number: int) -> str:
        """Return the fault of a request for a page; empty: none."""
        if number == 0 or number in self.tried:
            return ""
        self.tried.add(number)
        chance = int.from_bytes(hashlib.sha256(str(number).encode()).digest()[:4], "big") % 1000
        for name, share in _FAULTS:
            if chance < share:
                return name
            chance -= share
        return ""

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore clients that went away."""


class _Handler(BaseHTTPRequestHandler):
    server: SoakServer
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: Any) -> None:
        pass

    def do_GET(self) -> None:
        if self.path == "/robots.txt":
            return self._send(b"User-agent: *\n", "text/plain")
        number = int(self.path.strip("/").removesuffix(".html"))
        web = self.server
        fault = web.fault(number)
        if fault:
            web.faults[fault] += 1
        time.sleep(_LATENCY)
        page = article_page(number, [(web.url(link), link) for link in web.links(number)])
        if fault == "error":
            self.send_error(500)
        elif fault == "reset":
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.connection.close()
            self.close_connection = True
        elif fault == "hang":
            web.stop.wait(4 * _TIMEOUT)
            self.close_connection = True
        elif fault == "truncated":
            self._send(page, "text/html; charset=utf-8", part=len(page) // 2)
        elif fault == "slow":
            self._send(page, "text/html; charset=utf-8", pause=0.2)
            web.sent.add(number)
        else:
            self._send(page, "text/html; charset=utf-8")
            web.sent.add(number)

    def _send(self, body: bytes, kind: str, *, part: int = 0, pause: float = 0.0) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if part:
            self.wfile.write(body[:part])
            self.close_connection = True
            return
        size = max(1, len(body) // 10) if pause else len(body)
        for start in range(0, len(body), size):
            self.wfile.write(body[start : start + size])
            self.wfile.flush()
            time.sleep(pause)


def worker_of(crawl: Process) -> int:
    """Return the process that crawls; the one that was started supervises it."""
    found = children(crawl.popen.pid)
    return found[0] if found else crawl.popen.pid


def sample(pid: int, started: float) -> dict[str, float] | None:
    """Return memory in MB and open files of a process; None when it has ended."""
    try:
        files = len(os.listdir(f"/proc/{pid}/fd"))  # noqa: PTH208 - names are enough
        return {"second": time.time() - started, "mb": memory(pid, "VmRSS"), "files": files}
    except (OSError, ValueError, StopIteration):
        return None


def at(samples: Sequence[dict[str, float]], minute: float, name: str) -> float:
    """Return the median of the samples in the minute before a time."""
    found = [one[name] for one in samples if 60 * (minute - 1) <= one["second"] <= 60 * minute]
    return statistics.median(found or [float("nan")])


def _number(url: str) -> int:
    return int(url.rpartition("/")[2].partition(".")[0])


def soak(minutes: float, warm_up: float, folder: Path) -> dict[str, Any]:
    """Crawl, and return the figures."""
    server = SoakServer()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    topic = write_topic(folder / "tea", server.url(0))
    settings = {
        "TOPICCRAWL_DATABASE_URL": f"sqlite:///{folder / 'corpus.db'}",
        "CLOSESPIDER_TIMEOUT": str(60 * minutes),
        "DOWNLOAD_TIMEOUT": str(_TIMEOUT),
        "RETRY_TIMES": "3",
        "TOPICCRAWL_DRY_PAGES": "0",
    }
    samples: list[dict[str, float]] = []
    with Processes(folder) as processes:
        crawl = processes.start(topic_crawl(topic, settings), "soak")
        while crawl.running and len(server.sent) < 1:
            time.sleep(0.2)
        started = time.time()
        while crawl.running:
            if (taken := sample(worker_of(crawl), started)) is not None:
                samples.append(taken)
            time.sleep(_SAMPLE)
        ended, code = time.time(), crawl.code
        output = crawl.output()
    server.stop.set()
    server.shutdown()
    with closing(sqlite3.connect(folder / "corpus.db")) as database:
        kept = {_number(url) for (url,) in database.execute("SELECT url FROM pages")}
        states = {
            _number(url): State(state) for url, state in database.execute("SELECT url, state FROM links")
        }
    open_ends = Counter(states.get(number) for number in server.sent - kept)
    last = (samples[-1]["second"] if samples else 0.0) / 60
    if code:
        print(output[-2000:], file=sys.stderr)
    return {
        "minutes": minutes,
        "code": code,
        "pages": len(kept),
        "pages_a_second": round(len(kept) / max(1.0, ended - started), 1),
        "sent_whole": len(server.sent),
        "lost": open_ends[State.DONE] + open_ends[None],
        "asked_for_again_later": open_ends[State.WAITING] + open_ends[State.LEASED],
        "dead_letters": open_ends[State.DEAD],
        "faults": dict(server.faults),
        "mb_after_warm_up": round(at(samples, warm_up, "mb"), 1),
        "mb_at_end": round(at(samples, last, "mb"), 1),
        "growth_mb": round(at(samples, last, "mb") - at(samples, warm_up, "mb"), 1),
        "files_after_warm_up": at(samples, warm_up, "files"),
        "files_at_end": at(samples, last, "files"),
        "mb_by_minute": [round(at(samples, minute, "mb"), 1) for minute in range(1, int(last) + 1)],
        "files_by_minute": [at(samples, minute, "files") for minute in range(1, int(last) + 1)],
    }


def main() -> None:
    """Run the benchmark."""
    parser = arguments(__doc__)
    parser.add_argument("--warm-up", type=float, default=5.0, help="minutes")
    parser.add_argument("--keep", type=Path, help="folder for the database and the log")
    chosen = parser.parse_args()
    minutes = float(os.environ.get("SOAK_MINUTES") or 25)
    with work_folder(chosen.keep) as folder:
        figures = soak(minutes, min(chosen.warm_up, minutes / 2), folder)
    save_result("soak", {"soak": figures})
    show_rows("soak", {"soak": {name: value for name, value in figures.items() if "by_minute" not in name}})
    if figures["code"] or figures["lost"] or not figures["growth_mb"] < MOST_GROWTH:
        sys.exit(1)


if __name__ == "__main__":
    main()

"""The replay web of the measuring data: build it, rename its hosts, serve it on loopback, read the log."""

from __future__ import annotations

import importlib.util
import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.measuring import data_folder
from benchmarks.servers import free_port

_NOT_PAGES = (".xml", ".pdf", ".jpg", ".png")


@dataclass(frozen=True)
class ReplayWeb:
    """A built web.

    Attributes:
        folder: folder of the web.
        seed: number it was built from.
    """

    folder: Path
    seed: int

    @property
    def labels(self) -> Path:
        """File with the label of each page, for judging only."""
        return self.folder / "labels.jsonl"

    def seeds(self, *groups: str) -> list[str]:
        """Return the URLs to start from."""
        found = json.loads((self.folder / "seeds.json").read_text(encoding="utf-8"))
        return [url for group in groups for url in found[group]]


@dataclass(frozen=True)
class LoggedRequest:
    """A line of the server's log.

    Attributes:
        time: clock time in seconds.
        url: requested URL, with the scheme http.
        is_page: whether the response was an HTML page.
        line: the whole line.
    """

    time: float
    url: str
    is_page: bool
    line: str


def build(
    seed: int, into: Path, *, renamed: bool = False, preset: str = "small", raw: Path | None = None
) -> ReplayWeb:
    """Build the web of a seed unless it exists.

    Args:
        seed: number that the web is built from.
        into: folder for webs.
        renamed: change its host names.
        preset: its size, `small` or `large`.
        raw: folder of the texts to build from; without real pages. None: all of the measuring data.
    """
    if importlib.util.find_spec("jinja2") is None:
        sys.exit("the replay web's builder needs jinja2: pip install jinja2")
    tools = data_folder("web")
    folder = into / (f"web-{seed}" if preset == "small" else f"web-{preset}-{seed}")
    if not (folder / "labels.jsonl").exists():
        options = ("--preset", preset, "--seed", seed, "--raw", raw or tools / "raw", "--out", folder)
        _run(tools / "build_web.py", *options, *(["--no-real"] if raw else []))
    if renamed:
        original, folder = folder, folder.with_name(f"{folder.name}-renamed")
        if not (folder / "labels.jsonl").exists():
            _run(tools / "rename_web.py", original, folder)
    return ReplayWeb(folder, seed)


@contextmanager
def serve(web: ReplayWeb, log: Path) -> Iterator[str]:
    """Serve a web on a free port and yield the URL of the proxy; `log` gets a line per request."""
    port = free_port()
    log.unlink(missing_ok=True)
    options = ("--db", web.folder / "web.sqlite", "--port", str(port), "--https", "--log", log)
    command = [sys.executable, data_folder("web") / "serve_web.py", *options]
    server = subprocess.Popen(list(map(str, command)), stdout=subprocess.DEVNULL)
    try:
        _wait_for(port, server)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(10)


def read_log(log: Path) -> list[LoggedRequest]:
    """Read the server's log; pages are recognised by the rule of the data's own judge."""
    found = []
    for line in log.read_text(encoding="utf-8", errors="replace").splitlines():
        when, host, where, status = line.split("\t")[:4]
        page = status == "200" and where != "/robots.txt" and not where.endswith(_NOT_PAGES)
        found.append(LoggedRequest(float(when), f"http://{host}{where}", page, line))
    return found


def up_to(requests: list[LoggedRequest], pages: int) -> list[LoggedRequest]:
    """Return the log up to this number of HTML pages, or all of it if there were fewer."""
    count = 0
    for number, one in enumerate(requests, 1):
        count += one.is_page
        if count == pages:
            return requests[:number]
    return requests


def _run(script: Path, *arguments: object) -> None:
    command = [sys.executable, str(script), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{script.name} failed:\n{done.stderr[-2000:]}")


def _wait_for(port: int, server: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + 120
    while server.poll() is None and time.monotonic() < end:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.05)
    sys.exit("the server of the replay web did not start")

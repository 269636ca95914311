"""Server of the made sites: a process of its own on loopback, so that it survives the crawls it serves.

    python -m benchmarks.sites.server --site tree|hubs|star --pages N --hosts N --port PORT --log FILE

It writes a line when a request arrives and another when the response is sent, with fields separated by tabs:
clock time, `+` or `-`, host, path, user agent. Workers have different user agents, so the log tells which
worker sent a request.
"""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from benchmarks.measuring import PROJECT, arguments
from benchmarks.servers import free_port
from benchmarks.sites import site as sites
from benchmarks.sites.site import Site

OF_SITES = ("/robots.txt", "/.well-known/tdmrep.json")
"""Files that apply to all pages of a host; each worker reads them."""


@dataclass(frozen=True)
class SiteForm:
    """Parameters of a site; the server and the audit of a crawl make the same site from them.

    Attributes:
        kind: `tree`, `hubs` or `star`.
        pages: number of pages; a tree has 1 + 10 + 100 + ... up to this number.
        hosts: number of loopback hosts the pages are spread over.
        latency: seconds before a response is sent.
        cross: links on each page of `hubs`.
        copies: pages of `star` that tell the same story.
    """

    kind: str
    pages: int
    hosts: int = 4
    latency: float = 0.004
    cross: int = 6
    copies: int = 1

    def site(self, port: int) -> Site:
        """Return the site at a port.

        Raises:
            ValueError: there is no such kind.
        """
        hosts = tuple(f"127.0.0.{number}" for number in range(1, self.hosts + 1))
        if self.kind == "tree":
            levels = next(n for n in range(9) if (10 ** (n + 2) - 1) // 9 > self.pages)
            return sites.tree(hosts, port, levels=levels)
        if self.kind == "hubs":
            return sites.hubs(hosts, port, self.pages, max(1, self.pages // 100), self.cross)
        if self.kind == "star":
            return sites.star(hosts, port, self.pages, self.copies)
        raise ValueError(f"no site of kind {self.kind!r}; there are tree, hubs, star")


@dataclass(frozen=True)
class LogLine:
    """A line of the log.

    Attributes:
        at: clock time in seconds.
        is_request: True when the request arrived, False when the response was sent.
        url: requested URL.
        agent: user agent.
    """

    at: float
    is_request: bool
    url: str
    agent: str

    @property
    def of_site(self) -> bool:
        """Whether the requested file applies to all pages of the host."""
        return self.url.endswith(OF_SITES)


class AccessLog:
    """Reads a server's log while it grows."""

    def __init__(self, path: Path, port: int) -> None:
        self._path = path
        self._port = port
        self._offset = 0
        self.lines: list[LogLine] = []
        self.fetches: dict[str, int] = {}
        """Number of requests for each page."""

    def update(self) -> AccessLog:
        """Read new lines; return itself."""
        with self._path.open("rb") as file:
            file.seek(self._offset)
            new = file.read()
        whole = new[: new.rfind(b"\n") + 1]
        self._offset += len(whole)
        for line in whole.decode().splitlines():
            at, sign, host, path, agent = line.split("\t")
            one = LogLine(float(at), sign == "+", f"http://{host}:{self._port}{path}", agent)
            self.lines.append(one)
            if one.is_request and not one.of_site:
                self.fetches[one.url] = self.fetches.get(one.url, 0) + 1
        return self

    @property
    def pages(self) -> list[LogLine]:
        """Requests for pages, in order."""
        return [one for one in self.lines if one.is_request and not one.of_site]


@dataclass(frozen=True)
class Web:
    """A site that is being served."""

    site: Site
    log: AccessLog
    process: subprocess.Popen[bytes]


@contextmanager
def serve(form: SiteForm, folder: Path) -> Iterator[Web]:
    """Serve a site on a free port during the `with` block; the log is `access.tsv` in the folder."""
    port, log = free_port(), folder / "access.tsv"
    log.write_bytes(b"")
    options = [f"--{name}={getattr(form, name)}" for name in ("pages", "hosts", "latency", "cross", "copies")]
    command = [sys.executable, "-m", "benchmarks.sites.server", f"--site={form.kind}", *options]
    process = subprocess.Popen(
        [*command, f"--port={port}", f"--log={log}"], cwd=PROJECT, stdout=subprocess.PIPE
    )
    try:
        assert process.stdout is not None
        if not process.stdout.readline():
            raise RuntimeError(f"the server of the site ended with {process.wait()}")
        yield Web(form.site(port), AccessLog(log, port), process)
    finally:
        process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


def main() -> None:
    """Serve until the parent process has ended."""
    parser = arguments(__doc__)
    parser.add_argument("--site", choices=("tree", "hubs", "star"), required=True)
    parser.add_argument("--pages", type=int, required=True)
    parser.add_argument("--hosts", type=int, default=4)
    parser.add_argument("--latency", type=float, default=0.004)
    parser.add_argument("--cross", type=int, default=6)
    parser.add_argument("--copies", type=int, default=1)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--log", type=Path, required=True)
    args = parser.parse_args()
    form = SiteForm(args.site, args.pages, args.hosts, args.latency, args.cross, args.copies)
    with args.log.open("ab", buffering=0) as log:
        asyncio.run(_serve(form.site(args.port), form.latency, log.write))


async def _serve(site: Site, latency: float, write: Callable[[bytes], object]) -> None:
    numbers = {site.path(number): number for number in range(len(site))}
    loop, over = asyncio.get_running_loop(), asyncio.Event()
    loop.add_signal_handler(signal.SIGTERM, over.set)
    pages: dict[int, bytes] = {}

    def respond(path: str) -> tuple[int, str, bytes]:
        if path == OF_SITES[0]:
            return 200, "text/plain", b"User-agent: *\nDisallow:\n"
        number = numbers.get(path)
        if number is None:
            return 404, "text/html", b""
        if number not in pages:
            pages[number] = site.page(number)
        return 200, "text/html; charset=utf-8", pages[number]

    servers = [
        await loop.create_server(partial(_Connection, host, respond, latency, write), host, site.port)
        for host in site.hosts
    ]
    print("ready", flush=True)
    parent = os.getppid()
    while not over.is_set() and os.getppid() == parent:  # a killed parent cannot stop the server
        try:
            await asyncio.wait_for(over.wait(), 1)
        except TimeoutError:
            continue
    for server in servers:
        server.close()


class _Connection(asyncio.Protocol):
    """A connection that is kept alive; requests are answered in order."""

    def __init__(
        self,
        host: str,
        respond: Callable[[str], tuple[int, str, bytes]],
        latency: float,
        write: Callable[[bytes], object],
    ) -> None:
        self._host = host
        self._respond = respond
        self._latency = latency
        self._write = write
        self._received = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._received += data
        while b"\r\n\r\n" in self._received:
            head, self._received = self._received.split(b"\r\n\r\n", 1)
            first, *rows = head.decode("latin-1").split("\r\n")
            path = first.split()[1]
            fields = {name.lower(): value.strip() for name, _, value in (row.partition(":") for row in rows)}
            agent = fields.get("user-agent", "-").replace("\t", " ")
            self._log("+", path, agent)
            asyncio.get_running_loop().call_later(self._latency, self._send, path, agent)

    def _send(self, path: str, agent: str) -> None:
        status, kind, body = self._respond(path)
        head = f"HTTP/1.1 {status} Made\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n"
        if not self._transport.is_closing():
            self._transport.write(head.encode("latin-1") + body)
        self._log("-", path, agent)

    def _log(self, sign: str, path: str, agent: str) -> None:
        self._write(f"{time.time():.6f}\t{sign}\t{self._host}\t{path}\t{agent}\n".encode())


if __name__ == "__main__":
    main()

"""Private hosts against a whole crawl: links, redirects, listings, robots.txt, names, rebinding, a browser.

    python -m benchmarks.attacks.ssrf [--targets N] [--crawls NAME ...] [--work FOLDER]

A web on one loopback address, the only one that the crawl may reach (TOPICCRAWL_ALLOW_NETWORKS), leads to
each target: by links, redirects and meta refresh, redirects of robots.txt, in sitemaps and feeds, and by
sitemaps and feeds that are there or redirect there. The DNS resolver of the crawl is scripted: some names
resolve to loopback, some only from the second time on (DNS rebinding, in all these ways). A hook in the
crawl's process records every connection. A second crawl goes through a proxy, which must get no request for a
private address or name. A third one renders its pages: their scripts, frames and redirects try to reach the
targets; the browser's own log of connections must name nothing but the guarding proxy. Writes
results/attacks-ssrf.json when all ran. Ends with exit code 1 if anything was reached.
"""

from __future__ import annotations

import json
import os
import sqlite3
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any

from benchmarks.attacks.hostile.resolver import connections_file, resolver_settings
from benchmarks.attacks.hostile.server import GOOD_ADDRESS, HostileServer
from benchmarks.attacks.hostile.targets import LITERALS, NAMES, REBINDING, RESOLVED, TARGETS
from benchmarks.attacks.ssrf.web import (
    BROWSER_WAYS,
    LISTING_WAYS,
    PAGE_WAYS,
    HostileWeb,
    browser_web,
    hostile_web,
)
from benchmarks.measuring import arguments, save_result, work_folder
from benchmarks.processes import Processes, topic_crawl
from benchmarks.sites.site import write_topic
from topiccrawl.chromium import browser_program

_GUARDED = {
    "TOPICCRAWL_ALLOW_NETWORKS": f"{GOOD_ADDRESS}/32",
    "TOPICCRAWL_ALLOW_PRIVATE": "False",
    "TOPICCRAWL_ROBOTS_RETRY": "1",
    "REDIRECT_PRIORITY_ADJUST": "0",
}


def attack(
    work: Path, targets: Sequence[str], make: Callable[..., HostileWeb], crawl: _Crawl, **settings: str
) -> dict[str, Any]:
    """Crawl directly, and return what was reached.

    Args:
        work: folder of the crawl.
        targets: hosts as in URLs.
        make: returns the web for targets, its port and the port of the servers that must not be reached.
        crawl: runs the crawl.
        settings: more settings.
    """
    server, inside = HostileServer(), HostileServer()
    with ExitStack() as stack:
        hidden = stack.enter_context(inside.serve("0.0.0.0"))
        stack.enter_context(inside.serve("::1", hidden))
        port = stack.enter_context(server.serve())
        web = make(targets, port, hidden)
        server.answers.update(web.answers)
        code = crawl(web.seeds, _GUARDED | settings | resolver_settings(work, web.names))
    connected = Counter(connections_file(work).read_text(encoding="utf-8").split("\n")[:-1])
    reached = {
        address: times for address, times in connected.items() if not address.startswith(f"{GOOD_ADDRESS} ")
    }
    return {
        "code": code,
        "targets": len(targets) + len(REBINDING),
        "connections_elsewhere": reached,
        "requests_inside": inside.connections,
        "requests": len(server.requests),
        "good_pages_requested": len({path for _, path in server.requests if path.startswith("/good/")}),
        # A robots.txt at the first resolution; each way leads to a further one.
        "rebinding_names": len(REBINDING),
        "rebinding_names_answered_at_first": len({host for host, _ in server.requests if host in REBINDING}),
        "rebinding_pages_requested": len(
            {one for one in server.requests if one[0] in REBINDING and not one[1].endswith("/robots.txt")}
        ),
        "pages_of_hosts_with_hostile_robots": len(
            {host for host, path in server.requests if host.startswith("robots") and path != "/robots.txt"}
        ),
    }


def in_browser(work: Path, targets: Sequence[str], crawl: _Crawl) -> dict[str, Any]:
    """Crawl with a browser, and return what was reached, by the browser's own log of connections, too."""
    rules = '\n[browser]\nhosts = ["app.test"]\n'
    found = attack(
        work,
        targets,
        browser_web,
        crawl.with_topic(rules).with_path(_logging_browser(work)),
        TOPICCRAWL_BROWSER="rules",
    )
    logs = [events_of(file) for file in work.glob("net-*.json")]
    peers = {
        str(told["address"])
        for log in logs
        for name, told in log
        if name == "TCP_CONNECT_ATTEMPT" and "address" in told
    }
    return found | {
        "ways": len(BROWSER_WAYS),
        "browsers": len(logs),
        # The guarding proxy; Chromium's test for IPv6 opens sockets of UDP and sends nothing.
        "tcp_peers_of_browsers": len(peers),
        "tcp_peers_that_are_not_loopback": sorted(one for one in peers if not one.startswith("127.0.0.1:")),
        "udp_packets_of_browsers": sum(name == "UDP_BYTES_SENT" for log in logs for name, _ in log),
    }


def events_of(file: Path) -> list[tuple[str, dict[str, Any]]]:
    """Return names and parameters of the events in a browser's log, which may be cut off."""
    first, *lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
    numbers = json.loads(first.rstrip(",") + "}")["constants"]["logEventTypes"]
    names = {number: name for name, number in numbers.items()}
    found = []
    for line in lines:
        with suppress(ValueError):
            event = json.loads(line.rstrip(",]"))
            found.append((names.get(event.get("type"), ""), event.get("params") or {}))
    return found


def through_proxy(work: Path, targets: Sequence[str], crawl: _Crawl) -> dict[str, Any]:
    """Crawl through a proxy, and return which private hosts it was asked for."""
    proxy = HostileServer()
    # Names that only look public are resolved by the proxy: whether they are private is not known here.
    refused = [target for target in targets if target not in RESOLVED]
    with proxy.serve() as port:
        web = hostile_web(refused, 80, 80, rebinding=())
        answers = {f"http://{host}{path}": answer for (host, path), answer in web.answers.items()}
        proxy.fallback = lambda host, url: answers.get(url.replace(":80/", "/"))
        seeds = [seed.replace(":80/", "/") for seed in web.seeds]
        settings = {"TOPICCRAWL_ALLOW_PRIVATE": "False", "TOPICCRAWL_ROBOTS_RETRY": "1"}
        code = crawl(seeds, settings, f"http://{GOOD_ADDRESS}:{port}")
    asked = {url.split("/")[2].rpartition("@")[2].removesuffix(":80") for _, url in proxy.requests}
    private = sorted(host for host in asked if not host.endswith(".test"))
    return {
        "code": code,
        "targets": len(refused),
        "ways": len(PAGE_WAYS + LISTING_WAYS),
        "private_hosts_requested": private,
        "hosts_requested": len(asked),
    }


def direct(work: Path, targets: Sequence[str], crawl: _Crawl) -> dict[str, Any]:
    """Crawl directly, and return what was reached."""
    return {"ways": len(PAGE_WAYS + LISTING_WAYS), **attack(work, targets, hostile_web, crawl)}


CRAWLS: dict[str, Callable[[Path, Sequence[str], _Crawl], dict[str, Any]]] = {
    "direct": direct,
    "proxy": through_proxy,
    "browser": in_browser,
}


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--targets", type=int, default=len(TARGETS), help="use the first N targets only")
    parser.add_argument("--crawls", nargs="+", choices=CRAWLS, default=list(CRAWLS), help="only these")
    parser.add_argument("--work", type=Path, help="keep corpora and logs in this folder")
    args = parser.parse_args()
    targets = TARGETS[: args.targets]
    with work_folder(args.work) as folder:
        found: dict[str, Any] = {"literals": len(LITERALS), "names": len(NAMES) + len(RESOLVED)}
        for name in args.crawls:
            work = folder / name
            work.mkdir()
            found[name] = CRAWLS[name](work, targets, _Crawl(work))
            with closing(sqlite3.connect(work / "corpus.db")) as corpus:
                query = "SELECT stage || '/' || reason, count(*) FROM drops GROUP BY 1"
                found[name]["drops"] = dict(corpus.execute(query))
                found[name]["pages"] = corpus.execute("SELECT count(*) FROM pages").fetchone()[0]
            print(name, found[name], flush=True)
    if len(args.crawls) == len(CRAWLS) and len(targets) == len(TARGETS):
        save_result("attacks-ssrf", found)
    if any(map(is_reached, (found[name] for name in args.crawls))):
        sys.exit("a private host was reached")


def is_reached(found: Mapping[str, Any]) -> bool:
    """Return whether a crawl reached what it must not, or did not end well."""
    never = (
        *("connections_elsewhere", "requests_inside", "rebinding_pages_requested"),
        *("private_hosts_requested", "tcp_peers_that_are_not_loopback", "udp_packets_of_browsers"),
    )
    return found["code"] != 0 or any(found.get(name) for name in never)


def _logging_browser(work: Path) -> Path:
    """Return a folder with a `chromium` that writes its connections to net-*.json in the work folder."""
    folder = work / "bin"
    folder.mkdir()
    program = folder / "chromium"
    line = f'exec "{browser_program()}" --log-net-log="{work.resolve()}/net-$$.json" "$@"'
    program.write_text(f"#!/bin/sh\n{line}\n", encoding="utf-8")
    program.chmod(0o755)
    return folder.resolve()


class _Crawl:
    """Runs a crawl in a folder."""

    def __init__(self, work: Path, topic: str = "", path: Path | None = None) -> None:
        self._work = work
        self._topic = topic
        self._path = path

    def with_topic(self, more: str) -> _Crawl:
        """Return one whose topic.toml has more lines."""
        return _Crawl(self._work, more, self._path)

    def with_path(self, folder: Path) -> _Crawl:
        """Return one that finds the programs of a folder first."""
        return _Crawl(self._work, self._topic, folder)

    def __call__(self, seeds: Sequence[str], settings: Mapping[str, str], proxy: str = "") -> int | None:
        topic = write_topic(self._work / "tea", seeds[0])
        with (topic / "topic.toml").open("a", encoding="utf-8") as file:
            file.write(self._topic)
        chosen = {"TOPICCRAWL_DATABASE_URL": f"sqlite:///{self._work / 'corpus.db'}", **settings}
        environment = {"http_proxy": proxy, "https_proxy": proxy, "no_proxy": ""}
        if self._path is not None:
            environment["PATH"] = f"{self._path}{os.pathsep}{os.environ['PATH']}"
        starts = ["-a", f"seeds={','.join(seeds)}", "-a", "sitemaps=1", "-a", "feeds=1"]
        with Processes(self._work / "processes", environment) as processes:
            return processes.start([*topic_crawl(topic, chosen), *starts]).wait()


if __name__ == "__main__":
    main()

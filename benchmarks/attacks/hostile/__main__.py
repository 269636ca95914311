"""A hostile site of more than two hundred kinds of bad behaviour against whole crawls.

    python -m benchmarks.attacks.hostile [--kinds NAME ...] [--work FOLDER]

Each kind has a host of its own beside a host of good pages; all names resolve to one loopback address, the
only one that the crawl may reach. One crawl has all kinds but the traps; one has the traps, which lure on
with ever more links to their own pages; one has the trap that ends a crawl, endless hosts. The result has the
outcome of each kind (its drop, or kept; for a trap what was told of it, and the requests that it cost), those
that are not as expected, the good pages that are missing, the peak memory and the time. Ends with exit code 1
if a kind is not as expected, a good page is missing, a crawl fails or takes more than 500 MB. Writes
results/attacks-hostile.json when all kinds ran.
"""

from __future__ import annotations

import re
import sqlite3
import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from benchmarks.attacks.hostile.kinds import FEW, KEPT, LIST, Kind, all_kinds
from benchmarks.attacks.hostile.resolver import resolver_settings
from benchmarks.attacks.hostile.server import GOOD_ADDRESS, Answer, HostileServer, response
from benchmarks.attacks.hostile.texts import story, title_of
from benchmarks.attacks.hostile.traps import endless_answer
from benchmarks.measuring import arguments, save_result, work_folder
from benchmarks.processes import Processes, topic_crawl
from benchmarks.sites.site import write_topic

MOST_MB = 500
GOOD = tuple(f"/good/{number}.html" for number in range(100))
SETTINGS = {
    "TOPICCRAWL_ALLOW_PRIVATE": "False",
    "TOPICCRAWL_ALLOW_NETWORKS": f"{GOOD_ADDRESS}/32",
    "DOWNLOAD_TIMEOUT": "8",
    "RETRY_TIMES": "1",
    "TOPICCRAWL_ROBOTS_RETRY": "1",
    "TOPICCRAWL_LONGEST_PAUSE": "2",
    "TOPICCRAWL_HOST_PATIENCE": "4",
    "TOPICCRAWL_DRY_PAGES": "400",
}
"""Short pauses, so that the crawl takes only minutes; the guards are those of the default settings."""
_PARKED = re.compile(r"parked as a trap: (\w+) (?:\w+ )?([\w.-]+)")


def hostile_server(kinds: Sequence[Kind], port: int, server: HostileServer) -> None:
    """Serve a portal, the good pages and the hosts of all kinds."""
    links = [(f"http://good.test:{port}{path}", title_of(path)) for path in GOOD]
    links += [(f"http://{kind.host}:{port}{kind.link}", f"茶叶茶园采茶制茶 {kind.name}") for kind in kinds]
    listed = "".join(f"<li><a href='{url}'>{text}</a></li>" for url, text in links)
    answers: dict[tuple[str, str], Answer] = {
        ("portal.test", "/"): response(f"<title>茶叶</title><ul>{listed}</ul>")
    }
    answers |= {("good.test", path): response(story(path)) for path in GOOD}
    answers |= {(kind.host, path): answer for kind in kinds for path, answer in kind.answers.items()}
    server.answers.update(answers)
    endless = {kind.host: kind.any_path for kind in kinds if kind.any_path}

    def fallback(host: str, path: str) -> Answer | None:
        form = endless.get(host) or ("new-hosts" if _is_new_host(host) else "")
        if path == "/robots.txt" and form not in ("redirect",):
            return response("User-agent: *\n", "text/plain")
        if path.startswith("/.well-known/") or not form:
            return None
        if form == "mirror" and path.startswith("/good/"):
            return answers.get(("good.test", path))
        return endless_answer(form, host, path, port)

    server.fallback = fallback


def _is_new_host(host: str) -> bool:
    return host.startswith("h") and host[1:2].isdigit()


def _belongs(host: str, kind: Kind) -> bool:
    return host == kind.host or (kind.any_path == "new-hosts" and _is_new_host(host))


def outcomes(kinds: Sequence[Kind], port: int, requests: Counter[str], corpus: Path) -> dict[str, list[str]]:
    """Return the outcome of each kind that is not a trap.

    Args:
        kinds: the kinds.
        port: of the server.
        requests: for pages of each host.
        corpus: database of the crawl.
    """
    with closing(sqlite3.connect(corpus)) as connection:
        drops = connection.execute("SELECT url, stage || '/' || reason FROM drops").fetchall()
        pages = {urlsplit(url).hostname for (url,) in connection.execute("SELECT url FROM pages")}
    found: dict[str, list[str]] = {}
    for kind in kinds:
        # The page itself, or the target of its redirect, whose path names the kind.
        page = f"//{kind.host}:{port}{kind.link}"
        own = {what for url, what in drops if url.endswith(page)}
        own = own or {what for url, what in drops if f"/{kind.name}" in url and "/n/" not in url}
        if kind.host in pages:
            own = {KEPT}
        found[kind.name] = sorted(own) or [LIST if requests[kind.host] else "never requested"]
    return found


def trap_outcomes(
    kinds: Sequence[Kind], requests: Counter[str], corpus: Path, log: str, reason: str
) -> dict[str, dict[str, Any]]:
    """Return the requests that each trap cost, and what was reported of it.

    Args:
        kinds: the traps.
        requests: for pages of each host.
        corpus: database of the crawl.
        log: of the crawl.
        reason: why the crawl ended.
    """
    with closing(sqlite3.connect(corpus)) as connection:
        drops = connection.execute("SELECT url, stage || '/' || reason FROM drops").fetchall()
        urls = Counter(urlsplit(url).hostname for (url,) in connection.execute("SELECT url FROM links"))
    parked = [(group, host) for group, host in _PARKED.findall(log)]
    found = {}
    for kind in kinds:
        told = Counter(what for url, what in drops if _belongs(urlsplit(url).hostname or "", kind))
        told.update(f"parked {group}" for group, host in parked if _belongs(host, kind))
        told.update(["one URL"] if urls[kind.host] <= 2 < requests[kind.host] + 1 else [])
        told.update(["ended dry"] if reason == "dry" else [])
        number = sum(times for host, times in requests.items() if _belongs(host, kind))
        found[kind.name] = {"requests": number, "told": dict(sorted(told.items()))}
    return found


def unexpected(kinds: Sequence[Kind], found: dict[str, Any]) -> dict[str, Any]:
    """Return the outcomes that are not as expected."""

    def is_expected(kind: Kind, outcome: Any) -> bool:
        if kind.expects == (FEW,):
            is_told = not kind.told or kind.told in outcome["told"]
            return kind.least <= outcome["requests"] <= kind.most and is_told
        return bool(set(outcome) & set(kind.expects))

    return {kind.name: found[kind.name] for kind in kinds if not is_expected(kind, found[kind.name])}


def crawl_over(work: Path, chosen: Sequence[Kind], port: int, server: HostileServer) -> dict[str, Any]:
    """Crawl the good pages and some kinds, and return the outcomes.

    Args:
        work: folder of the crawl.
        chosen: the kinds.
        port: of the server.
        server: the server.
    """
    work.mkdir()
    server.requests.clear()
    hostile_server(chosen, port, server)
    corpus = work / "corpus.db"
    settings = {"TOPICCRAWL_DATABASE_URL": f"sqlite:///{corpus}", **SETTINGS}
    settings |= resolver_settings(work, {}, GOOD_ADDRESS)
    with Processes(work / "processes") as processes:
        process = processes.start(
            topic_crawl(write_topic(work / "tea", f"http://portal.test:{port}/"), settings)
        )
        code = process.wait(1800)
        log = process.log.read_text(encoding="utf-8", errors="replace")
    requests = Counter(host for host, path in server.requests if path != "/robots.txt")
    traps = [kind for kind in chosen if kind.expects == (FEW,)]
    with closing(sqlite3.connect(corpus)) as connection:
        # What a mirror shows first is kept from there.
        kept = connection.execute("SELECT url FROM pages WHERE url LIKE '%/good/%'")
        good = len({urlsplit(url).path for (url,) in kept} & set(GOOD))
        reason = connection.execute("SELECT finish_reason FROM runs ORDER BY id DESC").fetchone()[0]
    found: dict[str, Any] = outcomes([kind for kind in chosen if kind not in traps], port, requests, corpus)
    found |= trap_outcomes(traps, requests, corpus, log, reason)
    return {
        "code": code,
        "peak_mb": round(process.peak),
        "seconds": round(process.seconds),
        "cpu_seconds": round(process.cpu, 1),
        "finish_reason": reason,
        "kinds": len(chosen),
        "requests": sum(requests.values()),
        "good_pages": len(GOOD),
        "good_pages_kept": good,
        "not_as_expected": unexpected(chosen, found),
        "outcomes": found,
    }


def is_passed(found: dict[str, Any]) -> bool:
    """Return whether a crawl ended well, in bounds, with all good pages and all kinds as expected."""
    is_whole = found["good_pages_kept"] == found["good_pages"] and not found["not_as_expected"]
    return found["code"] == 0 and is_whole and found["peak_mb"] <= MOST_MB


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--kinds", nargs="+", default=[], metavar="NAME", help="only these kinds")
    parser.add_argument("--work", type=Path, help="keep corpora and logs in this folder")
    args = parser.parse_args()
    server = HostileServer()
    results: dict[str, dict[str, Any]] = {}
    with work_folder(args.work) as work, server.serve() as port:
        kinds = [kind for kind in all_kinds(port) if not args.kinds or kind.name in args.kinds]
        parts: dict[str, list[Kind]] = {"pages": [], "traps": [], "endless hosts": []}
        for kind in kinds:
            name = "traps" if kind.expects == (FEW,) else "pages"
            parts["endless hosts" if kind.any_path == "new-hosts" else name].append(kind)
        for name, chosen in parts.items():
            if chosen:
                results[name] = crawl_over(work / name, chosen, port, server)
    for found in results.values():
        for name, outcome in found["outcomes"].items():
            print(f"{name:24} {outcome}")
        print({name: value for name, value in found.items() if name != "outcomes"})
    if not args.kinds:
        save_result("attacks-hostile", results)
    if not all(map(is_passed, results.values())):
        sys.exit("not every kind is as expected, or a crawl went out of bounds")


if __name__ == "__main__":
    main()

"""A hostile site of more than a hundred kinds of bad behaviour against a whole crawl.

    python -m benchmarks.attacks.hostile [--kinds NAME ...] [--work FOLDER]

Each kind has a host of its own beside a host of good pages; all names resolve to one loopback address, the
only one that the crawl may reach. The result has the outcome of each kind (its drop, or kept), those that
are not as expected, the good pages that are missing, the peak memory and the time. Writes
results/attacks-hostile.json when all kinds ran.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
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

GOOD = tuple(f"/good/{number}.html" for number in range(30))
SETTINGS = {
    "TOPICCRAWL_ALLOW_PRIVATE": "False",
    "TOPICCRAWL_ALLOW_NETWORKS": f"{GOOD_ADDRESS}/32",
    "DOWNLOAD_TIMEOUT": "8",
    "RETRY_TIMES": "1",
    "TOPICCRAWL_ROBOTS_RETRY": "1",
    "TOPICCRAWL_LONGEST_PAUSE": "2",
    "TOPICCRAWL_HOST_PATIENCE": "4",
    "TOPICCRAWL_DRY_PAGES": "400",
    "TOPICCRAWL_DRY_SHARE": "0.02",
}
"""Short pauses, so that the crawl takes only minutes; all limits are those of the default settings."""


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
        form = endless.get(host) or ("new-hosts" if host.startswith("h") and host[1:2].isdigit() else "")
        if path == "/robots.txt" and form not in ("redirect",):
            return response("User-agent: *\n", "text/plain")
        if path.startswith("/.well-known/") or not form:
            return None
        if form == "mirror" and path.startswith("/good/"):
            return answers.get(("good.test", path))
        return endless_answer(form, host, path, port)

    server.fallback = fallback


def outcomes(
    kinds: Sequence[Kind], port: int, server: HostileServer, corpus: Path
) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Return the outcome of each kind, and the unexpected ones."""
    with closing(sqlite3.connect(corpus)) as connection:
        drops = connection.execute("SELECT url, stage || '/' || reason FROM drops").fetchall()
        pages = {urlsplit(url).hostname for (url,) in connection.execute("SELECT url FROM pages")}
    asked = Counter(host for host, path in server.requests if path != "/robots.txt")
    found: dict[str, list[str]] = {}
    for kind in kinds:
        if kind.expects == (FEW,):
            number = sum(asked[host] for host in asked if host == kind.host)
            if kind.any_path == "new-hosts":
                number = sum(asked[host] for host in asked if host.startswith("h") and host[1:2].isdigit())
            found[kind.name] = [FEW if number <= kind.most else "many", str(number)]
            continue
        # The page itself, or the target of its redirect, which names the kind.
        page = f"//{kind.host}:{port}{kind.link}"
        own = {what for url, what in drops if url.endswith(page)}
        own = own or {what for url, what in drops if kind.name in url and "/n/" not in url}
        if kind.host in pages:
            own = {KEPT}
        found[kind.name] = sorted(own) or [LIST if asked[kind.host] else "never requested"]
    odd = {kind.name: found[kind.name] for kind in kinds if not set(found[kind.name]) & set(kind.expects)}
    return found, odd


def crawl_over(
    work: Path, names: Sequence[str], crawl: Callable[[str, Mapping[str, str]], Any]
) -> dict[str, Any]:
    """Crawl the hostile site and return the outcomes.

    Args:
        work: folder of the crawl, with its corpus.db.
        names: of the kinds; empty: all.
        crawl: runs the crawl from a seed with settings.
    """
    server = HostileServer()
    with server.serve() as port:
        kinds = [kind for kind in all_kinds(port) if not names or kind.name in names]
        hostile_server(kinds, port, server)
        crawled = crawl(f"http://portal.test:{port}/", SETTINGS | resolver_settings(work, {}, GOOD_ADDRESS))
    found, odd = outcomes(kinds, port, server, work / "corpus.db")
    with closing(sqlite3.connect(work / "corpus.db")) as connection:
        good = connection.execute("SELECT count(*) FROM pages WHERE url LIKE '%//good.test:%'").fetchone()[0]
        reason = connection.execute("SELECT finish_reason FROM runs ORDER BY id DESC").fetchone()[0]
    return {
        **crawled,
        "finish_reason": reason,
        "kinds": len(kinds),
        "requests": len(server.requests),
        "good_pages": len(GOOD),
        "good_pages_kept": good,
        "not_as_expected": odd,
        "outcomes": found,
    }


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--kinds", nargs="+", default=[], metavar="NAME", help="only these kinds")
    parser.add_argument("--work", type=Path, help="keep corpus and log in this folder")
    args = parser.parse_args()
    with work_folder(args.work) as work:

        def crawl(seed: str, settings: Mapping[str, str]) -> dict[str, Any]:
            chosen = {"TOPICCRAWL_DATABASE_URL": f"sqlite:///{work / 'corpus.db'}", **settings}
            with Processes(work / "processes") as processes:
                process = processes.start(topic_crawl(write_topic(work / "tea", seed), chosen))
                code = process.wait(1800)
                figures = {"seconds": round(process.seconds), "cpu_seconds": round(process.cpu, 1)}
                return {"code": code, "peak_mb": round(process.peak), **figures}

        found = crawl_over(work, args.kinds, crawl)
    for name, outcome in found["outcomes"].items():
        print(f"{name:24} {' '.join(outcome)}")
    print({name: value for name, value in found.items() if name != "outcomes"})
    if not args.kinds:
        save_result("attacks-hostile", found)


if __name__ == "__main__":
    main()

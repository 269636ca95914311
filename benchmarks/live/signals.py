"""Cost of obeying site owners' signals, planted on a graded web, and whether each is obeyed.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.live.signals [--pages 600] [--seed 2018]

The same crawl over the same web four times: as it is; with rel="nofollow" on three of ten links; with a
Crawl-delay of 1 s on the robots.txt of half of the hosts and one of 600 s on a tenth; with reservations on
three of ten articles (noai and noimageai in a meta tag, noai in a header, TDMRep in a meta tag and a header)
and a tdmrep.json on a tenth of the hosts. Harvest is read after so many HTML pages.

dropped      links with nofollow that were dropped, by the crawl's own counter
disobeyed    requests for pages that only links with nofollow lead to; six requests to a host in less than
             five Crawl-delays; requests to hosts that ask for 600 s; reserved pages that were exported
Writes results/live-signals.json.
"""

from __future__ import annotations

import gzip
import json
import re
import shutil
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

from benchmarks.live.altered_web import LINK, WebPage, altered, draw, web_pages
from benchmarks.live.crawl import NO_DELAYS, crawl_topic
from benchmarks.live.quality import as_logged, empty_sqlite, export, judge
from benchmarks.live.web import LoggedRequest, ReplayWeb, build, read_log, serve, up_to
from benchmarks.measuring import arguments, data_folder, save_result, show_rows, work_folder

UNFOLLOWED, DELAYED, LEFT, RESERVED, RESERVING_HOSTS = 0.3, 0.5, 0.1, 0.3, 0.1
"""Shares of links, of hosts (twice), of articles and of hosts again."""
DELAY, TOO_LONG = 1.0, 600.0
"""Seconds of Crawl-delay."""
_SPAN, _EARLY = 5, 0.9
"""Requests over which delays are added up, and the share of them that must have passed: the server logs when
it answers, which on a busy machine is half a second later or not."""
_POINTS = (50, 100, 200, 300)
_REQUESTS = 1.2
"""Requests for each page: robots.txt, redirects and errors."""
_META = ('<meta name="robots" content="noai">', '<meta name="robots" content="noimageai">')
_SIGNALS: tuple[tuple[str, tuple[str, str] | None], ...] = (
    *((meta, None) for meta in _META),
    ('<meta name="tdm-reservation" content="1">', None),
    ("", ("X-Robots-Tag", "noai")),
    ("", ("TDM-Reservation", "1")),
)
_HEAD = re.compile(rb"<head[^>]*>|<title", re.IGNORECASE)

Check = Callable[[list[LoggedRequest], Path], int]


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--pages", type=int, default=600, help="HTML pages of each crawl")
    parser.add_argument("--seed", type=int, default=2018, help="web to build, by number")
    parser.add_argument("--work", type=Path, help="keep webs, logs and corpora in this folder")
    args = parser.parse_args()
    data_folder("web")
    with work_folder(args.work) as work:
        web = build(args.seed, work)
        hosts = sorted({page.host for page in web_pages(web)})
        seeds = set(web.seeds("portals", "party"))
        kinds: dict[str, tuple[ReplayWeb, Check]] = {
            "none": (web, lambda requests, corpus: 0),
            "nofollow": (altered(web, work / "nofollow", unfollow), _Unfollowed(web, seeds)),
            "Crawl-delay": (altered(web, work / "delay", delay, *hosts), too_early),
            "reserved": (with_reserving_hosts(web, work / "reserved", hosts), reserved_exported),
        }
        rows = {}
        for name, (changed, check) in kinds.items():
            rows[name] = crawled(changed, args.pages, work / f"crawl-{name}", check)
            print(name, rows[name], flush=True)
    save_result("live-signals", {"pages": args.pages, "web": args.seed, "signals": rows})
    show_rows("signal", rows)


def crawled(web: ReplayWeb, pages: int, folder: Path, check: Check) -> dict[str, Any]:
    """Crawl a web and return the figures."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    database, log, corpus = empty_sqlite(folder / "corpus.db"), folder / "access.tsv", folder / "corpus.jsonl"
    with serve(web, log) as proxy:
        seeds = web.seeds("portals", "party")
        crawl_topic(seeds, database, int(_REQUESTS * pages) + 60, proxy, folder / "run", NO_DELAYS)
    export(database, corpus)
    requests = up_to(read_log(log), pages)
    judged = judge(web, requests, corpus, folder)
    fetched, kept = judged["fetched"], judged["collected"]
    curve = {point["pages"]: point["harvest"] for point in fetched["curve"]}
    with closing(sqlite3.connect(folder / "corpus.db")) as connection:
        stored = connection.execute("SELECT count(*) FROM pages").fetchone()[0]
        stats = json.loads(
            connection.execute("SELECT stats FROM runs ORDER BY id DESC LIMIT 1").fetchone()[0]
        )
    return {
        **{f"harvest@{at}": curve.get(at) for at in _POINTS},
        "recall": fetched["recall"],
        "precision": kept["precision"],
        "stored": stored,
        "exported": sum(1 for _ in corpus.open(encoding="utf-8")),
        "dropped": stats.get("topiccrawl/drops/links/nofollow", 0),
        "disobeyed": check(read_log(log), corpus),
    }


def unfollow(page: WebPage) -> None:
    """Give a share of the links of a page rel="nofollow"."""

    def marked(found: re.Match[bytes]) -> bytes:
        if not is_unfollowed(page.url, found[1]):
            return found[0]
        return b'<a rel="nofollow" ' + found[0][3:].lstrip()

    if page.is_html:
        page.body = LINK.sub(marked, page.body)


def is_unfollowed(page_url: str, href: bytes) -> bool:
    """Return whether a link of a page has rel="nofollow"; all links of a page to one URL are alike."""
    return draw(UNFOLLOWED, page_url, href.decode("latin-1"))


class _Unfollowed:
    """Counts requested pages to which no fetched page leads by a link without nofollow."""

    def __init__(self, web: ReplayWeb, seeds: set[str]) -> None:
        self._free: dict[str, set[str]] = defaultdict(set)
        self._marked: set[str] = set()
        self._seeds = seeds
        for page in web_pages(web):
            for found in LINK.finditer(page.body):
                target = _plain(urljoin(page.url, found[1].decode("latin-1").replace("&amp;", "&")))
                if is_unfollowed(page.url, found[1]):
                    self._marked.add(target)
                else:
                    self._free[target].add(page.url)

    def __call__(self, requests: list[LoggedRequest], corpus: Path) -> int:
        asked = {one.url for one in requests if one.is_page}
        # Pages that are made at each request are not stored, so their links are not known.
        alone = {url for url in asked & self._marked if not self._free[url] & asked}
        return len(alone - self._seeds)


def delay(page: WebPage) -> None:
    """Add a Crawl-delay to a share of the hosts."""
    if page.path == "/robots.txt" and (seconds := delay_of(page.host)):
        rule = f"User-agent: *\nCrawl-delay: {seconds:.0f}\n".encode()
        page.body = re.sub(rb"(?im)^user-agent:\s*\*\s*$\n?", rule, page.body, count=1)


def delay_of(host: str) -> float:
    """Return the Crawl-delay of a host in seconds; 0: none."""
    if draw(LEFT, "left", host):
        return TOO_LONG
    return DELAY if draw(DELAYED, "delayed", host) else 0.0


def too_early(requests: list[LoggedRequest], corpus: Path) -> int:
    """Count requests that come too early after the one five before them, and those to hosts to be left."""
    times: dict[str, list[float]] = defaultdict(list)
    found = 0
    for one in sorted(requests, key=lambda one: one.time):
        parts = urlsplit(one.url)
        seconds = delay_of(parts.netloc)
        if not seconds or parts.path == "/robots.txt":
            continue
        earlier = times[parts.netloc]
        too_soon = len(earlier) >= _SPAN and one.time - earlier[-_SPAN] < _EARLY * _SPAN * seconds
        found += seconds == TOO_LONG or too_soon
        earlier.append(one.time)
    return found


def reserve(page: WebPage) -> None:
    """Reserve a share of the pages."""
    number = reservation_of(page.url)
    if not page.is_html or number is None:
        return
    meta, header = _SIGNALS[number]
    if header is not None:
        page.headers.append(header)
    elif (place := _HEAD.search(page.body)) is not None:
        at = place.end() if place[0].lower().startswith(b"<head") else place.start()
        page.body = page.body[:at] + meta.encode() + page.body[at:]


def reservation_of(url: str) -> int | None:
    """Return which signal a page gives; None: none."""
    if not draw(RESERVED, "reserved", url):
        return None
    return sum(map(ord, url)) % len(_SIGNALS)


def with_reserving_hosts(web: ReplayWeb, folder: Path, hosts: list[str]) -> ReplayWeb:
    """Return a copy with reserved pages, and a tdmrep.json on some hosts."""
    changed = altered(web, folder, reserve)
    body = json.dumps([{"location": "/", "tdm-reservation": 1}]).encode()

    with closing(sqlite3.connect(folder / "web.sqlite")) as database, database:
        for host in filter(reserves_all, hosts):
            row = (host, "/.well-known/tdmrep.json", 200, "application/json", "[]", gzip.compress(body))
            database.execute("INSERT OR REPLACE INTO pages VALUES (?, ?, ?, ?, ?, ?)", row)
    return changed


def reserves_all(host: str) -> bool:
    """Return whether a host has a tdmrep.json that reserves everything."""
    return draw(RESERVING_HOSTS, "file", host)


def reserved_exported(requests: list[LoggedRequest], corpus: Path) -> int:
    """Count reserved pages in an export."""
    rows: list[Mapping[str, Any]] = [json.loads(line) for line in corpus.open(encoding="utf-8")]
    urls = [as_logged(row["url"]) for row in rows]
    return sum(reservation_of(url) is not None or reserves_all(str(urlsplit(url).hostname)) for url in urls)


def _plain(url: str) -> str:
    return as_logged(url.partition("#")[0])


if __name__ == "__main__":
    main()

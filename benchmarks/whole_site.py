"""The strategy `whole-site` on one site of a large replay web: every page once, by the server's log.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.whole_site [--seed 2018] [--pages 1000] [--work FOLDER]

The site is the host with most pages of those with at most `--pages`. What it has is found by following all
links of the stored pages from its home page, without robots.txt, by other code than that of the crawl. Counts
pages missed, pages that were requested twice, and requests to other hosts. Writes results/whole_site.json.
"""

from __future__ import annotations

import gzip
import sqlite3
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import urldefrag, urljoin, urlsplit
from urllib.robotparser import RobotFileParser

from lxml import html as lxml_html

from benchmarks.live.crawl import crawl_topic
from benchmarks.live.web import ReplayWeb, build, read_log, serve
from benchmarks.measuring import arguments, data_folder, save_result, show_table, work_folder

_HOST = (
    "SELECT host FROM pages WHERE status = 200 AND ctype LIKE 'text/html%' GROUP BY host "
    "HAVING count(*) <= ? ORDER BY count(*) DESC, host LIMIT 1"
)


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--seed", type=int, default=2018, help="web to build, by number")
    parser.add_argument("--pages", type=int, default=1000, help="most pages of the site")
    parser.add_argument("--web", type=Path, help="use this built web")
    parser.add_argument("--work", type=Path, help="keep the web in this folder")
    args = parser.parse_args()
    data_folder("web")
    with work_folder(args.work) as work:
        web = ReplayWeb(args.web, args.seed) if args.web else build(args.seed, work, preset="large")
        host, expected = site_of(web, args.pages)
        log = work / "whole-site.tsv"
        database = work / "whole-site.db"
        database.unlink(missing_ok=True)
        with serve(web, log) as proxy:
            done = crawl_topic(
                [f"http://{host}/"],
                f"sqlite:///{database}",
                10 * args.pages,
                proxy,
                work / "run",
                options=("-a", "strategy=whole-site"),
            )
        asked = Counter(one.url for one in read_log(log) if one.is_page)
    elsewhere = [url for url in asked if urlsplit(url).hostname != host]
    figures = {
        "pages of the site": len(expected),
        "fetched": len(expected & asked.keys()),
        "missed": len(expected - asked.keys()),
        "fetched twice": sum(count > 1 for url, count in asked.items() if url in expected),
        "other pages of the site": len(asked.keys() - expected) - len(elsewhere),
        "pages of other sites": len(elsewhere),
        "CPU ms per page": round(1000 * done.cpu / max(1, sum(asked.values())), 1),
    }
    show_table(list(figures), [tuple(figures.values())])
    for url in sorted(expected - asked.keys())[:20]:
        print("missed", url)
    save_result("whole_site", figures)


def site_of(web: ReplayWeb, most: int) -> tuple[str, set[str]]:
    """Return a host, and the URLs of its pages that can be reached from its home page."""
    with closing(sqlite3.connect(f"file:{web.folder / 'web.sqlite'}?mode=ro", uri=True)) as connection:
        (host,) = connection.execute(_HOST, (most,)).fetchone()
        rows = connection.execute(
            "SELECT path, status, ctype, headers, body FROM pages WHERE host = ?", (host,)
        )
        pages = {path: (status, ctype, body) for path, status, ctype, _, body in rows}
    robots = RobotFileParser()
    if "/robots.txt" in pages:
        robots.parse(_unpacked(pages["/robots.txt"][2]).decode("utf-8", "replace").splitlines())
    else:
        robots.parse([])
    found, waiting = set(), ["/"]
    seen = {"/"}
    while waiting:
        path = waiting.pop()
        status, ctype, body = pages.get(path, (404, "", b""))
        if status != 200 or "html" not in ctype or not robots.can_fetch("topiccrawl", path):
            continue
        url = f"http://{host}{path}"
        found.add(url)
        for link in _links(_unpacked(body), url):
            parts = urlsplit(link)
            target = parts.path or "/"
            target += f"?{parts.query}" if parts.query else ""
            if parts.hostname == host and target not in seen:
                seen.add(target)
                waiting.append(target)
    return host, found


def _links(body: bytes, url: str) -> Iterator[str]:
    for href in lxml_html.fromstring(body).xpath("//a/@href"):
        try:
            yield urldefrag(urljoin(url, href.strip()))[0]
        except ValueError:
            continue


def _unpacked(body: bytes) -> bytes:
    if body.startswith(b"\x1f\x8b"):
        return gzip.decompress(body)
    try:
        return zlib.decompress(body)
    except zlib.error:
        return body


if __name__ == "__main__":
    main()

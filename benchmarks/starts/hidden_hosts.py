"""A graded web, half of whose hosts on the topic are linked from nowhere, and a search engine over it.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.starts.hidden_hosts [--queries 10 20] [--seeds N ...]

A host is on the topic when it has three relevant articles or more; of those every second one, by a draw, is
hidden: all links to it from other hosts are taken out, and it is no seed. A search engine on loopback, with
SearXNG's JSON API, knows all pages of the web by their text. The shipped crawl starts from the portals, with
its links alone, with queries in their planned order and with the learning loop. Harvest is read after so many
HTML pages.

found       hidden hosts of which a relevant page was kept, of all hidden ones
articles    relevant articles of hidden hosts that were kept, of all of them
queries     queries that the search engine was asked
Writes results/starts-hidden_hosts.json.
"""

from __future__ import annotations

import json
import re
import shutil
from collections import Counter
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from statistics import mean
from typing import Any
from urllib.parse import urlsplit

from benchmarks.live.altered_web import LINK, WebPage, altered, draw, web_pages
from benchmarks.live.crawl import NO_DELAYS, crawl_topic
from benchmarks.live.quality import as_logged, empty_sqlite, export, judge
from benchmarks.live.web import ReplayWeb, build, read_log, serve, up_to
from benchmarks.measuring import arguments, data_folder, save_result, show_rows, work_folder
from benchmarks.starts.search_engine import SearchServer
from topiccrawl.page.description import describe
from topiccrawl.page.page import Page

RELEVANT = 3
"""Relevant articles that make a host one on the topic."""
_LABEL, _RIGHT = "party", 2
_REQUESTS = 1.2
"""Requests for each page: robots.txt, redirects and errors."""
_SPACE = re.compile(r"\s+")
_FIGURES = ("found", "articles", "queries", "harvest", "recall", "kept")


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--pages", type=int, default=600, help="HTML pages of each crawl")
    parser.add_argument("--queries", type=int, nargs="+", default=[10, 20], help="queries of a crawl")
    parser.add_argument("--results", type=int, default=10, help="results of a query")
    parser.add_argument("--seeds", type=int, nargs="+", default=[2018, 1], help="webs to build, by number")
    parser.add_argument("--work", type=Path, help="keep webs, logs and corpora in this folder")
    args = parser.parse_args()
    data_folder("web")
    runs: dict[str, dict[str, Any]] = {}
    with work_folder(args.work) as work:
        for seed in args.seeds:
            web = build(seed, work)
            relevant = relevant_articles(web)
            hidden = hidden_hosts(relevant)
            index = {page.url: read(page) for page in web_pages(web)}
            changed = altered(web, work / f"hidden-{seed}", partial(hide, hosts=hidden))
            for number in (0, *args.queries):
                for learn in (False, True) if number else (False,):
                    mode = f"{number} queries, {'learning' if learn else 'planned'}" if number else "links"
                    folder = work / f"hidden-crawl-{seed}-{number}-{learn}"
                    with SearchServer(index, args.results) as search:
                        settings = search_settings(search, number, learn)
                        found = crawled(changed, relevant, hidden, args.pages, folder, settings)
                        found["queries"] = len(search.queries)
                    print(f"web {seed}, {mode}: {found}", flush=True)
                    runs.setdefault(mode, {})[str(seed)] = found
    save_result("starts-hidden_hosts", {"pages": args.pages, "results": args.results, "runs": runs})
    rows = {
        mode: {name: mean(one[name] for one in webs.values()) for name in _FIGURES}
        for mode, webs in runs.items()
    }
    show_rows("mean", rows)


def relevant_articles(web: ReplayWeb) -> set[str]:
    """Return the URLs of the relevant articles of a web."""
    found = set()
    for line in web.labels.open(encoding="utf-8"):
        row = json.loads(line)
        grade = row.get("grade", {}).get(_LABEL, _RIGHT if _LABEL in row.get("topics", ()) else 0)
        if row["kind"] == "article" and grade == _RIGHT:
            found.add(row["url"])
    return found


def hidden_hosts(relevant: set[str]) -> frozenset[str]:
    """Return every second host on the topic."""
    counts = Counter(urlsplit(url).netloc for url in relevant)
    hosts = [host for host, count in counts.items() if count >= RELEVANT]
    return frozenset(sorted(hosts, key=lambda host: (draw(0.5, "hidden", host), host))[::2])


def read(page: WebPage) -> tuple[str, str]:
    """Return title and text of a page, as a search engine reads it."""
    parsed = Page.from_bytes(page.body, page.url, "text/html")
    body = parsed.tree.find("body")
    text = " ".join(body.itertext()) if body is not None else ""
    return describe(parsed).title, _SPACE.sub(" ", text)


def hide(page: WebPage, hosts: frozenset[str]) -> None:
    """Take the links to hidden hosts out of a page of another host."""

    def kept(found: re.Match[bytes]) -> bytes:
        target = urlsplit(found[1].decode("latin-1")).netloc.lower()
        return b"<a>" if target in hosts else found[0]

    if page.is_html and page.host not in hosts:
        page.body = LINK.sub(kept, page.body)


def search_settings(search: SearchServer, queries: int, learn: bool) -> dict[str, str]:
    """Return the settings of a crawl that asks so many queries; 0: none."""
    if not queries:
        return dict(NO_DELAYS)
    return {
        **NO_DELAYS,
        "TOPICCRAWL_SEARXNG_URL": search.url,
        "TOPICCRAWL_SEARCH_QUERIES": str(queries),
        "TOPICCRAWL_SEARCH_PAUSE": "0",
        "TOPICCRAWL_SEARCH_LEARNING": str(learn),
    }


def crawled(
    web: ReplayWeb,
    relevant: set[str],
    hidden: frozenset[str],
    pages: int,
    folder: Path,
    settings: Mapping[str, str],
) -> dict[str, Any]:
    """Crawl a web from its portals and return the figures."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    database, log, corpus = empty_sqlite(folder / "corpus.db"), folder / "access.tsv", folder / "corpus.jsonl"
    options = ("-a", "discover=1") if "TOPICCRAWL_SEARXNG_URL" in settings else ()
    seeds = [url for url in web.seeds("portals") if urlsplit(url).netloc not in hidden]
    with serve(web, log) as proxy:
        count = int(_REQUESTS * pages) + 60
        crawl_topic(seeds, database, count, proxy, folder / "run", settings, options)
    export(database, corpus)
    requests = up_to(read_log(log), pages)
    judged = judge(web, requests, corpus, folder)
    sent = {one.url for one in requests if one.is_page}
    kept = {as_logged(json.loads(line)["url"]) for line in corpus.open(encoding="utf-8")} & relevant & sent
    own = {url for url in relevant if urlsplit(url).netloc in hidden}
    hosts = {urlsplit(url).netloc for url in kept & own}
    return {
        "found": round(len(hosts) / len(hidden), 3),
        "hidden": len(hidden),
        "articles": round(len(kept & own) / len(own), 3),
        "harvest": judged["fetched"]["harvest"],
        "pages": judged["fetched"]["pages"],
        "recall": judged["fetched"]["recall"],
        "kept": judged["collected"]["kept"],
    }


if __name__ == "__main__":
    main()

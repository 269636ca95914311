"""Sites that nothing links to: how many a crawl finds through a search engine, and with how many queries.

    python -m benchmarks.starts.discovery [--queries 5 10 20 40] [--results 5] [--live]

A web of sites made of the demo's stories: four stories on a site, each site on one subject. Half of the sites
on party building are linked from a portal, the others from nowhere. A search engine on loopback knows all
pages. The queries are asked in their planned order, and with the learning loop. Without --live no page is
fetched: the pages that a query finds are stored as a crawl would if its verdicts were all right, so that the
order of queries alone is measured. With --live the shipped crawl starts at the portal, also without search.
Writes results/starts-discovery.json.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit

from e2e.fault_server import Answer, FaultServer

from benchmarks.live.crawl import NO_DELAYS, crawl_topic
from benchmarks.measuring import arguments, save_result, show_table, work_folder
from benchmarks.starts.made_articles import listed, page
from benchmarks.starts.search_engine import SearchServer
from topiccrawl.access.search.services import SearXng
from topiccrawl.crawl.starts.searches import Searches
from topiccrawl.demo.articles import Article, load_articles
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.records import PageRecord
from topiccrawl.text.segment import Segmenter

NOW = datetime(2024, 5, 1, tzinfo=UTC)
PORTAL = "http://portal.test/"
PER_SITE = 4


@dataclass(frozen=True)
class HiddenWeb:
    """A web of which a part is linked from nowhere.

    Attributes:
        answers: its pages.
        index: title and text by URL, for the search engine.
        linked: hosts on the topic that the portal links to.
        hidden: hosts on the topic that nothing links to.
    """

    answers: Mapping[str, Answer]
    index: Mapping[str, tuple[str, str]]
    linked: frozenset[str]
    hidden: frozenset[str]


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--queries", type=int, nargs="+", default=[5, 10, 20, 40], help="queries of a crawl")
    parser.add_argument("--results", type=int, default=5, help="results of a query")
    parser.add_argument("--live", action="store_true", help="crawl instead of storing what queries find")
    args = parser.parse_args()
    web = hidden_web()
    rows: list[tuple[object, ...]] = []
    with work_folder() as work:
        for number in [0, *args.queries] if args.live else args.queries:
            for learn in (False, True) if number else (False,):
                mode = ("learning" if learn else "planned order") if number else "links alone"
                folder = work / f"{number}-{learn}"
                run = crawl_web if args.live else store_found
                rows.append((mode, *run(web, folder, number, args.results, learn=learn)))
    head = ["mode", "queries", "hidden sites found", "of", "share", "pages kept", "pages fetched"]
    show_table(head, rows)
    save_result(
        "starts-discovery",
        {
            "live": args.live,
            "results of a query": args.results,
            "runs": [dict(zip(head, row, strict=True)) for row in rows],
        },
    )


def hidden_web() -> HiddenWeb:
    """Return the web."""
    subjects: dict[str, list[Article]] = {}
    for story in load_articles():
        subjects.setdefault(story.subject, []).append(story)
    answers: dict[str, Answer] = {}
    index: dict[str, tuple[str, str]] = {}
    links: dict[str, str] = {}
    linked: set[str] = set()
    hidden: set[str] = set()
    for subject, stories in sorted(subjects.items()):
        for number, start in enumerate(range(0, len(stories), PER_SITE)):
            # Host names do not reveal the subject to the search engine or the crawl.
            host = f"www.site{len(linked) + len(hidden) + len(links) + number:02}-{start}.test"
            home, own = f"http://{host}/", {}
            for at, story in enumerate(stories[start : start + PER_SITE]):
                url = f"{home}a/{at}.html"
                own[url] = story.title
                answers[url] = Answer(page(story.title, story.paragraphs))
                index[url] = (story.title, "\n".join(story.paragraphs))
            answers[home] = Answer(listed(stories[start].source, own))
            if subject == "party" and number % 2:
                hidden.add(host)
                continue
            links[home] = stories[start].title
            if subject == "party":
                linked.add(host)
    answers[PORTAL] = Answer(listed("导航", links))
    return HiddenWeb(answers, index, frozenset(linked), frozenset(hidden))


def store_found(
    web: HiddenWeb, folder: Path, queries: int, results: int, *, learn: bool
) -> tuple[int, int, int, float, int, int]:
    """Ask queries and store the pages on the topic that they find; returns the same as `crawl_web`."""
    folder.mkdir(parents=True, exist_ok=True)
    store = CorpusStore(f"sqlite:///{folder / 'discovery.db'}")
    store.open()
    topic = Topic.load("partybuild")
    on_topic = web.linked | web.hidden
    seen: set[str] = set()
    kept: set[str] = set()
    with SearchServer(web.index, results) as search:
        segmenter = Segmenter(topic.dictionary())
        searches = Searches(topic, store, SearXng(search.url), segmenter.content_words, learn=learn)
        run_id = store.start_run(topic.name, {})
        for _ in range(queries):
            if (claimed := searches.claim()) is None:
                break
            found = [replace(one, is_new=one.url not in seen) for one in searches.ask(*claimed)]
            searches.write(claimed[0], found)
            new = {one.url for one in found} - seen
            seen |= new
            for url in sorted(url for url in new if urlsplit(url).hostname in on_topic):
                title, text = web.index[url]
                page = PageRecord(
                    topic=topic.name, url=url, run_id=run_id, fetched_at=NOW, title=title, text=text
                )
                store.write([page])
                searches.keep(url)
                kept.add(url)
            searches.flush()
    store.close()
    hosts = {str(urlsplit(url).hostname) for url in kept} & web.hidden
    share = round(len(hosts) / len(web.hidden), 3)
    return len(search.queries), len(hosts), len(web.hidden), share, len(kept), len(seen)


def crawl_web(
    web: HiddenWeb, folder: Path, queries: int, results: int, *, learn: bool
) -> tuple[int, int, int, float, int, int]:
    """Crawl the web from its portal.

    Returns:
        Queries asked, hidden sites found (one of their pages was kept), all hidden sites, the share, pages
        kept, pages fetched.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with FaultServer(web.answers) as server, SearchServer(web.index, results) as search:
        settings = {
            **NO_DELAYS,
            "TOPICCRAWL_SEARXNG_URL": search.url,
            "TOPICCRAWL_SEARCH_QUERIES": str(queries),
            "TOPICCRAWL_SEARCH_PAUSE": "0",
            "TOPICCRAWL_SEARCH_LEARNING": str(learn),
        }
        options = ("-a", "discover=1") if queries else ()
        database = folder / "discovery.db"
        crawl_topic([PORTAL], f"sqlite:///{database}", 0, server.proxy_url, folder / "run", settings, options)
        fetched = len({url for url in server.pages_asked() if url in web.answers})
        asked = len(search.queries)
    with closing(sqlite3.connect(database)) as connection:
        kept = [url for (url,) in connection.execute("SELECT url FROM pages")]
    found = {str(urlsplit(url).hostname) for url in kept} & web.hidden
    return asked, len(found), len(web.hidden), round(len(found) / len(web.hidden), 3), len(kept), fetched


if __name__ == "__main__":
    main()

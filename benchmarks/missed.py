"""How well a crawl knows what it missed, on labelled webs.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.missed [--seeds 2018 7 99] [--work FOLDER]

Replays a crawl of each large web and topic from the portals, whose home pages get a feed of their 100 latest
articles and a sitemap of the 1,000 latest. At each budget the share of the relevant pages of the portals'
sites that the crawl holds is estimated, and compared with the labels; copies count as pages. Then each
entrance is hidden in turn: what is left of the crawl is what it would have reached without such links
(`lists`: those on list pages but the home pages, `articles`: those on articles, `listings`: feeds and
sitemaps). Writes results/missed.json: each cell, and over the cells the share that got an answer, the share
of these whose interval covers the truth (nominal: .90), and the mean width. Figures of the web 2018, on which
the constants were chosen, are apart from those of the others. `audited`: with the recall of an audit of 100
graded pages.
"""

from __future__ import annotations

import gzip
import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from html import escape
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urljoin

import numpy as np
from scrapy.crawler import Crawler

from benchmarks.live.web import ReplayWeb, build
from benchmarks.measuring import arguments, data_folder, save_result, show_table, work_folder
from benchmarks.replay.captures import LABELS, capture_web
from topiccrawl.corpus.audit import Share, Stratum, estimate
from topiccrawl.corpus.missed.estimate import held_share
from topiccrawl.corpus.missed.sightings import COLUMNS, Sightings, number_of
from topiccrawl.crawl.session import CrawlSession
from topiccrawl.experiments.replay.capture import Capture, Response
from topiccrawl.experiments.replay.course import Course
from topiccrawl.experiments.replay.crawl import Crawl, crawl_once
from topiccrawl.page.canonical_url import url_key
from topiccrawl.page.hidden_links.urls import host_of
from topiccrawl.page.hidden_links.urls import site_of as site_of_host
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.strategies.contract import Outcome, VisitedPage
from topiccrawl.supervision.blas import use_one_thread

WEBS = (2018, 7, 99)
CHOSEN = 2018
"""The web on which the constants were chosen."""
BUDGETS = (100, 200, 400, 800)
HIDDEN = ("none", "lists", "articles", "listings")
_LISTED = {"feed.xml": 100, "sitemap.xml": 1000}
_GRADED = 100
_FIGURES = ("covered", "width", "widest")
_ENTRANCES = {"article": "articles", "home": "home pages", "list": "lists", "channel": "lists"}


class Labelled:
    """The labels of a built web, and its capture with feeds and sitemaps."""

    def __init__(self, web: ReplayWeb) -> None:
        self.seeds = web.seeds("portals")
        self.sites = {site_of(url): url for url in self.seeds}
        rows = [json.loads(line) for line in web.labels.read_text(encoding="utf-8").splitlines()]
        self.kinds = {row["url"]: row["kind"] for row in rows}
        self._articles = [
            row for row in rows if row["kind"] == "article" and site_of(row["url"]) in self.sites
        ]
        self._latest = defaultdict(list)
        for row in sorted(self._articles, key=lambda row: row.get("published") or "", reverse=True):
            self._latest[self.sites[site_of(row["url"])]].append((row["url"], row["gold_title"]))

    def relevant(self, topic: str) -> set[int]:
        """Return the relevant pages of the portals' sites, the first ones of articles over several."""
        label = LABELS[topic]
        return {
            _number(row["url"])
            for row in self._articles
            if row.get("grade", {}).get(label, 2 if label in row.get("topics", ()) else 0) == 2
            and row.get("part", 1) == 1
        }

    def response(self, url: str, captured: Response | None) -> Response | None:
        """Return what a portal answers: its feed, its sitemap, or a captured response."""
        home = self.sites.get(site_of(url), "")
        rows = self._latest[home][: _LISTED.get(name := url.removeprefix(home), 0)] if home else []
        if rows and name == "feed.xml":
            pages = "".join(
                f"<item><title>{escape(t)}</title><link>{escape(u)}</link></item>" for u, t in rows
            )
            body = f'<rss version="2.0"><channel><title>-</title>{pages}</channel></rss>'
            return Response(url, 200, {"content-type": "application/rss+xml"}, body.encode())
        if rows:
            pages = "".join(f"<url><loc>{escape(u)}</loc></url>" for u, _ in rows)
            body = f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{pages}</urlset>'
            return Response(url, 200, {"content-type": "application/xml"}, body.encode())
        if url != home or captured is None:
            return captured
        link = b'<head><link rel="alternate" type="application/rss+xml" href="/feed.xml">'
        return replace(captured, body=captured.body.replace(b"<head>", link, 1))


class Watch(Course):
    """A course that keeps the links and what became of them at each budget."""

    def __init__(self, capture: Capture, labelled: Labelled) -> None:
        super().__init__(capture, BUDGETS[-1], 0)
        self.log: list[tuple[Any, ...]] = []
        self.snapshots: dict[int, Any] = {}
        self._kept, self._dropped = list[str](), list[str]()
        self._sightings, get = Sightings(labelled.sites), capture.get
        self._see = self._sightings.see
        self._sightings.see = self._keep  # type: ignore[method-assign]
        capture.get = lambda url: labelled.response(url, get(url))  # type: ignore[method-assign]

    def begin(self, crawler: Crawler) -> None:
        """Listen to a crawl, and keep its links."""
        super().begin(crawler)
        CrawlSession.of(crawler).sightings = self._sightings

    def _keep(self, key: bytes, url: str, context: LinkContext) -> None:
        has_title = bool(context.anchor and not context.role)
        self.log.append((len(self.trace.pages), context.parent_url, url, context.source, has_title))
        self._see(key, url, context)

    def _count(self, request: Any, crawler: Crawler) -> None:
        before = len(self.trace.pages)
        super()._count(request, crawler)
        if (number := len(self.trace.pages)) != before and number in BUDGETS:
            links = self._sightings.table().tolist()
            self.snapshots[number] = {"links": links, "kept": [*self._kept], "dropped": [*self._dropped]}

    def _finished(self, page: VisitedPage) -> None:
        super()._finished(page)
        if page.outcome in (Outcome.KEPT, Outcome.COPY):
            self._kept.append(page.url)
        elif page.verdict is not None:
            self._dropped.append(page.url)


def _recorded(web: ReplayWeb, capture: Path, topic: str, work: Path) -> dict[str, Any]:
    """Return the links and the snapshots of a crawl, which is replayed unless its file is there."""
    target = work / f"missed-{web.seed}-{topic}.json.gz"
    if not target.exists():
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:  # a reactor runs once
            pool.submit(_record, capture, web, topic, target).result()
    found: dict[str, Any] = json.loads(gzip.decompress(target.read_bytes()))
    return found


def _record(capture: Path, web: ReplayWeb, topic: str, target: Path) -> None:
    use_one_thread()
    labelled, options = Labelled(web), (("sitemaps", "1"), ("feeds", "1"))
    with Capture(capture) as opened, TemporaryDirectory() as folder:
        course = Watch(opened, labelled)
        seeds = tuple(labelled.seeds)
        crawl_once(Crawl(capture, topic, seeds, "", BUDGETS[-1], arguments=options), course, Path(folder))
    with gzip.open(target, "wt", encoding="utf-8") as file:
        json.dump({"log": course.log, "snapshots": course.snapshots}, file)


def site_of(url: str) -> str:
    """Return the registered domain of a URL."""
    return site_of_host(host_of(url))


def _number(url: str) -> int:
    return number_of(url_key(url))


def _without(log: Sequence[Sequence[Any]], hidden: str, labelled: Labelled) -> dict[int, set[str]]:
    """Return the pages on which each link with a title stands, of those reached without an entrance."""
    found: dict[int, set[str]] = defaultdict(set)
    onward = defaultdict(list)
    for _, parent, url, source, has_title in log:
        entrance = "listings" if source else _ENTRANCES.get(labelled.kinds.get(parent, ""), "others")
        if entrance != hidden:
            onward[parent].append((url, has_title))
    listings = [urljoin(url, name) for url in labelled.seeds for name in _LISTED]
    starts = [*labelled.seeds, *listings]
    reached, todo = set(starts), starts
    while todo:
        for url, has_title in onward.get(parent := todo.pop(), ()):
            if has_title:
                found[_number(url)].add(parent)
            if url not in reached:
                reached.add(url)
                todo.append(url)
    return found


def _cells(record: Mapping[str, Any], labelled: Labelled, topic: str) -> list[dict[str, Any]]:
    relevant, cells = labelled.relevant(topic), []
    for budget in BUDGETS:
        if (snapshot := record["snapshots"].get(str(budget))) is None:
            continue  # the crawl ended before
        log = [row for row in record["log"] if row[0] <= budget]
        recall = _recall(snapshot, relevant, labelled)
        for hidden in HIDDEN:
            seen = _without(log, hidden, labelled)
            rows = [(key, len(seen[key]), *rest) for key, _, *rest in snapshot["links"] if key in seen]
            links = np.array(rows, COLUMNS)
            kept = {_number(url) for url in snapshot["kept"]} & seen.keys()
            held = held_share(links, np.isin(links["key"], np.array([*kept], np.uint64)))
            truth = round(len(kept & relevant) / len(relevant), 3)
            cell: dict[str, Any] = {"budget": budget, "hidden": hidden, "truth": truth}
            cell |= {"pages": held.pages, "once": round(held.once), "twice": round(held.twice)}
            for name, audited in (("share", None), ("audited", recall)):
                share = held.corrected(audited)
                cell[name] = share and [round(one, 3) for one in (share.value, share.low, share.high)]
            cells.append(cell)
    return cells


def _recall(snapshot: Mapping[str, Any], relevant: set[int], labelled: Labelled) -> Share | None:
    """Return the recall that an audit of the fetched pages of the portals' sites would give."""
    rng, strata = np.random.default_rng(0), []
    grades: dict[str, int] = {}
    for name in ("kept", "dropped"):
        urls = [url for url in snapshot[name] if site_of(url) in labelled.sites]
        chosen = rng.permutation(urls)[: _GRADED // 2].tolist()
        grades |= {url: 2 if _number(url) in relevant else 0 for url in chosen}
        strata.append(Stratum(name, name == "kept", tuple(urls)))
    return estimate([one for one in strata if one.urls], grades, [*grades]).recall


def _summary(cells: Sequence[Mapping[str, Any]], name: str) -> dict[str, Any]:
    answered = [(*cell[name], cell["truth"]) for cell in cells if cell[name]]
    found: dict[str, Any] = {"cells": len(cells), "answered": round(len(answered) / len(cells), 3)}
    if answered:
        _, low, high, truth = np.array(answered).T
        figures = ((low <= truth) & (truth <= high)).mean(), (high - low).mean(), (high - low).max()
        found |= {key: round(float(one), 3) for key, one in zip(_FIGURES, figures, strict=True)}
    return found


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--seeds", type=int, nargs="+", default=list(WEBS), help="webs to build, by number")
    parser.add_argument("--work", type=Path, help="keep webs, captures and crawls in this folder")
    args = parser.parse_args()
    data_folder("web")
    cells: list[dict[str, Any]] = []
    with work_folder(args.work) as work:
        for number in args.seeds:
            web = build(number, work, preset="large")
            capture, labelled = capture_web(web, work), Labelled(web)
            for topic in LABELS:
                record = _recorded(web, capture, topic, work)
                cells += [{"web": number, "topic": topic, **one} for one in _cells(record, labelled, topic)]
    groups = {"all": cells} | {
        f"{column}: {value}": [one for one in cells if one[column] == value]
        for column in ("web", "topic", "budget", "hidden")
        for value in dict.fromkeys(one[column] for one in cells)
    }
    groups["other webs"] = [one for one in cells if one["web"] != CHOSEN]
    summaries = {
        f"{group}{rest}": _summary(some, name)
        for name, rest in (("share", ""), ("audited", ", audited"))
        for group, some in groups.items()
        if some
    }
    save_result("missed", {"summaries": summaries, "cells": cells})
    show_table(
        ["", *summaries["all"]], [[name, *map(one.get, summaries["all"])] for name, one in summaries.items()]
    )


if __name__ == "__main__":
    main()

"""First sources and chains of reposts.

    python -m benchmarks.stories [chains] [web] [scale] [--seeds 2018 ...] [--pages 100000]

chains   200 made-up stories for each of three seeds: first source, edges, and stories that were merged;
         beside "the earliest page is the source, and all others were taken from it"
web      the labelled reposts of a large replay web: first page, beside the same baseline
scale    pages of one corpus: seconds and memory of a first and a second call, SQLite and MariaDB

Only the figures of the sets that ran are replaced in results/stories.json.
"""

from __future__ import annotations

import random
import resource
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from benchmarks.live.web import build
from benchmarks.measuring import add_sets, arguments, show_table, update_result, work_folder
from benchmarks.servers import running_servers
from benchmarks.stories.chains import MadeStory, stories
from benchmarks.stories.corpus import Fetched, Found, fill, made_html, opened, read_found
from benchmarks.stories.groups import FETCHED, labelled_groups, web_pages
from topiccrawl.dedup.seniority import page_age
from topiccrawl.newsroom.stories.build import build_stories
from topiccrawl.storage.pages.store import CorpusStore

CHAINS = 200
SEEDS = (1, 2, 3)

Row = dict[str, Any]


def main() -> None:
    parser = arguments(__doc__)
    add_sets(parser, SETS)
    parser.add_argument("--webs", type=int, nargs="+", default=[2018], help="seeds of large replay webs")
    parser.add_argument("--groups", type=int, default=2000, help="groups of copies of `web`")
    parser.add_argument("--pages", type=int, default=100_000, help="pages of `scale`")
    parser.add_argument("--work", type=Path, help="folder that keeps built webs")
    args = parser.parse_args()
    with work_folder(args.work) as work:
        for name in args.sets:
            rows = SETS[name](args, work)
            show_table(tuple(rows[0]), [tuple(row.values()) for row in rows])
            update_result("stories", {name: rows})


def chains(args: Any, work: Path) -> list[Row]:
    """Measure made-up chains."""
    rows = []
    for seed in SEEDS:
        path = work / f"chains-{seed}.db"
        path.unlink(missing_ok=True)
        made = list(stories(CHAINS, seed))
        pages = [page for story in made for page in story.pages]
        random.Random(seed).shuffle(pages)
        store = opened(path)
        fetched = (
            Fetched(one.url, made_html(one), "text/html; charset=utf-8", one.fetched_at) for one in pages
        )
        fill(store, fetched)
        build_stories(store, "measured")
        rows.append({"seed": seed, **chain_figures(made, read_found(store))})
        store.close()
    return rows


def chain_figures(made: Sequence[MadeStory], found: Found) -> Row:
    """Return the figures of made-up stories, with those of the baseline."""
    first = source = early_first = early_source = whole = 0
    hits = wrong = missed = early_hits = early_wrong = early_missed = 0
    for story in made:
        urls = [page.url for page in story.pages]
        edges = {edge for url in urls for edge in found.parents.get(url, ())}
        roots = {found.first.get(url) for url in urls}
        whole += len(roots) == 1
        first += roots == {story.first}
        source += {found.source.get(url) for url in urls} == {story.source}
        hits, wrong, missed = _add((hits, wrong, missed), edges, story.edges)
        earliest = min(story.pages, key=lambda page: _baseline_age(page.published, page.fetched_at))
        early_first += earliest.url == story.first
        early_source += earliest.site == story.source
        star = {(earliest.url, url) for url in urls if url != earliest.url}
        early_hits, early_wrong, early_missed = _add(
            (early_hits, early_wrong, early_missed), star, story.edges
        )
    count = len(made)
    return {
        "stories": count,
        "source_right": source / count,
        "baseline_source": early_source / count,
        "first_page_right": first / count,
        "baseline_first_page": early_first / count,
        "edges_f1": _f1(hits, wrong, missed),
        "baseline_edges_f1": _f1(early_hits, early_wrong, early_missed),
        "in_one_event": whole / count,
    }


def _add(
    sums: tuple[int, int, int], found: set[tuple[str, str]], true: set[tuple[str, str]]
) -> tuple[int, int, int]:
    return sums[0] + len(found & true), sums[1] + len(found - true), sums[2] + len(true - found)


def _f1(hits: int, wrong: int, missed: int) -> float:
    return 2 * hits / (2 * hits + wrong + missed)


def _baseline_age(published: str | None, fetched_at: datetime) -> tuple[datetime, datetime]:
    age = page_age(published, fetched_at)
    return age.earliest or fetched_at, fetched_at


def web(args: Any, work: Path) -> list[Row]:
    """Measure the labelled reposts of replay webs."""
    rows = []
    for seed in args.webs:
        built = build(seed, work, preset="large")
        path = work / f"reposts-{seed}.db"
        path.unlink(missing_ok=True)
        groups = labelled_groups(built.folder)
        groups = random.Random(seed).sample(groups, min(args.groups, len(groups)))
        store = opened(path)
        wanted = {url for group in groups for url in group}
        fill(store, web_pages(built.folder, wanted, seed))
        start = time.process_time()
        build_stories(store, "measured")
        seconds = time.process_time() - start
        found = read_found(store)
        store.close()
        rows.append({"web": seed, **_web_figures(groups, found), "ms_a_page": 1e3 * seconds / len(wanted)})
    return rows


def _web_figures(groups: Sequence[Mapping[str, bool]], found: Found) -> Row:
    right = baseline = together = pages = star = 0
    for group in groups:
        urls = [url for url in group if url in found.first]
        (truth,) = [url for url, repost in group.items() if not repost]
        firsts = {found.first[url] for url in urls}
        together += len(firsts) == 1
        # A story may hold other pages about the same event: the first of the group itself counts.
        tops = [url for url in urls if not any(start in group for start, _ in found.parents[url])]
        first = found.first[urls[0]] if firsts <= set(urls) and len(firsts) == 1 else None
        right += (first or (tops[0] if len(tops) == 1 else None)) == truth
        early = min(urls, key=lambda url: (_published(found.published[url]), _rank(url)))
        baseline += early == truth
        for url in urls:
            if url != truth:
                pages += 1
                star += any(start == truth for start, _ in found.parents[url])
    return {
        "groups": len(groups),
        "first_right": right / len(groups),
        "baseline": baseline / len(groups),
        "in_one_event": together / len(groups),
        "reposts_to_first": star / pages,
    }


def _published(value: str | None) -> datetime:
    return page_age(value, FETCHED + timedelta(days=30)).earliest or FETCHED


def _rank(url: str) -> float:
    return random.Random(url).random()  # equal dates: as a crawl happens to meet them


def scale(args: Any, work: Path) -> list[Row]:
    """Measure a large corpus on both databases."""
    rows = []
    path = work / "scale.db"
    path.unlink(missing_ok=True)
    rows.append({"database": "sqlite", **_scale(f"sqlite:///{path}", args.pages)})
    with running_servers() as servers, servers.mariadb.fresh_database() as database:
        rows.append({"database": "mariadb", **_scale(database, args.pages)})
    return rows


def _scale(database: str, count: int) -> Row:
    store = CorpusStore(database)
    store.open()
    made = (page for story in stories(count // 3, 7) for page in story.pages)
    fetched = (Fetched(one.url, made_html(one), "text/html; charset=utf-8", one.fetched_at) for one in made)
    pages = fill(store, fetched)
    before = _resident()
    start = time.perf_counter()
    counts = build_stories(store, "measured")
    first = time.perf_counter() - start
    start = time.perf_counter()
    again = build_stories(store, "measured")
    second = time.perf_counter() - start
    store.close()
    return {
        "pages": pages,
        "stories": counts.stories,
        "relations": counts.relations,
        "pages_per_second": pages / first,
        "second_call_pages_per_second": pages / second,
        "written_again": again.written,
        "resident_mb_before": round(before),
        "peak_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
    }


def _resident() -> float:
    with Path("/proc/self/statm").open() as file:
        return int(file.read().split()[1]) * resource.getpagesize() / 2**20


SETS: Mapping[str, Callable[[Any, Path], list[Row]]] = {"chains": chains, "web": web, "scale": scale}


if __name__ == "__main__":
    main()

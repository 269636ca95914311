"""Processor time that hidden links take on real pages, and how many are found of each kind.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.hidden_links [--show N]

Reads every real page of the measuring data once, parsed before, without the links of its anchors: `own` with
the URL that its record gives, so that many addresses in its scripts are of its own site, and `other` with
that of an invented site, where only relative ones are. Milliseconds are processor time; `parsing` is that of
the trees of the same pages and of their elements, which the anchors need as well, to compare with, and `new`
the mean where nothing of the scripts of other pages is remembered. With --show, prints so many links of each
kind, to be judged by eye.
Writes results/hidden_links.json.
"""

from __future__ import annotations

import gc
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from random import Random
from time import process_time
from typing import Any, NamedTuple

from benchmarks.hidden_links.real_pages import real_pages
from benchmarks.measuring import arguments, save_result, show_rows
from topiccrawl.page.anchors.link import Link
from topiccrawl.page.elements import Elements
from topiccrawl.page.hidden_links import attributes, clues, page_scripts
from topiccrawl.page.hidden_links.data import sources
from topiccrawl.page.hidden_links.read import hidden_links_of
from topiccrawl.page.hidden_links.urls import site_of
from topiccrawl.page.page import Page
from topiccrawl.page.scripts import script

HOST = "www.example.cn"
COLUMNS = ("mean", "p50", "p95", "p99", "new", "parsing", "pages with links", "links")


class Reading(NamedTuple):
    """One page as it was read.

    Attributes:
        links: its hidden links.
        milliseconds: of the processor, for the links.
        parsing: those for the tree and its elements.
    """

    links: tuple[Link, ...]
    milliseconds: float
    parsing: float


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--show", type=int, default=0, metavar="N", help="print N links of each kind")
    shown = parser.parse_args().show
    pages = list(real_pages())
    site_of(HOST)  # loads a table
    read(b"<script>location</script>", f"http://{HOST}/")  # compiles what is searched for
    rows = {}
    kinds = {}
    for name in ("own", "other"):
        urls = [
            url if name == "own" and url else f"http://{HOST}/x/{n}.html" for n, (_, url) in enumerate(pages)
        ]
        readings = [read(body, url) for (body, _), url in zip(pages, urls, strict=True)]
        forgetting = [read(body, url, forget=True) for (body, _), url in zip(pages, urls, strict=True)]
        rows[name] = figures(readings, forgetting)
        kinds[name] = dict(Counter(kind_of(link) for one in readings for link in one.links).most_common())
        if shown:
            show_links(name, readings, shown)
    show_rows(f"{len(pages)} pages", rows, COLUMNS)
    for name, counts in kinds.items():
        print(f"{name}: {', '.join(f'{kind} {count}' for kind, count in counts.items())}")
    save_result("hidden_links", {"pages": len(pages), "milliseconds": rows, "links": kinds})


def read(body: bytes, url: str, *, forget: bool = False) -> Reading:
    """Find the hidden links of a page.

    Args:
        body: of the page.
        url: that it is said to come from.
        forget: whether to forget the scripts and handlers of other pages first.
    """
    page = Page.from_bytes(body, url)
    gc.collect(0)
    gc.disable()
    if forget:
        for cached in remembering():
            cached.cache_clear()
    start = process_time()
    assert Elements.of(page) is not None
    assert page.base_url is not None
    parsed = process_time()
    links = hidden_links_of(page, ())
    done = process_time()
    gc.enable()
    return Reading(links, 1000 * (done - parsed), 1000 * (parsed - start))


def remembering() -> Iterator[Any]:
    """Yield the functions that remember what they read of other pages."""
    for module in (attributes, clues, page_scripts, script, sources):
        yield from (value for value in vars(module).values() if hasattr(value, "cache_parameters"))


def figures(readings: list[Reading], forgetting: list[Reading]) -> Mapping[str, float | int]:
    """Return the row of a table."""
    taken = sorted(one.milliseconds for one in readings)

    def quantile(share: float) -> float:
        return round(taken[int(share * len(taken))], 2)

    return {
        "mean": round(sum(taken) / len(taken), 2),
        "p50": quantile(0.5),
        "p95": quantile(0.95),
        "p99": quantile(0.99),
        "new": round(sum(one.milliseconds for one in forgetting) / len(forgetting), 2),
        "parsing": round(sum(one.parsing for one in readings) / len(readings), 2),
        "pages with links": sum(bool(one.links) for one in readings),
        "links": sum(len(one.links) for one in readings),
    }


def kind_of(link: Link) -> str:
    """Return how a link was found, with its role."""
    return f"{link.found} ({link.role})" if link.role else link.found


def show_links(name: str, readings: list[Reading], number: int) -> None:
    """Print some links of each kind."""
    by_kind: dict[str, list[Link]] = defaultdict(list)
    for link in {link.url: link for one in readings for link in one.links}.values():
        by_kind[kind_of(link)].append(link)
    chance = Random(1)
    for kind, links in by_kind.items():
        print(f"== {name}: {kind}")
        for link in chance.sample(links, min(number, len(links))):
            print(f"   {link.url} {link.anchor}")


if __name__ == "__main__":
    main()

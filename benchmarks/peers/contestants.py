"""The crawlers of the contest: how each is run, and how polite it can be."""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib import metadata

from benchmarks.peers.environments import REQUIREMENTS
from benchmarks.peers.task import CONCURRENT_PER_HOST, CONCURRENT_REQUESTS

OURS = "topiccrawl"
_SCRAPY = f"robots.txt, {CONCURRENT_REQUESTS} requests, {CONCURRENT_PER_HOST} a host, no delay"


@dataclass(frozen=True)
class Contestant:
    """A crawler and its settings.

    Attributes:
        package: name of its requirements file.
        module: its script in `crawlers`.
        politeness: its settings of politeness, for people.
        keeps: which of the fetched pages it keeps.
        options: more arguments of the script.
    """

    package: str
    module: str
    politeness: str
    keeps: str = "all it fetched"
    options: tuple[str, ...] = ()


OTHERS = {
    "scrapy": Contestant("scrapy", "breadth_first", _SCRAPY),
    "scrapy-anchor": Contestant("scrapy", "anchor_words", _SCRAPY),
    "scrapy-anchor-global": Contestant(
        "scrapy", "anchor_words", _SCRAPY, options=("scrapy.pqueues.ScrapyPriorityQueue",)
    ),
    "bytecrawl": Contestant(
        "bytecrawl",
        "shark_search",
        "no robots.txt, one request at a time, no delay",
        "relevance of at least .1 by its own score",
    ),
    "crawl4ai-best-first": Contestant(
        "crawl4ai", "best_first", "no robots.txt through a proxy, batches of 10 requests, no delay"
    ),
    "crawl4ai-adaptive": Contestant(
        "crawl4ai", "adaptive", "no robots.txt, 3 pages at a time and 5 previews for each, no delay"
    ),
    "crawlee": Contestant(
        "crawlee", "enqueue_links", f"robots.txt, {CONCURRENT_REQUESTS} requests, no limit by host, no delay"
    ),
    "trafilatura": Contestant(
        "trafilatura",
        "site_spider",
        "robots.txt with its delays, one request at a time, no delay",
    ),
}
"""Other crawlers by the name of their row in the table."""
POLITENESS = {
    OURS: f"{_SCRAPY} (shipped settings but for the delays)",
    **{name: one.politeness for name, one in OTHERS.items()},
}
KEEPS = {OURS: "relevant pages, no copies", **{name: one.keeps for name, one in OTHERS.items()}}


def version(name: str) -> str:
    """Return the version of a crawler that the contest runs."""
    if name == OURS:
        return metadata.version(OURS)
    package = OTHERS[name].package
    pins = (REQUIREMENTS / f"{package}.txt").read_text(encoding="utf-8")
    found = re.search(rf"^{package}==(\S+)$", pins, re.MULTILINE)
    assert found, f"{package}.txt pins no {package}"
    return found[1]

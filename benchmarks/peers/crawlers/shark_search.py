"""bytecrawl's Shark-Search with the topic words as its query; keeps `relevant(0.1)`, as its README does.

It takes one start URL: the other seeds join its frontier as if the first one linked to them. It reads no
robots.txt and fetches one page after the other.
"""

from __future__ import annotations

from typing import Any

from bytecrawl import Page, SharkSearch

from benchmarks.peers.task import PageFile, given_task, keep_only


class FromSeeds(SharkSearch):  # type: ignore[misc]
    """Shark-Search from several URLs that stores the text of each page."""

    def __init__(self, query: str, seeds: list[str], file: PageFile) -> None:
        super().__init__(query=query, delay=0, same_domain=False)
        self.seeds = seeds
        self._fetch = self.scraper.static
        self._file = file
        self.scraper.static = self._stored

    def score_links(
        self, url: str, links: list[dict[str, Any]], page_relevance: float, depth: int
    ) -> list[tuple[str, float]]:
        """Score the links of a page; the first page also leads to the other seeds."""
        scored: list[tuple[str, float]] = super().score_links(url, links, page_relevance, depth)
        return scored + [(seed, self.initial_score(seed)) for seed in self.seeds[1:] if depth == 0]

    def _stored(self, url: str) -> Page:
        page = self._fetch(url)
        self._file.add(url, page.html)
        return page


def main() -> None:
    task = given_task()
    crawler = FromSeeds(" ".join(task.words), task.seeds, PageFile(task.pages))
    # Its budget counts failed requests as pages.
    result = crawler.crawl(task.seeds[0], max_pages=round(1.1 * task.pages), max_depth=50)
    relevant = {page["url"] for page in result.relevant(0.1)}
    keep_only(relevant.__contains__)


if __name__ == "__main__":
    main()

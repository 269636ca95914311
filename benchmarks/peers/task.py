"""The input of a crawler in the contest, and the file in which it stores pages.

Imported in the crawlers' own environments: it needs the standard library and trafilatura alone.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

CONCURRENT_REQUESTS = 16
CONCURRENT_PER_HOST = 2
"""topiccrawl's shipped settings, for every crawler that has such a setting."""
PAGES = "pages.jsonl"


@dataclass(frozen=True)
class Task:
    """The input of a crawler in the contest.

    Attributes:
        seeds: URLs to start from.
        words: topic words, the most important ones first.
        pages: HTML pages to fetch.
        proxy: URL of the proxy that serves the web.
    """

    seeds: list[str]
    words: list[str]
    pages: int
    proxy: str

    def write(self, path: Path) -> None:
        """Write the task for `given_task`."""
        path.write_text(json.dumps(asdict(self), ensure_ascii=False), encoding="utf-8")


def given_task() -> Task:
    """Return the task in the file that the command line names."""
    return Task(**json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")))


class PageFile:
    """Pages with their main text as JSON lines, in the working directory.

    Attributes:
        pages: number of HTML pages fetched so far.
    """

    def __init__(self, budget: int) -> None:
        self.pages = 0
        self._budget = budget
        Path(PAGES).write_text("", encoding="utf-8")

    @property
    def full(self) -> bool:
        """Whether the budget of pages is spent."""
        return self.pages >= self._budget

    def add(self, url: str, html: str) -> None:
        """Extract a page's main text with trafilatura's defaults and store it."""
        from trafilatura import extract

        self.pages += 1
        row = {"url": url, "text": extract(html) or ""}
        # A crawler may be killed at any time; pages stored until then count.
        with Path(PAGES).open("a", encoding="utf-8") as file:
            file.write(json.dumps(row, ensure_ascii=False) + "\n")


def keep_only(is_kept: Callable[[str], bool]) -> None:
    """Leave only some pages in the file of pages, by their URL."""
    path = Path(PAGES)
    with path.open(encoding="utf-8") as rows:
        kept = [row for row in rows if is_kept(json.loads(row)["url"])]
    path.write_text("".join(kept), encoding="utf-8")

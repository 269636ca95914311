"""A search engine over pages of a test, on loopback, with SearXNG's JSON API."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs, urlsplit

from benchmarks.starts.loopback import Answer, LoopbackServer


class SearchServer(LoopbackServer):
    """Serves `/search?q=...&format=json` while its `with` block runs.

    Args:
        pages: title and text by URL; a page matches if it has any word of the query; rare words and
            words of the title count for more.
        most: results of a query.

    Attributes:
        queries: the queries, in order.
        status: of the answers; anything but 200 is sent without a body.
    """

    def __init__(self, pages: Mapping[str, tuple[str, str]], most: int = 5) -> None:
        self.pages = pages
        self.most = most
        self.queries: list[str] = []
        self.status = 200
        super().__init__()

    def respond(self, target: str, headers: Any) -> Answer:
        """Answer a query, and remember it."""
        given = parse_qs(urlsplit(target).query)
        self.queries.append(given["q"][0])
        body = json.dumps(self.answer(given["q"][0])).encode() if given["format"] == ["json"] else b""
        return self.status, {}, body

    @property
    def url(self) -> str:
        """Return the value for TOPICCRAWL_SEARXNG_URL."""
        return f"{self.address}/"

    def answer(self, query: str) -> dict[str, Any]:
        """Return the answer to a query."""
        words = [word for word in query.split() if not word.startswith("site:")]
        site = next((word.removeprefix("site:") for word in query.split() if word.startswith("site:")), "")
        scores: dict[str, float] = {}
        for word in words:
            having = {url: _count(word, *page) for url, page in self.pages.items() if word in "".join(page)}
            rarity = math.log(1 + len(self.pages) / (1 + len(having)))
            for url, count in having.items():
                if f".{urlsplit(url).hostname}".endswith(f".{site}" if site else ""):
                    scores[url] = scores.get(url, 0.0) + rarity * count / (count + 3)
        best = sorted(scores, key=lambda url: -scores[url])[: self.most]
        results = [
            {"url": url, "title": self.pages[url][0], "content": self.pages[url][1][:80], "engine": "local"}
            for url in best
        ]
        return {"query": query, "results": results, "unresponsive_engines": []}


def _count(word: str, title: str, text: str) -> int:
    return 5 * title.count(word) + text.count(word)

"""A search engine over pages of a test, on loopback, with SearXNG's JSON API."""

from __future__ import annotations

import json
import math
import threading
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self
from urllib.parse import parse_qs, urlsplit


class SearchServer:
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
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                given = parse_qs(urlsplit(self.path).query)
                server.queries.append(given["q"][0])
                body = (
                    json.dumps(server.answer(given["q"][0])).encode() if given["format"] == ["json"] else b""
                )
                self.send_response(server.status)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.05,), daemon=True)

    @property
    def url(self) -> str:
        """Return the value for TOPICCRAWL_SEARXNG_URL."""
        return f"http://127.0.0.1:{self._http.server_address[1]}/"

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

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()


def _count(word: str, title: str, text: str) -> int:
    return 5 * title.count(word) + text.count(word)

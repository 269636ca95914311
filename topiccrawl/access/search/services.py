"""Search services: SearXNG's JSON API, and the library ddgs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from http.client import HTTPException
from typing import Any, Protocol
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode, urlsplit
from urllib.request import ProxyHandler, Request, build_opener

from topiccrawl.access.addresses import is_private_host
from topiccrawl.access.exchange import NoRedirects
from topiccrawl.errors import SearchError, SearchRefusedError
from topiccrawl.extras import require_extra
from topiccrawl.messages import message
from topiccrawl.page.canonical_url import is_http_url

TIMEOUT = 30.0
"""Seconds for one query."""

MAX_BYTES = 5 * 1024 * 1024
"""Largest answer."""

MOST_RESULTS = 50
"""Maximum number of results to use of a query."""

_REFUSALS = (401, 403, 429, 503)
_LONGEST_TEXT = 1000


@dataclass(frozen=True, slots=True)
class Found:
    """A result of a query.

    Attributes:
        url: URL of the page.
        title: its title.
        text: the lines that the engine shows.
        engine: the engine that found it.
        rank: its place, from 1.
    """

    url: str
    title: str
    text: str
    engine: str
    rank: int


class SearchService(Protocol):
    """Answers queries. Its `search` blocks."""

    name: str

    def search(self, query: str) -> list[Found]:
        """Return the results of a query, the best first.

        Raises:
            SearchRefusedError: the service wants fewer queries, or none.
            SearchError: it does not answer.
        """


class SearXng:
    """An instance of SearXNG, through its JSON API.

    SearXNG itself asks Baidu, Sogou, 360, Quark and many others, as its settings say. `json` must be among
    its `search.formats`.

    Args:
        url: of the instance, such as http://127.0.0.1:8888/.
        engines: names of its engines, separated by commas; empty: those of the instance.
        user_agent: name of the crawler.

    Raises:
        SearchError: the URL is not http or https.
    """

    name = "searxng"

    def __init__(self, url: str, engines: str = "", user_agent: str = "topiccrawl") -> None:
        if not is_http_url(url):
            raise SearchError("{url}: the URL of SearXNG must start with http:// or https://", url=url)
        self._url = f"{url.rstrip('/').removesuffix('/search')}/search"
        self._engines = engines
        self._user_agent = user_agent
        # A local instance is not reached through the proxy of the crawl.
        direct = is_private_host(str(urlsplit(url).hostname))
        self._opener = build_opener(NoRedirects(), *([ProxyHandler({})] if direct else []))

    def search(self, query: str) -> list[Found]:
        """Return the results of a query, the best first."""
        given = {"q": query, "format": "json", "language": "zh-CN", "safesearch": "0"}
        given |= {"engines": self._engines} if self._engines else {}
        answer = self._get(f"{self._url}?{urlencode(given)}")
        results = answer.get("results")
        if not isinstance(results, list):
            raise SearchError("{url}: the answer is not that of SearXNG", url=self._url)
        silent = answer.get("unresponsive_engines")
        if not results and silent:  # otherwise an empty answer would be final, since no query is repeated
            raise SearchRefusedError(
                "{url}: no engine answers: {silent}", url=self._url, silent=str(silent)[:200]
            )
        return as_found(
            (result, str(result.get("engine") or self.name)) for result in results if isinstance(result, dict)
        )

    def _get(self, url: str) -> dict[str, Any]:
        headers = {"User-Agent": self._user_agent, "Accept": "application/json"}
        request = Request(url, headers=headers)  # noqa: S310 - the constructor has checked the scheme
        try:
            with self._opener.open(request, timeout=TIMEOUT) as response:
                body = response.read(MAX_BYTES + 1)
        except HTTPError as error:
            kind = SearchRefusedError if error.code in _REFUSALS else SearchError
            cure = message(": add json to search.formats in its settings.yml") if error.code == 403 else ""
            raise kind(
                message("{url}: answers {code}{cure}", url=self._url, code=error.code, cure=cure)
            ) from None
        except (OSError, ValueError, HTTPException) as error:
            reason = error.reason if isinstance(error, URLError) else error
            raise SearchError("{url}: {reason}", url=self._url, reason=reason) from None
        try:
            answer = json.loads(body) if len(body) <= MAX_BYTES else None
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict):
            raise SearchError(
                "{url}: the answer is not JSON of at most {max_bytes} bytes",
                url=self._url,
                max_bytes=MAX_BYTES,
            )
        return answer


class Ddgs:
    """The library ddgs, which asks public engines without an instance of one's own.

    Args:
        engines: its backends, separated by commas; empty: those that it chooses.

    Raises:
        MissingExtraError: the library is not installed.
    """

    name = "ddgs"

    def __init__(self, engines: str = "") -> None:
        require_extra("discovery")
        self._engines = engines

    def search(self, query: str) -> list[Found]:
        """Return the results of a query, the best first."""
        from ddgs import DDGS  # loaded only where it is used
        from ddgs.exceptions import DDGSException, RatelimitException

        try:
            results = DDGS(timeout=int(TIMEOUT)).text(
                query,
                region="cn-zh",
                safesearch="off",
                max_results=MOST_RESULTS,
                backend=self._engines or "auto",
            )
        except RatelimitException as error:
            raise SearchRefusedError("ddgs: {error}", error=error) from None
        except DDGSException as error:
            if "no results" in str(error).lower():
                return []
            raise SearchError("ddgs: {error}", error=error) from None
        engine = self._engines if self._engines and "," not in self._engines else self.name
        named = (
            {"url": one.get("href"), "title": one.get("title"), "content": one.get("body")} for one in results
        )
        return as_found((result, engine) for result in named)


def search_service(url: str, engines: str, user_agent: str) -> SearchService:
    """Return the service that settings choose: SearXNG when its URL is given, otherwise ddgs.

    Raises:
        SearchError: the URL cannot be used.
        MissingExtraError: no URL is given, and ddgs is not installed.
    """
    return SearXng(url, engines, user_agent) if url else Ddgs(engines)


def as_found(results: Iterable[tuple[Mapping[str, Any], str]]) -> list[Found]:
    """Return results, each URL once, ranked in their order.

    >>> as_found([({"url": "http://a.cn/", "title": " 党建 "}, "baidu"), ({"url": "ftp://a.cn/"}, "baidu")])
    [Found(url='http://a.cn/', title='党建', text='', engine='baidu', rank=1)]
    """
    found: dict[str, Found] = {}
    for result, engine in results:
        url = result.get("url")
        if len(found) < MOST_RESULTS and isinstance(url, str) and is_http_url(url) and url not in found:
            title, text = _line(result.get("title")), _line(result.get("content"))
            found[url] = Found(url, title, text, engine[:64], rank=len(found) + 1)
    return list(found.values())


def _line(value: object) -> str:
    return " ".join(value.split())[:_LONGEST_TEXT] if isinstance(value, str) else ""

"""What a crawl sees of its sources: answers of their lists, new articles, articles with and without text."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urljoin, urlsplit

from scrapy import Request
from scrapy.http import Response

from topiccrawl.crawl.request_meta import context_of
from topiccrawl.page.anchors.link import HEADLINE
from topiccrawl.storage.rows.starts.source_visits import SourceVisit

_TEXT = 50
"""Characters from which an article has a text."""
_READ, _UNCHANGED = 200, 304
_GONE = (404, 410)
_REDIRECTS = (301, 302, 303, 307, 308)


@dataclass(slots=True)
class _List:
    sent: bool = False
    status: int = 0
    host: str = ""
    weight: int = 1
    is_first: bool = False
    links: int = 0
    fresh: int = 0
    texts: int = 0
    textless: int = 0

    @property
    def problem(self) -> str:
        if self.host:
            return "moved"
        if self.status in (_READ, _UNCHANGED):
            return ""
        return "gone" if self.status in _GONE else "failed"


class SourceVisits:
    """Counts by list what a crawl sees of the pages that it requests again."""

    def __init__(self) -> None:
        self._lists: dict[str, _List] = {}
        self._led_to: dict[str, str] = {}

    def expect(self, url: str, changes: int, *, is_first: bool) -> None:
        """Count a list from now on.

        Args:
            url: its URL.
            changes: how often it had something new; a list with more of them says more of its source.
            is_first: whether no visit is known: what it has now may be old.
        """
        self._lists[url] = _List(weight=1 + changes, is_first=is_first)

    def sent(self, request: Request) -> None:
        """Note that the request of a list is sent."""
        if (found := self._lists.get(_requested(request))) is not None:
            found.sent = True

    def answered(self, request: Request, response: Response) -> None:
        """Note the answer to the request of a list; of several, as of redirects, the last one counts."""
        url = _requested(request)
        if (found := self._lists.get(url)) is None:
            return
        found.status = response.status
        self._led_to[response.url] = url
        if response.status in _REDIRECTS:
            location = (response.headers.get("Location") or b"").decode("latin-1")
            host = urlsplit(urljoin(request.url, location)).hostname or ""
            found.host = "" if _site(host) == _site(urlsplit(url).hostname or "") else host

    def requested(self, url: str) -> str:
        """Return the URL of the list whose request led to a page; that of the page if none did."""
        return self._led_to.get(url, url)

    def link(self, request: Request, *, is_new: bool) -> None:
        """Count a link of a list that looks like an article."""
        context = context_of(request)
        found = self._lists.get(self.requested(context.parent_url))
        if found is not None and (len(context.anchor) >= HEADLINE or context.source):
            found.links += 1
            found.fresh += is_new and not found.is_first

    def article(self, parent_url: str, length: int) -> None:
        """Count an article behind a list, by the characters of its text."""
        if (found := self._lists.get(self.requested(parent_url))) is not None:
            found.texts += length >= _TEXT
            found.textless += length < _TEXT

    def by_host(self, at: datetime) -> dict[str, SourceVisit]:
        """Return what was seen, by the host of the lists; hosts that were not asked are left out."""
        hosts: dict[str, list[_List]] = {}
        for url, one in self._lists.items():
            if one.sent or one.status:
                hosts.setdefault((urlsplit(url).hostname or "")[:255], []).append(one)
        return {host: _visit(at, lists) for host, lists in hosts.items()}


def _visit(at: datetime, lists: list[_List]) -> SourceVisit:
    weights: Counter[str] = Counter()
    for one in lists:
        weights[one.problem] += one.weight
    problem, weight = weights.most_common(1)[0]
    places = [one.host or str(one.status or "") for one in lists if one.problem == problem]
    read = [one.status == _READ for one in lists]
    answered = sum(read) + sum(one.status == _UNCHANGED for one in lists)
    names = ("links", "fresh", "texts", "textless")
    links, fresh, texts, textless = (sum(getattr(one, name) for one in lists) for name in names)
    most = problem if 2 * weight >= weights.total() else ""
    place = places[0] if problem else ""
    return SourceVisit(at, len(lists), answered, sum(read), links, fresh, texts, textless, most, place)


def _requested(request: Request) -> str:
    url: str = request.meta.get("redirect_urls", [request.url])[0]
    return url


def _site(host: str) -> str:
    return host.removeprefix("www.")

"""What a crawl sees of its sources: answers of their lists, new articles, articles with and without text."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime
from urllib.parse import urljoin, urlsplit

from scrapy import Request
from scrapy.http import Response

from topiccrawl.crawl.request_meta import context_of
from topiccrawl.page.anchors.link import HEADLINE
from topiccrawl.page.hidden_links.urls import same_site
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.storage.rows.starts.source_visits import SourceVisit

_TEXT = 50
"""Characters from which an article has a text."""
_READ, _UNCHANGED = 200, 304
_GONE = (404, 410)
_NOTICE = 2
"""Links to articles that a notice of a move has at most."""


@dataclass(slots=True)
class _List:
    url: str
    sent: bool = False
    status: int = 0
    moved: str = ""
    weight: int = 1
    is_first: bool = False
    links: int = 0
    fresh: int = 0
    hosts: set[str] = field(default_factory=set)
    articles: dict[str, int] = field(default_factory=dict)  # hashes of their texts; 0: none

    @property
    def place(self) -> str:
        """Where its answers or the few links of a notice lead, if not to it."""
        notice = self.hosts if self.links <= _NOTICE and len(self.hosts) == 1 else ()
        return self.moved or next((host for host in notice if not same_site(f"http://{host}/", self.url)), "")

    @property
    def texts(self) -> int:
        """How many articles have a text; three that have the same one show a notice."""
        found = [text for text in self.articles.values() if text]
        return 0 if len(found) > 2 and len(set(found)) == 1 else len(found)

    @property
    def textless(self) -> int:
        return len(self.articles) - self.texts

    @property
    def problem(self) -> str:
        if self.place:
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
        self._lists[url] = _List(url, weight=1 + changes, is_first=is_first)

    def sent(self, request: Request) -> None:
        """Note that the request of a list is sent."""
        if (found := self._lists.get(_requested(request))) is not None:
            found.sent = True

    def redirected(self, request: Request) -> None:
        """Note where a list leads, if it does: the request is not sent if other lists lead there, too."""
        url = _requested(request)
        if url != request.url and (found := self._lists.get(url)) is not None:
            found.moved = _moved_to(url, request.url)

    def answered(self, request: Request, response: Response) -> None:
        """Note the answer to a request of a list or an article; of redirects the last one counts."""
        url, context = _requested(request), context_of(request)
        if (found := self._lists.get(url)) is not None:
            location = (response.headers.get("Location") or b"").decode("latin-1")
            found.status, found.moved = response.status, _moved_to(url, urljoin(request.url, location))
            self._led_to[response.url] = url
        elif (found := self._lists.get(self.requested(context.parent_url))) and _is_article(context):
            found.articles.setdefault(url, 0)  # until a text is found
            self._led_to.setdefault(response.url, url)

    def requested(self, url: str) -> str:
        """Return the URL of the list whose request led to a page; that of the page if none did."""
        return self._led_to.get(url, url)

    def link(self, request: Request, *, is_new: bool) -> None:
        """Count a link of a list that looks like an article."""
        context = context_of(request)
        found = self._lists.get(self.requested(context.parent_url))
        if found is not None and _is_article(context):
            found.links += 1
            found.fresh += is_new and not found.is_first
            found.hosts.add(_host(request.url))

    def article(self, parent_url: str, url: str, text: str) -> None:
        """Note the text of an article behind a list."""
        if (found := self._lists.get(self.requested(parent_url))) is not None:
            found.articles[self.requested(url)] = hash(text) if len(text) >= _TEXT else 0

    def by_host(self, at: datetime) -> dict[str, SourceVisit]:
        """Return what was seen, by the host of the lists; hosts that were not asked are left out."""
        hosts: dict[str, list[_List]] = {}
        for url, one in self._lists.items():
            if one.sent or one.status:
                hosts.setdefault(_host(url)[:255], []).append(one)
        return {host: _visit(at, lists) for host, lists in hosts.items()}


def _visit(at: datetime, lists: list[_List]) -> SourceVisit:
    weights: Counter[str] = Counter()
    for one in lists:
        weights[one.problem] += one.weight
    problem, weight = weights.most_common(1)[0]
    places = [one.place or str(one.status or "") for one in lists if one.problem == problem]
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


def _is_article(context: LinkContext) -> bool:
    return len(context.anchor) >= HEADLINE or bool(context.source)


def _moved_to(asked: str, answered: str) -> str:
    """Return the other host that a list leads to, or the home page that stands for it; else empty.

    >>> _moved_to("http://a.cn/", "http://b.cn/new/"), _moved_to("http://a.cn/news/", "http://a.cn/")
    ('b.cn', 'a.cn/')
    >>> _moved_to("http://a.cn/index.html", "https://www.a.cn/"), _moved_to("http://a.cn/", "http://a.cn/news/")
    ('', '')
    """
    host = _host(answered)
    if not _is_same(host, _host(asked)):
        return host
    is_home = urlsplit(answered).path in ("", "/") and urlsplit(asked).path.rfind("/") > 0
    return f"{host}/" if is_home else ""


def _host(url: str) -> str:
    return urlsplit(url).hostname or ""


def _is_same(host: str, other: str) -> bool:
    return host.removeprefix("www.") == other.removeprefix("www.")

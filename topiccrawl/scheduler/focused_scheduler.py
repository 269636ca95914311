"""The scheduler of topic crawls."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Self
from urllib.parse import urlsplit

from scrapy import Request
from scrapy.core.scheduler import Scheduler
from scrapy.crawler import Crawler
from scrapy.spiders import Spider
from scrapy.utils.datatypes import LocalCache
from scrapy.utils.defer import deferred_from_coro

from topiccrawl.crawl.checks.start_errors import report_start_errors
from topiccrawl.crawl.request_meta import ALLOWED_KEY, GATE_KEY, CrawlLink, context_of, link_of
from topiccrawl.crawl.session import CrawlSession
from topiccrawl.errors import StorageError
from topiccrawl.page.canonical_url import url_key
from topiccrawl.priority.leads import HEADLINE
from topiccrawl.scheduler.frontier_scheduler import FrontierScheduler
from topiccrawl.scheduler.link_policy import LinkPolicy, sent_away
from topiccrawl.storage.frontier.contract import Frontier, State
from topiccrawl.supervision.worker import this_life

if TYPE_CHECKING:
    from twisted.internet.defer import Deferred

logger = logging.getLogger(__name__)

_RETRIED_KEY = "topiccrawl_retried"
"""`Request.meta` key of the URL of a request that has `dont_filter` only because it is a retry."""
_LANDINGS = 10_000
"""Targets of redirects that are remembered."""
_SAME_TITLE = 6
"""Characters that two anchors of the same article begin with; the rest may be cut off."""


class FocusedScheduler(FrontierScheduler):
    """Sends the links with the highest priority first, as the strategy of the crawl gives it.

    Each link is scored when it is enqueued, and dropped when it is not worth a visit (`LinkPolicy`).
    `next_request` returns the best request among the hosts whose downloader slot has room and an empty queue,
    so that a better link found meanwhile can still overtake. While much better links wait for a busy host, an
    idle host is held back for a while (`TOPICCRAWL_PATIENCE`). At the start links wait until the seeds have
    been read, for at most `TOPICCRAWL_SEED_HEAD_START` seconds. The frontier is the session's: it outlives
    the process, and the same crawl started again continues where it was.
    """

    def __init__(self, crawler: Crawler, session: CrawlSession) -> None:
        policy = LinkPolicy(crawler, session)
        super().__init__(crawler, policy, session.ledger)
        self._session = session
        self._focused = policy
        self._repeated = 0
        self._landings: LocalCache[bytes, str] = LocalCache(_LANDINGS)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self | Scheduler:  # type: ignore[override]
        """Create the scheduler; spiders without a topic, and Scrapy's shell, get Scrapy's own."""
        session = CrawlSession.find(crawler)
        return Scheduler.from_crawler(crawler) if session is None else cls(crawler, session)

    def open(self, spider: Spider) -> Deferred[None] | None:
        """Open the ledger, so that no request is sent before pages can be stored, and the frontier."""
        with report_start_errors():
            self._log_strategy()
            guest = str((self._session.is_guest and spider.name) or "")
            self._session.ledger.open(self._session.strategy.name, guest)
        self._focused.head_start.begin()
        if this_life().frozen:
            return deferred_from_coro(self._open_after_drops(spider))
        return super().open(spider)

    def _log_strategy(self) -> None:
        own, before = self._session.strategy.name, self._session.last_strategy()
        if before in (None, own):
            logger.info("strategy: %s", own)
        else:
            logger.info("strategy: %s; links that wait keep the scores that %s gave them", own, before)

    async def _open_after_drops(self, spider: Spider) -> None:
        """Write the drops of pages that froze earlier workers; opening makes these pages dead letters."""
        for frozen in this_life().frozen:
            self._session.ledger.drop(CrawlLink(frozen.page.url), "watch", "frozen")
        await self._session.ledger.flush()
        super().open(spider)

    def open_frontier(self, spider: Spider) -> Frontier[bytes] | None:
        """Return the session's frontier."""
        return self._session.open_frontier()

    def enqueue_request(self, request: Request) -> bool:
        """Enqueue a request, unless it is a redirect that leads nowhere."""
        came_from = request.meta.get("redirect_urls", [])
        if request.dont_filter:
            self._filter_after_retries(request, came_from)
        if came_from and not urlsplit(request.url).hostname:  # a redirect to https:///path
            self._session.ledger.drop(link_of(request), "download", "no_host")
            return False
        if came_from and request.meta.get("download_slot") == urlsplit(came_from[-1]).hostname:
            del request.meta["download_slot"]  # otherwise it would wait in the slot of the old host
        if came_from and request.method == "POST" and _host(request.url) != _host(came_from[-1]):
            self._session.ledger.drop(link_of(request), "download", "post_redirect")
            return False
        # A server that sets a cookie first redirects to the same URL once.
        most = int(GATE_KEY in request.meta or self.crawler.settings.getbool("COOKIES_ENABLED"))
        if not request.dont_filter and came_from.count(request.url) > most:
            self._session.ledger.drop(link_of(request), "download", "redirect_loop")
            return False
        if request.errback is None:  # most requests leave it to this place; a failure must leave a row
            request.errback = getattr(self.crawler.spider, "failed", None)
        context = context_of(request)
        seed = context.seed
        if context.source and not came_from:
            self._session.sightings.see(self._session.twins.key(request.url), request.url, context)
        chosen = seed or request.dont_filter or ALLOWED_KEY in request.meta
        if not (chosen or self._session.strategy.in_scope(request.url)):
            self._focused.drop(link_of(request), self._session.twins.key(request.url), "domain", 0.0)
            self._focused.note_sent_away(request)
            return False
        if not chosen and self._is_refused_by_site(request):
            return False
        if seed and not (came_from or request.dont_filter):
            self._focused.head_start.expect_one_less()
        if sent_away(request) is not None:
            return self._enqueue_away(request)
        stands_for_many = came_from and not seed and self._stands_for_many(request)
        is_enqueued = self._enqueue_unless_twin(request)
        if stands_for_many and not is_enqueued:
            self._session.ledger.drop(link_of(request, came_from[0]), "download", "soft_404")
        return is_enqueued

    def _enqueue_away(self, request: Request) -> bool:
        """Enqueue a log-in page or challenge that came in the place of a page; most do so for many pages."""
        known = self.state(self._session.twins.key(request.url))
        # One that waits would be replaced, and the page forgotten that it came in the place of.
        is_enqueued = known is not State.WAITING and self._enqueue_unless_twin(request)
        if known is not None or not is_enqueued:
            self._focused.note_sent_away(request)
        return is_enqueued

    def _stands_for_many(self, redirected: Request) -> bool:
        """Return whether an article's link was redirected to a front page, or to where another's was."""
        anchor, target = context_of(redirected).anchor, urlsplit(redirected.url)
        if len(anchor) < HEADLINE:
            return False
        key = self._session.twins.key(redirected.url)
        other = self._landings.get(key) or anchor
        self._landings[key] = other
        is_front = target.path in ("", "/") and not target.query
        return is_front or not anchor.startswith(other[:_SAME_TITLE])

    def admit(
        self, link: CrawlLink, *, forbidden: bool = False, score: bool = True, listed: bool = False
    ) -> CrawlLink | None:
        """Return a link of a page, scored, if it needs a request.

        Most links of a page are those of its site's menu, which stand on every page, and most others are not
        worth a visit: they are separated from the rest before a request is made of them.

        Args:
            link: the link.
            forbidden: whether its page asks crawlers not to follow it.
            score: whether it may be scored now; otherwise its request is, when it is enqueued.
            listed: whether its page is a list.

        Returns:
            None: the link is known and its score would not rise, or it was dropped with a row.
        """
        url, context = link.url, link.context
        twins, strategy = self._session.twins, self._session.strategy
        if not (context.seed or twins.has_forms(url)):
            key = url_key(url)  # that of its twins, as it has no other form
            self._session.sightings.see(key, url, context)
            try:
                state = self.state(key)
            except StorageError:
                return link  # enqueueing the request ends the crawl
            waits = state is State.WAITING
            is_known = not (waits or (state is None and not self._settlement.has(key)))
            if is_known or (
                strategy.is_repetition(url, context, waits=waits)
                # It may have been dropped where its site's file did not name it.
                and (waits or not self._session.sites.names(url, context.found))
            ):
                self._repeated += 1
                return None
            is_refused = self._session.sites.refuses(url, context.found)
            if score and not forbidden and not is_refused and strategy.in_scope(url):
                return self._focused.admit(link, key, state, listed=listed)
        elif not context.seed:
            self._session.sightings.see(twins.key(url), url, context)
        if forbidden:
            self._session.ledger.drop(link, "links", "nofollow")
            return None
        return link

    def is_new(self, url: str) -> bool:
        """Return whether a URL was never found before."""
        try:
            return self.state(self._session.twins.key(url)) is None
        except StorageError:
            return True

    def next_request(self) -> Request | None:
        """Return the best request among the hosts that have room."""
        self._count_repeated()
        return super().next_request()

    def close(self, reason: str) -> Deferred[None] | None:
        """Close the frontier; see `FrontierScheduler.close`."""
        self._count_repeated()
        return super().close(reason)

    def _count_repeated(self) -> None:
        if self._repeated:  # at once: most of the links of a crawl are repeated ones
            self._stats.inc_value("dupefilter/filtered", self._repeated)
            self._repeated = 0

    def rescore(self, scores: Mapping[bytes, float]) -> None:
        """Give waiting requests new scores; what an editor allowed stays before all links."""
        allowed = self._focused.allowed
        self._session.sightings.rescore(scores)
        super().rescore({key: score for key, score in scores.items() if key not in allowed})

    def _is_refused_by_site(self, request: Request) -> bool:
        """Drop a request that the file of its site refuses."""
        link, sites = link_of(request), self._session.sites
        key = sites.refuses(link.url, link.context.found)
        sites.count_link(link.url, key)
        if key:
            self._focused.drop(link, self._session.twins.key(link.url), f"site_{key}", 0.0)
        return bool(key)

    def _enqueue_unless_twin(self, request: Request) -> bool:
        twins = self._session.twins
        if not len(twins):
            return super().enqueue_request(request)
        self._request_other_form(request)
        state = self.state(key := twins.key(request.url))
        if state is None and self._was_found_under_own_key(request, key):
            self._stats.inc_value("dupefilter/filtered")
            return False
        twins.remember_form(request.url, is_known=state is not None)
        if super().enqueue_request(request):
            return True
        if not twins.is_left_out(request.url):
            return False
        if state in (State.DONE, State.DEAD) and twins.is_dead(request.url):
            return super().enqueue_request(request)  # under a key of its own now
        self._stats.inc_value("topiccrawl/twins/not_fetched")
        return False

    def _was_found_under_own_key(self, request: Request, key: bytes) -> bool:
        """Return whether a URL was found before its host was known to serve twins, whose key it has now."""
        own = url_key(request.url)
        if own == key or request.dont_filter or self._focused.returns_to(request, key):
            return False
        return self.state(own) is not None

    def _request_other_form(self, redirected: Request) -> None:
        """Request another URL of a page whose own URL led elsewhere, such as to the home page."""
        twins, came_from = self._session.twins, redirected.meta.get("redirect_urls", [])
        if not came_from or twins.key(redirected.url) == twins.key(came_from[-1]):
            return
        other = self._session.twin_request(redirected, came_from)
        if other is not None:
            super().enqueue_request(other)

    def _filter_after_retries(self, request: Request, came_from: Sequence[str]) -> None:
        """Filter the target of a retried request's redirect, unless the spider set `dont_filter` itself.

        Scrapy sets `dont_filter` on retries, and redirects inherit it.
        """
        meta = request.meta
        if came_from and meta.get(_RETRIED_KEY) == came_from[-1]:
            del meta[_RETRIED_KEY]
            request.dont_filter = False
        elif meta.get("retry_times") and _RETRIED_KEY not in meta:
            lease = self.lease_of_earlier(request)
            if lease is not None and not lease.request.dont_filter:
                meta[_RETRIED_KEY] = request.url


def _host(url: str) -> str | None:
    return urlsplit(url).hostname

"""Which links are dropped for their score, their host or as a trap, and the order of the others.

The strategy says which score is too low (`priority/strategies/`), and `priority/budgets/` what a trap is.
Links to other domains are dropped by `FocusedScheduler`, links to files by `topiccrawl.page.links`.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.settings import BaseSettings
from scrapy.utils.datatypes import LocalCache

from topiccrawl.crawl.engine import EngineView
from topiccrawl.crawl.request_meta import (
    ALLOWED_KEY,
    ASKED_AGAIN_KEY,
    PRIORITY_KEY,
    REVISIT_KEY,
    SETTLED_KEY,
    CrawlLink,
    context_of,
    link_of,
    priority_of,
)
from topiccrawl.crawl.session import CrawlSession
from topiccrawl.messages import message
from topiccrawl.page.anchors.link import PAGER
from topiccrawl.page.script_files import SCRIPT_FILE
from topiccrawl.page.unread.challenge import was_sent_to_challenge
from topiccrawl.page.unread.reasons import Unread
from topiccrawl.page.unread.shells import was_sent_to_log_in
from topiccrawl.priority.budgets.credit import SPAM, Trust
from topiccrawl.priority.idle_hosts import IdleHosts
from topiccrawl.priority.link_priority import WAITS, Priority
from topiccrawl.priority.site_slices import SiteSlices
from topiccrawl.priority.strategies.contract import SEED_SCORE
from topiccrawl.scheduler.policy import HostFilter, RequestPolicy
from topiccrawl.scheduler.seed_head_start import SeedHeadStart
from topiccrawl.storage.frontier.contract import State, waiting_key
from topiccrawl.supervision.worker import this_life

logger = logging.getLogger(__name__)

STAGE = "frontier"
_RESTS = 8.0
"""Pause of a host that has frozen a worker once, in times of `TOPICCRAWL_PAGE_SECONDS`.

With the start of the next worker a frozen page costs the other hosts half as long again; so they keep four
fifths of their pages. The second page of a host makes it rest four times as long.
"""
ALLOWED_PRIORITY = Priority(SEED_SCORE, {"allowed": 1.0})
"""Priority of a URL that an editor allows; its parts say with the stored page why it was fetched."""
_BEHIND = 10.0
"""How far the score of a link that waits for the pages of its section is under that of others."""
_RETURNS = (SETTLED_KEY, ASKED_AGAIN_KEY, REVISIT_KEY, ALLOWED_KEY)
_REMEMBERED_DROPS = 100_000
_REDIRECTED = 3
"""Pages that a host must send from http to https until its others are asked for there."""
_SLICE_LOOK = 0.25
"""Maximum seconds until a site that has run out of links is noticed."""


class LinkPolicy(RequestPolicy):
    """Scores links by their `LinkContext`, drops weak ones, and lets seeds and the best links go first.

    A link that the strategy does not admit is dropped with a counter and a row
    (`topiccrawl/drops/frontier/...`).

    Attributes:
        head_start: of the seeds.
        allowed: keys of URLs that an editor allowed in this process.
    """

    def __init__(self, crawler: Crawler, session: CrawlSession) -> None:
        super().__init__(crawler)
        settings = crawler.settings
        # A spider that knows nothing of topics may call something else its topic.
        seeds = getattr(getattr(crawler.spider, "topic", None), "seeds", session.topic.seeds)
        self._session = session
        self._engine = EngineView(crawler)
        self._dropped: LocalCache[bytes, float] = LocalCache(_REMEMBERED_DROPS)
        self._idle_hosts = IdleHosts(settings.getfloat("TOPICCRAWL_PATIENCE"))
        self._slices = _slices(settings)
        self._slice_timer: asyncio.TimerHandle | None = None
        self._delay = settings.getfloat("DOWNLOAD_DELAY")
        self._most_of_host = settings.getint("TOPICCRAWL_HOST_PAGES")
        self._sent_to: Counter[str] = Counter()
        self._to_https: Counter[str] = Counter()
        head_start = settings.getfloat("TOPICCRAWL_SEED_HEAD_START")
        self.allowed: set[bytes] = set()
        crawler.signals.connect(self._answered, signals.request_left_downloader)
        self.head_start = SeedHeadStart(self._engine, len(seeds), head_start)
        rest = _RESTS * settings.getfloat("TOPICCRAWL_PAGE_SECONDS")
        for host, frozen in this_life().freezing.items():
            session.pauses.rest(host, rest * frozen**2, time.monotonic())

    def url_key_of(self, request: Request) -> bytes:
        """Return the key of the canonical URL, the same for its twins."""
        return self._session.twins.key(request.url)

    def key_of(self, request: Request) -> bytes:
        """Return the key of a request, another one while it only waits: better links to it stay new."""
        key = super().key_of(request)
        return waiting_key(key) if self.only_waits(request) else key

    def is_retry(self, request: Request, earlier: Request) -> bool:
        """Return whether a request is a retry, or a redirect to another form of the URL, such as https."""
        if self._session.twins.key(request.url) != self._session.twins.key(earlier.url):
            return False
        if earlier.url in request.meta.get("redirect_urls", ())[-1:]:
            return True
        return request.dont_filter and (request.method, request.body) == (earlier.method, earlier.body)

    def returns_to(self, request: Request, key: bytes) -> bool:
        """Return whether a page must be visited once more.

        That is a page that waited for its verdict, a dead link whose term is over, a list that may have
        changed, a URL that an editor allows, a script file that this process has not read or has forgotten,
        and a page whose redirect leads back to its own URL: nothing else would fetch it.
        """
        if not request.meta.keys().isdisjoint(_RETURNS) or context_of(request).found == SCRIPT_FILE:
            return True
        return any(self._session.twins.key(url) == key for url in request.meta.get("redirect_urls", ()))

    def revives(self, request: Request) -> bool:
        """Return whether an editor allows the URL of a request, or a page waits for it."""
        return ALLOWED_KEY in request.meta or context_of(request).found == SCRIPT_FILE

    def should_enqueue(self, request: Request, key: bytes, state: State | None) -> bool:
        """Return whether a request is admitted; score it unless its link was scored with its page."""
        context, meta = context_of(request), request.meta
        if context.seed:
            self.head_start.wait_for(key)
        if request.dont_filter or meta.get(SETTLED_KEY):
            return True
        if ALLOWED_KEY in meta:
            self.allowed.add(key)
            meta[PRIORITY_KEY] = ALLOWED_PRIORITY
            return True
        asked_again = ASKED_AGAIN_KEY in meta or REVISIT_KEY in meta or context.found == SCRIPT_FILE
        # The target of a redirect keeps the priority of the link that led to it, which was good enough.
        if priority_of(request) is not None and not asked_again:
            return True
        always = context.seed or asked_again
        # Sitemaps and feeds are lists; requests of other components were computed by none.
        listed = context.source in ("sitemap", "feed")
        link = self.admit(CrawlLink(request.url, context), key, state, always=always, listed=listed)
        if link is None:
            return False
        meta[PRIORITY_KEY] = link.priority
        return True

    def admit(
        self, link: CrawlLink, key: bytes, state: State | None, *, always: bool = False, listed: bool = False
    ) -> CrawlLink | None:
        """Score a link; return None, and write why, when the strategy does not admit it.

        Args:
            link: a link that no one has scored.
            key: its key in the frontier.
            state: its state there.
            always: whether it is admitted whatever its score.
            listed: whether it stands on a list; then it may wait for the pages of its section.
        """
        strategy, context = self._session.strategy, link.context
        scored = link._replace(priority=(priority := strategy.rated(link.url, context)))
        self._session.sightings.rate(key, priority)
        if always or strategy.should_enqueue(priority) or self._session.sites.names(link.url, context.found):
            return scored
        if context.source and not context.anchor:
            return scored  # a sitemap has no anchor texts; the user asked for its pages
        if state is State.WAITING:
            self._engine.count("dupefilter/filtered")
        elif listed and strategy.may_rise(link.url, context):
            return link._replace(priority=Priority(priority.value, {**priority.parts, WAITS: 1.0}))
        else:
            self.drop(scored, key, "priority", priority.value)
        return None

    def score_of(self, request: Request) -> float:
        """Return the link's priority plus `Request.priority`, which spiders and Scrapy's middlewares set."""
        priority = priority_of(request)
        score = request.priority + (SEED_SCORE if priority is None else priority.value)
        return score - _BEHIND if self.only_waits(request) else score

    def drop(self, link: CrawlLink, key: bytes, reason: str, score: float) -> None:
        """Drop a link; the same URL gets another row only for a better score."""
        if score <= self._dropped.get(key, -1.0):
            return
        self._dropped[key] = score
        self._session.sightings.rescore({key: 0.0})
        if reason == "priority":
            self._session.unvisited.leave(link.url, link.context.parent_url, score)
        self._session.ledger.drop(link, STAGE, reason, score)

    def most_in_work(self, host: str, at_once: int) -> int:
        """Return few for a host with spam, or with few judged pages: many would be fetched in vain."""
        trust = self._session.budgets.trust(host)
        most = super().most_in_work(host, at_once)
        return most if trust is Trust.JUDGED else max(1, at_once * trust.value // 2)

    def only_waits(self, request: Request) -> bool:
        """Return whether the link of a request waits for the pages of its section."""
        priority = priority_of(request)
        return priority is not None and priority.waits

    def risen(self, request: Request) -> Request | None:
        """Return the request of a link that waited if the pages of its section were worth their visits."""
        link = link_of(request)
        if (priority := self._session.strategy.risen(link.url, link.context)) is not None:
            return request.replace(meta={**request.meta, PRIORITY_KEY: priority})
        assert link.priority is not None
        self.drop(link, self.url_key_of(request), "section", link.priority.value)
        return None

    def is_refused(self, request: Request) -> bool:
        """Return whether a link is dropped because its group or its host has had its share."""
        if request.dont_filter or request.meta.get(SETTLED_KEY) or context_of(request).seed:
            return False
        if REVISIT_KEY in request.meta or ALLOWED_KEY in request.meta:
            return False
        host, context = self._engine.slot_of(request), context_of(request)
        if self._most_of_host and self._sent_to[host] >= self._most_of_host:
            self._session.ledger.drop(link_of(request), STAGE, "host_pages")
        elif self._is_twin(request):
            self._session.ledger.drop(link_of(request), STAGE, "twin")
        elif request.url in self._session.parts:
            self._session.ledger.drop(link_of(request), STAGE, "part")
        elif self._session.strategy.is_in_vain(request.url, context):
            self._session.ledger.drop(link_of(request), STAGE, "section")
        elif not self._session.budgets.take(request.url, context.parent_url, part=context.role == PAGER):
            is_spam = self._session.budgets.group_of(request.url).startswith(SPAM)
            self._session.ledger.drop(link_of(request), STAGE, "spam" if is_spam else "trap")
            self._log_trap(request.url)
        else:
            self._sent_to[host] += bool(self._most_of_host)
            return False
        self.note_sent_away(request)
        return True

    def note_sent_away(self, redirected: Request) -> None:
        """Count a page in whose place one came that is not requested, or not again: a log-in, a challenge."""
        if (why := sent_away(redirected)) is not None:
            self._session.ledger.unread(why, link_of(redirected, redirected.meta["redirect_urls"][0]))

    def _log_trap(self, url: str) -> None:
        """Log the first link of a group that looks like a trap and has used up its credit."""
        budgets = self._session.budgets
        group = budgets.group_of(url)
        if budgets.refused[group] == 1:
            self._log_parked(message("as a trap: {group}", group=group), url)

    def _log_parked(self, what: str, url: str) -> None:
        logger.info("parked %s (first link left out: %s)", what, url)
        self._engine.count("topiccrawl/traps/parked")

    def _is_twin(self, request: Request) -> bool:
        """Return whether the page of a link was stored under another form of its URL.

        Such links were found before it was known that their host serves pages under several forms.
        """
        twins = self._session.twins
        if "redirect_urls" in request.meta or not twins.is_stored(request.url):
            return False
        if twins.leave_out(request.url):
            self._engine.count("topiccrawl/twins/not_fetched")
        return True

    def as_sent(self, request: Request) -> Request:
        """Return a request, with https if its host has sent several pages there: that spares a redirect."""
        parts = urlsplit(request.url)
        if parts.scheme != "http" or "redirect_urls" in request.meta:
            return request
        is_led_there = self._to_https[parts.netloc] >= _REDIRECTED
        return request.replace(url=f"https{request.url[4:]}") if is_led_there else request

    def on_retry(self, request: Request, key: bytes) -> None:
        """Wait for a seed that is retried; count a host that sends its pages to https."""
        if context_of(request).seed:
            self.head_start.wait_for(key)
        parts, came_from = urlsplit(request.url), request.meta.get("redirect_urls", ())[-1:]
        other = "http" if parts.scheme == "https" else "https"
        if came_from == [parts._replace(scheme=other).geturl()]:
            self._to_https[parts.netloc] = self._to_https[parts.netloc] + 1 if other == "http" else 0

    def on_dequeued(self, request: Request, key: bytes, score: float) -> None:
        """Record that the host is busy, that a seed is sent, and why a link was scored as it was last."""
        if (priority := priority_of(request)) is not None:
            value = priority.value if score == self.score_of(request) else score - request.priority
            parts = {**priority.parts, **self._session.strategy.score_parts(request.url)}
            request.meta[PRIORITY_KEY] = Priority(value, parts)
        self._session.sightings.fetch(key)
        self._idle_hosts.sent(self._engine.slot_of(request))
        if self._slices is not None:
            self._slices.sent()
        if context_of(request).seed:
            self.head_start.sent(request, key)

    def _answered(self, request: Request) -> None:
        """Learn how long a host was busy; also with requests that are not of the frontier."""
        host = self._engine.slot_of(request)
        self._session.unvisited.visit(host)
        self._idle_hosts.answered(host, self._delay_of(self._engine.slot(host)), time.monotonic())

    def _delay_of(self, slot: Any | None) -> float:
        return self._delay if slot is None else float(slot.delay)

    def host_filter(self, has_room: Callable[[str], bool], is_idle: Callable[[str], bool]) -> HostFilter:
        """Return a filter that prefers the best links, as `IdleHosts` says, and heeds pauses and slices."""
        now = time.monotonic()
        # Bound once: all hosts with links are asked for each request.
        slices, idle_hosts, slot_of = self._slices, self._idle_hosts, self._engine.slot
        pause_is_over, chance_of = self._session.pauses.is_over, self._session.strategy.chance
        if slices is not None:
            self._wake_later(slices.begin_round(now))
        busy: dict[float, float] = {}  # best chance by delay: nobody waits longer for the others
        seeds_first = not self.head_start.is_over()

        def host_is_ready(host: str, score: float) -> bool:
            if seeds_first and score < SEED_SCORE:
                return False
            if not pause_is_over(host, now):
                idle_hosts.pause(host)
                return False
            if slices is not None and not slices.has_turn(host):
                idle_hosts.pause(host)
                if slices.is_looking:
                    self._wake_later(0.0)
                return False
            slot = slot_of(host)
            delay = self._delay_of(slot)
            only_waits = score < _BEHIND / -2
            if not has_room(host):
                idle_hosts.is_full(host, now)
                if not (only_waits or idle_hosts.is_stuck(host, delay, now)):
                    chance = chance_of(score)
                    busy[delay] = max(chance, busy.get(delay, chance))
                return False
            if only_waits:
                if busy or not is_idle(host):
                    idle_hosts.pause(host)
                    return False  # all better links come first, and the page that is judged now may decide
                score += _BEHIND
            if slices is not None and slot is not None and (early := slot.lastseen + delay - now) > 0:
                # In the slot's queue the request would wait into the turn of the next site.
                self._wake_later(early)
                return False
            return idle_hosts.is_ready(host, chance_of(score), delay, busy, now)

        return host_is_ready

    def _wake_later(self, seconds: float) -> None:
        """Make the engine ask again when the turn passes on; by itself it does so every five seconds."""
        if self._slice_timer is not None:
            self._slice_timer.cancel()
        loop = asyncio.get_running_loop()
        self._slice_timer = loop.call_later(min(seconds, _SLICE_LOOK), self._engine.wake)


def _slices(settings: BaseSettings) -> SiteSlices | None:
    seconds = settings.getfloat("TOPICCRAWL_SITE_SLICE")
    return SiteSlices(seconds) if seconds else None


def sent_away(redirected: Request) -> Unread | None:
    """Return why a redirect led to no page: to a log-in page, or one that asks for a proof."""
    requested = redirected.meta.get("redirect_urls")
    if not requested:
        return None
    if was_sent_to_log_in(requested[0], redirected.url):
        return Unread.LOGIN
    return Unread.CHALLENGE if was_sent_to_challenge(requested[0], redirected.url) else None

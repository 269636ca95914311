"""Downloader middleware that pauses hosts which refuse requests, and gives up those that deny all pages."""

from __future__ import annotations

import asyncio
import logging
import time

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.http import Response

from topiccrawl.crawl.host_pauses import seconds_to_wait
from topiccrawl.crawl.session import Component, CrawlSession
from topiccrawl.crawl.url_failures import Dropped, failure_reason
from topiccrawl.middlewares.challenges import is_challenge

logger = logging.getLogger(__name__)

_TOO_MANY = 429
_REFUSALS = frozenset((_TOO_MANY, 503))
_DENIALS = frozenset((401, 403))
_MANY_RESETS = 2
"""Connections in a row that a host drops, after it has answered, because it is asked too often."""


class HostPausesMiddleware(Component):
    """Pauses hosts that answer 429 or 503, or answer at first and then drop one connection after the other.

    A pause lasts as long as `Retry-After` says; without it each is twice as long as the one before. It is
    `TOPICCRAWL_LONGEST_PAUSE` seconds at most. A host that gives no other answer during
    `TOPICCRAWL_HOST_PATIENCE` seconds of pauses is given up: its links become dead letters with the reason
    `host_refuses`, so that the crawl ends. A host that answers 401, 403 or a challenge
    `TOPICCRAWL_HOST_DENIALS` times in a row is given up in the same way; a challenge without `Retry-After` is
    no reason to pause. All of this is about the host, whatever proxies the requests went through, and holds
    for all workers of a shared crawl, which add up the answers.

    Counters: `topiccrawl/hosts/pauses` and `topiccrawl/hosts/given_up`.
    """

    def __init__(self, crawler: Crawler, session: CrawlSession) -> None:
        super().__init__(crawler, session)
        self._pauses = session.pauses
        self._told: set[str] = set()
        self._resets: dict[str, int] = {}  # since the last answer, of hosts that have answered

    def process_request(self, request: Request) -> None:
        """Drop requests to a host that was given up."""
        host = self.engine.slot_of(request)
        if self._pauses.is_given_up(host):
            if host not in self._told:  # other workers noticed
                self._tell(host, "%s refuses the workers of this crawl: its links are dead letters now")
            raise Dropped("host_refuses", passing=True)

    def process_response(self, request: Request, response: Response) -> Response:
        """Start a pause of a host that refuses, or record that the host answers."""
        host, now = self.engine.slot_of(request), time.monotonic()
        self._resets[host] = 0
        is_overload = response.status in _REFUSALS and not (is_challenge(response) and _is_firewall(response))
        if response.status in _DENIALS or (is_challenge(response) and not is_overload):
            if self._pauses.deny(host) and host not in self._told:
                self._tell(host, "%s denies every page: its links are dead letters now")
            return response
        if not is_overload:
            self._pauses.answered(host, now)
            return response
        retry_after = (response.headers.get("Retry-After") or b"").decode("latin-1")
        self._pause(host, seconds_to_wait(retry_after), response.status, now)
        return response

    def process_exception(self, request: Request, exception: Exception) -> None:
        """Start a pause of a host that drops connections."""
        host = self.engine.slot_of(request)
        if host in self._resets and failure_reason(exception) == "reset":
            self._resets[host] += 1
            if self._resets[host] >= _MANY_RESETS:
                self._pause(host, None, 0, time.monotonic())

    def _pause(self, host: str, retry_after: float | None, status: int, now: float) -> None:
        was_given_up, begins = self._pauses.is_given_up(host), self._pauses.is_over(host, now)
        seconds = self._pauses.refuse(host, retry_after, now)
        if was_given_up or not seconds:
            return
        asyncio.get_running_loop().call_later(seconds, self.engine.wake)
        if begins:  # a pause that is only extended is not logged again
            if status:
                logger.info("%s answers %d: no requests to it for %.0f s", host, status, seconds)
            else:
                logger.info("%s drops connections: no requests to it for %.0f s", host, seconds)
            self.count("topiccrawl/hosts/pauses")
        if self._pauses.is_given_up(host) and host not in self._told:
            what = f"answers {status}" if status else "drops connections"
            self._tell(host, f"%s still {what}: its links are dead letters now")

    def _tell(self, host: str, message: str) -> None:
        self._told.add(host)
        logger.warning(message, host)
        self.count("topiccrawl/hosts/given_up")


def _is_firewall(response: Response) -> bool:
    """Return whether a challenge is sent for who asks, and not because the host is asked too often."""
    return response.status != _TOO_MANY and "Retry-After" not in response.headers

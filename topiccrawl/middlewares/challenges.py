"""Downloader middleware that recognises pages which check for a browser."""

from __future__ import annotations

from urllib.parse import urlsplit

from scrapy import Request
from scrapy.http import Response
from scrapy.http.request import NO_CALLBACK

from topiccrawl.crawl.session import Component
from topiccrawl.page.page import Page
from topiccrawl.page.unread.challenge import (
    BROKEN,
    BUSY,
    challenge_kind,
    may_be_challenge,
    was_sent_to_challenge,
)
from topiccrawl.page.unread.reasons import Unread

CHALLENGE_FLAG = "challenge"
"""Flag of a response that is a challenge (`topiccrawl.page.unread.challenge`)."""

_FIRST_SERVER_ERROR = 500
_OWN_STATUS = {BUSY: 429, BROKEN: 500}
"""Statuses with which a host is left in peace, and a page is asked for again."""


class ChallengePages(Component):
    """Marks challenge pages, so that they are neither retried nor followed, and the gate drops them.

    It stands behind decompression and before meta refreshes, rendering, pauses of hosts and retries. Scripts
    are not run: only a browser that the user has switched on answers a challenge, as the crawler that it is.
    A page that says its host is asked too often, or has failed, gets the status that its server forgot.
    A robots.txt that is answered with a challenge and a server error is counted here, since no page of its
    host is requested then.
    """

    def process_response(self, request: Request, response: Response) -> Response:
        """Return the response, marked if it is a challenge."""
        redirected = request.meta.get("redirect_urls") or [response.url]
        is_sent = was_sent_to_challenge(redirected[0], response.url)
        if not (is_sent or may_be_challenge(response.body)):
            return response
        is_part = request.callback is NO_CALLBACK
        if is_part and (response.status < _FIRST_SERVER_ERROR or urlsplit(request.url).path != "/robots.txt"):
            return response
        kind = "" if is_sent else _kind(response)
        if not (is_sent or kind):
            return response
        if kind in _OWN_STATUS:
            return response.replace(status=_OWN_STATUS[kind])
        if is_part:
            self.session.ledger.unread(Unread.CHALLENGE, request.url, str(response.status))
            return response
        request.meta["dont_retry"] = True
        response.flags.append(CHALLENGE_FLAG)
        return response


def is_challenge(response: Response) -> bool:
    """Return whether a response was marked as a challenge."""
    return CHALLENGE_FLAG in response.flags


def _kind(response: Response) -> str:
    headers = {
        name.decode("latin-1"): (response.headers.get(name) or b"").decode("latin-1")
        for name in response.headers
    }
    html = Page.from_bytes(response.body, response.url, headers.get("Content-Type", "")).html
    return challenge_kind(html, response.url, status=response.status, headers=headers)

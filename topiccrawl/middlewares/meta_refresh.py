"""Downloader middleware for redirects without a Location: by a meta tag, a script or the header Refresh."""

from __future__ import annotations

import re
from http import HTTPStatus

from scrapy import Request, Spider
from scrapy.downloadermiddlewares.redirect import MetaRefreshMiddleware
from scrapy.http import Response

from topiccrawl.middlewares.challenges import is_challenge
from topiccrawl.middlewares.content import is_html
from topiccrawl.page.canonical_url import absolute_url
from topiccrawl.page.page import Page

_HEAD_BYTES = 4 * 4096
"""Scrapy reads the tag in the first 4,096 characters, which have up to four bytes."""


_REFRESH = re.compile(r"\s*\d{1,2}\s*[;,]\s*url\s*=\s*[\"']?([^\"'\s]+)", re.IGNORECASE)
_LARGEST = 30_000
"""Bytes of a page that only redirects."""


class MetaRefresh(MetaRefreshMiddleware):
    """Scrapy's middleware, called only for pages that have the word "refresh" at their beginning.

    For every page Scrapy would guess the encoding and decode the whole body, which takes a tenth of a crawl's
    time; the description gate detects the encoding again, more precisely. A small page whose script sends
    every reader elsewhere is a redirect, too, and one with the header Refresh.
    """

    def process_response(
        self, request: Request, response: Response, spider: Spider | None = None
    ) -> Request | Response:
        """Return the response, or the request it redirects to; challenges lead back to themselves."""
        # Here: a crawl starts without what reads pages.
        from topiccrawl.page.hidden_links.clues import JUMPS
        from topiccrawl.page.shown.redirects import script_redirect

        if is_challenge(response):
            return response
        refresh = _REFRESH.match((response.headers.get("Refresh") or b"").decode("latin-1"))
        if refresh and self._may_redirect(request, response):
            target = absolute_url(response.url, refresh[1])
            if target is not None and target != response.url:
                return self._redirected(request, response, target, "header")
        head = response.body[:_HEAD_BYTES].replace(b"\0", b"")  # zeros: in UTF-16
        if b"refresh" in head.lower():
            found = super().process_response(request, response)
            if found is not response:
                return found
        if (
            not any(word.encode() in head for word in JUMPS)
            or len(response.body) > _LARGEST
            or not self._may_redirect(request, response)
        ):
            return response
        target = script_redirect(Page.from_bytes(response.body, response.url))
        if target is None:
            return response
        return self._redirected(request, response, target, "script")

    def _redirected(self, request: Request, response: Response, target: str, reason: str) -> Request:
        return self._redirect(self._redirect_request_using_get(request, response, target), request, reason)

    def _may_redirect(self, request: Request, response: Response) -> bool:
        return (
            response.status == HTTPStatus.OK
            and not request.meta.get("dont_redirect", False)
            and b"Set-Cookie" not in response.headers  # a test of the browser, not a redirect
            and is_html(response)
        )

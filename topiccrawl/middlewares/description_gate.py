"""Downloader middleware that drops pages with an off-topic description (paper A, section 3.1)."""

from __future__ import annotations

import logging
from typing import NoReturn, Self

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.http import Response
from scrapy.http.request import NO_CALLBACK

from topiccrawl.crawl.failures import Dropped
from topiccrawl.crawl.request_meta import VISIT_KEY, context_of
from topiccrawl.crawl.session import CrawlSession
from topiccrawl.crawl.visit import Visit
from topiccrawl.extraction.hub import headlines, is_hub
from topiccrawl.middlewares.content import is_html
from topiccrawl.page.complexity import why_too_complex
from topiccrawl.page.description import describe
from topiccrawl.page.links import links_of
from topiccrawl.page.page import Page

logger = logging.getLogger(__name__)

STAGE = "gate"

_PAGE = frozenset((200, 201, 202, 203))
"""Status codes whose body is the page; 204 and 205 have no body, 206 has a part of it."""
_PASSING = frozenset((408, 429))
"""Like 500 and above, these describe the server and not the page."""


class DescriptionGate:
    """Passes pages whose description is relevant.

    * Relevant description: the page may be kept and its links are followed.
    * Home, channel or list page: the headlines it links to are judged instead.
    * Seed: its links are always followed.
    * Any other page may be kept if it has enough topic words, but its links are not followed.

    All other pages are dropped with a reason (`topiccrawl/drops/gate/...`), as are responses that are not
    HTML or not successful, and pages that would take too long to parse. The page is parsed here, once, and
    passed on as the `Visit` in `Request.meta`. Responses to requests of Scrapy's own components, such as
    robots.txt, pass.
    """

    def __init__(self, crawler: Crawler, session: CrawlSession) -> None:
        self._crawler = crawler
        self._session = session
        self._max_links = crawler.settings.getint("TOPICCRAWL_MAX_LINKS_PER_PAGE")
        self._stats = crawler.stats

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Create the middleware for a topic crawl."""
        return cls(crawler, CrawlSession.of(crawler))

    def process_response(self, request: Request, response: Response) -> Response:
        """Pass a response on, or drop it with `IgnoreRequest`."""
        if request.callback is NO_CALLBACK:
            return response
        if response.status not in _PAGE:
            self._drop(request, f"status_{response.status}", response)
        if not is_html(response):
            self._drop(request, "not_html", response)
        self._count("topiccrawl/pages/html")
        if context_of(request).seed:
            self._count("topiccrawl/seeds/answered")
        content_type = (response.headers.get("Content-Type") or b"").decode("latin-1")
        page = Page.from_bytes(response.body, response.url, content_type)
        if why := why_too_complex(page.html):
            logger.info("%s is not parsed: %s", response.url, why)
            self._drop(request, "too_complex", response)
        visit = self._judge(page, request, response)
        if not visit.candidate:
            self._count("topiccrawl/pages/list")
        request.meta[VISIT_KEY] = visit
        return response

    def _judge(self, page: Page, request: Request, response: Response) -> Visit:
        focus = self._session.focus
        description = describe(page)
        own = focus.description(description.text)
        links = links_of(page, self._max_links)
        hub = is_hub(page, links)
        relevance = max(own, focus.hub(headlines(links))) if hub else own
        if relevance >= (focus.gate.hub_threshold if hub else focus.gate.threshold):
            return Visit(page, description, links, relevance, own, candidate=not hub)
        seed = context_of(request).seed
        candidate = not hub and self._matches(page, description.text)
        if not (seed or candidate):
            if not hub:
                self._session.count_visit(response.url, accepted=False)
            self._drop(request, "description", response, relevance)
        return Visit(page, description, links if seed else (), relevance, own, candidate)

    def _matches(self, page: Page, description: str) -> bool:
        """Return whether a page has enough topic words to be kept despite its description (paper A)."""
        focus = self._session.focus
        body = page.tree.find("body")
        text = description + "\n" + ("\n".join(body.itertext()) if body is not None else "")
        return len(focus.relevance.topic_words_in(text)) >= focus.gate.topic_words

    def _count(self, counter: str) -> None:
        if self._stats is not None:
            self._stats.inc_value(counter)

    def _drop(
        self, request: Request, reason: str, response: Response, score: float | None = None
    ) -> NoReturn:
        self._session.ledger.drop(request, STAGE, reason, score, url=response.url)
        # The engine signals only responses that pass; a page budget (CLOSESPIDER_PAGECOUNT) must count all.
        self._crawler.signals.send_catch_log(
            signals.response_received, response=response, request=request, spider=self._crawler.spider
        )
        raise Dropped(reason, noted=True, passing=response.status in _PASSING or response.status >= 500)

"""Downloader middleware: drops pages whose description is foreign to the topic (paper A, section 3.1)."""

from __future__ import annotations

import logging
from typing import NoReturn, Self

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.http import Response
from scrapy.http.request import NO_CALLBACK

from topiccrawl.crawl.drops import Dropped
from topiccrawl.crawl.session import CrawlSession
from topiccrawl.crawl.visit import VISIT_KEY, Visit, link_context
from topiccrawl.extraction.hub import headlines, is_hub
from topiccrawl.middlewares.content import is_html
from topiccrawl.page.complexity import why_too_complex
from topiccrawl.page.description import describe
from topiccrawl.page.links import links_of
from topiccrawl.page.page import Page

logger = logging.getLogger(__name__)

STAGE = "gate"

_PAGE = frozenset((200, 201, 202, 203))
"""Status codes whose body is the page. 204 and 205 have none, 206 is a part of it."""
_PASSING = frozenset((408, 429))
"""Like all from 500 on, they speak of the server and not of the page."""


class DescriptionGate:
    """Lets a page through when its description is relevant.

    * A relevant description: the page may be kept, its links are followed.
    * A home, channel or list page is judged by the headlines it links to.
    * A seed always passes for its links.
    * Otherwise the page may be kept when enough topic words stand in it, but its links are not followed.

    What does not pass is dropped with a reason (`topiccrawl/drops/gate/...`), as are responses that are no
    HTML or no success, and pages that would cost too much to parse. The page is parsed here, once; the
    `Visit` in `Request.meta` carries it on. What a component of Scrapy asks for itself, such as robots.txt,
    is no page and passes.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._session = CrawlSession.of(crawler)
        self._max_links = crawler.settings.getint("TOPICCRAWL_MAX_LINKS_PER_PAGE")
        self._stats = crawler.stats

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Scrapy's constructor."""
        return cls(crawler)

    def process_response(self, request: Request, response: Response) -> Response:
        """Pass, or drop with `IgnoreRequest`."""
        if request.callback is NO_CALLBACK:
            return response
        if response.status not in _PAGE:
            self._drop(request, f"status_{response.status}", response)
        if not is_html(response):
            self._drop(request, "not_html", response)
        self._count("topiccrawl/pages/html")
        if link_context(request).seed:
            self._count("topiccrawl/seeds/answered")
        content_type = (response.headers.get("Content-Type") or b"").decode("latin-1")
        page = Page.from_bytes(response.body, response.url, content_type)
        if why := why_too_complex(page.html):
            logger.info("%s is not read: %s", response.url, why)
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
        seed = link_context(request).seed
        candidate = not hub and self._matches(page, description.text)
        if not (seed or candidate):
            self._drop(request, "description", response, relevance)
        return Visit(page, description, links if seed else (), relevance, own, candidate)

    def _matches(self, page: Page, description: str) -> bool:
        """The plain topic-word match that paper A keeps for pages whose description is not relevant."""
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
        # The engine tells of responses only when they pass; a page budget (CLOSESPIDER_PAGECOUNT) must count
        # all.
        self._crawler.signals.send_catch_log(
            signals.response_received, response=response, request=request, spider=self._crawler.spider
        )
        raise Dropped(reason, noted=True, passing=response.status in _PASSING or response.status >= 500)

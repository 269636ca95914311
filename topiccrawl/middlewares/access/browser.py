"""Downloader middleware that renders pages which need a browser."""

from __future__ import annotations

import logging
from collections import Counter
from urllib.parse import urlsplit

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.http import HtmlResponse, Response, TextResponse
from scrapy.http.request import NO_CALLBACK
from scrapy.utils.datatypes import LocalCache

from topiccrawl.access.browser.guard import REFUSED_HEADER, GuardedRequest, GuardedResponse, GuardProxy
from topiccrawl.access.browser.rendering import RenderedPage, Renderer, RenderingError
from topiccrawl.access.browser.rules import MODES, BrowserRules, is_empty_shell
from topiccrawl.access.tls.problems import VERIFY_KEY
from topiccrawl.crawl.checks.setting_types import wrong_setting
from topiccrawl.crawl.request_meta import sent_again
from topiccrawl.crawl.session import Component, CrawlSession
from topiccrawl.crawl.url_failures import Dropped, failure_reason, is_passing
from topiccrawl.errors import BrowserMissingError
from topiccrawl.extras import require_extra
from topiccrawl.messages import message
from topiccrawl.middlewares.content import is_html

logger = logging.getLogger(__name__)

_RENDER_KEY = "topiccrawl_render"
"""`Request.meta` key of a request for a page that turned out to be an empty shell."""
_PART_META = {"dont_redirect": True, "dont_retry": True, "handle_httpstatus_all": True}
_SHELLS = 2
"""Empty shells of a host after which its pages are rendered at once."""
_CACHED = 200
"""Scripts and style sheets that are kept for the next pages."""
_LARGEST_CACHED = 2_000_000
_SENT = ("accept", "accept-language", "content-type", "cookie", "origin", "referer", "x-requested-with")
"""Headers of the browser that are sent; the rest are the crawl's own."""


class BrowserPages(Component):
    """Renders the pages that `[browser]` of the topic names, and those that are empty without their scripts.

    `TOPICCRAWL_BROWSER` is "off" (default), "rules" or "shells"; the key `browser` in the topic's file
    `sites/<host>.toml` decides for its site. The browser has no way to the network but `GuardProxy`, which
    downloads each request as the crawl does: through all downloader middlewares, with the delays of the host,
    robots.txt and the checks of addresses and certificates. As in any browser, scripts and frames of other
    hosts must be verified even where the page itself need not be. The request for the page itself waits here
    and takes no slot of its host, which the parts of the page need.

    Counters: `topiccrawl/browser/pages`, `topiccrawl/browser/requests`, `topiccrawl/browser/shells`, and
    `topiccrawl/browser/refused/REASON` for requests of pages that were refused or failed.

    Raises:
        NotConfigured: it is off.
        ValueError: the setting or the table cannot be used.
        MissingExtraError: the extra `browser` is not installed.
    """

    listens = ("spider_opened", "spider_closed")

    def __init__(self, crawler: Crawler, session: CrawlSession) -> None:
        super().__init__(crawler, session)
        settings = crawler.settings
        if (mode := settings.get("TOPICCRAWL_BROWSER")) not in MODES:
            expected = message("one of {known}", known=", ".join(MODES))
            raise wrong_setting("TOPICCRAWL_BROWSER", mode, expected)
        rules = session.topic.section("browser", BrowserRules)  # its errors are reported if it is off, too
        if mode == "off" and not any(one.browser for one in session.topic.sites):
            raise NotConfigured
        require_extra("browser")
        self._rules = BrowserRules() if mode == "off" else rules
        self._sites = session.sites
        self._notices_shells = mode == "shells"
        self._shells: Counter[str] = Counter()
        self._documents: Counter[str] = Counter()
        self._largest = settings.getint("DOWNLOAD_MAXSIZE")
        self._cache: LocalCache[str, GuardedResponse] = LocalCache(_CACHED)
        self._guard = GuardProxy(self._fetch)
        self._renderer = Renderer(self._guard, str(settings.get("USER_AGENT")))

    async def spider_opened(self) -> None:
        """Start the proxy; the browser starts with the first page."""
        await self._guard.start()

    async def spider_closed(self) -> None:
        """Stop browser and proxy."""
        await self._renderer.close()
        await self._guard.close()

    async def process_request(self, request: Request) -> Response | None:
        """Return a rendered page; None for other requests."""
        if request.callback is NO_CALLBACK or request.method != "GET" or not self._is_rendered(request):
            return None
        host = urlsplit(request.url).hostname or ""
        self._documents[host] += 1
        try:
            page = await self._renderer.render(request.url, self._rules.wait_for)
        except RenderingError as error:
            raise Dropped(error.reason, passing=not error.is_final) from None
        except BrowserMissingError as error:
            logger.error("%s", error)
            raise Dropped("no_browser", passing=True) from None
        finally:
            self._documents[host] -= 1
            self._documents += Counter()  # forgets hosts with nothing in work
        self.count("topiccrawl/browser/pages")
        return self._response(request, page)

    def process_response(self, request: Request, response: Response) -> Request | Response:
        """Return the response, or the request for the rendered page of an empty shell."""
        if not self._notices_shells or request.callback is NO_CALLBACK or "rendered" in response.flags:
            return response
        if response.status != 200 or not isinstance(response, TextResponse) or not is_html(response):
            return response
        if self._sites.of(request.url).browser is False or not is_empty_shell(response.text):
            return response
        self.count("topiccrawl/browser/shells")
        self._shells[urlsplit(request.url).hostname or ""] += 1
        return sent_again(request, **{_RENDER_KEY: True})

    def _is_rendered(self, request: Request) -> bool:
        rules = self._sites.of(request.url)
        if rules.browser is not None:
            self._sites.count(rules, {"browser": 1} if rules.browser else {})
            return rules.browser
        if request.meta.get(_RENDER_KEY) or self._rules.match(request.url):
            return True
        return self._shells[urlsplit(request.url).hostname or ""] >= _SHELLS

    def _response(self, request: Request, page: RenderedPage) -> Response:
        body = page.html.encode("utf-8", "replace")
        if self._largest and len(body) > self._largest:
            raise Dropped("too_large")
        if page.url != request.url.partition("#")[0]:
            # A redirect like any other: the crawl may know the page already.
            return Response(request.url, 302, {"Location": page.url}, request=request)
        headers = {
            name: value
            for name, value in page.headers.items()
            if name.lower() not in ("content-type", "content-length", "content-encoding", "set-cookie")
        }
        headers["Content-Type"] = "text/html; charset=utf-8"
        return HtmlResponse(
            request.url, page.status, headers, body, flags=["rendered"], request=request, encoding="utf-8"
        )

    async def _fetch(self, part: GuardedRequest) -> GuardedResponse:
        """Return what the crawl's downloader returns for a request of the browser."""
        if part.method == "GET" and (kept := self._cache.get(part.url)) is not None:
            self._cache.move_to_end(part.url)
            return kept
        request = Request(
            part.url,
            method=part.method,
            headers={name: part.headers[name] for name in _SENT if name in part.headers},
            body=part.body,
            callback=NO_CALLBACK,
            dont_filter=True,
            meta=dict(_PART_META),
        )
        if not self._may_be_unverified(part):
            request.meta[VERIFY_KEY] = "part"
        try:
            if self.session.is_paused(request):
                raise Dropped("host_pauses")
            response = await self.engine.download(request)
        except Exception as error:
            # Whatever the error is, the page is rendered without this part.
            reason = failure_reason(error)
            logger.debug("the browser does not get %s: %s", part.url, reason)
            self.count(f"topiccrawl/browser/refused/{reason}")
            return GuardedResponse(502, () if is_passing(error) else ((REFUSED_HEADER, reason),))
        self.count("topiccrawl/browser/requests")
        made = GuardedResponse(response.status, _headers(response), response.body)
        if part.method == "GET" and _may_be_kept(response):
            self._cache[part.url] = made
        return made

    def _may_be_unverified(self, part: GuardedRequest) -> bool:
        """Return whether a part is the page itself, or of its host: then the page is marked as unverified."""
        is_document = part.headers.get("sec-fetch-dest") == "document"
        return is_document or self._documents[urlsplit(part.url).hostname or ""] > 0


def _may_be_kept(response: Response) -> bool:
    """Return whether a response is a script or style sheet that other pages will ask for, too."""
    kind = (response.headers.get("Content-Type") or b"").lower()
    control = (response.headers.get("Cache-Control") or b"").lower()
    if response.status != 200 or len(response.body) > _LARGEST_CACHED or b"no-store" in control:
        return False
    return b"javascript" in kind or b"text/css" in kind


def _headers(response: Response) -> list[tuple[str, str]]:
    return [
        (name.decode("latin-1"), value.decode("latin-1"))
        for name in response.headers
        if name.lower() != REFUSED_HEADER.encode()
        for value in response.headers.getlist(name)
    ]

"""Rendering pages in headless Chromium, whose requests all go to the guarding proxy."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from topiccrawl.access.browser.guard import REFUSED_HEADER, GuardProxy
from topiccrawl.chromium import start_chromium, start_playwright

if TYPE_CHECKING:
    from playwright.async_api import Browser, Playwright, Response
    from playwright.async_api import Page as Tab

logger = logging.getLogger(__name__)

_SWITCHES = ("--force-webrtc-ip-handling-policy=disable_non_proxied_udp",)
# The browser resolves no name itself, and sends even requests for loopback to the proxy.
_NO_NAMES = ("--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1", "--proxy-bypass-list=<-loopback>")
_CLOSE_TIMEOUT = 5.0
SECONDS = 30.0
"""Seconds that a page may take in the browser."""
TABS = 2
"""Pages that are rendered at once."""


class RenderingError(Exception):
    """A page could not be rendered.

    Attributes:
        reason: one or two words joined by underscores.
        is_final: whether it is refused for good.
    """

    def __init__(self, reason: str, *, is_final: bool = False) -> None:
        super().__init__(reason)
        self.reason = reason
        self.is_final = is_final


class _NoPageError(Exception):
    """The tab shows no page of the web."""


@dataclass(frozen=True)
class RenderedPage:
    """A page after its scripts have run.

    Attributes:
        url: its URL, without a fragment.
        status: status code of its document.
        headers: headers of its document.
        html: its content.
    """

    url: str
    status: int
    headers: Mapping[str, str]
    html: str


class Renderer:
    """A browser, started with the first page.

    Each page has a context of its own, so that pages share no cookies and no storage.

    Args:
        guard: the proxy for all requests.
        user_agent: what the crawl calls itself.
    """

    def __init__(self, guard: GuardProxy, user_agent: str) -> None:
        self._guard = guard
        self._user_agent = user_agent
        self._tabs = asyncio.Semaphore(TABS)
        self._starting = asyncio.Lock()
        self._playwright: Playwright | None = None
        self._browser: Browser | None = None

    async def render(self, url: str, wait_for: str = "") -> RenderedPage:
        """Return a page after its scripts have run.

        Args:
            url: its URL.
            wait_for: CSS selector of the complete page; empty: it is complete when it makes no requests.

        Raises:
            RenderingError: it could not be rendered.
            BrowserMissingError: no browser starts.
        """
        async with self._tabs:
            browser = await self._start()
            try:
                return await asyncio.wait_for(self._render(browser, url, wait_for), 2 * SECONDS)
            except TimeoutError:
                raise RenderingError("browser_timeout") from None

    async def close(self) -> None:
        """Stop the browser."""
        with suppress(Exception):
            if self._browser is not None:
                await asyncio.wait_for(self._browser.close(), _CLOSE_TIMEOUT)
        with suppress(Exception):
            if self._playwright is not None:
                await asyncio.wait_for(self._playwright.stop(), _CLOSE_TIMEOUT)

    async def _render(self, browser: Browser, url: str, wait_for: str) -> RenderedPage:
        from playwright.async_api import Error
        from playwright.async_api import TimeoutError as TooSlow

        try:
            context = await browser.new_context(
                user_agent=self._user_agent,
                ignore_https_errors=True,
                service_workers="block",
                accept_downloads=False,
                locale="zh-CN",
            )
        except Error:
            raise RenderingError("browser_crash") from None
        refusals: list[str] = []
        try:
            tab = await context.new_page()
            tab.on("response", lambda response: _note_refusal(response, tab, refusals))
            return await self._load(tab, url, wait_for)
        except TooSlow:
            raise RenderingError("browser_timeout") from None
        except (Error, _NoPageError) as error:
            logger.debug("%s was not rendered: %s", url, error)
            # The last document that the tab went to: the page itself, or where it led.
            reason = refusals[-1] if refusals else ""
            raise RenderingError(reason or "browser", is_final=bool(reason)) from None
        finally:
            with suppress(Error):
                await context.close()

    async def _load(self, tab: Tab, url: str, wait_for: str) -> RenderedPage:
        from playwright.async_api import TimeoutError as TooSlow

        tab.set_default_timeout(1000 * SECONDS)
        response = await tab.goto(url, wait_until="domcontentloaded")
        if response is None:
            raise _NoPageError
        with suppress(TooSlow):  # use the page as rendered so far
            if wait_for:
                await tab.wait_for_selector(wait_for, state="attached")
            else:
                await tab.wait_for_load_state("networkidle")
        if not tab.url.startswith(("http:", "https:")):  # a script led to a refused URL
            raise _NoPageError
        html = await tab.content()
        return RenderedPage(tab.url.partition("#")[0], response.status, await response.all_headers(), html)

    async def _start(self) -> Browser:
        async with self._starting:
            if self._browser is not None and self._browser.is_connected():
                return self._browser
            if self._playwright is None:
                self._playwright = await start_playwright()
            self._browser = await start_chromium(
                self._playwright,
                sandbox=os.geteuid() != 0,
                switches=[*_SWITCHES, *_NO_NAMES],
                proxy={
                    "server": self._guard.url,
                    "username": self._guard.user,
                    "password": self._guard.password,
                },
            )
            return self._browser


def _note_refusal(response: Response, tab: Tab, refusals: list[str]) -> None:
    """Write down why a document of a tab was refused; an empty text if it was not."""
    if response.request.is_navigation_request() and response.frame == tab.main_frame:
        refusals.append(response.headers.get(REFUSED_HEADER, ""))

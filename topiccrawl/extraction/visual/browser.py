"""Chromium without a window, that lays out pages given as text: Playwright is an optional extra.

A page is loaded from a string; its scripts do not run and every request it makes is refused, so nothing is
fetched and nothing a page says can reach out. Playwright runs in a thread with an event loop of its own, so
that a browser can be used from any thread, also from one in which an event loop runs.
"""

from __future__ import annotations

import asyncio
import atexit
import json
import logging
import shutil
import threading
from collections.abc import Coroutine
from contextlib import suppress
from functools import cache
from types import TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypeVar

from topiccrawl.errors import BrowserMissingError

if TYPE_CHECKING:
    from playwright.async_api import Browser as PlaywrightBrowser
    from playwright.async_api import Page as Tab
    from playwright.async_api import Playwright

logger = logging.getLogger(__name__)

NODE_ATTRIBUTE = "data-topiccrawl-node"
"""Elements that carry this attribute are measured; its value is the number they are known by."""

WIDTH, HEIGHT = 1280, 1024
"""Size of the window, in CSS pixels."""

TIMEOUT = 1.5
"""Seconds a page may take to be laid out and measured."""

START_TIMEOUT = 60.0
"""Seconds the browser may take to start or to end."""

_PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
_SWITCHES = """
    --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking
    --disable-component-update --disable-sync
""".split()
_MEASURE = f"""
() => {{
    const root = document.documentElement, found = [];
    const page = Math.max(1, root.scrollWidth * root.scrollHeight);
    for (const element of document.querySelectorAll("[{NODE_ATTRIBUTE}]")) {{
        const box = element.getBoundingClientRect(), style = getComputedStyle(element);
        const number = Number(element.getAttribute("{NODE_ATTRIBUTE}"));
        found.push([number, Math.min(1, box.width * box.height / page), style.backgroundColor, style.color]);
    }}
    return JSON.stringify(found);
}}
"""

Result = TypeVar("Result")


class Box(NamedTuple):
    """How an element is laid out.

    Attributes:
        area: its share of the area of the page, in [0, 1].
        background: its own background colour as the browser computes it, such as `rgba(0, 0, 0, 0)`.
        colour: its font colour as the browser computes it.
    """

    area: float
    background: str
    colour: str


class Browser:
    """A running browser. Use it as a context manager, or `close` it.

    Args:
        program: path or name of the browser; without one Chromium or Chrome is looked for on the PATH, and
            then among those Playwright itself has installed.
        timeout: seconds a page may take.

    Raises:
        BrowserMissingError: Playwright is not installed, or no browser starts.
    """

    def __init__(self, program: str | None = None, timeout: float = TIMEOUT) -> None:
        self._program = program or next(filter(None, map(shutil.which, _PROGRAMS)), None)
        self._timeout = timeout
        self._playwright: Playwright | None = None
        self._browser: PlaywrightBrowser | None = None
        self._tab: Tab | None = None
        self._closing: set[asyncio.Task[None]] = set()
        self._one_at_a_time = threading.Lock()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="browser", daemon=True)
        self._thread.start()
        try:
            self._run(self._start(), START_TIMEOUT)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def boxes(self, html: str) -> dict[int, Box]:
        """Lay out a page and measure the elements marked with `NODE_ATTRIBUTE`, by their numbers.

        Empty when the page takes too long or is too much for the browser.
        """
        with self._one_at_a_time:
            try:
                return self._run(self._measure(html), self._timeout)
            except BrowserMissingError:
                raise
            except Exception as error:  # a page may crash its tab; the next one gets a new tab
                logger.warning("the browser gave up on a page: %s", error or type(error).__name__)
                self._run(self._drop_tab(), START_TIMEOUT)
                return {}

    def close(self) -> None:
        """End the browser; twice does nothing more."""
        if self._loop.is_closed():
            return
        try:
            self._run(self._stop(), START_TIMEOUT)
        finally:
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
            self._loop.close()

    def _run(self, work: Coroutine[Any, Any, Result], seconds: float) -> Result:
        return asyncio.run_coroutine_threadsafe(asyncio.wait_for(work, seconds), self._loop).result()

    async def _start(self) -> None:
        try:
            from playwright.async_api import Error, async_playwright
        except ImportError:
            raise BrowserMissingError(
                "a browser was asked for, but Playwright is not installed: pip install 'topiccrawl[browser]'"
            ) from None
        if self._playwright is None:
            self._playwright = await async_playwright().start()
        try:
            self._browser = await self._playwright.chromium.launch(
                executable_path=self._program, args=_SWITCHES
            )
        except Error as error:
            raise BrowserMissingError(
                f"no browser starts ({self._program or 'none on the PATH'}): install Chromium, say with "
                f"apt-get install chromium or playwright install chromium; {error.message[:300]}"
            ) from None

    async def _open_tab(self) -> Tab:
        if self._tab is None:
            if self._browser is None or not self._browser.is_connected():
                await self._start()
            assert self._browser is not None
            context = await self._browser.new_context(
                java_script_enabled=False,
                offline=True,
                service_workers="block",
                accept_downloads=False,
                viewport={"width": WIDTH, "height": HEIGHT},
            )
            await context.route("**/*", lambda route: route.abort())
            self._tab = await context.new_page()
        return self._tab

    async def _measure(self, html: str) -> dict[int, Box]:
        tab = await self._open_tab()
        await tab.set_content(html, wait_until="domcontentloaded", timeout=1000 * self._timeout)
        found = json.loads(await tab.evaluate(_MEASURE))
        return {number: Box(area, background, colour) for number, area, background, colour in found}

    async def _drop_tab(self) -> None:
        """Leave a tab to its end: closing one that is busy takes long, and nobody need wait for it."""
        tab, self._tab = self._tab, None
        if tab is not None:
            closing = asyncio.create_task(_close_quietly(tab))
            self._closing.add(closing)
            closing.add_done_callback(self._closing.discard)

    async def _stop(self) -> None:
        if self._browser is not None:
            await self._browser.close()
        if self._playwright is not None:
            await self._playwright.stop()
        if self._closing:
            await asyncio.wait(self._closing)


async def _close_quietly(tab: Tab) -> None:
    """Close a tab that failed; that closing may fail as well is no news."""
    with suppress(Exception):
        await tab.context.close()


@cache
def shared_browser() -> Browser:
    """The browser of this process: started when first asked for, ended with the process.

    Raises:
        BrowserMissingError: there is none.
    """
    browser = Browser()
    atexit.register(browser.close)
    return browser

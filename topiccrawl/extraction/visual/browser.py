"""Lay out pages in headless Chromium with Playwright, an optional dependency.

A page is loaded from a string. Its scripts do not run and all its requests are blocked, so nothing is
fetched. Playwright runs in its own thread with its own event loop, so that a browser can be used from any
thread, even one with a running event loop.
"""

from __future__ import annotations

import asyncio
import atexit
import json
import logging
import threading
from collections.abc import Coroutine
from contextlib import suppress
from functools import cache
from types import TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypeVar

from topiccrawl.chromium import start_chromium, start_playwright
from topiccrawl.errors import BrowserMissingError

if TYPE_CHECKING:
    from playwright.async_api import Browser as PlaywrightBrowser
    from playwright.async_api import Page as Tab
    from playwright.async_api import Playwright

logger = logging.getLogger(__name__)

NODE_ATTRIBUTE = "data-topiccrawl-node"
"""Attribute of the elements to measure; its value is the number of the element."""

WIDTH, HEIGHT = 1280, 1024
"""Size of the window in CSS pixels."""

TIMEOUT = 1.5
"""Timeout of laying out and measuring a page, in seconds."""

START_TIMEOUT = 60.0
"""Timeout of starting and stopping the browser, in seconds."""

_MEASURE = f"""
() => {{
    const root = document.documentElement, found = [];
    const gone = new Set();
    const page = Math.max(1, root.scrollWidth * root.scrollHeight);
    for (const element of document.querySelectorAll("[{NODE_ATTRIBUTE}]")) {{
        const box = element.getBoundingClientRect(), style = getComputedStyle(element);
        const number = Number(element.getAttribute("{NODE_ATTRIBUTE}"));
        if (style.display === "none" || gone.has(element.parentElement)) gone.add(element);
        // Text that is moved out of the page to the left or above cannot be scrolled to.
        const {{right, bottom, width, height}} = box;
        const outside = width > 0 && right + scrollX <= 0 || height > 0 && bottom + scrollY <= 0;
        found.push([
            number, Math.min(1, box.width * box.height / page), style.backgroundColor, style.color,
            gone.has(element) || style.visibility !== "visible" || outside,
        ]);
    }}
    return JSON.stringify(found);
}}
"""

Result = TypeVar("Result")


class Box(NamedTuple):
    """Layout of an element.

    Attributes:
        area: its share of the page's area, in [0, 1].
        background: computed background colour, such as `rgba(0, 0, 0, 0)`.
        colour: computed font colour.
        hidden: whether its own text is not displayed.
    """

    area: float
    background: str
    colour: str
    hidden: bool = False


class Browser:
    """A running browser. Use it as a context manager, or call `close`.

    Args:
        program: path or name of the browser; by default Chromium or Chrome on the PATH, else the browser that
            Playwright has installed.
        timeout: timeout per page in seconds.

    Raises:
        BrowserMissingError: Playwright is not installed, or no browser starts.
    """

    def __init__(self, program: str | None = None, timeout: float = TIMEOUT) -> None:
        self._program = program
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
        """Lay out a page and return the boxes of the elements with `NODE_ATTRIBUTE`, by number.

        Empty when the page times out or crashes.
        """
        with self._one_at_a_time:
            try:
                return self._run(self._measure(html), self._timeout)
            except BrowserMissingError:
                raise
            except Exception as error:  # a page may crash its tab; the next page gets a new tab
                logger.warning("the browser gave up on a page: %s", error or type(error).__name__)
                self._run(self._drop_tab(), START_TIMEOUT)
                return {}

    def close(self) -> None:
        """Stop the browser; calling it again has no effect."""
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
        if self._playwright is None:
            self._playwright = await start_playwright()
        # Scripts do not run, and the layout must start in containers, too, where there is no sandbox.
        self._browser = await start_chromium(self._playwright, sandbox=False, program=self._program)

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
        return {number: Box(*measured) for number, *measured in found}

    async def _drop_tab(self) -> None:
        """Close the tab in the background: closing a busy tab takes long."""
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
    """Close a failed tab; ignore errors."""
    with suppress(Exception):
        await tab.context.close()


@cache
def shared_browser() -> Browser:
    """Return the browser of this process; it is started on first use and stopped at exit.

    Raises:
        BrowserMissingError: no browser can be started.
    """
    browser = Browser()
    atexit.register(browser.close)
    return browser

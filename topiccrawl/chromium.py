"""Starting headless Chromium with Playwright, an optional dependency: the only place that does so."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from typing import TYPE_CHECKING

from topiccrawl.errors import BrowserMissingError

if TYPE_CHECKING:
    from playwright.async_api import Browser, Playwright, ProxySettings

_PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
_SWITCHES = """
    --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update
    --disable-sync --no-pings
""".split()


def browser_program() -> str | None:
    """Return the path of Chromium or Chrome on the PATH; None: Playwright uses the one it has installed."""
    return next(filter(None, map(shutil.which, _PROGRAMS)), None)


async def start_playwright() -> Playwright:
    """Start Playwright's driver; the caller stops it.

    Raises:
        BrowserMissingError: Playwright is not installed.
    """
    try:
        from playwright.async_api import async_playwright
    except ImportError:
        raise BrowserMissingError(
            "a browser is needed, but Playwright is not installed: pip install 'topiccrawl[browser]'"
        ) from None
    return await async_playwright().start()


async def start_chromium(
    playwright: Playwright,
    *,
    sandbox: bool,
    program: str | None = None,
    switches: Sequence[str] = (),
    proxy: ProxySettings | None = None,
) -> Browser:
    """Start a browser that connects to nothing on its own account; the caller closes it.

    Args:
        playwright: the driver.
        sandbox: whether pages run in Chromium's sandbox; there is none for root and in most containers.
        program: path or name; by default Chromium or Chrome on the PATH, else the one that Playwright has
            installed.
        switches: more command line switches. Every user of the machine can read them: no secrets.
        proxy: where all requests go; Playwright gives its password to the browser by a pipe.

    Raises:
        BrowserMissingError: no browser starts.
    """
    from playwright.async_api import Error

    program = program or browser_program()
    try:
        return await playwright.chromium.launch(
            executable_path=program, args=[*_SWITCHES, *switches], chromium_sandbox=sandbox, proxy=proxy
        )
    except Error as error:
        raise BrowserMissingError(
            "no browser starts ({program}): install Chromium, say with apt-get "
            "install chromium or playwright install chromium; {reason}",
            program=program or "none on the PATH",
            reason=error.message[:300],
        ) from None

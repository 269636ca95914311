"""A simulated editor in the system's Chromium; counts clicks and typed characters."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

import uvicorn
from PIL import Image
from playwright.sync_api import Locator, Page, ViewportSize, sync_playwright

from topiccrawl.admin.application import make_application
from topiccrawl.admin.services import Services

SIZE: ViewportSize = {"width": 900, "height": 620}
_COLOURS = 24
_PATIENCE = 1_800_000
"""Timeout in milliseconds, long enough to wait for a crawl on its page."""


@contextmanager
def served(services: Services) -> Iterator[str]:
    """Serve the pages on loopback, and yield their URL."""
    options = uvicorn.Config(make_application(services), port=0, log_level="error", lifespan="off")
    server = uvicorn.Server(options)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        while not server.started:
            thread.join(0.05)
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(20)


class Editor:
    """A simulated user who clicks and types.

    Args:
        page: the browser's page.
        address: URL of the application.
        pictures: folder for pictures; None: none are taken.

    Attributes:
        page: what is shown.
        clicks: buttons, links and boxes that were clicked, and keys that do the same.
        typed: characters that were typed or pasted.
    """

    def __init__(self, page: Page, address: str, pictures: Path | None = None) -> None:
        self.page = page
        self.clicks = 0
        self.typed = 0
        self._address = address
        self._pictures = pictures
        page.set_default_timeout(_PATIENCE)
        page.on("dialog", lambda dialog: dialog.accept())

    def open(self, path: str) -> None:
        """Open a page by its URL."""
        self.page.goto(self._address + path)

    def click(self, target: Locator) -> None:
        """Click something."""
        target.click()
        self.clicks += 1

    def follow(self, name: str) -> None:
        """Click a link."""
        self.click(self.page.get_by_role("link", name=name, exact=True).first)

    def push(self, name: str) -> None:
        """Click a button, and wait for the page that it leads to."""
        with self.page.expect_navigation():
            self.click(self.page.get_by_role("button", name=name, exact=True).first)

    def press(self, key: str) -> None:
        """Press a key that stands for a button."""
        with self.page.expect_navigation():
            self.page.keyboard.press(key)
        self.clicks += 1

    def write(self, label: str, text: str) -> None:
        """Write into the field of a label."""
        self.page.get_by_label(label).first.fill(text)
        self.clicks += 1
        self.typed += len(text)

    def choose(self, label: str, value: str) -> None:
        """Choose from a list."""
        self.page.get_by_label(label).first.select_option(value)
        self.clicks += 2

    def keep(self, name: str) -> None:
        """Take a screenshot if a folder for pictures is set."""
        if self._pictures is None:
            return
        self.page.wait_for_timeout(300)  # wait for the live parts of the page
        picture = Image.open(BytesIO(self.page.screenshot())).convert("RGB")
        small = picture.quantize(_COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
        small.save(self._pictures / f"{name}.png", optimize=True)


@contextmanager
def editor_at(address: str, pictures: Path | None = None) -> Iterator[Editor]:
    """Yield a person at a new browser."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        yield Editor(browser.new_page(viewport=SIZE), address, pictures)
        browser.close()

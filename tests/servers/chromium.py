"""A browser that tests drive."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start Chromium; skip the test if it is not installed."""
    if (program := shutil.which("chromium")) is None:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)("there is no Chromium")
    from playwright.sync_api import sync_playwright  # here: each process that collects tests would import it

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=program, args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        )
        yield browser
        browser.close()

"""The main path in a real browser, under the policy that forbids inline scripts and styles."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Iterator

import pytest
import uvicorn
from admin.conftest import PASSWORD, Admin
from playwright.sync_api import Page, sync_playwright

from topiccrawl.admin.application import make_application

CHROMIUM = shutil.which("chromium")


@pytest.fixture
def address(admin: Admin) -> Iterator[str]:
    """The URL of the application, served as `topiccrawl admin` serves it."""
    options = uvicorn.Config(
        make_application(admin.services),
        port=0,
        log_level="error",
        timeout_graceful_shutdown=1,
        lifespan="off",
    )
    server = uvicorn.Server(options)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive()
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(20)


@pytest.fixture
def browser_page() -> Iterator[Page]:
    """A page of a new Chromium, as wide as a phone."""
    if CHROMIUM is None:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)("there is no Chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser.new_page(viewport={"width": 390, "height": 800})
        browser.close()


def test_log_in_search_read_and_grade_by_keys(admin: Admin, address: str, browser_page: Page) -> None:
    page, complaints = browser_page, []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("dialog", lambda dialog: complaints.append(dialog.message) or dialog.dismiss())

    page.goto(f"{address}/pages?q=党建")
    page.keyboard.type("editor")  # the field has the focus
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    page.get_by_role("link", name="党建工作第4期").click()
    page.get_by_text("支部第4次学习。").wait_for()
    page.keyboard.press("x")
    page.locator("[aria-pressed=true]", has_text="无关").wait_for()

    # Parts that follow a crawl are filled by events, and what a page smuggled in does not run.
    for path in ("/crawls/样例", "/watch?topic=样例"):
        with page.expect_response(lambda response: "/events" in response.url) as events:
            page.goto(address + path)
        assert events.value.headers["content-type"].startswith("text/event-stream")
        page.locator("[data-events] table").first.wait_for()
    page.goto(f"{address}/pages/12")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390  # nothing sticks out on a phone
    assert complaints == []

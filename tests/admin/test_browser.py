"""All pages in a real browser, by keyboard, at the width of a desk and of a phone, under the policy without inline code.

One browser, one server and one log-in for all tests of this module: each of them takes a second to start.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest
from admin.conftest import PASSWORD, Admin
from newsroom.stories.test_build import PAGES, TOPIC
from servers.chromium import chromium
from servers.corpora import opened
from starlette.routing import Route

from benchmarks.admin.editor import served
from topiccrawl.admin.accounts.roles import NAMES, Role
from topiccrawl.admin.application import make_application
from topiccrawl.newsroom.outgoing.rounds import outgoing_of
from topiccrawl.newsroom.stories.build import build_stories
from topiccrawl.topics.making.draft import Draft

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

PHONE = {"width": 390, "height": 800}
DESK = {"width": 1280, "height": 800}
VALUES = {"topic": "样例", "name": "overseas", "number": "3", "ending": "csv"}
"""For the places in the paths of pages."""


@pytest.fixture(scope="module")
def address(admin: Admin) -> Iterator[str]:
    """The URL of the application, served as `topiccrawl admin` serves it, with stories besides the plain pages."""
    store = opened(admin.services.configuration.database)
    run = store.start_run(TOPIC, {})
    store.write(PAGES)
    store.finish_run(run, "finished", {})
    build_stories(store, TOPIC)
    store.close()
    with served(admin.services) as address:
        yield address


# Of an element: how its outline is drawn if it has the focus; whether the link past the menu leads to it.
_FOCUS = """one => {
  if (one === document.activeElement) return getComputedStyle(one).outlineStyle;
  return document.activeElement.className === "skip" && one.closest("main") ? "passing" : "";
}"""
# What a page has to click on, but a keyboard does not reach.
_OUT_OF_REACH = """() => [...document.querySelectorAll("a, button, input, select, textarea, summary, [onclick]")]
  .filter((one) => one.checkVisibility() && !one.disabled && (one.tabIndex < 0 || one.tagName === "A" && !one.href))
  .map((one) => one.outerHTML.slice(0, 120))"""
_RULES = {"resultTypes": ["violations"], "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
_OF_LAYOUT = {
    "resultTypes": ["violations"],
    "runOnly": {"type": "rule", "values": ["scrollable-region-focusable", "target-size"]},
}


class Reader:
    """A person at a keyboard.

    Attributes:
        page: what is shown.
        complaints: what the browser has complained about, such as scripts that the policy forbids.
        asked: questions before an action, which are all answered with yes.
    """

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address = page, address
        self.complaints: list[str] = []
        self.asked: list[str] = []
        page.on("dialog", lambda dialog: (self.asked.append(dialog.message), dialog.accept()))
        page.on("console", lambda one: self.complaints.append(one.text) if one.type == "error" else None)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def open(self, path: str) -> None:
        self.page.goto(self.address + path)

    def tab_to(self, target: Locator) -> None:
        """Press Tab until something has the focus, past the menu where it is in the page's main part.

        Raises:
            AssertionError: it cannot be reached so, or nobody sees that it has the focus.
        """
        target.wait_for()
        element = target.element_handle()  # found once, not at each Tab
        for _ in range(80):
            self.page.keyboard.press("Tab")
            at = element.evaluate(_FOCUS)
            if at == "passing":
                self.page.keyboard.press("Enter")
            elif at:
                assert at == "solid"
                return
        raise AssertionError(f"{target} cannot be reached by keyboard")

    def enter(self) -> None:
        """Press Enter, and wait for the page that it leads to."""
        with self.page.expect_navigation():
            self.page.keyboard.press("Enter")

    def press(self, name: str, *, exact: bool = True) -> None:
        """Press a button by keyboard."""
        self.tab_to(self.page.get_by_role("button", name=name, exact=exact).first)
        self.enter()

    def follow(self, name: str) -> None:
        """Follow a link by keyboard."""
        self.tab_to(self.page.get_by_role("link", name=name, exact=True).first)
        self.enter()

    def type(self, label: str, text: str) -> None:
        """Write into a field by keyboard."""
        self.tab_to(self.page.get_by_label(label, exact=True).first)
        self.page.keyboard.type(text)


@pytest.fixture(scope="module")
def reader(address: str) -> Iterator[Reader]:
    """A new browser, in which somebody has logged in by keyboard."""
    with chromium() as browser:
        one = Reader(browser.new_page(viewport=PHONE, locale="zh-CN"), address)
        one.open("/pages?q=党建")
        one.page.keyboard.type("operator")  # the field has the focus
        one.page.keyboard.press("Tab")
        one.page.keyboard.type(PASSWORD)
        one.page.keyboard.press("Enter")
        one.page.get_by_role("link", name="党建工作第4期").wait_for()
        yield one


@pytest.fixture(autouse=True)
def without_complaints(reader: Reader) -> Iterator[None]:
    reader.complaints.clear()
    yield
    assert reader.complaints == []


def paths(admin: Admin) -> list[str]:
    """Every page: each route that answers with HTML, and pages that show something else by their query."""
    browser = admin.as_(Role.OPERATOR)
    for subject in ("侨联", "暴雨", ""):  # the drafts 1 to 3
        days = {"since": "2024-04", "until": "2024-04"}
        admin.post(Role.OPERATOR, "/analysis/issues", topic=TOPIC, subject=subject, **days)
    admin.post(Role.OPERATOR, "/analysis/issues/receivers", topic=TOPIC, kind="mail", address="a@press.test")
    routes = [one for one in make_application(admin.services).routes if isinstance(one, Route)]
    found = []
    for route in routes:
        if "GET" in (route.methods or ()) and "/events" not in route.path.removeprefix("/analysis/events"):
            path = re.sub(r"\{(\w+)[^}]*\}", lambda place: quote(VALUES[place[1]]), route.path)
            answer = browser.get(path)
            if answer.status_code == 200 and answer.headers["content-type"].startswith("text/html"):
                found.append(path)
    (story,) = re.findall(
        r"/analysis/events/[^\"?]+(?=\">福建省侨联会见菲律宾华商<)",
        browser.get(f"/analysis/events?topic={TOPIC}&since=2024-04").text,
    )
    admin.post(Role.OPERATOR, "/analysis/issues/1", do="send", on="2", seen="1")
    more = ["/analysis", "/analysis/events"]  # the others show this topic without being asked
    return [
        *found,
        "/topics/样例",
        "/pages/12",
        "/analysis/issues/1",
        story,
        *(f"{path}?topic={TOPIC}&since=2024-04" for path in more),
    ]


def serious(page: Page, *, again: bool = False) -> list[tuple[str, str, Any]]:
    """What axe finds that keeps people from using a page: rule, its explanation, where.

    With `again` the same page has another width: only what depends on the layout is looked at.
    """
    if again:
        found = page.evaluate("options => axe.run(document, options)", _OF_LAYOUT)["violations"]
    else:
        from axe_playwright_python.sync_playwright import Axe

        found = Axe().run(page, options=_RULES).response["violations"]
    return [
        (one["id"], one["help"], [node["html"][:120] for node in one["nodes"]][:3])
        for one in found
        if one["impact"] in ("serious", "critical")
    ]


def test_every_page_is_accessible_and_fits_both_widths(admin: Admin, reader: Reader) -> None:
    page, known = reader.page, paths(admin)
    assert len(known) > 20
    barriers, wide = {}, []
    for path in known:
        page.set_viewport_size(PHONE)
        reader.open(path)
        for size in (PHONE, DESK):
            page.set_viewport_size(size)
            if page.evaluate("document.documentElement.scrollWidth") > size["width"]:
                wide.append((size["width"], path))
            if found := serious(page, again=size is DESK):
                barriers[size["width"], path] = found
        assert page.locator("h1").count() == 1, path
        assert page.evaluate(_OUT_OF_REACH) == [], path
    (refused,) = reader.complaints  # the page about a topic without a folder is an error page
    assert "400" in refused
    reader.complaints.clear()
    assert barriers == {}
    assert wide == []


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_find_read_and_grade_by_keyboard(reader: Reader, size: Any) -> None:
    page = reader.page
    page.set_viewport_size(size)
    reader.open("/crawls")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"  # the menu can be passed over
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('main') !== null")
    reader.follow("网页")
    reader.type("包含", "党建")
    reader.enter()
    reader.follow("党建工作第4期")
    page.get_by_text("支部第4次学习。").wait_for()
    page.keyboard.press("x")
    page.locator("[aria-pressed=true]", has_text="无关").wait_for()
    reader.tab_to(page.get_by_label("标签", exact=True))
    page.keyboard.type(f"重点{size['width']}")
    reader.enter()
    page.get_by_role("link", name=f"重点{size['width']}").wait_for()
    if size is DESK:
        page.get_by_role("link", name="重点390").wait_for()  # Enter has not pressed its button for removal


def test_parts_that_follow_a_crawl_are_filled_by_events(reader: Reader) -> None:
    page = reader.page
    page.set_viewport_size(PHONE)
    for path in ("/crawls/样例", "/watch?topic=样例"):
        with page.expect_response(lambda response: "/events" in response.url) as events:
            reader.open(path)
        assert events.value.headers["content-type"].startswith("text/event-stream")
        page.locator("[data-events] table").first.wait_for()


def test_a_briefing_is_edited_by_keyboard(admin: Admin, reader: Reader) -> None:
    page = reader.page
    page.set_viewport_size(PHONE)
    reader.open(f"/analysis/briefing?topic={TOPIC}&since=2024-04-01&until=2024-04-20")
    reader.press("编辑和发送")
    titles = page.locator("fieldset legend")
    first = titles.first.inner_text().partition(". ")[2]
    reader.press(f"下移：{first}")
    assert titles.nth(1).inner_text().endswith(first)
    reader.tab_to(page.get_by_role("textbox", name="编者按").first)
    page.keyboard.type("请核实后再用")
    reader.enter()  # saves, and neither moves nor sends
    assert page.get_by_role("textbox", name="编者按").first.input_value() == "请核实后再用"
    reader.tab_to(page.get_by_role("checkbox", name=first))
    page.keyboard.press("Space")
    reader.press("保存")
    assert not page.get_by_role("checkbox", name=first).is_checked()
    assert all(one["number"] is None for one in outgoing_of(admin.services).issues.all(TOPIC)[:1])


def test_a_briefing_is_sent_in_six_clicks_from_the_log_in(admin: Admin, reader: Reader, address: str) -> None:
    issues = outgoing_of(admin.services).issues
    for topic in admin.services.stored_topics():
        for other in issues.deliveries(topic):  # an e-mail would need a mail server
            issues.remove_receiver(topic, other["id"])
        issues.add_receiver(topic, "generic", "https://hook.test/x")
    browser = reader.page.context.browser
    page, clicks, asked = browser.new_page(locale="zh-CN"), [], []
    page.on("dialog", lambda dialog: (asked.append(dialog.message), dialog.accept()))
    page.goto(f"{address}/login")
    page.get_by_label("用户名").fill(NAMES[Role.EDITOR])
    page.get_by_label("密码").fill(PASSWORD)
    for role, name in (
        ("button", "登录"),
        ("link", "分析"),
        ("link", "简报"),
        ("button", "编辑和发送"),
        ("button", "发送"),
    ):
        with page.expect_navigation():
            page.get_by_role(role, name=name, exact=True).click()  # type: ignore[arg-type]
        clicks.append(name)
    assert len(clicks) + len(asked) == 6 and "个接收人？" in asked[0]
    waits_or_was_tried = re.compile("等待发送|正在发送|连不上对方服务器|没有发出")
    page.get_by_role("cell", name=waits_or_was_tried).first.wait_for()
    assert "第1期" in page.get_by_role("heading", level=1).inner_text()
    page.close()


def test_a_crawl_and_a_stage_are_started_and_ended(admin: Admin, reader: Reader) -> None:
    services, page = admin.services, reader.page
    draft = Draft("河长", ("河长", "河道", "治水"), ("http://127.0.0.1:9/",), ())
    services.topics.create("河长", draft)  # its only start URL is refused, so its crawl ends by itself
    page.set_viewport_size(PHONE)
    reader.open("/crawls/河长")
    reader.press("开始")
    assert page.get_by_role("button", name="开始").count() == 0
    page.get_by_role("button", name="开始").wait_for(timeout=60_000)  # the page has loaded itself again
    page.get_by_text(re.compile("已结束|意外中断")).first.wait_for()
    while services.processes.is_running("河长"):
        page.wait_for_timeout(50)
    reader.follow("步骤")
    reader.press("索引")
    page.get_by_text(re.compile(r"^\s*索引 · 已结束")).first.wait_for(timeout=60_000)

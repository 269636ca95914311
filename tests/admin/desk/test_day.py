"""An editor's day in Chromium: from log-in to a briefing in Word, by keyboard, and by clicks on a phone in English.

On the way every page is looked at: it fits, has a way on, and no text in the other language.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from admin.conftest import PASSWORD, Admin
from admin.test_browser import DESK, PHONE, Reader
from servers.chromium import chromium
from servers.corpora import opened

from benchmarks.admin.editor import served
from topiccrawl.admin.accounts.roles import NAMES, Role
from topiccrawl.admin.web.language import translation
from topiccrawl.storage.records import DropRecord, PageRecord

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page, Response

MOST_CLICKS = 20
TOPICS = {"phone": "乙地河长制", "keyboard": "丙地河长制"}
WORDS = ("河长", "河道", "治水", "水质", "巡河", "水库", "湖长", "断面", "清淤", "排污口")
TITLE = "河长{}带队巡河检查水质，要求年底前完成全部排污口的整治"
TEXT = "河长{}沿河道巡河，检查了水质和排污口。\n治水办说，今年第{}批清淤工程已经在上游的三个村开工。"
_NAMES = (
    "topiccrawl",
    "CSV",
    "Excel",
    "HTML",
    "DOCX",
    "PDF",
    "URL",
    "UTC",
    "English",
    "robots.txt",
    "http",
    "editor",
    "cn",
)
_URLS = re.compile(r"https?://\S+|[a-z0-9.]+\.test")
_HEADLINE, _CARD = 240, 420
"""Least width of a headline on a phone, and largest mean height of a row, in pixels."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as one:
        yield one


@pytest.fixture(scope="module")
def address(admin: Admin) -> Iterator[str]:
    with served(admin.services) as address:
        yield address


def crawl(admin: Admin, topic: str, pages: int = 8) -> None:
    """Store what a crawl of a topic would have."""
    store = opened(admin.services.configuration.database)
    run = store.start_run(topic, {})
    at = datetime(2024, 5, 1, 12, tzinfo=UTC)
    own: dict[str, Any] = {"topic": topic, "run_id": run}
    store.write(
        [
            *(
                PageRecord(
                    **own, fetched_at=at, url=f"http://www.river{n % 3}.test/news/{n}.html", title=TITLE.format(n),
                    text=TEXT.format(n, n), relevance=0.9, published=f"2024-05-{1 + n % 9:02}", anchor=TITLE.format(n),
                )
                for n in range(pages)
            ),
            *(
                DropRecord(
                    **own, dropped_at=at, url=f"http://www.river.test/{n}.html", stage="verdict", reason="off_topic",
                    anchor=TITLE.format(n),
                )
                for n in range(pages)
            ),
        ]
    )  # fmt: skip
    store.finish_run(run, "finished", {})
    store.close()
    admin.services.forget()


class Hand:
    """An editor who clicks with a mouse or finger, or uses the keyboard alone.

    Attributes:
        clicks: links, buttons and grades so far.
    """

    def __init__(
        self, page: Page, address: str, language: str, *, by_keyboard: bool, data: tuple[str, ...]
    ) -> None:
        self.page, self.clicks, self._keyboard = page, 0, Reader(page, address) if by_keyboard else None
        self._say, self._data, self._language = translation(language).gettext, data, language
        self._complaints: list[str] = []
        page.on("pageerror", lambda error: self._complaints.append(str(error)))

    def click(self, role: Any, name: str, *, wrong: bool = False) -> None:
        """Click a link or a button, and look at the page that it leads to."""
        target = self.page.get_by_role(role, name=self._say(name), exact=True).first
        self._go(self._aimed(target), wrong=wrong)

    def key(self, key: str) -> None:
        """Press a key that stands for a button."""
        self._go(lambda: self.page.keyboard.press(key))

    def write(self, label: str, text: str) -> None:
        """Write into the field of a label."""
        field = self.page.get_by_label(re.compile(rf"^\s*{re.escape(self._say(label))}")).first
        if self._keyboard is None:
            field.fill(text)
            return
        self._keyboard.tab_to(field)
        self.page.keyboard.press("Control+A")
        self.page.keyboard.insert_text(text)

    def download(self, name: str, file: Path) -> None:
        """Download a file behind a link."""
        act = self._aimed(self.page.get_by_role("link", name=name, exact=True))
        with self.page.expect_download() as download:
            act()
        self.clicks += 1
        download.value.save_as(file)

    def _aimed(self, target: Locator) -> Callable[[], None]:
        """Return what presses a link or a button; by keyboard it has the focus already."""
        if self._keyboard is None:
            return target.click
        self._keyboard.tab_to(target)
        return lambda: self.page.keyboard.press("Enter")

    def _go(self, act: Callable[[], None], *, wrong: bool = False) -> None:
        with self.page.expect_navigation() as led:
            act()
        self.clicks += 1
        answer: Response | None = led.value
        assert answer is not None and answer.status == (400 if wrong else 200), self.page.url
        self._look()

    def _look(self) -> None:
        page, where = self.page, self.page.url
        assert self._complaints == [], where
        assert page.locator("h1").count() == 1, where
        width = page.viewport_size["width"] if page.viewport_size else 0
        assert page.evaluate("document.documentElement.scrollWidth") <= width, where
        assert page.locator("main a:visible, main button:visible").count(), f"{where} is a dead end"
        shown = page.locator("body").inner_text()
        drawn = page.locator("svg .tile text").all_text_contents()  # names of provinces are data
        shown = _URLS.sub(" ", shown)
        for one in sorted([*self._data, *filter(None, drawn)], key=len, reverse=True):
            shown = shown.replace(one, " ")
        if self._language == "zh":
            shown = re.sub("|".join(map(re.escape, _NAMES)), " ", shown)
            assert not re.findall(r"[A-Za-z]{4,}", shown), where
        else:
            assert not re.findall(r"[\u4e00-\u9fff]+", shown.replace("中文", "")), where


@pytest.mark.parametrize(("way", "size", "language"), [("keyboard", DESK, "zh"), ("phone", PHONE, "en")])
def test_from_log_in_to_a_briefing_in_word(
    admin: Admin, address: str, browser: Browser, tmp_path: Path, way: str, size: Any, language: str
) -> None:
    topic = TOPICS[way]
    admin.services.accounts.set_language(NAMES[Role.EDITOR], language)
    hosts = [f"www.river{n}.test" for n in ("", 0, 1, 2)]
    texts = [text.format(n, n) for n in range(9) for text in (TITLE, *TEXT.split("\n"))]
    data = (
        *TOPICS.values(),
        "河长制",
        *WORDS,
        *hosts,
        *texts,
        "样例",
        "partybuild",
        "overseas",
        "football",
        NAMES[Role.EDITOR],
    )
    context = browser.new_context(
        locale="zh-CN", viewport=size, has_touch=way == "phone", is_mobile=way == "phone"
    )
    context.add_cookies([{"name": "topiccrawl_language", "value": language, "url": address}])
    page = context.new_page()
    page.set_default_timeout(60_000)
    hand = Hand(page, address, language, by_keyboard=way == "keyboard", data=data)
    page.goto(address)
    hand.write("用户名", NAMES[Role.EDITOR])
    hand.write("密码", PASSWORD)
    hand.click("button", "登录")

    hand.click("link", "主题")
    hand.click("link", "新建主题")
    hand.write("名称（文件夹名）", topic)
    hand.write("题目（中文题目也算一个主题词）", "河长制")
    words = "主题词，十个以上为好：每行一个，或用逗号、顿号、空格隔开；词后可写权重，如 大学生,2"
    hand.write(words, "、".join(WORDS))
    hand.click("button", "下一步")
    hand.write("起始网址，每行一个，如 http://www.example.cn/", "http://www.river.test/")
    for _ in range(3):
        hand.click("button", "下一步")
    hand.click("button", "建立")
    assert set(WORDS) < set(admin.services.topics.load(topic).words)
    crawl(admin, topic)

    hand.click("link", "改进主题")
    hand.click("link", "接着标注")
    hand.key("r")
    hand.key("x")
    hand.click("link", "标注完了")
    hand.click("link", "分析")
    page.locator("select[name=topic]").select_option(topic)
    hand.click("button", "查看")
    hand.click("link", "简报")
    hand.write("从", "2024/13/1")
    hand.click("button", "查看", wrong=True)
    hand.write("从", "２０２４年5月1日")
    hand.click("button", "查看")
    hand.download("DOCX", tmp_path / "briefing.docx")
    from docx import Document

    assert any("巡河" in one.text for one in Document(str(tmp_path / "briefing.docx")).paragraphs)
    assert hand.clicks <= MOST_CLICKS, hand.clicks
    context.close()
    admin.services.accounts.set_language(NAMES[Role.EDITOR], "zh")


_WIDTHS = """text => [...document.querySelectorAll("main tbody td")]
  .filter((one) => one.textContent.includes(text)).map((one) => one.getBoundingClientRect().width)"""
_CROSSING = """() => {
  const seen = [...document.querySelectorAll("main a, main button, main input, main select, main td, main p, main h1, main h2")]
    .map((one) => [one, one.getBoundingClientRect()]).filter(([one, box]) => one.checkVisibility() && box.width > 1 && box.height > 1);
  const cross = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
  return seen.flatMap(([one, box], at) => seen.slice(at + 1)
    .filter(([other, its]) => !one.contains(other) && !one.closest("svg") && cross(box, its))
    .map(([other]) => `${one.outerHTML.slice(0, 80)} / ${other.outerHTML.slice(0, 80)}`));
}"""


def test_lists_are_cards_on_a_phone(admin: Admin, address: str, browser: Browser) -> None:
    crawl(admin, "巡河", pages=50)
    page = browser.new_page(viewport=PHONE, locale="zh-CN")
    page.goto(f"{address}/login")
    page.get_by_label("用户名").fill(NAMES[Role.OPERATOR])
    page.get_by_label("密码").fill(PASSWORD)
    page.get_by_role("button", name="登录").click()
    page.get_by_role("link", name="退出").or_(page.get_by_role("button", name="退出")).wait_for()
    drops = "/drops?topic=巡河&stage=verdict&reason=off_topic"
    lists = ("/pages?topic=巡河", "/watch?topic=巡河", drops)
    for path in (*lists, "/crawls", "/topics", "/analysis?topic=巡河"):
        page.goto(address + path)
        narrow = page.evaluate(_WIDTHS, "排污口的整治")
        assert (len(narrow) >= 40) == (path in lists), (path, len(narrow))
        assert min(narrow, default=_HEADLINE) >= _HEADLINE, (path, narrow)
        rows = page.locator("main tbody tr:visible").count()
        height = page.evaluate("document.documentElement.scrollHeight")
        assert height < 2_500 + _CARD * rows, (path, rows, height)
        assert page.evaluate(_CROSSING) == [], path
        assert page.evaluate("document.querySelector('header').offsetHeight") < 150, path
    page.goto(f"{address}/pages?topic=巡河")
    assert page.evaluate("document.documentElement.scrollHeight") < 12_000
    page.close()

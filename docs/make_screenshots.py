"""Take the pictures of the editors' guide: the administration pages over the corpus of the demo.

    PYTHONPATH=. python docs/make_screenshots.py

Nothing but this machine is asked: the demo crawls a web of its own, the pages are served on loopback, and the
system's Chromium looks at them. The pictures have few colours, so that they stay small.
"""

from __future__ import annotations

import os
import secrets
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from benchmarks.admin.editor import served
from topiccrawl.admin.accounts.roles import Role
from topiccrawl.admin.configuration import Configuration
from topiccrawl.admin.services import Services

PICTURES = Path(__file__).parent / "zh" / "pictures"
TOPIC = "partybuild"
PASSWORD = secrets.token_urlsafe()
TEXT = "社区党支部组织党员学习党章\n党员代表交流了学习体会。"
WORDS = "党建 党支部 党员 党组织 主题党日 党课 入党 党委 支部书记 组织生活会".split()
COLOURS = 24
SIZE = {"width": 900, "height": 620}
PHONE = {"width": 390, "height": 700}

SHOTS = {
    "home": "/",
    "crawls": "/crawls",
    "crawl": f"/crawls/{TOPIC}",
    "watch": f"/watch?topic={TOPIC}",
    "pages": f"/pages?topic={TOPIC}&q=党员 学习",
    "drops": f"/drops?topic={TOPIC}",
    "analysis": f"/analysis?topic={TOPIC}&since=2023-01-01",
    "events": f"/analysis/events?topic={TOPIC}&since=2020",
}
"""Pictures of pages as they open; others are taken after some clicks."""


def _run(*words: str) -> None:
    environment = dict(os.environ, LC_ALL="C.UTF-8")
    subprocess.run([sys.executable, "-m", "topiccrawl", *words], check=True, env=environment)  # noqa: S603


@contextmanager
def _served(folder: Path) -> Iterator[str]:
    """Serve the pages of a demo's corpus; yield their URL."""
    database = f"sqlite:///{folder / 'corpus.db'}"
    services = Services(Configuration(database, folder / "admin", folder / "topics"))
    services.accounts.set_user("editor", PASSWORD, Role.EDITOR)
    with closing(services), served(services) as address:
        yield address


def _keep(page: Page, name: str) -> None:
    page.wait_for_timeout(300)  # parts that follow a crawl arrive
    picture = Image.open(BytesIO(page.screenshot())).convert("RGB")
    picture.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(
        PICTURES / f"{name}.png", optimize=True
    )


def _take(page: Page, address: str) -> None:
    page.goto(f"{address}/login")
    page.keyboard.type("editor")
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    page.get_by_role("link", name="退出").or_(page.get_by_role("button", name="退出")).first.wait_for()
    for name, path in SHOTS.items():
        page.goto(address + path)
        _keep(page, name)
    page.goto(f"{address}{SHOTS['pages']}")
    page.locator("main tbody a").first.click()
    page.keyboard.press("r")
    page.locator("[aria-pressed=true]").wait_for()
    _keep(page, "page")
    page.goto(f"{address}/exports?topic={TOPIC}")
    page.get_by_role("button", name="导出").click()
    page.get_by_role("link", name="下载").wait_for()
    _keep(page, "exports")
    page.goto(f"{address}/topics/{TOPIC}#explain")
    page.locator("#explain ~ form textarea").first.fill(
        "社区党支部组织党员学习党章\n党员代表交流了学习体会。"
    )
    page.get_by_role("button", name="判断").click()
    page.get_by_text("通过哪些主题词").wait_for()
    _keep(page, "explain")
    _take_day(page, address)
    page.set_viewport_size(PHONE)
    page.goto(f"{address}{SHOTS['pages']}")
    _keep(page, "phone")


def _take_day(page: Page, address: str) -> None:
    """Take the pictures of `docs/zh/day.md`, those of a crawl from the demo's own topic."""
    page.goto(f"{address}/topics/new/1")
    for name, text in {"name": "党建", "title": "党的建设", "words": "\n".join(WORDS)}.items():
        page.locator(f"[name={name}]").fill(text)
    _keep(page, "day-words")
    page.get_by_role("button", name="下一步").click()
    page.locator("[name=seeds]").fill("http://www.example.cn/")
    for _ in range(2):
        page.get_by_role("button", name="下一步").click()
    page.locator("[name=good]").fill(TEXT)
    page.locator("[name=bad]").fill("市民周末赏花\n公园里的樱花开了，上万名市民前来游园。")
    page.get_by_role("button", name="试一试").click()
    _keep(page, "day-try")
    page.goto(f"{address}/watch?topic={TOPIC}")
    _keep(page, "day-watch")
    page.goto(f"{address}/pages/label?topic={TOPIC}")
    page.keyboard.press("r")
    page.wait_for_timeout(2_000)
    _keep(page, "day-grade")
    page.goto(f"{address}/pages?topic={TOPIC}&q=党课")
    _keep(page, "day-search")
    page.goto(f"{address}/analysis/briefing?topic={TOPIC}&since=2020")
    _keep(page, "day-briefing")
    page.get_by_role("button", name="编辑和发送").click()
    page.get_by_role("button", name="发送", exact=True).first.wait_for()
    _keep(page, "draft")
    page.goto(f"{address}/topics/{TOPIC}")
    page.get_by_role("button", name="复制").click()
    page.goto(f"{address}/topics/{TOPIC}/improve")
    _keep(page, "day-improve")
    page.get_by_role("button", name="找新词").click()
    page.locator("input[name=word]").first.check()
    _keep(page, "day-new-words")


def main() -> None:
    """Crawl the demo, and take all pictures."""
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "demo"
        _run("demo", "--directory", str(folder))
        _run("stories", "-t", TOPIC, "--database", f"sqlite:///{folder / 'corpus.db'}")
        with _served(folder) as address, sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=shutil.which("chromium"), args=["--no-sandbox"]
            )
            _take(browser.new_page(viewport=SIZE, locale="zh-CN"), address)
            browser.close()
    sizes = {path.name: path.stat().st_size for path in sorted(PICTURES.glob("*.png"))}
    sys.stdout.write("".join(f"{size:>8,} {name}\n" for name, size in sizes.items()))
    sys.stdout.write(f"{sum(sizes.values()):>8,} in all\n")


if __name__ == "__main__":
    main()

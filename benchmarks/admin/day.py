"""An editor's day using only the administration pages: clicks, typed characters and seconds of each step.

    python -m benchmarks.admin.day [--pictures docs/zh/pictures]              # on the demo web
    TOPICCRAWL_DATA=FOLDER python -m benchmarks.admin.day --web FOLDER        # on a built replay web

A new topic is made of ten words and three sites by the guide, crawled with the usual delays, watched and
ended; twenty pages are graded with a key each; the proposed threshold and found words are taken; it is
crawled again; then a search, a briefing as a Word file, and an export to Excel. A program plays the editor
in the system's Chromium: it knows the labels of the web, and takes those words that the shipped topic has.
It uses no script, address or command besides what the pages offer.

clicks       on links, buttons and boxes, and keys that do the same
characters   typed or pasted
seconds      wall-clock time, including waiting for crawls; no person was timed

Writes results/admin-day.json, with what the two crawls kept.
"""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import select

from benchmarks.admin.editor import Editor, editor_at, served
from benchmarks.live.web import ReplayWeb, serve
from benchmarks.measuring import arguments, show_table, update_result, work_folder
from benchmarks.replay.captures import label_table
from topiccrawl.admin.accounts.roles import Role
from topiccrawl.admin.configuration import Configuration
from topiccrawl.admin.services import Services
from topiccrawl.demo.articles import load_articles
from topiccrawl.demo.server import DemoServer
from topiccrawl.demo.web import build_web
from topiccrawl.relevance import Topic
from topiccrawl.storage.schema import pages as stored_pages
from topiccrawl.topics.calibration.graded_pages import NEAR, OTHER, RELEVANT, read_page_grades

NAME, TITLE = "党建", "党的建设"
WORDS = ("党建", "党支部", "党员", "党组织", "主题党日", "党课", "入党", "党委", "支部书记", "组织生活会")
GOOD = """社区党支部开展主题党日活动
四月八日，社区党支部组织党员重温入党誓词，支部书记讲了一堂党课。"""
BAD = """市民周末赏花
公园里的樱花开了，上万名市民前来游园，交警提醒错峰出行。"""
GRADED, TICKED = 20, 10
_SINCE = "2020-01-01"
_PASSWORD = "benchmark of a day"
_KEYS = {RELEVANT: "r", NEAR: "n", OTHER: "x"}
_NAMES = {RELEVANT: "relevant", NEAR: "near", OTHER: "other"}
_SITES = 3


@dataclass(frozen=True)
class Web:
    """The web of the day.

    Attributes:
        name: what its figures are called.
        sites: URLs that the editor types.
        proxy: URL of its server.
        grade: returns the grade of a URL.
    """

    name: str
    sites: Sequence[str]
    proxy: str
    grade: Callable[[str], int]


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--web", type=Path, help="a replay web; default: the demo web")
    parser.add_argument("--pages", type=int, default=300, help="pages that each crawl fetches")
    parser.add_argument("--pictures", type=Path, help="folder for pictures of the steps")
    args = parser.parse_args()
    with work_folder() as work, _replay_web(args.web, work) if args.web else _demo_web() as web:
        variables = {"http_proxy": web.proxy, "https_proxy": web.proxy}
        database = f"sqlite:///{work / 'corpus.db'}"
        services = Services.start(Configuration(database, work / "admin", work / "topics"), variables)
        services.accounts.set_user("editor", _PASSWORD, Role.OPERATOR)
        with served(services) as address, editor_at(address, args.pictures) as editor:
            day = Day(editor, web, args.pages, work)
            day.spend()
        found = {"steps": day.steps, "grades": day.grades, "taken": day.taken, "crawls": _kept(services, web)}
        services.close()
    show_table(tuple(day.steps[0]), [tuple(step.values()) for step in day.steps])
    print({name: value for name, value in found.items() if name != "steps"})
    update_result("admin-day", {web.name: found})


class Day:
    """The steps of the day.

    Args:
        editor: performs the clicks.
        web: the web.
        pages: pages that each crawl fetches.
        work: folder for downloads.

    Attributes:
        steps: name, clicks, characters and seconds of each step so far.
        grades: how many pages got each grade.
        taken: words that were added to the topic.
    """

    def __init__(self, editor: Editor, web: Web, pages: int, work: Path) -> None:
        self._editor = editor
        self._page = editor.page
        self._web = web
        self._pages = pages
        self._work = work
        self.steps: list[dict[str, Any]] = []
        self.grades: Counter[str] = Counter()
        self.taken = 0

    def spend(self) -> None:
        """Take all steps."""
        self._step("log in", self._log_in)
        self._step("new topic", self._make_topic)
        self._step("watch the crawl", self._watch)
        self._step("grade 20 pages", self._grade)
        self._step("improve: threshold", self._set_threshold)
        self._step("improve: words", self._add_words)
        self._step("crawl again", self._crawl_again)
        self._step("search and read", self._search)
        self._step("events", self._find_events)
        self._step("briefing", self._brief)
        self._step("export", self._export)
        values = [Counter({name: step[name] for name in step if name != "step"}) for step in self.steps]
        self.steps.append({"step": "all", **sum(values, Counter())})
        self.steps[-1]["seconds"] = round(self.steps[-1]["seconds"], 1)

    def _step(self, name: str, act: Callable[[], object]) -> None:
        began, clicks, typed = time.perf_counter(), self._editor.clicks, self._editor.typed
        act()
        values = {
            "step": name,
            "clicks": self._editor.clicks - clicks,
            "characters": self._editor.typed - typed,
            "seconds": round(time.perf_counter() - began, 1),
        }
        self.steps.append(values)
        print(values, flush=True)

    def _log_in(self) -> None:
        self._editor.open("/")
        self._editor.write("用户名", "editor")
        self._editor.write("密码", _PASSWORD)
        self._editor.push("登录")

    def _make_topic(self) -> None:
        editor = self._editor
        editor.follow("主题")
        editor.follow("新建主题")
        editor.write("名称", NAME)
        editor.write("题目", TITLE)
        editor.write("主题词，", "\n".join(WORDS))
        editor.keep("day-words")
        editor.push("下一步")
        editor.write("起始网址", "\n".join(self._web.sites))
        editor.push("下一步")
        editor.push("下一步")  # the check of the words
        editor.write("应当保留的", GOOD)
        editor.write("不应保留的", BAD)
        editor.push("试一试")
        editor.keep("day-try")
        editor.push("下一步")
        editor.push("建立并开始采集")

    def _watch(self) -> None:
        self._editor.follow("动态")
        self._page.locator("[data-events] table tbody tr").nth(5).wait_for()
        self._editor.keep("day-watch")
        self._editor.follow("采集")
        self._editor.follow(NAME)
        self._end_after(self._pages)
        self._editor.keep("day-crawl")

    def _end_after(self, pages: int) -> None:
        """Wait until a crawl has fetched this many pages or has ended; end it."""
        while not self._has_ended():
            if self._figure("已抓取") >= pages:
                self._editor.push("结束")
                while not self._has_ended():
                    time.sleep(0.5)
                return
            time.sleep(0.5)

    def _has_ended(self) -> bool:
        return bool(re.search("已结束|意外中断", self._page.locator("[data-events] .state").inner_text()))

    def _figure(self, name: str) -> int:
        text = self._page.locator(".figures div", has_text=name).first.locator("dd").inner_text()
        return int(text.replace(",", ""))

    def _grade(self) -> None:
        self._editor.follow("网页")
        self._editor.follow("逐页标注")
        for number in range(GRADED):
            url = self._page.locator("main p a").first.get_attribute("href") or ""
            if number == GRADED // 2:
                self._editor.keep("day-grade")
            grade = self._web.grade(url)
            self.grades[_NAMES[grade]] += 1
            self._editor.press(_KEYS[grade])
        self._editor.follow("标注完了")

    def _set_threshold(self) -> None:
        self._editor.keep("day-improve")
        button = self._page.get_by_role("button", name="看看改了会怎样")
        if not button.count():  # today's threshold is the best one, or all pages are relevant
            return
        self._editor.push("看看改了会怎样")
        self._editor.keep("day-threshold")
        self._editor.push("保存这些阈值")
        self._editor.follow("改进主题")

    def _add_words(self) -> None:
        self._editor.push("找新词")
        boxes = self._page.locator("input[name=word]")
        boxes.first.wait_for()  # the page loads itself again
        expert = Topic.load("partybuild").words
        offered = [box.get_attribute("value") or "" for box in boxes.all()]
        for word in [word for word in offered if word in expert][:TICKED]:
            self._editor.click(self._page.locator(f'input[name=word][value="{word}"]'))
            self.taken += 1
        self._editor.keep("day-new-words")
        if self.taken:
            self._editor.push("采用选中的")

    def _crawl_again(self) -> None:
        self._editor.follow("采集")
        self._editor.follow(NAME)
        self._editor.write("页数上限", str(self._pages))
        self._editor.push("开始")
        self._page.locator("h2:has-text('历次运行') + div tbody tr").nth(1).wait_for()  # its own row
        while not self._has_ended():
            time.sleep(0.5)

    def _search(self) -> None:
        self._editor.follow("网页")
        self._editor.write("包含", "党课")
        self._editor.push("查找")
        self._editor.keep("day-search")
        self._editor.click(self._page.locator("main tbody a").first)
        self._page.locator("article").wait_for()

    def _find_events(self) -> None:
        self._editor.follow("采集")
        self._editor.follow(NAME)
        self._editor.follow("步骤")
        self._editor.push("事件")
        self._page.get_by_text("已结束").wait_for()

    def _brief(self) -> None:
        self._editor.follow("分析")
        self._editor.follow("简报")
        self._editor.write("从", _SINCE)
        self._editor.push("查看")
        self._editor.keep("day-briefing")
        self._download("DOCX", "briefing.docx")

    def _export(self) -> None:
        self._editor.follow("导出")
        self._editor.choose("格式", "xlsx")
        self._editor.push("导出")
        self._editor.keep("day-export")
        self._download("下载", "export.xlsx")

    def _download(self, link: str, name: str) -> None:
        with self._page.expect_download() as download:
            self._editor.follow(link)
        path = self._work / name
        download.value.save_as(path)
        if path.stat().st_size < 1_000:
            raise RuntimeError(f"{name} is empty")


@contextmanager
def _demo_web() -> Iterator[Web]:
    web = build_web(load_articles())

    def grade(url: str) -> int:
        label = web.labels.get(url)
        return RELEVANT if label is not None and label.relevant else OTHER

    with DemoServer(web) as server:
        yield Web("demo web", web.homes[:_SITES], server.proxy_url, grade)


@contextmanager
def _replay_web(folder: Path, work: Path) -> Iterator[Web]:
    web = ReplayWeb(folder, int(folder.name.rsplit("-", 1)[1]))
    grades = read_page_grades(label_table(web, "partybuild", work))
    with serve(web, work / "access.tsv") as proxy:
        sites = [*web.seeds("party"), *web.seeds("portals")][:_SITES]
        yield Web(folder.name, sites, proxy, lambda url: grades.grade(url) or OTHER)


def _kept(services: Services, web: Web) -> list[Mapping[str, Any]]:
    """Return the number of pages that each crawl kept, and the share of relevant ones, without near ones."""
    pages = stored_pages.c
    query = select(pages.run_id, pages.url).where(pages.topic == NAME).order_by(pages.id)
    by_run: dict[int, Counter[int]] = {}
    for row in services.read(lambda connection: connection.execute(query).all()):
        by_run.setdefault(row.run_id, Counter())[web.grade(row.url)] += 1
    return [
        {
            "kept": sum(grades.values()),
            "near": grades[NEAR],
            "precision": round(grades[RELEVANT] / max(1, grades[RELEVANT] + grades[OTHER]), 3),
        }
        for grades in by_run.values()
    ]


if __name__ == "__main__":
    main()

"""The home page and the page of the sources."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta, tzinfo

import pytest
from admin.conftest import ATTACK, Admin
from lxml.html import document_fromstring
from servers.corpora import opened

from topiccrawl.admin.accounts.roles import Role
from topiccrawl.admin.pages import home
from topiccrawl.admin.pages.home import since_midnight
from topiccrawl.newsroom.pages import home as stories
from topiccrawl.newsroom.pages import overview
from topiccrawl.newsroom.stories.build import build_stories
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.records import PageRecord
from topiccrawl.storage.rows.learned import write_groups, write_model
from topiccrawl.storage.rows.starts.source_visits import SourceVisit, write_source_visits

TEXT = "河长带队巡河，检查了水质和排污口，要求年底前完成全部整治。\n治水办说，上游三个村的清淤工程已经开工。"


@pytest.fixture
def desk(make_admin: Callable[..., Admin]) -> Iterator[tuple[Admin, CorpusStore]]:
    """A topic with pages of today and of yesterday, of which two of today are one story."""
    admin, now = make_admin(), datetime.now(UTC)
    admin.new_topic("样例", "河长\n河道", "http://river.test/", title="河长")
    store = opened(admin.services.configuration.database)
    run = store.start_run("样例", {})
    china = now + timedelta(hours=8)
    titles = ["昨天的清淤工程", "河长巡河检查水质", "河长巡河检查水质", f"排污口整治{ATTACK}"]
    days = [china - timedelta(days=1), china, china, china]
    store.write(
        [
            PageRecord(
                topic="样例", url=f"http://river{at}.test/{at}.html", run_id=run,
                fetched_at=max(now - (china - day), since_midnight(now)) if day == china else now - timedelta(days=1),
                title=title, text=TEXT if at in (1, 2) else f"{title}。{TEXT[:20]}", published=f"{day:%Y-%m-%d}", site="清河网",
            )
            for at, (title, day) in enumerate(zip(titles, days, strict=True))
        ]
    )  # fmt: skip
    store.finish_run(run, "finished", {})
    build_stories(store, "样例")
    yield admin, store
    store.close()


def pieces(html: str) -> dict[str, str]:
    """The text of each piece by its heading."""
    found = document_fromstring(html).xpath("//section")
    return {one.find("h2").text_content(): " ".join(one.text_content().split()) for one in found}


def test_the_desk_shows_what_is_there_without_being_asked(desk: tuple[Admin, CorpusStore]) -> None:
    admin, _ = desk
    assert "已标注" not in admin.as_(Role.VIEWER).get("/").text
    html = admin.as_(Role.EDITOR).get("/").text
    shown = pieces(html)
    assert list(shown) == ["今天入库 3 页", "今天的要闻", "预警", "正在进行与等候的", "等您回答的"]
    assert "河长巡河检查水质" in shown["今天入库 3 页"] and "昨天的清淤" not in shown["今天入库 3 页"]
    assert "2 个网页，2 个网站" in shown["今天的要闻"] and "/analysis/events/%E6" in html
    assert "最近七天没有预警" in shown["预警"]
    assert "没有正在进行的采集" in shown["正在进行与等候的"]
    assert "已标注 0 页" in shown["等您回答的"] and "/pages/label?topic=" in html
    assert "<script>alert" not in html
    assert "河长的简报" in shown["今天的要闻"] and "河长的来源" in shown["等您回答的"]  # not 样例
    for path in re.findall(r'href="(/[^"]*)"', html[html.index("<main") :]):
        answer = admin.as_(Role.EDITOR).get(path.replace("&amp;", "&"))
        assert answer.status_code in (200, 303), path


def test_the_desk_says_what_runs_waits_failed_and_needs_an_answer(desk: tuple[Admin, CorpusStore]) -> None:
    admin, store = desk
    run = store.start_run("样例", {})
    store.add_stats(store.last_run("样例"), {"topiccrawl/steps/failed": {"stories": "磁盘满了"}})
    admin.services.schedules.add("样例", "0 * * * *", 0, datetime.now(UTC))
    group = {"words": ["足球", "联赛"], "pages": [1], "far": False, "wanted": None}
    store.transact(lambda connection: write_model(connection, "样例", None, []))
    store.transact(lambda connection: write_groups(connection, "样例", 4, [group], None))
    visit_all(store, run)
    shown = pieces(admin.as_(Role.VIEWER).get("/").text)
    runs, asked = shown["正在进行与等候的"], shown["等您回答的"]
    assert "采集中" in runs and "下次采集" in runs and "“事件”没有完成" in runs and "磁盘满了" in runs
    assert "1 组网页要确认：要还是不要 足球 联赛" in asked
    assert "moved.test 列表转到 new.test：已经搬家" in asked and "steady.test" not in asked
    admin.services.accounts.set_language("viewer", "en")
    english = admin.as_(Role.VIEWER).get("/").text
    assert "its lists lead to new.test" in english and "What needs your answer" in english


def test_all_sources_are_on_one_page(desk: tuple[Admin, CorpusStore]) -> None:
    admin, store = desk
    assert "还没有记录" in admin.as_(Role.VIEWER).get("/sources?topic=样例").text
    visit_all(store, store.last_run("样例"))
    admin.services.forget()
    html = admin.as_(Role.VIEWER).get("/sources?topic=样例").text
    rows = [
        " ".join(cell.text_content() for cell in one) for one in document_fromstring(html).xpath("//tbody/tr")
    ]
    assert "共 2 个来源，1 个有问题" in html
    assert rows[0] == "moved.test 搬家或地址变了 列表转到 new.test：已经搬家"
    assert rows[1].startswith("steady.test 正常 正常：每天约 6 篇新文章，最近一篇在 0")
    assert admin.browser().get("/sources").headers["location"].startswith("/login")


def visit_all(store: CorpusStore, last: int) -> None:
    """Ten days of visits to two sources, of which one has moved since."""
    now = datetime.now(UTC)
    for number in range(-121, 0):
        row = SourceVisit(
            at=now + timedelta(hours=2 * (number + 1)), lists=1, answered=1, lists_read=1, links=20,
            fresh=number % 2, texts=number % 2, textless=0,
        )  # fmt: skip
        visits = {"steady.test": row, "moved.test": row}
        store.transact(lambda connection, n=number, v=visits: write_source_visits(connection, "样例", n, v))
    moved = row._replace(at=now, problem="moved", place="new.test")
    store.transact(lambda connection: write_source_visits(connection, "样例", last, {"moved.test": moved}))


def test_the_day_begins_at_midnight_in_china(
    desk: tuple[Admin, CorpusStore], monkeypatch: pytest.MonkeyPatch
) -> None:
    admin, store = desk
    now = datetime(2024, 5, 2, 23, tzinfo=UTC)  # 7:00 of 3 May in China

    class Clock(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
            return now.astimezone(tz)

    for module in (home, stories, overview):
        monkeypatch.setattr(module, "datetime", Clock)
    own = {"topic": "样例", "run_id": 1, "text": TEXT, "site": "清河网"}
    dated = {"昨天的巡河": "2024-05-02", "今天的巡河": "2024-05-03", "没有日期的巡河": None}
    store.write(
        PageRecord(fetched_at=now, url=f"http://a.test/{title}", title=title, published=day, **own)
        for title, day in dated.items()
    )
    admin.services.forget()
    html = admin.as_(Role.EDITOR).get("/").text
    (link,) = re.findall(r'href="(/analysis/briefing[^"]*)"', html)
    for shown in (pieces(html)["今天的要闻"], admin.as_(Role.EDITOR).get(link.replace("&amp;", "&")).text):
        assert "今天的巡河" in shown and "没有日期的巡河" in shown and "昨天的巡河" not in shown


def test_the_page_of_warnings_has_those_of_the_home_page(desk: tuple[Admin, CorpusStore]) -> None:
    admin, store = desk
    now = datetime.now(UTC)
    text = "江边市昨夜突降大雨，五座水库开闸泄洪，沿河两个镇的居民连夜转移到了高处的学校。"
    own = {"topic": "样例", "run_id": 1, "fetched_at": now, "text": text, "title": "江边市大雨水库泄洪"}
    day = f"{now + timedelta(hours=8):%Y-%m-%d}"
    store.write(PageRecord(url=f"http://rain{at}.test/", published=day, **own) for at in range(8))
    build_stories(store, "样例")
    admin.services.forget()
    path = "/analysis/warnings?topic=%E6%A0%B7%E4%BE%8B"
    html = admin.as_(Role.VIEWER).get("/").text
    assert path in html and "江边市大雨水库泄洪" in pieces(html)["预警"]
    assert "江边市大雨水库泄洪" in admin.as_(Role.VIEWER).get(path).text

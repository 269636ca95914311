"""What the pages say of crawls, times and pages that are set aside."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from admin.conftest import Admin, page
from admin.test_lists import exported, numbers
from servers.corpora import opened

from topiccrawl.admin.accounts.roles import Role
from topiccrawl.admin.crawls.processes import CrawlProcesses
from topiccrawl.admin.crawls.scheduler import Scheduler
from topiccrawl.admin.crawls.stages import JOB
from topiccrawl.newsroom.stories.build import build_stories
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.records import DropRecord
from topiccrawl.storage.rows.admin.run_figures import write_figures

CODES = re.compile(
    r"\b(?:[a-z]+_[a-z_0-9]+|closespider\w*|finished|shutdown|topiccrawl (?!crawl)[a-z]+|TOPICCRAWL_\w+|\w+\.(?:toml|tsv))\b"
)
"""Codes, settings, commands and file names."""


@pytest.fixture
def crawled(make_admin: Callable[..., Admin]) -> Iterator[tuple[Admin, CorpusStore]]:
    """Two topics of one's own; 甲 was crawled."""
    admin = make_admin()
    for name in ("甲", "乙"):
        admin.new_topic(name, "河长\n河道", "http://127.0.0.1:9/", title=name)
    store = opened(admin.services.configuration.database)
    yield admin, store
    store.close()


def running(store: CorpusStore, topic: str, state: str = "running") -> int:
    run = store.start_run(topic, {})
    show(store, run, state)
    return run


def show(store: CorpusStore, run: int, state: str) -> None:
    figures = dict.fromkeys(("fetched", "kept", "duplicates", "dropped", "errors", "waiting"), 1)
    store.transact(lambda connection: write_figures(connection, run, state, **figures))


def buttons(html: str) -> set[str]:
    main = html[html.index("<main") :]
    return set(re.findall(r"<button[^>]*>([^<]+)</button>", main))


def state(html: str) -> str:
    found = re.search(r'data-state="(\w*)"', html)
    assert found
    return found[1]


def test_a_start_beside_another_crawl_names_it_and_waits(crawled: tuple[Admin, CorpusStore]) -> None:
    admin, store = crawled
    run = running(store, "乙")
    html = admin.as_(Role.OPERATOR).get("/crawls/甲").text
    assert "“乙”正在写数据库" in html and buttons(html) == {"等它结束后自动开始"}
    refused = admin.post(Role.OPERATOR, "/crawls/甲/start", pages="２０页", at="/crawls/甲")
    assert refused.status_code == 400 and "“乙”正在写数据库" in refused.text
    assert 'value="２０页"' in refused.text and not admin.services.processes.is_running("甲")
    waits = admin.post(Role.OPERATOR, "/crawls/甲/start", pages="2", wait="1")
    assert waits.status_code == 303
    assert "已排队" in admin.as_(Role.VIEWER).get("/crawls/甲").text
    assert "一次：别的采集结束之后" in admin.as_(Role.VIEWER).get("/schedules").text
    scheduler = Scheduler(admin.services)
    scheduler.look(datetime.now(UTC))
    assert not admin.services.processes.is_running("甲")
    store.finish_run(run, "finished", {})
    store.close()
    scheduler.look(datetime.now(UTC))
    assert admin.services.schedules.all() == []
    assert "CLOSESPIDER_PAGECOUNT=2" in (admin.services.processes.command("甲") or "")
    assert admin.post(Role.OPERATOR, "/crawls/甲/start").status_code == 400  # it is running
    deadline = time.monotonic() + 60
    while admin.services.processes.is_running("甲"):
        assert time.monotonic() < deadline
        time.sleep(0.1)
    log = "\n".join(admin.services.processes.log_tail("甲"))
    assert re.search("[\u4e00-\u9fff]{4}", log), log
    # A seed on this machine is refused, so the crawl ends at once, and its page says so.
    code = admin.services.processes.exit_code("甲")
    html = admin.as_(Role.OPERATOR).get("/crawls/甲").text
    assert code != 0 and f"没有抓到网页 ({code})" in html and "已结束" in html
    assert "日志末尾" in html and "日志末尾" not in admin.as_(Role.VIEWER).get("/crawls/甲").text


def test_buttons_are_those_that_do_something(crawled: tuple[Admin, CorpusStore]) -> None:
    admin, store = crawled
    browser = admin.as_(Role.OPERATOR)
    assert buttons(browser.get("/crawls/甲").text) == {"开始"}
    for wish in ("pause", "resume", "stop"):  # an old page
        assert admin.post(Role.OPERATOR, f"/crawls/甲/{wish}").status_code == 400
    run = running(store, "甲")
    assert buttons(browser.get("/crawls/甲").text) == {"暂停", "结束"}
    show(store, run, "paused")
    assert buttons(browser.get("/crawls/甲").text) == {"继续", "结束"}
    admin.post(Role.OPERATOR, "/crawls/甲/stop")
    html = browser.get("/crawls/甲").text
    assert state(html) == "closing" and buttons(html) == set() and "正在结束" in html
    store.finish_run(run, "stopped", {})
    html = browser.get("/crawls/甲").text
    assert "由人结束" in html and "stopped" not in re.sub(r'class="[^"]*"', "", html)


def test_a_process_that_ends_is_not_shown_as_starting(
    crawled: tuple[Admin, CorpusStore], monkeypatch: pytest.MonkeyPatch
) -> None:
    admin, store = crawled
    monkeypatch.setattr(CrawlProcesses, "is_running", lambda self, name: name == "甲")
    launched = datetime.now(UTC) - timedelta(seconds=5)
    monkeypatch.setattr(CrawlProcesses, "launched_at", lambda self, name: launched)
    assert state(admin.as_(Role.VIEWER).get("/crawls/甲").text) == "starting"
    store.finish_run(store.start_run("甲", {}), "finished", {})
    html = admin.as_(Role.VIEWER).get("/crawls/甲").text
    assert state(html) == "closing" and "正在启动" not in html


def test_a_stage_says_whose_it_is(crawled: tuple[Admin, CorpusStore]) -> None:
    admin, store = crawled
    store.close()
    admin.post(Role.OPERATOR, "/crawls/甲/stages", stage="stories")
    while admin.services.processes.is_running(JOB):
        time.sleep(0.05)
    html = admin.as_(Role.EDITOR).get("/crawls/乙/stages").text
    assert "事件 · 主题" in re.sub("<[^>]*>", "", html) and 'href="/crawls/%E7%94%B2/stages"' in html
    assert "topiccrawl stories" not in html


def test_times_are_those_of_beijing_on_every_machine(admin: Admin) -> None:
    html = admin.as_(Role.VIEWER).get("/pages/3").text
    assert "2024-05-01 20:00:00" in html and "时间均为北京时间" in html  # fetched at 12:00 UTC


def test_no_codes_stand_before_an_editor(crawled: tuple[Admin, CorpusStore]) -> None:
    admin, store = crawled
    run = store.start_run("甲", {})
    parts = {"odds_formula_5": 0.5, "odds_of_a_plug_in": 0.1, "formula_5": 0.2}
    some = [page(number, topic="甲", priority_parts=parts, kind="article") for number in range(1, 4)]
    reasons = [("verdict", "off_topic"), ("download", "robots"), ("gate", "status_404"), ("own", "a_plug_in")]
    drops: list[Any] = [
        DropRecord(
            topic="甲", url=f"http://x.test/{reason}", stage=stage, reason=reason, run_id=run,
            dropped_at=datetime.now(UTC), anchor="链接",
        )
        for stage, reason in reasons
    ]  # fmt: skip
    store.write([*some, *drops])
    store.finish_run(run, "closespider_pagecount", {})
    browser = admin.as_(Role.EDITOR)
    paths = [
        "/crawls/甲", "/crawls", "/watch?topic=甲", "/pages?topic=甲", "/pages/1", "/drops?topic=甲",
        "/drops?topic=甲&stage=verdict&reason=off_topic", "/topics/甲", "/topics/甲/url?url=http://x.test/robots",
        "/topics/甲/improve", "/analysis?topic=甲", "/analysis/events?topic=甲", "/analysis/warnings?topic=甲",
        "/analysis/briefing?topic=甲", "/exports?topic=甲", "/crawls/甲/stages", "/crawls/甲/dead", "/schedules",
        "/topics/new/1", "/topics/new/2",
    ]  # fmt: skip
    for path in paths:
        html = browser.get(path).text
        shown = re.sub(r"<(script|style)[^>]*>.*?</\1>|<[^>]*>|https?://[\w./]+", " ", html, flags=re.DOTALL)
        assert not CODES.search(shown), (path, CODES.findall(shown))
    watched = browser.get("/watch?topic=甲").text
    assert re.search(r"没有抓取</span> 网站的 robots.txt 不允许抓取", watched)


def test_pages_set_aside_are_not_listed_counted_or_exported_unless_asked(
    crawled: tuple[Admin, CorpusStore],
) -> None:
    admin, store = crawled
    store.start_run("甲", {})
    text = "河长{}沿河道巡河，检查了水质，治水有方。" * 3
    some = [page(n, topic="甲", title=f"第{n}次巡河", text=text.replace("{}", str(n))) for n in range(1, 7)]
    reasons = {2: "off_topic", 3: "undecided", 5: "off_topic"}
    store.write([replace(one, set_aside=reasons.get(n)) for n, one in enumerate(some, 1)])
    build_stories(store, "甲")
    store.close()
    browser = admin.as_(Role.EDITOR)
    listed = browser.get("/pages?topic=甲").text
    assert numbers(listed) == [6, 4, 1] == numbers(browser.get("/pages?topic=甲&q=巡河").text)
    assert "另有 3 个网页被搁置" in listed and "学到的判断：与主题无关 2" in listed
    every = browser.get("/pages?topic=甲&aside=1").text
    assert numbers(every) == [6, 5, 4, 3, 2, 1] and every.count("搁置</span>") == 3
    assert "搁置" in browser.get("/pages/2").text
    overview = browser.get("/analysis?topic=甲&since=2024-05&until=2024-05").text
    assert "<dt>网页</dt><dd>3</dd>" in overview
    events = browser.get("/analysis/events?topic=甲&since=2024-05&until=2024-05").text
    assert sum(map(int, re.findall(r'<td class="n">(\d+)</td></tr>', events))) <= 3
    (link,) = re.findall(r'href="(/analysis/events/[^"?]+)">', events)[:1]
    event = browser.get(link).text
    drawn = set(re.findall(r"<text[^>]*>(2024-[\d-]+)", event))
    assert drawn and drawn <= set(re.findall(r"<td>(2024-[\d-]+)", event))  # the chart's days are the table's
    assert "共 3 个网页" in browser.get("/analysis/briefing/html?topic=甲&since=2024-05&until=2024-05").text
    assert exported(admin, topic="甲", format="csv") == 3
    assert exported(admin, topic="甲", format="csv", q="巡河", aside="1") == 6


def test_an_export_says_what_owners_reserve(crawled: tuple[Admin, CorpusStore]) -> None:
    admin, store = crawled
    store.start_run("甲", {})
    store.write([page(1, topic="甲"), page(2, topic="甲", robots="noai")])
    assert exported(admin, topic="甲", format="csv") == 1
    assert "另有 1 页的所有者声明保留权利" in admin.as_(Role.EDITOR).get("/exports").text


def test_a_list_and_its_export_have_the_same_pages(admin: Admin) -> None:
    browser = admin.as_(Role.EDITOR)
    for query in (
        "q=党建&least=0.3",
        "host=site1.test",
        "since=2024/5/3&until=2024年5月5日",
        "q=社区共建",
        "q=党建 -第5期",
    ):
        listed = browser.get(f"/pages?topic=样例&{query}").text
        link = re.search(r'href="(/exports\?[^"]+)"', listed)
        assert link
        form = browser.get(link[1].replace("&amp;", "&")).text
        filled = dict(re.findall(r'name="(q|host|since|until|least)"[^>]* value="([^"]*)"', form))
        copies = {"copies": "1"} if 'name="copies" value="1" checked' in form else {}
        assert exported(admin, topic="样例", format="csv", **filled, **copies) == len(numbers(listed)), query

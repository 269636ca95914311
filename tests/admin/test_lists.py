"""Lists of pages and links: filters by quality, event and tag, their exports, links that wait; tables of sites."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from dataclasses import replace

from admin.conftest import Admin, fill, page
from newsroom.stories.test_build import PAGES, TOPIC
from servers.corpora import opened
from storage.frontier.contract import any_host

from topiccrawl.admin.accounts.roles import Role
from topiccrawl.newsroom.stories.build import build_stories
from topiccrawl.page.canonical_url import url_key
from topiccrawl.relevance import Topic
from topiccrawl.storage.frontier.contract import Entry
from topiccrawl.storage.frontier.sqlite.frontier import SqliteFrontier


def numbers(html: str) -> list[int]:
    return [int(one) for one in re.findall(r'<td><a href="/pages/(\d+)">', html)]


def exported(admin: Admin, **form: str) -> int:
    """Return how many pages an export of these filters has."""
    assert admin.post(Role.EDITOR, "/exports", **form).status_code == 303
    job = admin.services.exports.jobs()[0]
    deadline = time.monotonic() + 60
    while job.pages is None:
        assert not job.error and time.monotonic() < deadline, job.error
        time.sleep(0.02)
    return job.pages


def test_quality_and_event_narrow_a_list_and_its_export(make_admin: Callable[..., Admin]) -> None:
    admin = make_admin()
    store = opened(admin.services.configuration.database)
    store.start_run(TOPIC, {})
    qualities = [
        {"length": 100 * number, "chinese": 0.1 * number, "repeated_lines": 0.0, "repeated_ngrams": 0.2}
        for number in range(len(PAGES))
    ]
    store.write([replace(one, quality=own) for one, own in zip(PAGES, qualities, strict=True)])
    build_stories(store, TOPIC)
    store.close()
    browser = admin.as_(Role.EDITOR)

    def found(query: str) -> list[int]:
        return numbers(browser.get(f"/pages?topic={TOPIC}&{query}").text)

    every = found("")
    assert len(every) == len(PAGES) > 4
    assert found("length=200") == [one for one in every if 100 * (one - 1) >= 200]
    assert found("chinese=.25&length=100") == [one for one in every if 0.1 * (one - 1) >= 0.25]
    assert found("repeated=.1") == [] and found("repeated=.2") == every

    listed = browser.get(f"/analysis/events?topic={TOPIC}&since=2024-04").text
    event = re.search(r'href="(/analysis/events/[^"]+/(\d+))">福建省侨联会见菲律宾华商<', listed)
    assert event
    assert f"event={event[2]}" in browser.get(event[1]).text
    own = found(f"event={event[2]}")
    assert 1 < len(own) < len(every)
    for number in own:  # the reading view leads back to the event
        assert f'href="{event[1]}">福建省侨联会见菲律宾华商</a>' in browser.get(f"/pages/{number}").text
    form = {"topic": TOPIC, "format": "csv", "event": event[2], "length": "100", "copies": "1"}
    assert exported(admin, **form) == len([one for one in own if one > 1])


def test_a_list_of_quality_goes_on_where_it_stopped(make_admin: Callable[..., Admin], monkeypatch) -> None:
    monkeypatch.setattr("topiccrawl.admin.lists.quality_filter.MOST_LOOKED_AT", 4)
    monkeypatch.setattr("topiccrawl.admin.lists.quality_filter._STEP", 2)
    admin = make_admin()
    admin.keep([page(number, quality={"length": number % 2}) for number in range(1, 11)])
    seen, link, browser = [], "/pages?topic=样例&length=1", admin.as_(Role.VIEWER)
    while link:
        html = browser.get(link).text
        seen += numbers(html)
        more = re.search(r'href="(/pages\?[^"]+)" rel="next"', html)
        assert ("按质量筛选时" in html) == (more is not None)
        link = more[1].replace("&amp;", "&") if more else ""
    assert seen == [9, 7, 5, 3, 1]


def test_a_list_behind_a_tag_is_exported(admin: Admin) -> None:
    notes = admin.services.notes
    by_rule, by_hand = notes.set_tag("样例", "规则", "党建 支部"), notes.set_tag("样例", "手工")
    for number in (3, 5, 11):
        notes.tag_page(by_hand, number, on=True)
    try:
        html = admin.as_(Role.EDITOR).get(f"/pages?topic=样例&tag={by_hand}").text
        link = re.search(r'href="(/exports\?[^"]+)"', html)
        assert link and f"tag={by_hand}" in link[1]
        assert "selected>手工" in admin.as_(Role.EDITOR).get(link[1].replace("&amp;", "&")).text
        form = {"topic": "样例", "format": "csv", "tag": str(by_hand)}
        assert exported(admin, **form) == 2  # page 11 is a copy
        assert exported(admin, **form, copies="1") == 3
        assert exported(admin, **form, until="2024-05-03") == 1
        assert exported(admin, **form | {"tag": str(by_rule)}) == 10
    finally:
        notes.remove_tag("样例", by_rule)
        notes.remove_tag("样例", by_hand)
    assert admin.post(Role.EDITOR, "/exports", **form).status_code == 400


def test_personal_data_is_masked_in_an_export_that_asks_for_it(make_admin: Callable[..., Admin]) -> None:
    admin = make_admin()
    admin.keep([page(1, text="联系电话13800138000")])
    for form, text in (({}, "联系电话13800138000"), ({"mask": "1"}, "联系电话[手机号]")):
        assert exported(admin, topic="样例", format="jsonl", **form) == 1
        job = admin.services.exports.jobs()[0]
        written = admin.as_(Role.EDITOR).get(f"/exports/{job.number}/file").text
        assert json.loads(written)["text"] == text


def test_links_that_wait_or_are_fetched_stand_beside_what_comes_in(make_admin: Callable[..., Admin]) -> None:
    admin = make_admin()
    store = opened(admin.services.configuration.database)
    fill(store)
    frontier = SqliteFrontier(store.writer, "样例")
    anchors = {"换届选举": 0.9, "支部换届": 0.8, "天气预报": 0.2}
    for number, (anchor, score) in enumerate(anchors.items()):
        url = f"http://wait{number}.test/"
        why = json.dumps({"anchor": anchor})
        frontier.push(Entry(url_key(url), f"wait{number}.test", score, b"request", url, why))
    assert frontier.lease(any_host) is not None
    frontier.flush()
    browser = admin.as_(Role.VIEWER)
    html = browser.get("/watch?topic=样例").text
    assert "<dt>等待抓取</dt><dd>2</dd>" in html and "<dt>正在抓取</dt><dd>1</dd>" in html
    rows = [re.sub(r"<[^>]*>", " ", row) for row in re.findall(r"<tr>(.*?)</tr>", html, re.DOTALL)]
    assert "正在抓取" in rows[1] and "换届选举" in rows[1]
    assert "等待抓取" in rows[2] and "天气预报" in rows[2] and "支部换届" in rows[3]
    assert "党建工作第10期" in html
    only = browser.get("/watch?topic=样例&q=换届").text
    assert "支部换届" in only and "天气预报" not in only and "党建工作" not in only
    assert "天气预报" in browser.get("/watch?topic=样例&host=wait2.test").text
    frontier.close()
    store.close()


def test_start_urls_and_sites_are_exported_and_imported(make_admin: Callable[..., Admin]) -> None:
    admin = make_admin()
    for name, seed in (("甲", "http://a.cn/"), ("乙", "http://b.cn/")):
        admin.new_topic(name, "河长\n河道\n治水", seed)
    folder = admin.services.configuration.topics
    seeds, domains = "http://a.cn/\nhttps://a.cn/河/", "a.cn\nwww.c.cn"
    admin.post(Role.EDITOR, "/topics/甲/start", title="治水", seeds=seeds, domains=domains)
    for ending in ("csv", "xlsx"):
        admin.post(Role.EDITOR, "/topics/乙/start", title="治水", seeds="http://b.cn/", domains="b.cn")
        table = admin.as_(Role.VIEWER).get(f"/topics/甲/sites.{ending}").content
        form = {"files": {"file": (f"sites.{ending}", table)}}
        assert admin.post(Role.VIEWER, "/topics/乙/sites/import", **form).status_code == 403
        for _ in range(2):  # a second time changes nothing
            assert admin.post(Role.EDITOR, "/topics/乙/sites/import", **form).status_code == 303
        topic = Topic.load(folder / "乙")
        assert topic.seeds == ("http://b.cn/", "http://a.cn/", "https://a.cn/河/")
        assert topic.domains == ("b.cn", "a.cn", "www.c.cn")

    listed = "名称,网址\n水利部,www.water.test\n河长办,http://river.test/news/\n别处,a.cn\n".encode("gb18030")
    admin.post(Role.EDITOR, "/topics/乙/switches", kind="domain", value="a.cn", to="off")
    admin.post(Role.EDITOR, "/topics/乙/sites/import", files={"file": ("list.csv", listed)})
    topic = Topic.load(folder / "乙")
    assert topic.seeds[-2:] == ("http://www.water.test/", "http://river.test/news/")
    assert topic.domains == ("b.cn", "www.c.cn", "water.test", "river.test")  # a.cn stays off
    wrong = {"file": ("list.csv", "没有网址".encode())}
    assert admin.post(Role.EDITOR, "/topics/乙/sites/import", files=wrong).status_code == 400

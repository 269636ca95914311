"""The pages that show what the corpus says."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from queue import Queue

import pytest
from admin.conftest import ATTACK, Admin
from newsroom.stories.test_build import PAGES, TOPIC
from servers.corpora import opened

from topiccrawl.admin.accounts.roles import Role
from topiccrawl.errors import AdminError
from topiccrawl.newsroom import warning_rounds
from topiccrawl.newsroom.pages.events import SUBJECTS
from topiccrawl.newsroom.stories.build import build_stories
from topiccrawl.newsroom.stories.categories import CATEGORIES
from topiccrawl.newsroom.warning_rounds import WarningRounds


def cells(html: str) -> list[list[str]]:
    """The texts of the cells of all table rows."""
    rows = re.findall(r"<tr>(.*?)</tr>", html, re.DOTALL)
    return [
        [re.sub(r"<[^>]*>", "", cell) for cell in re.findall(r"<td[^>]*>(.*?)</td>", row)] for row in rows
    ]


def test_the_overview_counts_days_and_sites_and_links_to_their_pages(admin: Admin) -> None:
    browser = admin.as_(Role.VIEWER)
    html = browser.get("/analysis?topic=样例&since=2024-05-03&until=2024-05-05").text
    rows = cells(html)
    assert ["2024-05-03", "1", "0"] in rows and ["site2.test", "1", "1"] in rows
    assert ["不详", "", "0", "3"] in rows  # no events yet
    assert html.count('class="tile level0"') == 34
    link = re.search(r'href="(/pages\?topic=[^"]*since=2024-05-03&amp;until=2024-05-03)"', html)
    assert link
    assert ">党建工作第3期</a>" in browser.get(link[1].replace("&amp;", "&")).text


def test_without_a_period_the_last_days_with_pages_are_shown(admin: Admin) -> None:
    html = admin.as_(Role.VIEWER).get("/analysis?topic=样例&step=hour").text
    assert 'value="2024-04-13"' in html and 'value="2024-05-12"' in html
    assert ["2024-05-11", "1", "1"] in cells(html)
    assert ATTACK not in html


def test_an_empty_database_has_an_empty_analysis(make_admin) -> None:
    assert make_admin().as_(Role.VIEWER).get("/analysis").status_code == 200


def test_rules_are_added_and_removed_by_editors_and_find_a_rise(admin: Admin) -> None:
    path = "/analysis/warnings"
    assert admin.post(Role.VIEWER, path, topic="样例", kind="word", word="党建").status_code == 403
    rule = {"topic": "样例", "kind": "word", "word": "社区共建", "sigma": "3", "least": "1"}
    for wrong in ({"word": " "}, {"sigma": "nan"}, {"least": "0"}, {"least": "many"}, {"topic": "无"}):
        assert admin.post(Role.EDITOR, path, **rule | wrong).status_code == 400
    assert admin.post(Role.EDITOR, path, **rule).status_code == 303
    html = admin.as_(Role.EDITOR).get(f"{path}?topic=样例").text
    assert ["社区共建", "3", "1", "删除"] in cells(html) and "没有预警" in html  # one page is no rise
    number = re.search(r'name="remove" value="(\d+)"', html)
    assert number
    assert admin.post(Role.EDITOR, path, topic="样例", remove=number[1]).status_code == 303
    assert "还没有规则，只看事件" in admin.as_(Role.VIEWER).get(f"{path}?topic=样例").text


def test_new_words_say_how_many_pages_were_compared(admin: Admin) -> None:
    html = admin.as_(Role.VIEWER).get("/analysis/new?topic=样例&since=2024-05-06&until=2024-05-10").text
    assert "5 / 5" in html and "没有明显增多的词" in html


def test_events_lead_to_the_graph_of_their_story(make_admin) -> None:
    admin = make_admin()
    store = opened(admin.services.configuration.database)
    store.start_run(TOPIC, {})
    store.write(PAGES)
    build_stories(store, TOPIC)
    store.close()
    browser = admin.as_(Role.VIEWER)
    html = browser.get(f"/analysis/events?topic={TOPIC}&province=福建省&since=2024-04&until=2024-04").text
    assert "福建省侨联会见菲律宾华商" in html and "郑州普降暴雨" not in html
    link = re.search(r'href="(/analysis/events/[^"?]+)">福建省侨联会见菲律宾华商<', html)
    assert link
    story = browser.get(link[1]).text
    assert [row[0] for row in cells(story) if row and len(row) == 6] == ["1", "1", "3"]
    assert story.count("<circle") == 3 and story.count('class="taken"') == 2
    assert "菲律宾华商王晓明考察福建侨乡" in story  # the related event
    person = browser.get(f"/analysis/events?topic={TOPIC}&person=王晓明&since=2024-04&until=2024-04").text
    assert "陈俊泳" in person and "郑州普降暴雨" not in person
    assert browser.get(f"/analysis/events/{TOPIC}/999").status_code == 404
    overview = browser.get(f"/analysis?topic={TOPIC}&since=2024-04&until=2024-04").text
    assert ["中国", "福建省", "2", "4"] in cells(overview)


def test_a_briefing_is_shown_and_downloaded(admin: Admin) -> None:
    browser = admin.as_(Role.VIEWER)
    query = "topic=样例&since=2024-05-01&until=2024-05-12"
    html = browser.get(f"/analysis/briefing?{query}&subject=社区共建").text
    assert "社区共建" in html and ATTACK not in html and "党建工作" not in html
    whole = browser.get(f"/analysis/briefing?{query}").text
    assert "支部第1次学习。" not in whole  # too short to stand alone
    answer = browser.get(f"/analysis/briefing/html?{query}")
    assert "attachment" in answer.headers["content-disposition"] and ATTACK not in answer.text
    assert "党建工作第1期" in answer.text
    assert browser.get(f"/analysis/briefing/docx?{query}").content.startswith(b"PK")
    assert browser.get(f"/analysis/briefing/exe?{query}").status_code == 404
    assert admin.browser().get(f"/analysis/briefing/html?{query}").status_code == 303  # to the log-in


def test_subjects_have_english_names(admin: Admin) -> None:
    assert SUBJECTS == CATEGORIES
    browser = admin.as_(Role.VIEWER)
    admin.post(Role.VIEWER, "/language", language="en")
    assert '<option value="时政">Politics</option>' in browser.get("/analysis/events?topic=样例").text
    admin.post(Role.VIEWER, "/language", language="zh")


def test_tags_by_rule_and_by_hand_filter_the_list_of_pages(
    admin: Admin, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = "/analysis/tags"
    assert admin.post(Role.VIEWER, path, topic="样例", name="党", words="党建").status_code == 403
    assert admin.post(Role.VIEWER, "/pages/3/tags", name="重点").status_code == 403
    for wrong in ({"name": " "}, {"words": "，"}, {"words": "党" * 65}, {"topic": "无"}):
        form = {"topic": "样例", "name": "党建工作", "words": "党建"} | wrong
        assert admin.post(Role.EDITOR, path, **form).status_code == 400
    assert admin.post(Role.EDITOR, path, topic="样例", name="党建工作", words="党建").status_code == 303
    for page in ("3", "11"):
        assert admin.post(Role.EDITOR, f"/pages/{page}/tags", name="重点").status_code == 303
    assert admin.post(Role.EDITOR, "/pages/5/tags", name="党建工作").status_code == 400  # a rule gives it
    assert admin.post(Role.EDITOR, "/pages/999/tags", name="重点").status_code == 404
    browser = admin.as_(Role.VIEWER)
    cloud = browser.get(f"{path}?topic=样例").text
    found = {}
    for link, name, count in re.findall(
        r'<li class="size\d"><a href="([^"]+)">([^<]+)</a> (\d+)</li>', cloud
    ):
        listed = browser.get(link.replace("&amp;", "&")).text
        found[name] = sorted(re.findall(r'<td><a href="/pages/(\d+)">', listed), key=int)
        assert len(found[name]) == int(count)
    assert found == {"党建工作": [str(number) for number in range(1, 11)], "重点": ["3", "11"]}
    tag = re.search(r'tag=(\d+)">重点', cloud)
    assert tag
    narrowed = browser.get(f"/pages?topic=样例&tag={tag[1]}&q=党建").text
    assert re.findall(r'<td><a href="/pages/(\d+)">', narrowed) == ["3"]
    assert "重点</a>" in browser.get("/pages/3").text and "重点</a>" not in browser.get("/pages/4").text
    admin.post(Role.EDITOR, "/pages/3/tags", remove="重点")
    assert ["重点", "", "1", ""] in cells(browser.get(f"{path}?topic=样例").text)
    monkeypatch.setattr("topiccrawl.newsroom.analysis.tag_cloud.SORTED", 1)
    admin.post(Role.EDITOR, "/pages/4/tags", name="重点")
    assert ["重点", "", "1+", ""] in cells(browser.get(f"{path}?topic=样例").text)
    admin.post(Role.EDITOR, path, topic="样例", remove=tag[1])
    assert "重点" not in browser.get(f"{path}?topic=样例").text
    assert "重点" not in browser.get("/pages/11").text


def test_due_warnings_are_sent_once_by_a_button_and_shown_as_sent(admin: Admin) -> None:
    path, services, sent = "/analysis/warnings", admin.services, []
    html = admin.as_(Role.EDITOR).get(f"{path}?topic=样例").text
    assert "还没有接收预警的地址" in html and f'action="{path}/send"' not in html
    assert admin.post(Role.EDITOR, f"{path}/send", topic="样例").status_code == 400

    taken = [True]

    def send(*message: str) -> bool:
        sent.append(message[:3])
        return taken[0]

    services.added["warnings"] = WarningRounds(services.store, services.texts, services.notes, send)
    for word in ("党建", "转载"):
        admin.post(Role.EDITOR, path, topic="样例", kind="page", word=word)
    services.notes.set_mark("样例", "党建", 8)  # as if pages 9 and 10 had come in since
    html = admin.as_(Role.VIEWER).get(f"{path}?topic=样例").text
    fired = [row for row in cells(html) if "未发送" in row]
    assert fired == [["新网页", "党建：党建工作第10期；党建工作第9期", "2", "", "未发送"]]
    assert admin.post(Role.VIEWER, f"{path}/send", topic="样例").status_code == 403
    taken[0] = False
    assert "failed=1" in admin.post(Role.EDITOR, f"{path}/send", topic="样例").headers["location"]
    taken[0] = True
    for _ in range(2):
        answer = admin.post(Role.EDITOR, f"{path}/send", topic="样例")
    assert sent == [("样例", "word", "word:党建")] * 2
    html = admin.as_(Role.EDITOR).get(answer.headers["location"]).text
    assert "已发送 0 条" in html and "未发送" not in html
    assert [row[1:] for row in cells(html) if "已发送" in row] == [["党建：新网页", "", "已发送"]]
    for row in services.notes.rules("样例"):
        services.notes.remove_rule("样例", row["id"])


def test_the_application_sends_due_warnings_by_itself(admin: Admin, monkeypatch) -> None:
    services, sent = admin.services, Queue()

    def send(*message: str) -> bool:
        sent.put(message[:3])
        return True

    monkeypatch.setattr(warning_rounds, "MINUTES", 0.001)
    services.notes.add_rule({"topic": "样例", "kind": "page", "word": "支部", "sigma": 3.0, "least": 1})
    services.notes.set_mark("样例", "支部", 9)
    rounds = WarningRounds(services.store, services.texts, services.notes, send)
    rounds.begin()
    try:
        assert sent.get(timeout=20) == ("样例", "word", "word:支部")
    finally:
        rounds.close()
    assert sent.empty()


def test_a_topic_whose_warnings_fail_does_not_hold_up_the_others(
    admin: Admin, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    rounds = WarningRounds(admin.services.store, admin.services.texts, admin.services.notes, None)
    sent: list[str] = []

    def send(topic: str) -> tuple[int, int]:
        if topic == "坏的":
            raise ValueError("a bug")
        if topic == "没有索引":
            raise AdminError("not all texts are indexed yet")
        sent.append(topic)
        return 1, 0

    monkeypatch.setattr(rounds, "send", send)
    monkeypatch.setattr(rounds._store, "topics", lambda: ["坏的", "没有索引", "样例"])
    rounds.look(datetime.now(UTC))
    assert sent == ["样例"]
    assert [record.levelname for record in caplog.records] == ["ERROR", "WARNING"]

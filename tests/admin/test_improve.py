"""Topics improved by grades and by words of the stored pages."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from admin.conftest import Admin, page, start
from servers.corpora import opened

from topiccrawl.admin.accounts.roles import Role
from topiccrawl.admin.lists.to_label import next_to_label
from topiccrawl.corpus.labels import write_labels
from topiccrawl.corpus.learned.page_groups import stored_groups
from topiccrawl.relevance import Topic
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.rows.learned import write_groups, write_model

TOPIC = "河湖"
SENTENCES = ("河长{}沿河道巡河并督促清淤，", "清淤之后水质达标，", "村民说河畅水清，", "河长巡河记录已上传。")
RELEVANCE = (0.9, 0.5, 0.7, 0.6, None, 0.55)
"""Verdicts of the pages; the fourth page is a copy."""


def url(number: int) -> str:
    return f"http://k.test/hz/{number}.html"


def fill(store: CorpusStore, extra: int = 0) -> None:
    store.finish_run(store.start_run(TOPIC, {}), "finished", {})
    pages = [
        page(
            number,
            topic=TOPIC,
            url=url(number),
            title=f"第{number}次巡河",
            text="".join(SENTENCES).format("甲乙丙丁戊己庚辛壬癸"[number % 10]),
            relevance=relevance,
            **({"duplicate_of": url(0), "duplicate_kind": "title"} if number == 3 else {}),
        )
        for number, relevance in enumerate((*RELEVANCE, *[0.5] * extra))
    ]
    store.write(pages)


@pytest.fixture
def admin(tmp_path: Path) -> Iterator[Admin]:
    database = f"sqlite:///{tmp_path / 'corpus.db'}"
    store = opened(database)
    fill(store)
    store.close()
    made = start(database, tmp_path)
    made.new_topic(TOPIC, "河长\n巡河\n河道\n治水", "http://k.test/")
    yield made
    made.services.close()


def test_pages_to_grade_come_by_verdict_on_both_kinds_of_database(database_url: str) -> None:
    store = opened(database_url)
    fill(store, extra=250)  # all as sure as the second page

    def order(first: int, most: int) -> list[int]:
        found, at = [], first
        with store.reading() as connection:
            while len(found) < most and (number := next_to_label(connection, TOPIC, at)) is not None:
                found.append(number)
                at = number
        return found

    numbers = order(0, 260)
    assert len(numbers) == 260
    assert numbers[255:] == numbers[:5]  # after the last page, the first follows
    numbers = numbers[:255]
    assert len(set(numbers)) == 255  # all but the copy
    with store.reading() as connection:
        verdicts = [connection.exec_driver_sql(QUERY.format(number)).scalar() for number in numbers]
    assert verdicts == [0.0, *[0.5] * 251, 0.55, 0.7, 0.9]

    graded = {url(number): 2 for number in range(256) if number not in (2, 5)}
    write_labels(database_url, TOPIC, graded)  # more than are looked at together
    with store.reading() as connection:
        left = next_to_label(connection, TOPIC), next_to_label(connection, TOPIC, numbers[-1])
        other = next_to_label(connection, "别的")
    assert left == (numbers[-3], numbers[-3]) and other is None
    write_labels(database_url, TOPIC, {url(2): 0, url(5): 0})
    assert order(0, 9) == []
    store.close()


QUERY = "select coalesce(relevance, 0.0) from page_index where page_id = {}"


def test_the_only_page_left_is_not_its_own_next_one(admin: Admin) -> None:
    write_labels(admin.services.configuration.database, TOPIC, {url(n): 2 for n in (0, 2, 4, 5)})
    with admin.services.store.reading() as connection:
        last = next_to_label(connection, TOPIC)
        assert next_to_label(connection, TOPIC, last) is None


def test_one_key_grades_a_page_and_leads_to_the_next(admin: Admin) -> None:
    browser = admin.as_(Role.EDITOR)
    seen = []
    where = f"/pages/label?topic={TOPIC}"
    for grade in ("other", "near", "relevant", "relevant", "relevant"):
        answer = browser.get(where)
        assert answer.status_code == 303
        where = answer.headers["location"]
        html = browser.get(where).text
        seen.append(re.findall(r"<h1>(.*?)</h1>", html)[0])
        assert f"已标注 {len(seen) - 1} 页" in html
        back = re.findall(r'name="back" value="(/pages/label[^"]+)"', html)[0].replace("&amp;", "&")
        number = where.removeprefix("/pages/").partition("?")[0]
        answer = admin.post(Role.EDITOR, f"/pages/{number}/grade", grade=grade, back=back)
        assert answer.status_code == 303
        where = answer.headers["location"]
    assert seen == ["第4次巡河", "第1次巡河", "第5次巡河", "第2次巡河", "第0次巡河"]
    ended = browser.get(where)
    assert ended.status_code == 400 and "没有等待标注的网页" in ended.text
    html = browser.get(f"/topics/{TOPIC}/improve").text
    assert "已标注 5 个网页：相关 3，沾边 1，无关 1。" in html
    assert admin.as_(Role.VIEWER).get(f"/pages/label?topic={TOPIC}").status_code == 403


def test_words_of_the_pages_are_found_added_and_refused(admin: Admin) -> None:
    found = find(admin)
    assert {"清淤", "水质"} <= set(found)
    assert not {"河长", "巡河"} & set(found)  # the topic has them
    taken = admin.post(Role.EDITOR, f"/topics/{TOPIC}/improve", go="take", word=["清淤"])
    assert taken.status_code == 303
    folder = admin.services.configuration.topics / TOPIC
    assert "清淤" in Topic.load(folder).words
    assert "清淤" in (folder / "userdict.txt").read_text(encoding="utf-8")  # kept whole by the next crawl
    assert admin.post(Role.EDITOR, f"/topics/{TOPIC}/improve", go="leave", word=["水质"]).status_code == 303
    assert "水质" not in Topic.load(folder).words
    assert not {"清淤", "水质"} & set(find(admin))  # neither is offered again, also by a new search


def find(admin: Admin) -> list[str]:
    assert admin.post(Role.EDITOR, f"/topics/{TOPIC}/improve", go="find").status_code == 303
    while admin.services.processes.exit_code(f"_words_{TOPIC}") is None:
        time.sleep(0.05)
    html = admin.as_(Role.EDITOR).get(f"/topics/{TOPIC}/improve").text
    assert "找完了" in html
    return re.findall(r'name="word" value="([^"]+)"', html)


def test_what_cannot_be_done_is_said(admin: Admin) -> None:
    nothing = admin.post(Role.EDITOR, f"/topics/{TOPIC}/improve", go="take")
    assert nothing.status_code == 400 and "请先选中一些词" in nothing.text
    assert admin.post(Role.VIEWER, f"/topics/{TOPIC}/improve", go="find").status_code == 403
    admin.post(Role.EDITOR, "/topics/partybuild/improve", go="find")  # nothing is stored for it
    again = admin.post(Role.EDITOR, "/topics/partybuild/improve", go="find")
    assert again.status_code == 400 and "另一项工作正在进行" in again.text
    while admin.services.processes.exit_code("_words_partybuild") is None:
        time.sleep(0.05)
    html = admin.as_(Role.EDITOR).get("/topics/partybuild/improve").text
    assert "没有找成" in html and "partybuild" in html
    assert admin.as_(Role.EDITOR).get("/topics/没有/improve").status_code == 400


def test_one_click_says_that_a_group_of_pages_is_not_wanted(admin: Admin) -> None:
    store = opened(admin.services.configuration.database)
    ids = [row["id"] for row in store.read_pages(TOPIC, ("id",), originals_only=True)]
    found = [{"words": ["清淤", "水质"], "pages": ids[:2], "far": False, "wanted": None}]
    try:
        store.transact(lambda connection: write_model(connection, TOPIC, None, []))
        assert store.transact(lambda connection: write_groups(connection, TOPIC, 5, found, None))
    finally:
        store.close()
    shown = admin.as_(Role.EDITOR).get(f"/topics/{quote(TOPIC)}").text
    assert "采到的网页在谈什么" in shown
    assert "清淤 水质" in shown
    assert admin.post(Role.VIEWER, f"/topics/{quote(TOPIC)}/groups", words="清淤 水质").status_code == 403
    admin.post(Role.EDITOR, f"/topics/{quote(TOPIC)}/groups", words="清淤 水质", wanted="0")
    with admin.services.store.reading() as connection:
        assert [one.wanted for one in stored_groups(connection, TOPIC)] == [False]
    rows = admin.services.store.read_pages(TOPIC, ("id", "set_aside"))
    assert {row["id"] for row in rows if row["set_aside"]} == set(ids[:2])

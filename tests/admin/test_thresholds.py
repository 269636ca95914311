"""Thresholds with their effect shown before they are saved, and URLs explained."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

import pytest
from admin.conftest import ATTACK, FETCHED, Admin, page, start
from servers.corpora import opened

from topiccrawl.admin.accounts.roles import Role
from topiccrawl.admin.lists.threshold_effects import Thresholds, threshold_effects
from topiccrawl.relevance import Topic
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.records import DropRecord


def drop(number: int, stage: str, reason: str, score: float | None, **values: object) -> DropRecord:
    own = {
        "topic": "样例",
        "url": f"http://d.test/{number}.html",
        "run_id": 1,
        "dropped_at": FETCHED,
        "anchor": ATTACK,
    }
    return DropRecord(**{**own, "stage": stage, "reason": reason, "score": score, **values})  # type: ignore[arg-type]


def fill(store: CorpusStore) -> None:
    """Kept pages with verdicts .50 to .59, and drops of each kind with scores .0 to .9."""
    store.finish_run(store.start_run("样例", {}), "finished", {})
    pages = [
        page(
            number,
            relevance=0.5 + number / 100,
            description_relevance=number / 10,
            priority=number / 10,
            depth=1,
            text="河长沿河道巡河，治水有方。" if number == 9 else ATTACK,
            title="河长巡河" if number == 9 else ATTACK,
            anchor="河长巡河",
            url=f"http://k.test/hz/{number}.html",
        )
        for number in range(10)
    ]
    kinds = [
        ("verdict", "off_topic"),
        ("gate", "description"),
        ("frontier", "priority"),
        ("download", "robots"),
    ]
    drops = [
        drop(100 * kind + number, stage, reason, number / 10)
        for kind, (stage, reason) in enumerate(kinds)
        for number in range(10)
    ]
    drops.append(drop(999, "frontier", "priority", 0.01, score_parts={"formula_5": 0.4}))
    store.write([*pages, *drops])


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Admin]:
    folder = tmp_path_factory.mktemp("full")
    database = f"sqlite:///{folder / 'corpus.db'}"
    store = opened(database)
    fill(store)
    store.close()
    admin = start(database, folder)
    admin.new_topic("样例", "河长\n河道\n治水\n巡河", "http://k.test/")
    yield admin
    admin.services.close()


def test_effects_equal_a_recount_on_both_kinds_of_database(database_url: str) -> None:
    store = opened(database_url)
    fill(store)
    with store.reading() as connection:
        found = threshold_effects(connection, "样例", Thresholds(0.25, 0.555, 0.35))
        other = threshold_effects(connection, "别的", Thresholds(0.1, 0.45, 0.2))
    store.close()
    assert found.kept == (10, 6) and found.all_kept  # .50 to .55
    assert [round(one["score"], 2) for one in found.lost] == [0.55, 0.54, 0.53, 0.52, 0.51, 0.5]
    assert found.off_topic == (10, 4) and found.all_drops  # .6 to .9
    assert [one["score"] for one in found.won] == [0.6, 0.7, 0.8, 0.9]
    assert found.gated == (10, 7)  # .3 to .9
    assert found.links == (10, 6)  # .4 to .9; the link model's own drop does not count
    assert (found.rows, found.weak_description, found.weak_link) == (10, 3, 4)
    assert (other.kept, other.off_topic, other.rows) == ((0, 0), (0, 0), 0)


def test_a_preview_changes_nothing_until_it_is_saved(full: Admin) -> None:
    folder = full.services.configuration.topics / "样例"
    before = (folder / "topic.toml").read_bytes()
    form = {"gate": "0.25", "verdict": "0.555", "priority": "0.35"}
    html = full.post(Role.EDITOR, "/topics/样例/thresholds", **form).text
    assert "看过 10 个已保留的网页，其中 6 个将不再保留。" in html
    assert "其中 4 个将会保留。" in html
    assert "<script>alert" not in html and "&lt;script&gt;" in html
    assert (folder / "topic.toml").read_bytes() == before
    fields = dict(re.findall(r'<input type="hidden" name="(gate|verdict|priority)" value="([^"]*)"', html))
    seen = re.findall(r'name="seen" value="(\w+)"', html)[0]
    save = {"go": "save", "seen": seen, "at": "/topics/样例", **fields}
    first = {**save, "verdict": "0.6"}
    assert full.post(Role.OPERATOR, "/topics/样例/thresholds", **first).status_code == 303
    late = full.post(Role.EDITOR, "/topics/样例/thresholds", **save)
    assert late.status_code == 400 and "别人改过" in late.text and 'value="0.555"' in late.text
    assert Topic.load(folder).tables["verdict"]["threshold"] == 0.6
    save["seen"] = re.findall(r'name="seen" value="(\w+)"', late.text)[-1]
    assert full.post(Role.EDITOR, "/topics/样例/thresholds", **save).status_code == 303
    tables = Topic.load(folder).tables
    assert [tables[name]["threshold"] for name in form] == [0.25, 0.555, 0.35]
    assert 'name="verdict" value="0.555"' in full.as_(Role.VIEWER).get("/topics/样例").text


@pytest.mark.parametrize(
    ("values", "said"),
    [
        (("x", "0.5", "0.3"), "不是 0 至 0.999 的数字"),
        (("0.1", "1", "0.3"), "不是 0 至 0.999 的数字"),
        (("nan", "0.4", "0.3"), "不是 0 至 0.999 的数字"),
        (("0.1", "0.5", "0.05"), "网址结构的权重"),
    ],
)
@pytest.mark.parametrize("go", ["save", ""])
def test_thresholds_that_cannot_be_are_refused(
    full: Admin, go: str, values: tuple[str, ...], said: str
) -> None:
    form = dict(zip(("gate", "verdict", "priority"), values, strict=True))
    answer = full.post(Role.EDITOR, "/topics/样例/thresholds", go=go, **form)
    assert answer.status_code == 400 and said in answer.text


def test_a_stored_url_is_explained_from_the_store(full: Admin) -> None:
    html = unescape(full.as_(Role.VIEWER).get("/topics/样例/url?url=http://k.test/hz/9.html").text)
    assert "已在语料中" in html and "<strong>会保留</strong>" in html and "巡河" in html and "0.590" in html


def test_another_url_is_not_fetched(full: Admin) -> None:
    browser = full.as_(Role.VIEWER)
    html = browser.get("/topics/样例/url?url=http://k.test/hz/77.html").text
    assert "没有存下这个网址的网页" in html and "没有抓取" in html
    assert browser.get("/topics/样例/url?url=file:///etc/passwd").status_code == 400
    assert browser.get("/topics/没有/url?url=http://a.test/").status_code == 400


def test_a_dropped_url_says_why(full: Admin) -> None:
    browser = full.as_(Role.VIEWER)
    html = browser.get("/topics/样例/url?url=http://d.test/3.html").text
    assert "正文与主题无关" in html and "off_topic" not in re.sub(r'href="[^"]*"', "", html)


def test_drops_are_allowed_once_and_some_never(full: Admin) -> None:
    def number_of(url: str) -> int:
        with full.services.store.reading() as connection:
            return int(connection.exec_driver_sql(f"SELECT id FROM drops WHERE url = '{url}'").scalar_one())

    def allow(number: int, **form: str) -> tuple[int, str]:
        answer = full.post(Role.EDITOR, f"/drops/{number}/allow", **form)
        return answer.status_code, answer.headers.get("location", "") or answer.text

    page_url, robots = "http://d.test/5.html", "http://d.test/305.html"
    for _ in range(2):
        assert allow(number_of(page_url), back="//evil.example") == (303, "/")
    assert full.services.desk.allowed("样例") == {page_url: "keep"}
    assert full.services.desk.inbox.waiting() == 1  # the grade is written already, the URL waits for a crawl
    with full.services.store.reading() as connection:
        rows = [tuple(row) for row in connection.exec_driver_sql("SELECT url, grade FROM labels")]
    assert rows == [(page_url, 2)]
    listed = full.as_(Role.EDITOR).get("/drops?topic=样例&stage=verdict&reason=off_topic").text
    assert "等下一次采集" in listed and listed.count("仍然保留</button>") == 9
    status, said = allow(number_of(robots))
    assert status == 400 and "robots.txt" in said
    assert "/allow" not in full.as_(Role.EDITOR).get("/drops?topic=样例&stage=download&reason=robots").text
    assert allow(99_999)[0] == 404

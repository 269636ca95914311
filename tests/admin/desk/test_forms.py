"""Forms say what they cannot read, keep what was typed, and tell what they did."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import unescape
from typing import Any

import pytest
from admin.conftest import Admin, fill
from lxml.html import HtmlElement, document_fromstring
from servers.corpora import opened

from topiccrawl.admin.accounts.roles import Role
from topiccrawl.relevance import Topic

LISTS = {
    "/pages?topic=样例&{}": ("since", "least", "length"),
    "/exports?topic=样例&{}": ("until", "chinese"),
    "/analysis?topic=样例&{}": ("since",),
    "/analysis/events?topic=样例&{}": ("until",),
    "/analysis/briefing?topic=样例&{}": ("since",),
    "/analysis/new?topic=样例&{}": ("since",),
    "/analysis/warnings?topic=样例&{}": ("since",),
}


def field(html: str, name: str) -> HtmlElement:
    """Return the visible field of a page."""
    (found,) = document_fromstring(html).xpath(f'//*[@name="{name}"][not(@type="hidden")]')
    return found


@pytest.mark.parametrize("path", LISTS)
def test_what_a_filter_cannot_read_is_marked_and_lists_nothing(admin: Admin, path: str) -> None:
    for name in LISTS[path]:
        for typed in ("昨天", "90％", "2024-13-01"):
            if name in ("chinese",) and typed == "90％":
                continue  # a share may be written so
            answer = admin.as_(Role.EDITOR).get(path.format(f"{name}={typed}"))
            assert answer.status_code == 400, (path, name, typed)
            wrong = field(answer.text, name)
            assert wrong.get("aria-invalid") == "true" and wrong.get("value") == typed
            assert all(one.get("open") for one in wrong.iterancestors("details"))
            assert "不是" in answer.text and "/pages/" not in answer.text and "<table" not in answer.text


@pytest.mark.parametrize("path", LISTS)
def test_characters_that_no_page_may_have_are_left_out(admin: Admin, path: str) -> None:
    name = LISTS[path][0]
    answer = admin.as_(Role.EDITOR).get(path.format(f"{name}=昨%00天%1B%EF%BF%BF"))
    assert answer.status_code == 400 and field(answer.text, name).get("value") == "昨天"


def test_a_period_that_ends_before_it_begins_is_marked(admin: Admin) -> None:
    answer = admin.as_(Role.VIEWER).get("/pages?topic=样例&since=2024-05-03&until=2024-05-01")
    assert answer.status_code == 400 and field(answer.text, "until").get("aria-invalid") == "true"


def post_from(admin: Admin, role: Role, page: str, action: str, **form: Any) -> Any:
    """Send a form as the page that shows it does."""
    return admin.post(role, action, at=page, **form)


@pytest.fixture
def own(make_admin: Callable[..., Admin]) -> Iterator[Admin]:
    """An application with a topic that may be edited, and its pages."""
    admin = make_admin()
    admin.new_topic("样例", "河长\n河道", "http://river.test/", title="河长")
    store = opened(admin.services.configuration.database)
    fill(store)
    store.close()
    yield admin


@pytest.mark.parametrize("typed", ["abc", "90%", "-5", "0"])
def test_a_limit_that_cannot_be_read_starts_no_crawl(own: Admin, typed: str) -> None:
    page = "/crawls/样例"
    answer = post_from(own, Role.OPERATOR, page, f"{page}/start", pages=typed)
    assert answer.status_code == 400 and field(answer.text, "pages").get("value") == typed
    assert not own.services.processes.is_running("样例")
    for name, value in {"pages": typed, "cron": "半天"}.items():
        form = {"topic": "样例", "cron": "0 */6 * * *"} | {name: value}
        answer = post_from(own, Role.OPERATOR, "/schedules", "/schedules", **form)
        assert answer.status_code == 400 and field(answer.text, name).get("aria-invalid") == "true"
    assert own.services.schedules.all() == []
    good = {"topic": "样例", "cron": "0 */6 * * *", "pages": "２００页"}
    assert own.post(Role.OPERATOR, "/schedules", **good).status_code == 303
    (row,) = own.services.schedules.all()
    assert (row.pages, row.cron) == (200, "0 */6 * * *")


def test_the_box_of_words_reads_what_the_guide_teaches(own: Admin) -> None:
    page, folder = "/topics/样例", own.services.configuration.topics / "样例"
    words = "大学生,2\n党建、支部 0.5　河长\n#河道\t1\nWorld Cup，３\n组织生活会"
    assert post_from(own, Role.EDITOR, page, f"{page}/words", words=words).status_code == 303
    stored = (folder / "words.tsv").read_text(encoding="utf-8").splitlines()
    expected = ["大学生\t2", "党建", "支部\t0.5", "河长", "#河道\t1", "World Cup\t3", "组织生活会"]
    assert stored == expected
    assert Topic.load(folder).words["大学生"] == 2
    answer = post_from(own, Role.EDITOR, page, f"{page}/words", words="党建\n大学生\tviel")
    assert answer.status_code == 400 and "第 2 行“大学生”" in answer.text
    assert field(answer.text, "words").text_content().strip() == "党建\n大学生\tviel"
    assert (folder / "words.tsv").read_text(encoding="utf-8").splitlines() == stored
    draft = {"name": "丁", "title": "", "words": "大学生,2 党建、支部", "go": "next"}
    assert own.post(Role.EDITOR, "/topics/new/1", **draft).status_code == 303
    rows, problems = own.services.drafts.read("editor").word_rows()
    assert (rows, problems) == ({"大学生": 2.0, "党建": None, "支部": None}, [])


def test_two_editors_who_save_at_once_are_told(own: Admin) -> None:
    page, folder = "/topics/样例", own.services.configuration.topics / "样例"
    html = own.as_(Role.EDITOR).get(page).text
    versions = re.findall(r'name="seen" value="(\w+)"', html)
    own.post(Role.OPERATOR, f"{page}/words", words="河长\t1\n治水\t1", seen=versions[0])
    late = post_from(own, Role.EDITOR, page, f"{page}/words", words="巡河\t1", seen=versions[0])
    assert late.status_code == 400 and "别人改过" in late.text
    assert field(late.text, "words").text_content().strip() == "巡河\t1"
    assert set(Topic.load(folder).words) == {"河长", "治水"}
    again = re.findall(r'name="seen" value="(\w+)"', late.text)[0]
    assert own.post(Role.EDITOR, f"{page}/words", words="巡河\t1", seen=again).status_code == 303
    start = {"title": "治水", "seeds": "http://river.test/", "domains": "river.test"}
    own.post(Role.OPERATOR, f"{page}/start", **start, seen=versions[1])
    late = post_from(own, Role.EDITOR, page, f"{page}/start", **start | {"title": "乙"}, seen=versions[1])
    assert late.status_code == 400 and "别人改过" in late.text and 'value="乙"' in late.text
    for name, value in {"seeds": "没有网址", "title": "水" * 201}.items():
        wrong = post_from(own, Role.EDITOR, page, f"{page}/start", **start | {name: value})
        assert wrong.status_code == 400 and field(wrong.text, name).get("aria-invalid") == "true"
    large = post_from(own, Role.EDITOR, page, f"{page}/words", words="河" * 400_000)
    assert large.status_code == 413 and "内容过大" in large.text


def test_a_save_says_so_once(own: Admin) -> None:
    page = "/topics/样例"
    saved = own.post(Role.EDITOR, f"{page}/words", words="河长\t1")
    assert saved.status_code == 303
    browser = own.as_(Role.EDITOR)
    assert '<p role="status" class="done">已保存。</p>' in browser.get(page).text
    assert "已保存" not in browser.get(page).text
    own.post(Role.EDITOR, "/analysis/tags", topic="样例", name="重点", words="")
    (tag,) = own.services.notes.tags("样例")
    own.post(Role.EDITOR, "/analysis/tags", topic="样例", remove=str(tag["id"]))
    assert "已删除。" in browser.get("/analysis/tags").text


def test_every_button_that_removes_asks(admin: Admin) -> None:
    services = admin.services
    tag = services.notes.set_tag("样例", "手工")
    services.notes.tag_page(tag, 3, on=True)
    services.notes.watch("样例", "http://site1.test/1.html")
    admin.post(Role.EDITOR, "/analysis/warnings", topic="样例", kind="word", word="党建")
    admin.post(Role.OPERATOR, "/schedules", topic="partybuild", cron="0 */6 * * *")
    browser, asked = admin.as_(Role.OPERATOR), 0
    for path in ("/analysis/tags", "/analysis/warnings", "/watch/pages?topic=样例", "/schedules", "/pages/3"):
        for button in document_fromstring(browser.get(path).text).xpath("//button"):
            if re.search("删除|×", button.text_content()):
                asked += 1
                assert button.get("data-confirm") or button.getparent().get("data-confirm"), path
    assert asked >= 5
    services.schedules.remove(services.schedules.all()[0].number)
    services.notes.remove_tag("样例", tag)


def test_grades_are_counted_at_once_and_taken_back(own: Admin, monkeypatch: pytest.MonkeyPatch) -> None:
    browser, services = own.as_(Role.EDITOR), own.services
    own.post(Role.EDITOR, "/pages/3/grade", grade="relevant")
    with monkeypatch.context() as crawling:  # grades wait in the inbox
        crawling.setattr(type(services), "_crawl_is_alive", lambda self: True)
        own.post(Role.EDITOR, "/pages/4/grade", grade="other")
        html = browser.get("/pages/4?label=1&after=3").text
        assert "已标注 2 页" in html and re.search(r'value="other"[^>]*aria-pressed', html)
        assert 'href="/pages/3?label=1"' in html
        own.post(Role.EDITOR, "/pages/3/grade", grade="none", at="/pages/3?label=1")
        assert "已标注 1 页" in browser.get("/pages/3?label=1").text
        nexts = {browser.get(f"/pages/label?topic=样例&after={one}").headers["location"] for one in (2, 3, 5)}
        assert not any(one.startswith("/pages/4?") for one in nexts)
    html = browser.get("/crawls/样例").text  # settles
    with services.store.reading() as connection:
        rows = connection.exec_driver_sql("SELECT url, grade FROM labels").all()
    assert [tuple(row) for row in rows] == [("http://site1.test/4.html", 0)]


def test_an_address_that_is_no_page_leads_on(admin: Admin) -> None:
    for path, status in (("/nothing", 404), ("/topics/partybuild/words", 405), ("/pages/x", 404)):
        answer = admin.as_(Role.VIEWER).get(path)
        assert answer.status_code == status and '<a href="/">回到首页</a>' in answer.text


def test_a_form_that_is_refused_escapes_what_was_typed(admin: Admin) -> None:
    attack = '"><script>alert(1)</script>'
    answer = admin.as_(Role.VIEWER).get("/pages", params={"topic": "样例", "since": attack})
    assert answer.status_code == 400 and "<script>alert" not in answer.text
    assert field(answer.text, "since").get("value") == attack
    assert attack[:40] in unescape(answer.text)

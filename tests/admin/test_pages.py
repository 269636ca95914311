"""What the pages do, by their forms and links."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import closing
from io import BytesIO
from urllib.parse import unquote

import pytest
import python_calamine
import xlsxwriter
from admin.conftest import Admin, fill, page
from servers.corpora import opened

from topiccrawl.admin.accounts.roles import Role
from topiccrawl.admin.tables.word_files import read_words
from topiccrawl.relevance import Topic
from topiccrawl.topics.calibration.graded_pages import read_grades


def titles(html: str) -> list[str]:
    return re.findall(r'<td><a href="/pages/\d+">([^<]*)</a>', html)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("q=党建", 10),
        ("q=转载", 1),
        ("q=党建 -第10期", 9),
        ("q=(转载 或 社区共建)", 2),
        ("q=“全文转载”", 1),
        ("q=党建&sort=relevance", 10),
        ("q=党建&length=1", 0),
        ("host=site1.test", 4),
        ("since=2024-05-03&until=2024-05-05", 3),
        ("until=2024-04", 0),
        ("least=0.4&most=0.5", 3),
        ("q=党建&host=site2.test&least=0.3", 1),
        ("since=2024/5/3&until=２０２４年5月5日", 3),
        ("least=.4&most=０。５", 3),
    ],
)
def test_pages_are_found(admin: Admin, query: str, found: int) -> None:
    html = admin.as_(Role.VIEWER).get(f"/pages?topic=样例&{query}").text
    assert len(re.findall(r'<td><a href="/pages/\d+">', html)) == found


def test_words_are_marked_and_what_pages_contain_stays_text(admin: Admin) -> None:
    html = admin.as_(Role.VIEWER).get("/pages?topic=样例&q=社区 共建").text
    assert "找到 1 个网页" in html and "<mark>社区</mark><mark>共建</mark>" in html
    assert "<script>alert" not in html and "&lt;script&gt;alert(1)" in html
    assert "没有转载" not in html and "<mark>" not in admin.as_(Role.VIEWER).get("/pages?topic=样例").text


def test_a_search_that_cannot_be_read_is_marked(admin: Admin) -> None:
    answer = admin.as_(Role.VIEWER).get("/pages?topic=样例&q=党建 或")
    assert answer.status_code == 400 and "“或”后面缺少词语" in answer.text
    assert re.search(r'<input name="q"[^>]*aria-invalid', answer.text) and 'value="党建 或"' in answer.text
    assert "没有可以检索的汉字" in admin.as_(Role.VIEWER).get("/pages?topic=样例&q=，").text
    answer = admin.post(
        Role.EDITOR, "/exports", topic="样例", format="csv", q="(党建", at="/exports?topic=样例"
    )
    assert answer.status_code == 400 and "缺少右括号" in answer.text


def test_a_topic_that_does_not_exist_is_told(make_admin: Callable[..., Admin]) -> None:
    admin = make_admin()
    with closing(opened(admin.services.configuration.database)) as store:
        fill(store)
    editor = admin.as_(Role.EDITOR)
    for path in ("/pages", "/drops", "/exports", "/sources"):
        assert editor.get(f"{path}?topic=样例").status_code == 200
        answer = editor.get(f"{path}?topic=样列")
        assert answer.status_code == 400 and "没有这个主题" in answer.text


def test_saved_searches_count_new_pages_for_their_user(make_admin: Callable[..., Admin]) -> None:
    admin = make_admin()
    store = opened(admin.services.configuration.database)
    fill(store)
    viewer = admin.as_(Role.VIEWER)
    form = re.search(
        r'name="filters" value="([^"]+)"', viewer.get("/pages?topic=样例&q=党建 -转载&sort=day").text
    )
    assert form
    filters = form[1].replace("&amp;", "&")
    for _ in range(2):
        saved = admin.post(Role.VIEWER, "/searches", topic="样例", filters=filters)
        assert saved.status_code == 303
    html = viewer.get(saved.headers["location"]).text
    assert html.count('name="look"') == 1 and "没有新增" in html and "包含 党建 -转载</button>" in html
    assert 'name="look"' not in admin.as_(Role.EDITOR).get("/pages?topic=样例").text

    store.write(
        [page(20), page(21), page(22, title="转载", text="党建转载"), page(23, title="一", text="二")]
    )
    store.close()
    html = viewer.get("/pages?topic=样例").text
    assert "新增 2 个" in html  # at once, although a count of none is remembered
    number = re.search(r'name="look" value="(\d+)"', html)
    assert number
    assert admin.post(Role.EDITOR, "/searches", topic="样例", look=number[1]).status_code == 400
    looked = admin.post(Role.VIEWER, "/searches", topic="样例", look=number[1])
    assert looked.headers["location"] == f"/pages?{filters}"
    assert "找到 12 个网页" in viewer.get(looked.headers["location"]).text
    assert "没有新增" in viewer.get("/pages?topic=样例").text
    admin.keep([page(24, title="通知", text="长" * 400 + "党建。")])
    admin.services.forget()
    new = admin.post(Role.VIEWER, "/searches", topic="样例", new=number[1])
    listed = viewer.get(new.headers["location"]).text
    assert listed.count('<td><a href="/pages/') == 1 and 'name="after"' in listed and "通知</a>" in listed
    assert "新增" not in viewer.get("/pages?topic=样例").text.replace("没有新增", "")
    admin.post(Role.VIEWER, "/searches", topic="样例", remove=number[1])
    assert 'name="look"' not in viewer.get("/pages?topic=样例").text
    for wrong in ({"filters": "topic=样例"}, {"topic": "无"}, {"remove": "9"}, {"filters": "q=("}):
        assert (
            admin.post(Role.VIEWER, "/searches", **{"topic": "样例", "filters": "", **wrong}).status_code
            == 400
        )


def test_copies_can_be_left_out_and_earlier_pages_follow(admin: Admin) -> None:
    browser = admin.as_(Role.VIEWER)
    assert len(titles(browser.get("/pages?copies=0").text)) == 11
    assert titles(browser.get("/pages?before=3").text) == ["党建工作第2期", "党建工作第1期"]


def test_the_reading_view_shows_text_source_and_reasons(admin: Admin) -> None:
    browser = admin.as_(Role.VIEWER)
    html = browser.get("/pages/5").text
    assert "来源：青山发布" in html
    assert "支部第5次学习。" in html and 'href="http://site2.test/5.html"' in html and "0.250" in html
    assert 'name="grade"' not in html  # viewers do not grade
    assert "服务器未经验证" not in html
    assert "<dt>服务器未经验证</dt><dd>内容可能被改动过" in browser.get("/pages/10").text
    assert "unverified: expired" in admin.as_(Role.OPERATOR).get("/pages/10").text
    assert 'href="/pages/1"' in browser.get("/pages/11").text  # the original of a copy
    assert 'href="/pages/11"' in browser.get("/pages/1").text
    assert browser.get("/pages/999").status_code == 404


def test_a_grade_is_stored_and_calibrate_reads_it(admin: Admin, tmp_path) -> None:
    answer = admin.post(Role.EDITOR, "/pages/2/grade", grade="other", back="/pages?q=党建")
    assert unquote(answer.headers["location"]) == "/pages?q=党建"
    assert "搁置，不导出：评为不切题" in admin.as_(Role.EDITOR).get("/pages/2").text
    listed = admin.as_(Role.EDITOR).get("/pages?topic=样例").text
    assert 'href="/pages/2"' in listed and "个网页被搁置" not in listed  # it can be found, and graded again
    admin.post(Role.EDITOR, "/pages/2/grade", grade="relevant")
    assert "搁置，不导出" not in admin.as_(Role.EDITOR).get("/pages/2").text
    assert 'aria-pressed="true"' in admin.as_(Role.EDITOR).get("/pages/2").text
    assert admin.post(Role.EDITOR, "/pages/2/grade", grade="9").status_code == 404
    assert admin.services.desk.inbox.waiting() == 0
    with admin.services.store.reading() as connection:
        rows = [tuple(row) for row in connection.exec_driver_sql("SELECT url, grade FROM labels ORDER BY id")]
    assert rows == [("http://site2.test/2.html", 0), ("http://site2.test/2.html", 2)]


def test_drops_are_counted_and_paged(admin: Admin) -> None:
    browser = admin.as_(Role.VIEWER)
    html = browser.get("/drops?topic=样例").text
    assert ">60</td>" in html
    link = re.search(r'href="(/drops\?topic=[^"]+)"', html)
    assert link
    first = browser.get(link[1].replace("&amp;", "&")).text
    assert first.count("http://x.test/") == 2 * 50
    rest = re.search(r'href="(/drops\?[^"]+before[^"]+)"', first)
    assert rest and browser.get(rest[1].replace("&amp;", "&")).text.count("http://x.test/") == 2 * 10


def test_the_page_of_a_crawl_shows_what_was_not_read_by_site(admin: Admin) -> None:
    browser = admin.as_(Role.VIEWER)
    html = browser.get("/crawls/样例").text
    row = r'<td>{}</td><td>网站返回的是验证页 \(521\)</td><td class="n">{}</td><td>请与网站联系</td>'
    assert "<h2>没有读到的</h2>" in html
    assert re.search(row.format("wall.test", 5), html)
    assert re.search(row.format("其他网站", 2), html)


def test_the_page_of_a_crawl_shows_the_share_that_is_held(admin: Admin) -> None:
    html = admin.as_(Role.VIEWER).get("/crawls/样例").text
    assert "<dt>占这些网站本主题网页</dt><dd>59% (50–66)</dd>" in html


def test_the_log_of_each_run_is_searched_by_words_and_level(admin: Admin) -> None:
    folder = admin.services.configuration.folder / "logs"
    folder.mkdir(parents=True, exist_ok=True)
    at = "2026-11-29 06:58:07 [topiccrawl.spiders]"
    lines = [
        "topiccrawl crawl 样例",
        f"{at} INFO: 抓取 10 = 保留 8 + 重复 2 | 语料 8",
        f"{at} WARNING: 没有联系方式 <b>",
        f"{at} ERROR: 数据库连不上已 2.5 秒，网页先等着：超时",
        "  稍后重试",
        f"{at} CRITICAL: 停止",
    ]
    (folder / "样例@20261129-065800.log").write_text("\n".join(lines), encoding="utf-8")
    (folder / "样例@20261128-065800.log").write_text("topiccrawl crawl 样例\n前一次", encoding="utf-8")
    browser, place = admin.as_(Role.OPERATOR), "/crawls/样例/log"
    assert admin.as_(Role.EDITOR).get(place).status_code == 403

    def shown(query: str) -> str:
        found = re.search(r'<pre class="log"[^>]*>(.*?)</pre>', browser.get(place + query).text, re.DOTALL)
        return found[1].strip() if found else ""

    assert shown("").splitlines()[0] == lines[0] and "&lt;b&gt;" in shown("")
    assert shown("?level=ERROR").splitlines() == lines[3:]
    assert shown("?q=数据库 重试").splitlines() == lines[3:5]
    assert shown("?level=WARNING&q=保留") == "" and "没有符合条件的日志" in browser.get(f"{place}?q=x").text
    assert shown("?run=20261128-065800").splitlines()[-1] == "前一次"
    assert shown("?run=../../users.db") == ""
    assert "2026-11-29 14:58:00" in browser.get(place).text
    admin.post(Role.OPERATOR, "/language", language="en")
    assert shown("?q=FETCHED") == f"{at} INFO: fetched 10 = 8 kept + 2 duplicates | corpus 8"
    assert "the database is away for 2.5 s, pages wait: timed out" in shown("?level=ERROR")
    assert shown("?q=抓取") == "" and "稍后重试" in shown("")  # of no message: as it is
    admin.post(Role.OPERATOR, "/language", language="zh")
    for file in folder.glob("样例@*"):
        file.unlink()


def test_what_comes_in_is_listed_with_filters(admin: Admin) -> None:
    browser = admin.as_(Role.VIEWER)
    html = browser.get("/watch?topic=样例").text
    assert "党建工作第10期" in html and "读正文之前没有通过" in html
    only = browser.get("/watch?topic=样例&host=site1.test").text
    assert "http://site1.test/10.html" in only and "x.test/" not in only


def test_a_topic_can_be_followed_before_its_first_page_is_stored(make_admin: Callable[..., Admin]) -> None:
    admin = make_admin()
    admin.new_topic("河长制", "河长\n河道\n治水", "http://river.test/", title="河长")
    html = admin.as_(Role.VIEWER).get("/watch?topic=河长制").text
    assert re.search(r"<option[^>]*selected[^>]*>河长制", html)
    assert "topic=%E6%B2%B3%E9%95%BF%E5%88%B6" in html  # what the page asks for again


def test_a_missing_database_is_made_and_the_start_leads_to_the_log_in(
    make_admin: Callable[..., Admin],
) -> None:
    admin = make_admin()
    assert admin.browser().get("/").headers["location"] == "/login"
    for path in ("/crawls", "/pages", "/drops", "/watch", "/exports"):
        assert admin.as_(Role.OPERATOR).get(path).status_code == 200


def test_a_topic_is_made_changed_and_explained(make_admin: Callable[..., Admin]) -> None:
    admin = make_admin()
    admin.new_topic("河长制", "河长\n河道\n治水", "http://river.test/\nhttp://water.test/", title="河长")
    folder = admin.services.configuration.topics / "河长制"
    assert set(Topic.load(folder).words) == {"河长", "河道", "治水"}

    assert (
        admin.post(Role.EDITOR, "/topics/河长制/words", words="河长\t0.8\n#河道\t0.5\n治水\t0.4").status_code
        == 303
    )
    assert dict(Topic.load(folder).words) == {"河长": 0.8, "治水": 0.4}
    refused = admin.post(Role.EDITOR, "/topics/河长制/words", words="河长\tviel")
    assert refused.status_code == 400 and "第 1 行“河长”：权重" in refused.text
    assert dict(Topic.load(folder).words) == {"河长": 0.8, "治水": 0.4}

    admin.post(Role.EDITOR, "/topics/河长制/start", title="治水", seeds="http://a.cn/", domains="a.cn\nb.cn")
    topic = Topic.load(folder)
    assert (topic.title, topic.seeds, topic.domains) == ("治水", ("http://a.cn/",), ("a.cn", "b.cn"))
    start = {"title": "治水", "seeds": "http://a.cn/", "domains": "a.cn"}
    admin.post(Role.EDITOR, "/topics/河长制/start", **start, contact="http://a.cn/crawler")
    assert 'value="http://a.cn/crawler"' in admin.as_(Role.VIEWER).get("/topics/河长制").text
    refused = admin.post(Role.EDITOR, "/topics/河长制/start", **start, contact="a.cn (河长)")
    assert refused.status_code == 400 and "联系方式须是邮箱" in refused.text
    admin.post(Role.EDITOR, "/topics/河长制/start", **start)
    assert Topic.load(folder).contact == "http://a.cn/crawler"
    admin.post(
        Role.EDITOR, "/topics/河长制/thresholds", go="save", gate="0.11", verdict="0.5", priority="0.3"
    )
    assert Topic.load(folder).tables["verdict"]["threshold"] == 0.5
    assert (
        admin.post(Role.EDITOR, "/topics/河长制/thresholds", gate="x", verdict="1", priority="1").status_code
        == 400
    )

    table = "词,权重\n巡河,0.3\n河长,0.9\n".encode("gb18030")
    admin.post(Role.EDITOR, "/topics/河长制/import", files={"file": ("words.csv", table)})
    assert dict(Topic.load(folder).words) == {"河长": 0.9, "治水": 0.4, "巡河": 0.3}
    assert "#河道" in (folder / "words.tsv").read_text(encoding="utf-8")
    excel = admin.as_(Role.VIEWER).get("/topics/河长制/words.xlsx").content
    rows = python_calamine.load_workbook(BytesIO(excel)).get_sheet_by_index(0).to_python()
    assert rows == [["word", "weight"], ["河长", 0.9], ["治水", 0.4], ["巡河", 0.3]]
    numbers = BytesIO()
    with xlsxwriter.Workbook(numbers) as book:
        book.add_worksheet().write_row(0, 0, [12371, 1])  # cells that Excel takes for numbers
    assert read_words("words.xlsx", numbers.getvalue()) == "12371\t1"
    admin.post(Role.EDITOR, "/topics/河长制/words", words="河长\t0.1")
    admin.post(Role.EDITOR, "/topics/河长制/import", files={"file": ("words.xlsx", excel)})
    assert Topic.load(folder).words["巡河"] == 0.3
    assert (
        admin.post(Role.EDITOR, "/topics/河长制/import", files={"file": ("words.xlsx", b"no")}).status_code
        == 400
    )

    explained = admin.post(
        Role.VIEWER, "/topics/河长制/explain", text="河长巡河治水\n河长今天沿河道巡河，治水有方。"
    )
    assert "会保留" in explained.text and "巡河" in explained.text
    assert admin.post(Role.EDITOR, "/topics/football/words", words="球\t1").status_code == 400
    assert admin.post(Role.EDITOR, "/topics/football/copy").status_code == 303
    assert (admin.services.configuration.topics / "football" / "weights.tsv").is_file()


def test_grades_of_a_topic_are_a_table_for_calibrate(make_admin: Callable[..., Admin], tmp_path) -> None:
    admin = make_admin()
    admin.new_topic("样例", "党建", "http://a.cn/")
    database = admin.services.configuration.database
    store = opened(database)
    fill(store)
    store.close()
    admin.post(Role.EDITOR, "/pages/3/grade", grade="near")
    file = tmp_path / "grades.tsv"
    file.write_bytes(admin.as_(Role.EDITOR).get("/topics/样例/grades.tsv").content)
    assert [(row.url, row.grade) for row in read_grades(file)] == [("http://site0.test/3.html", 1)]


def test_users_are_added_and_removed(make_admin: Callable[..., Admin]) -> None:
    admin = make_admin()
    form = {"name": " 新来的编辑", "password": "long enough for all", "role": "editor"}
    assert admin.post(Role.OPERATOR, "/users", **form | {"role": "king"}).status_code == 400
    assert admin.post(Role.OPERATOR, "/users", **form).status_code == 303
    assert admin.log_in(admin.browser(), "新来的编辑", form["password"]).status_code == 303
    admin.post(Role.OPERATOR, "/users/remove", name="新来的编辑")
    assert "新来的编辑" not in admin.as_(Role.OPERATOR).get("/users").text


def test_the_pages_are_in_chinese_and_english_on_demand(admin: Admin) -> None:
    assert "相关度" in admin.as_(Role.EDITOR).get("/pages").text
    admin.post(Role.EDITOR, "/language", language="en", back="/pages")
    html = admin.as_(Role.EDITOR).get("/pages").text
    admin.post(Role.EDITOR, "/language", language="zh", back="/pages")
    assert "Relevance" in html and '<html lang="en">' in html

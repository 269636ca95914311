"""The guide that makes a topic, screen by screen, without a script."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from admin.conftest import ATTACK, Admin, start

from topiccrawl.admin.accounts.roles import Role
from topiccrawl.admin.topic_drafts import TopicDraft
from topiccrawl.relevance import Topic

WORDS = "河长,0.9\n河道\n治水\n巡河\n河长/治水\n"


@pytest.fixture(scope="module")
def guide(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Admin]:
    folder = tmp_path_factory.mktemp("guide")
    admin = start(f"sqlite:///{folder / 'corpus.db'}", folder)
    yield admin
    admin.services.close()


def send(admin: Admin, screen: int, go: str, role: Role = Role.EDITOR, **form: Any) -> Any:
    path = f"/topics/new/{screen}"
    return admin.post(role, path, go=go, at=path, **form)


def shown(admin: Admin, screen: int, role: Role = Role.EDITOR) -> str:
    return unescape(admin.as_(role).get(f"/topics/new/{screen}").text)


def test_five_screens_make_a_topic_and_lose_nothing(guide: Admin, tmp_path: Path) -> None:
    assert guide.as_(Role.EDITOR).get("/topics/new").headers["location"] == "/topics/new/1"
    assert guide.as_(Role.EDITOR).get("/topics/new/4").headers["location"] == "/topics/new/1"
    assert (
        send(guide, 1, "next", name="河长制", title="河长与治水", words=WORDS)
        .headers["location"]
        .endswith("/2")
    )
    table = "名称,网址\n治水网,http://water.test/\n".encode("gb18030")
    sites = {"files": {"file": ("sites.csv", table)}}
    filled = {"seeds": "river.test", "contact": " crawler@example.cn "}
    assert send(guide, 2, "next", **filled, **sites).headers["location"].endswith("/3")
    assert "http://water.test/" in shown(guide, 2) and "river.test" in shown(guide, 2)
    checked = shown(guide, 3)
    assert "只有 5 个词" in checked and "这个词永远不会命中" in checked
    assert send(guide, 3, "remove", word="河长/治水").headers["location"].endswith("/3")
    assert "河长/治水" not in shown(guide, 1)
    assert send(guide, 3, "back").headers["location"].endswith("/2")
    texts = {
        "good": "河长巡河治水\n河长今天沿河道巡河，治水有方。\n---\n河长\n今天去开会。",
        "bad": "足球比赛\n昨晚主队进球。",
    }
    assert send(guide, 4, "4", **texts).headers["location"].endswith("/4")
    tried = shown(guide, 4)
    assert "段符合预期" in tried and "巡河" in tried
    assert texts["bad"] in tried
    review = shown(guide, 5)
    assert "<dd>crawler@example.cn</dd>" in review and "没有填联系方式" not in review
    assert "river.test、water.test" in review and "建立并开始采集" not in review  # editors start no crawls
    fields = dict(
        re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', review.split('class="tools"')[1])
    )
    assert guide.post(Role.EDITOR, "/topics/new", **fields, start="1").status_code == 400
    made = guide.post(Role.EDITOR, "/topics/new", **fields)
    assert unquote(made.headers["location"]) == "/topics/河长制"
    topic = Topic.load(guide.services.configuration.topics / "河长制")
    assert (topic.title, topic.seeds) == ("河长与治水", ("http://river.test/", "http://water.test/"))
    assert topic.contact == "crawler@example.cn"
    assert topic.words["河长"] == 0.9 and set(topic.words) == {"河长与治水", "河长", "河道", "治水", "巡河"}
    assert 'value="河长制"' not in shown(guide, 1)  # the next topic begins empty


def test_urls_of_articles_may_have_their_titles_beside_them(guide: Admin) -> None:
    shared = "侨界年会侧记 https://mp.weixin.qq.com/s/AbC-1_x，点此阅读\nriver.test"
    send(guide, 1, "next", name="侨", words="侨胞")
    assert send(guide, 2, "next", seeds=shared).headers["location"].endswith("/3")
    review = shown(guide, 5)
    assert "https://mp.weixin.qq.com/s/AbC-1_x<br>" in review and "http://river.test/<br>" in review
    assert "公众号的文章列表不对采集程序开放" in shown(guide, 2)
    send(guide, 1, "forget")


@pytest.mark.parametrize(
    ("screen", "form", "said"),
    [
        (1, {"name": "a/b", "words": "党建"}, "主题名只能由文字"),
        (1, {"name": "partybuild", "words": "党建"}, "已有同名主题"),
        (1, {"name": "x", "words": " \n"}, "至少要有一个主题词"),
        (1, {"name": "x", "words": "党建\n支部\t很重"}, "第 2 行“支部”：权重须是"),
        (1, {"name": "x", "words": "党建,0"}, "所有权重都是 0"),
        (
            1,
            {"name": "x", "words": "党建", "files": {"file": ("w.xlsx", b"no")}},
            "不是可以读取的 Excel 文件",
        ),
        (2, {"seeds": ""}, "至少要有一个起始网址"),
        (2, {"seeds": "http://a.cn/\n党建 网"}, "第 2 行“党建 网”不是网址"),
        (2, {"seeds": "javascript:alert(1)"}, "不是网址"),
        (2, {"seeds": "a.cn", "domains": "a b"}, "不是网站"),
        (2, {"seeds": "a.cn", "contact": "a@example.cn (Zhang)"}, "联系方式须是邮箱或 http(s) 网址"),
    ],
)
def test_each_screen_says_what_is_wrong_and_keeps_the_input(
    guide: Admin, screen: int, form: dict[str, Any], said: str
) -> None:
    send(guide, 1, "back", name="好", words="党建")
    answer = send(guide, screen, "next", **form)
    html = unescape(answer.text)
    assert answer.status_code == 400 and said in html
    assert 'role="alert"' in html and 'aria-invalid="true"' in html
    for name, value in form.items():
        if name != "files":
            assert value.strip() in html
    send(guide, 1, "forget")


def test_the_review_warns_of_a_topic_without_a_contact(guide: Admin) -> None:
    send(guide, 1, "next", name="无名", words="河长\n治水")
    assert send(guide, 2, "next", seeds="river.test").headers["location"].endswith("/3")
    review = shown(guide, 5)
    assert "没有填联系方式" in review and "除非本机已设置" in review
    fields = {"name": "无名", "words": "河长\n治水", "seeds": "river.test", "contact": "river.test"}
    refused = guide.post(Role.EDITOR, "/topics/new", **fields)
    assert refused.status_code == 400 and "联系方式须是邮箱" in refused.text
    send(guide, 1, "forget")


def test_drafts_are_those_of_their_users_and_of_no_one_else(guide: Admin) -> None:
    send(guide, 1, "back", name="甲", words=ATTACK)
    assert "甲" not in shown(guide, 1, Role.OPERATOR)
    html = guide.as_(Role.EDITOR).get("/topics/new/1").text
    assert "<script>alert" not in html and "&lt;script&gt;" in html
    for screen in (3, 4, 5):
        assert (
            "<script>alert"
            not in guide.as_(Role.EDITOR).get(f"/topics/new/{screen}", follow_redirects=True).text
        )
    folder = guide.services.configuration.folder / "drafts"
    (file,) = folder.iterdir()
    assert file.stat().st_mode & 0o077 == 0 and folder.stat().st_mode & 0o077 == 0
    file.write_text("{", encoding="utf-8")  # a broken file is an empty draft
    assert shown(guide, 1)
    send(guide, 1, "forget")
    assert list(folder.iterdir()) == []
    guide.services.drafts.write("gone", TopicDraft("乙"))
    guide.services.drafts.write("../../evil", TopicDraft("丙"))
    assert {one.parent for one in guide.services.configuration.folder.rglob("*.json")} == {folder}


def test_operators_may_start_the_crawl_at_once(guide: Admin, monkeypatch: pytest.MonkeyPatch) -> None:
    started = []
    monkeypatch.setattr(guide.services.processes, "start", lambda *words, **options: started.append(words))
    for screen, form in ((1, {"name": "水务", "words": "治水"}), (2, {"seeds": "a.test", "anywhere": "1"})):
        send(guide, screen, "next", Role.OPERATOR, **form)
    assert "建立并开始采集" in shown(guide, 5, Role.OPERATOR)
    form = {"name": "水务", "words": "治水", "seeds": "a.test", "anywhere": "1", "start": "1"}
    assert unquote(guide.post(Role.OPERATOR, "/topics/new", **form).headers["location"]) == "/crawls/水务"
    assert [words[0].name for words in started] == ["水务"]
    assert Topic.load(guide.services.configuration.topics / "水务").domains == ()

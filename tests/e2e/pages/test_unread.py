"""A web much of which cannot be read: what the crawl says of it, and that it stores none of it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from e2e.crawling import Crawl, crawl, html, hub, listed, said, stories, story_page
from e2e.fault_server import Answer, FaultServer
from sqlalchemy import create_engine

from topiccrawl.admin.crawls.unread_reasons import unread_rows
from topiccrawl.page.unread.counts import read_unread
from topiccrawl.page.unread.reasons import Unread
from topiccrawl.reporting.crawl_state import unread_of_run

PARTY = stories()
SEED, FILES, SHELL = "http://portal.test/", "http://files.test/list.html", "http://shell.test/dj/"
COOKIE = "document.cookie=('_')+('w')+'=1';location.href=location.pathname+location.search"
CHALLENGES = {
    "http://w1.test/1.html": Answer(html("", f"<script>{COOKIE}</script>"), 521),
    "http://w1.test/2.html": Answer(html("", f"<script>{COOKIE}</script>"), 412),
    "http://w1.test/3.html": Answer(html("", f"<script>{COOKIE}</script>"), 202),
    "http://w2.test/4.html": Answer(html("", "<script>setTimeout('location.reload()',9)</script>")),
    "http://w2.test/5.html": Answer(
        html("", "<noscript>请启用脚本</noscript>", head="<meta http-equiv=refresh content='0;url=5.html'>"),
        headers=(("Set-Cookie", "w=1"),),
    ),
    "http://w3.test/6.html": Answer(html("", f"<script>{COOKIE}</script>"), 503),
}
TO_LOGIN = Answer(status=302, headers=(("Location", "http://passport.test/login?from=dj"),))
LOGIN_PAGE = Answer(html("用户登录", "<form><input name=u><input type=password name=p></form>"))
DENIED = {f"http://denied.test/{number}.html": Answer(status=403) for number in range(2)}
GONE = {"http://gone.test/1.html": Answer(status=404)}
BROKEN = {"http://broken.test/1.html": Answer(fault="reset"), "http://broken.test/2.html": Answer(status=502)}
LOCKED = {f"http://locked.test/{number}.html": TO_LOGIN for number in range(2)}
CLOSED = {"http://closed.test/1.html": story_page(PARTY[1])}
DOWNLOAD = {"http://down.test/get?id=7": Answer(b"%PDF-1.7 \0\0", content_type="application/pdf")}
READ = {"http://read.test/1.html": story_page(PARTY[0])}
NAMES = [f"党支部主题党日活动方案第{number}号" for number in range(6)]
PAPERS = [f"/papers/{number}.{suffix}" for number, suffix in enumerate(("pdf", "doc", "DOCX", "wps", "ofd"))]


def list_of_files() -> Answer:
    links = dict(zip(PAPERS, NAMES, strict=False)) | {"/papers/form.xls": "下载", PAPERS[0] + "#2": "全文"}
    return Answer(html("党建工作文件", listed(links)))


@pytest.fixture(scope="module")
def web() -> Iterator[FaultServer]:
    pages = CHALLENGES | LOCKED | DENIED | GONE | BROKEN | CLOSED | DOWNLOAD | READ
    titles = [story.title for story in PARTY]
    links = {url: titles[number % len(titles)] for number, url in enumerate(pages)}
    links |= {FILES: "党建工作文件党支部党员", SHELL: "党建工作动态党支部党员"}
    office = Answer(b"\xd0\xcf\x11\xe0\0\0", content_type="application/octet-stream")
    answers = {
        **{f"http://files.test{path}": office for path in PAPERS},
        SEED: hub("党建频道", links),
        FILES: list_of_files(),
        SHELL: Answer(html("党建动态", "<div id=app></div><script src=/static/app.js></script>")),
        "http://passport.test/login?from=dj": LOGIN_PAGE,
        "http://closed.test/robots.txt": Answer(b"User-agent: *\nDisallow: /\n", content_type="text/plain"),
        **pages,
    }
    with FaultServer(answers) as server:
        yield server


@pytest.fixture(scope="module")
def done(web: FaultServer, tmp_path_factory: pytest.TempPathFactory) -> Crawl:
    settings = {"TOPICCRAWL_FILES": "False"}  # as without the extra `files`
    return crawl(tmp_path_factory.mktemp("unread"), [SEED], proxy=web.proxy_url, settings=settings)


def test_nothing_that_was_not_read_is_stored(done: Crawl) -> None:
    assert set(done.pages) == READ.keys()
    assert {done.drops[url] == {("gate", "challenge")} for url in CHALLENGES} == {True}
    assert done.drops[SHELL] == {("unread", "script_list"), ("cleaning", "empty")}


def test_challenges_are_asked_for_once_and_not_again(done: Crawl, web: FaultServer) -> None:
    assert [len(web.times(url)) for url in CHALLENGES] == [1] * len(CHALLENGES)
    assert {done.links[url][1] for url in CHALLENGES} == {"gate: challenge"}, "no start puts them back"
    paused = re.findall(r"(\S+) (?:answers \d+|drops connections): no requests to it", done.log)
    assert not {urlsplit(url).hostname for url in CHALLENGES}.intersection(paused)


def test_the_row_of_the_run_counts_reasons_and_hosts(done: Crawl) -> None:
    found = {one.reason: one for one in read_unread(done.stats)}
    assert {reason: one.count for reason, one in found.items()} == {
        Unread.SCRIPT_LIST: 1,
        Unread.CHALLENGE: 6,
        Unread.FILE_TEXT: 6,
        Unread.LOGIN: 2,
        Unread.ROBOTS: 1,
        Unread.REFUSED: 2,
        Unread.UNREACHABLE: 2,
    }
    assert found[Unread.CHALLENGE].hosts == {"w1.test": 3, "w2.test": 2, "w3.test": 1}
    assert found[Unread.CHALLENGE].how == {"200": 2, "521": 1, "412": 1, "202": 1, "503": 1}
    assert found[Unread.FILE_TEXT].hosts == {"files.test": 5, "down.test": 1}
    assert found[Unread.UNREACHABLE].how == {"reset": 1, "502": 1}


def test_files_have_rows_with_their_headlines(done: Crawl) -> None:
    rows = done.rows(
        "SELECT url, anchor, parent_url FROM drops WHERE stage = 'unread' AND reason = 'file_text'"
    )
    of_list = {row["url"]: row["anchor"] for row in rows if row["parent_url"] == FILES}
    assert of_list["http://files.test/papers/0.pdf"] == NAMES[0]
    assert len(of_list) == 3
    assert ("gate", "not_html") in done.drops["http://files.test/papers/4.ofd"], "a link like any other"


def test_the_summary_says_what_was_not_read_by_site(done: Crawl) -> None:
    summary = said(done.log)
    assert "no link waits, but not everything could be read." in summary
    assert "every link worth a visit is visited" not in summary
    assert not re.search(r"gave no page: [^\n]*robots", summary)
    for line in (
        r"  unread    1 list or page fills itself by a script that we cannot read: try TOPICCRAWL_BROWSER=shells; "
        r"shell\.test 1\n",
        r" {12}3 hosts answered a challenge page \(200, [\d, ]+\): ask the owner of the site for access; "
        r"w1\.test 3, w2\.test 2, w3\.test 1\n",
        r" {12}6 texts are files: .*; files\.test 5, down\.test 1\n",
        r" {12}2 pages are behind a log-in: .*; locked\.test 2\n",
        r" {12}1 link is forbidden by robots\.txt: ask the owner of the site for access; closed\.test 1\n",
        r" {12}2 links were refused \(403\): ask the owner of the site for access; denied\.test 2\n",
        r" {12}2 links could not be reached \((reset, 502|502, reset)\): try again later; broken\.test 2\n",
    ):
        assert re.search(line, summary), line


def test_the_administration_pages_have_the_same_as_a_table(done: Crawl) -> None:
    with create_engine(done.database).connect() as connection:
        rows = unread_rows(unread_of_run(connection, 1))
    assert ("w1.test", "The site answered a challenge page", 3) in {
        (row.host, row.meaning, row.count) for row in rows
    }
    assert len(rows) == 10


def test_a_list_of_titles_whose_addresses_only_a_script_knows_is_not_read(
    web: FaultServer, tmp_path: Path
) -> None:
    fills = "<script>$.getJSON('/api/dj/list?type=3', function (found) { show(found.rows); });</script>"
    rows = [{"t": story.title, "n": 7 * number} for number, story in enumerate(PARTY)]
    menu = "<p>党建工作动态党支部党员</p><a href='/'>党建首页</a><a href='/about.html'>关于我们</a>"
    web.answers |= {
        "http://ids.test/": Answer(html("党建工作动态", f"{menu}<ul id=rows></ul>{fills}")),
        "http://ids.test/api/dj/list?type=3": Answer(
            json.dumps({"rows": rows}).encode(), content_type="application/json"
        ),
        "http://ids.test/about.html": Answer(status=404),
    }
    done = crawl(tmp_path, ["http://ids.test/"], proxy=web.proxy_url)
    assert done.drops["http://ids.test/api/dj/list?type=3"] == {("gate", "no_records")}
    assert {one.reason: one.count for one in read_unread(done.stats)} == {Unread.SCRIPT_LIST: 1}
    assert "every link worth a visit is visited" not in said(done.log)


def test_headlines_that_a_script_opens_are_read_or_named(web: FaultServer, tmp_path: Path) -> None:
    rows = [
        f"<li><a href='#' onclick='view({n})'>{story.title}</a></li>" for n, story in enumerate(PARTY[:6])
    ]
    form = "<form name=f method=post action=/view.do><input type=hidden name=id></form>"
    more = "<p>党建工作动态每周更新，欢迎各支部来稿。</p><a href='/p2.html'>下一页</a><script src='/js/site.js'></script>"
    articles = {f"http://called.test/show_{n}.html": story_page(story) for n, story in enumerate(PARTY[:6])}
    web.answers |= articles
    for host, opens in {
        "called.test": "location.href = '/show_' + n + '.html'",
        "shown.test": "document.getElementById('row' + n).className = 'on'",
        "posted.test": "document.f.id.value = n; document.f.submit()",
    }.items():
        script = f"function view(n) {{ {opens}; }}"
        inline = f"<script>{script}</script>" if host == "posted.test" else ""
        web.answers |= {
            f"http://{host}/": Answer(html("党建工作动态", f"<ul>{''.join(rows)}</ul>{form}{more}{inline}")),
            f"http://{host}/js/site.js": Answer(script.encode(), content_type="application/javascript"),
            f"http://{host}/p2.html": Answer(status=404),
        }
    seeds = ["http://called.test/", "http://shown.test/", "http://posted.test/"]
    done = crawl(tmp_path, seeds, proxy=web.proxy_url)
    assert set(done.pages) == articles.keys()
    assert {one.reason: [*one.hosts] for one in read_unread(done.stats)} == {
        Unread.SCRIPT_LIST: ["shown.test"],
        Unread.FORM: ["posted.test"],
    }
    assert "every link worth a visit is visited" not in said(done.log)


def test_records_whose_texts_a_script_asks_for_by_id_are_articles(web: FaultServer, tmp_path: Path) -> None:
    """The app of a site names a list and the address of one record; one answer is cut, one is a file."""
    api, app = (
        "http://app.test/api/dj",
        (
            "<script>function rows(q) { return axios.get('/api/dj/list', {params: q}); } rows({page: 1, channel: 3});"
            " function one(id) { return axios.get('/api/dj/' + id); } one(location.hash.split('=')[1]);</script>"
        ),
    )
    told = [{"id": 7 * n, "title": story.title} for n, story in enumerate(PARTY[:4], start=1)]

    def data(value: object) -> Answer:
        return Answer(json.dumps(value, ensure_ascii=False).encode(), content_type="application/json")

    texts = [
        data({"data": row | {"content": "\n".join(story.paragraphs)}})
        for row, story in zip(told, PARTY, strict=False)
    ]
    texts[2] = Answer(b'{"data": {"content": "', content_type="application/json")
    texts[3] = DOWNLOAD["http://down.test/get?id=7"]
    web.answers |= {
        "http://app.test/": Answer(
            html("党建工作动态", f"<p>党建工作动态党支部党员</p><div id=app></div>{app}")
        ),
        f"{api}/list?page=1&channel=3": data({"rows": told}),
        f"{api}/list?page=2&channel=3": data({"rows": []}),
        **{f"{api}/{row['id']}": text for row, text in zip(told, texts, strict=True)},
    }
    done = crawl(tmp_path, ["http://app.test/"], proxy=web.proxy_url)
    assert done.kept == {f"{api}/7", f"{api}/14"}
    assert {("gate", "not_html")} == done.drops[f"{api}/21"] == done.drops[f"{api}/28"]


def test_pages_that_were_not_read_are_not_said_to_be_off_the_topic(web: FaultServer, tmp_path: Path) -> None:
    seed = "http://only.test/"
    web.answers[seed] = hub("党建频道", {"http://w1.test/1.html": PARTY[0].title, SHELL: "党建动态党支部"})
    done = crawl(tmp_path, [seed], proxy=web.proxy_url, variables={"LC_ALL": "zh_CN.UTF-8"})
    summary = said(done.log)
    assert "没有链接在等待，但有的内容没能读到。" in summary
    assert "1 个网站返回的是验证页（521）：请与网站联系；w1.test 1" in summary
    assert "没有一页与主题相关" not in summary
    # The challenge is a dead letter, so that there is something to look at.
    assert "topiccrawl frontier show" in summary or "（换种子：没有读到一页正文）" in summary


def test_a_host_with_nothing_but_challenges_is_given_up_and_a_captcha_is_one(web, tmp_path):
    urls = {f"http://wall.test/{number}.html": PARTY[number % 9].title for number in range(9)}
    page, captcha = "http://guard.test/1.html", "http://guard.test/captcha.html?back=1"
    web.answers |= dict.fromkeys(urls, CHALLENGES["http://w1.test/1.html"]) | {
        page: Answer(status=302, headers=(("Location", captcha),)),
        captcha: Answer(html("安全验证", "<p>请输入验证码后继续访问</p>")),
        "http://walled.test/": hub("党建频道", {**urls, page: PARTY[0].title}),
    }
    settings = {"TOPICCRAWL_HOST_DENIALS": "3", "CONCURRENT_REQUESTS_PER_DOMAIN": "1"}
    done = crawl(tmp_path, ["http://walled.test/"], proxy=web.proxy_url, settings=settings)
    asked = [url for url in web.pages_asked() if "wall.test" in url]
    assert len(asked) == 3
    found = {one.reason: one for one in read_unread(done.stats)}
    assert {reason: one.count for reason, one in found.items()} == {Unread.CHALLENGE: 4, Unread.REFUSED: 6}
    assert found[Unread.CHALLENGE].hosts == {"wall.test": 3, "guard.test": 1}

"""Probes of small sites, each with one kind of list or one way to refuse."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from probe.web import PER_PART, Reply, Web, items, listing, part, title

from topiccrawl.probe.findings import Advice, Continues, SiteFindings, State
from topiccrawl.probe.judge import Judge
from topiccrawl.probe.many import ProbeOptions, probe_sites
from topiccrawl.probe.wording import verdict_text

QUICK = ProbeOptions("topiccrawl/1.0 (test)", pause=0.0)
IMPATIENT = replace(QUICK, timeout=0.5)

Probe = Callable[[str], SiteFindings]


@pytest.fixture
def probe(web: Web, judge: Judge) -> Probe:
    return lambda url: probe_sites([url], judge, IMPATIENT if "slow" in url else QUICK)[0]


@pytest.mark.parametrize(
    ("url", "continues", "system"),
    [
        ("http://plain.test/dj/", Continues.LINKS, ""),
        ("http://script.test/dj/", Continues.SCRIPT, "TRS"),
        ("http://json.test/dj/", Continues.DATA_NUMBER, ""),
        ("http://post.test/dj/list.do", Continues.FORM_POST, ""),
    ],
)
def test_lists_are_followed_to_their_second_part(
    web: Web, probe: Probe, url: str, continues: Continues, system: str
) -> None:
    found = probe(url)
    assert (found.state, found.reason, found.advice) == (State.REACHED, "", (Advice.NOTHING,))
    assert (found.list.continues, found.list.followed) == (continues, True)
    assert (found.list.first, found.list.second, found.list.on_topic) == (PER_PART, PER_PART, PER_PART)
    assert found.system == system
    assert found.requests == len(web.requested) < 10
    assert web.requested[0][1] == "/robots.txt"
    assert web.agents == {"topiccrawl/1.0 (test)"}
    first, *others = found.articles
    assert len(others) == 2
    assert first.title == title(0)
    assert (first.published, first.source) == ("2024-03-01", "清溪日报")
    assert first.sentence.startswith("三月1日，清溪镇党支部召开组织生活会") and first.sentence.endswith("。")
    assert first.kept and first.relevance > 0.5


@pytest.mark.parametrize(
    ("url", "state", "reason", "detail", "advice"),
    [
        ("http://refused.test/dj/", State.REFUSED, "robots", "", Advice.ASK_OWNER),
        ("http://challenge.test/dj/", State.REFUSED, "challenge", "521", Advice.BROWSER),
        ("http://wall.test/dj/", State.REFUSED, "challenge", "412", Advice.BROWSER),
        ("http://denied.test/dj/", State.REFUSED, "status", "403", Advice.ASK_OWNER),
        ("http://member.test/dj/", State.REFUSED, "login", "", Advice.LOG_IN),
        ("http://gone.test/dj/", State.UNREACHABLE, "status", "404", Advice.CHECK_URL),
        ("http://slow.test/dj/", State.UNREACHABLE, "timeout", "", Advice.LATER),
        ("http://down.test/dj/", State.UNREACHABLE, "robots_error", "503", Advice.LATER),
        ("http://circle.test/dj/", State.UNREACHABLE, "redirects", "", Advice.CHECK_URL),
        ("http://inward.test/dj/", State.REFUSED, "private", "", Advice.PRIVATE),
        ("http://shell.test/dj/", State.EMPTY, "script_list", "", Advice.BROWSER),
        ("http://files.test/gk/", State.EMPTY, "file_text", "", Advice.FILES),
    ],
)
def test_why_a_site_cannot_be_crawled(
    web: Web, probe: Probe, url: str, state: State, reason: str, detail: str, advice: Advice
) -> None:
    found = probe(url)
    assert (found.state, found.reason, found.detail) == (state, reason, detail)
    assert found.advice == (advice,)
    assert not found.crawlable
    assert found.requests == len(web.requested) < 10


@pytest.mark.parametrize("folder", ["gk", "tz"])
def test_texts_in_files_are_read_where_a_crawl_reads_them(web: Web, judge: Judge, folder: str) -> None:
    (found,) = probe_sites([f"http://read-files.test/{folder}/"], judge, replace(QUICK, files=True))
    assert (found.state, found.advice) == (State.REACHED, (Advice.NOTHING,))
    assert found.list is not None and found.list.first == 6
    assert [article.title for article in found.articles] == [title(0), title(2), title(5)]
    assert all(article.kept and article.sentence for article in found.articles)
    assert found.requests == len(web.requested) < 10


def test_nothing_but_robots_txt_is_requested_where_it_forbids_the_site(web: Web, probe: Probe) -> None:
    probe("http://refused.test/dj/")
    assert web.requested == [("refused.test", "/robots.txt")]


def test_the_encoding_is_found(probe: Probe) -> None:
    found = probe("http://gb.test/dj/")
    assert (found.charset, found.articles[0].title) == ("gb18030", title(0))


def test_a_home_page_about_other_things_leads_to_the_column_of_the_topic(web: Web, probe: Probe) -> None:
    found = probe("http://home.test/")
    assert found.columns[0].name == "党建工作"
    assert found.list is not None and found.list.url == "http://home.test/dj/"
    assert found.list.followed and found.list.on_topic == PER_PART
    assert len(web.requested) == found.requests <= 9


def test_a_better_seed_is_named_where_no_list_is_about_the_topic(web: Web, probe: Probe) -> None:
    sport = items(range(0), "/ty/") + "".join(
        f'<li><a href="/ty/{n}.html">清溪队{n + 1}比0战胜东河队，升至第二位</a></li>' for n in range(8)
    )
    pages = {f"/ty/{n}.html": "<html><body><p>" + "主队前锋头球破门，观众一万余人。" * 20 for n in range(8)}
    columns = '<a href="/tz/">通知公告</a>'
    home = {"/": listing(f"{columns}<ul>{sport}</ul><a href='/2.html'>下一页</a>", "清溪在线")}
    web.pages["other.test"] = home | pages
    found = probe("http://other.test/")
    assert Advice.BETTER_SEED in found.advice
    assert [column.url for column in found.columns] == ["http://other.test/tz/"]


def test_a_list_about_other_things_can_be_crawled_but_is_told(probe: Probe) -> None:
    found = probe("http://sport.test/ty/")
    assert found.crawlable and found.advice == (Advice.OTHER_TOPIC,)
    assert found.list is not None and found.list.on_topic == 0
    assert not any(one.kept for one in found.articles) and all(one.sentence for one in found.articles)


def test_a_pager_that_cannot_be_read_is_told(probe: Probe) -> None:
    found = probe("http://pager.test/dj/")
    assert (found.list.continues, found.list.followed, found.list.second) == (Continues.UNKNOWN, False, None)
    assert found.crawlable and found.advice == (Advice.NEXT_RULE,)


def test_a_list_that_says_it_has_one_page_is_whole(web: Web, probe: Probe) -> None:
    pages = {f"/dj/t{n}.html": web.pages["plain.test"][f"/dj/t{n}.html"] for n in part(0)}
    web.pages["one.test"] = pages | {"/dj/": listing(f"<ul>{items(part(0))}</ul><div>第1/1页 下一页</div>")}
    found = probe("http://one.test/dj/")
    assert found.list is not None and found.list.continues is Continues.NONE
    assert found.advice == (Advice.NOTHING,)


def test_an_article_that_is_gone_is_told_with_its_status(web: Web, probe: Probe) -> None:
    pages = {f"/dj/t{n}.html": web.pages["plain.test"][f"/dj/t{n}.html"] for n in range(5)}
    web.pages["part.test"] = pages | {"/dj/": listing(f"<ul>{items(part(0))}</ul>")}
    found = probe("http://part.test/dj/")
    assert [(one.problem, one.detail) for one in found.articles] == [("", ""), ("", ""), ("status", "404")]
    assert found.crawlable
    assert verdict_text(found.articles[2]) == "the server answered 404"


def test_a_form_that_takes_free_text_is_not_sent(web: Web, probe: Probe) -> None:
    form = (
        '<form name="f" method="post" action="/search.do"><input name="keyword">'
        '<input type="hidden" name="pageNo" value="1"></form>'
        "<script>function gotoPage(n){document.f.pageNo.value=n;document.f.submit();}</script>"
        '<a href="javascript:;" onclick="gotoPage(2)">下一页</a>'
    )
    pages = {f"/dj/t{n}.html": web.pages["plain.test"][f"/dj/t{n}.html"] for n in part(0)}
    web.pages["form.test"] = pages | {"/dj/": listing(f"<ul>{items(part(0))}</ul>{form}")}
    found = probe("http://form.test/dj/")
    assert found.list is not None and found.list.continues is Continues.FORM_UNSENT
    assert found.advice == (Advice.NEXT_RULE,)
    assert "/search.do" not in web.paths("form.test")


def test_a_pager_that_leads_to_the_same_articles_is_told(web: Web, probe: Probe) -> None:
    pages = {f"/dj/t{n}.html": web.pages["plain.test"][f"/dj/t{n}.html"] for n in part(0)}
    same = listing(f"<ul>{items(part(0))}</ul><a href='/dj/index_1.html'>下一页</a>")
    web.pages["same.test"] = pages | {"/dj/": same, "/dj/index_1.html": same}
    found = probe("http://same.test/dj/")
    assert (found.list.second, found.list.followed) == (0, False)
    assert found.advice == (Advice.NEXT_RULE,)


def test_redirects_of_servers_and_scripts_are_followed_and_counted(web: Web, probe: Probe) -> None:
    found = probe("http://moved.test/dj/")
    assert (found.url, found.crawlable) == ("http://plain.test/dj/", True)
    assert found.requests == len(web.requested) <= 9
    assert web.requested[:4] == [
        ("moved.test", "/robots.txt"),
        ("moved.test", "/dj/"),
        ("plain.test", "/robots.txt"),
        ("plain.test", "/dj/"),
    ]
    assert probe("http://jump.test/").url == "http://jump.test/dj/"


def test_a_feed_is_a_seed_of_its_own(probe: Probe) -> None:
    found = probe("http://feed.test/rss.xml")
    assert (found.listing, found.crawlable) == ("feed", True)
    assert found.list is not None and (found.list.first, found.list.on_topic) == (6, 6)
    assert [one.kept for one in found.articles] == [True] * 3


def test_an_article_that_a_script_fills_is_read_from_its_data(web: Web, probe: Probe) -> None:
    text = (
        "<p>"
        + "</p><p>".join(["支部党员大会讨论了党建工作计划，全体党员参加，会议由支部书记主持。"] * 6)
        + "</p>"
    )
    data = Reply(
        f'{{"title": "{title(1)}", "content": "{text}", "publishTime": "2024-03-05"}}',
        kind="application/json; charset=utf-8",
    )
    shell = '<html><body><div id="app"></div><script>fetch("/data/7.json")</script></body></html>'
    pages = {f"/dj/t{n}.html": shell for n in part(0)}
    web.pages["spa.test"] = pages | {"/dj/": listing(f"<ul>{items(part(0))}</ul>"), "/data/7.json": data}
    found = probe("http://spa.test/dj/")
    assert (found.articles[0].title, found.articles[0].published) == (title(1), "2024-03-05")
    assert found.articles[0].sentence.startswith("支部党员大会") and found.articles[0].kept


def test_no_site_gets_ten_requests_whatever_it_links_to(web: Web, probe: Probe) -> None:
    def endless(query: str, body: str) -> Reply:
        return Reply(status=302, headers={"Location": "http://chain.test/dj/real"})

    pages = {f"/dj/t{n}.html": endless for n in range(18)}
    columns = "".join(f'<a href="/l{n}/">栏目{n}号</a>' for n in range(8))
    web.pages["chain.test"] = pages | {"/": listing(columns), "/l0/": listing(f"<ul>{items(part(0))}</ul>")}
    assert probe("http://chain.test/").requests == len(web.requested) <= 9

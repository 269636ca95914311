"""Files `sites/<host>.toml`: each key in the place of a heuristic that misreads a site."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

from e2e.crawling import Crawl, crawl, html, other_stories, said, stories, story_html, story_page
from e2e.fault_server import Answer, FaultServer

from topiccrawl.demo.articles import Article
from topiccrawl.relevance.topic.topic import Topic

SEED = "http://portal.test/gzdt/"
PARTY = stories()
SPORTS = other_stories()


def topic_with(folder: Path, sites: Mapping[str, str]) -> Path:
    """A copy of the party topic with files for sites."""
    source = Topic.load("partybuild").folder
    topic = folder / "党建"
    shutil.copytree(str(source), topic)
    (topic / "sites").mkdir()
    for host, text in sites.items():
        (topic / "sites" / f"{host}.toml").write_text(text, encoding="utf-8")
    return topic


def crawled(
    folder: Path,
    answers: Mapping[str, Answer],
    sites: Mapping[str, str],
    seed: str = SEED,
    settings: Mapping[str, str] | None = None,
    **arguments: str,
) -> tuple[Crawl, FaultServer]:
    with FaultServer(answers) as web:
        done = crawl(
            folder,
            [seed],
            proxy=web.proxy_url,
            spider="topic",
            arguments={"topic": str(topic_with(folder, sites)), **arguments},
            settings=settings,
        )
    return done, web


def url_of(number: int) -> str:
    return f"http://portal.test/gzdt/t{number}.html"


def list_page(numbers: Mapping[int, str], more: str = "", day: str = "2024-05-01") -> Answer:
    """A list whose links are pictures: their file names say nothing of the articles."""
    items = "".join(
        f"<li><a href='{url_of(number)}'><img src='p.png' alt='IMG_{number}.png'></a>"
        f"<span>{title} {day}</span></li>"
        for number, title in numbers.items()
    )
    return Answer(html("青山县委网站", f"<ul class='news'>{items}</ul>{more}"))


def dated_page(story: Article, day: str) -> Answer:
    body = story_html(story).decode()
    return Answer(body.replace("</h1>", f"</h1><p>{day} 来源：青山日报</p>").encode())


THREE_PAGES = {
    SEED: list_page({number: PARTY[number].title for number in range(3)}),
    f"{SEED}index_1.html": list_page({number: PARTY[number].title for number in range(3, 6)}),
    f"{SEED}index_2.html": list_page({number: PARTY[number].title for number in range(6, 8)}),
    **{url_of(number): story_page(PARTY[number]) for number in range(8)},
}
"""A list of picture links; it goes on by numbers that nothing on the page names."""


def test_a_list_that_is_misread_is_read_to_its_end(tmp_path: Path) -> None:
    (tmp_path / "without").mkdir()
    without, _ = crawled(tmp_path / "without", THREE_PAGES, {})
    (tmp_path / "with").mkdir()
    rules = 'list = "ul.news li"\nnext = "index_{page:0}.html"\n'
    done, web = crawled(tmp_path / "with", THREE_PAGES, {"portal.test": rules})
    assert not without.kept & set(map(url_of, range(3, 8)))
    assert done.kept == set(map(url_of, range(8)))
    assert f"{SEED}index_3.html" in web.pages_asked()
    assert done.counts("topiccrawl/sites/portal.test/") == {"list": 8, "next": 3}
    assert "sites/<host>.toml" not in said(done.log)


def test_only_what_may_be_requested_is(tmp_path: Path) -> None:
    links = {
        url_of(0): PARTY[0].title,
        url_of(1): PARTY[1].title,
        "http://portal.test/other/1.html": PARTY[2].title,
        "http://sub.portal.test/1.html": PARTY[3].title,
    }
    items = "".join(f"<li><a href='{url}'>{title}</a></li>" for url, title in links.items())
    answers = {SEED: Answer(html("党建频道", f"<ul>{items}</ul>"))}
    answers |= {url: story_page(PARTY[number]) for number, url in enumerate(links)}
    rules = 'include = "/gzdt/*"\nexclude = ["/gzdt/t1.html", "/nothing/*"]\n'
    done, web = crawled(tmp_path, answers, {"www.portal.test": rules})
    # The twin with www. has no file for other subdomains.
    assert done.kept == {url_of(0), "http://sub.portal.test/1.html"}
    assert not {url_of(1), "http://portal.test/other/1.html"} & set(web.pages_asked())
    assert done.drops[url_of(1)] == {("frontier", "site_exclude")}
    assert done.drops["http://portal.test/other/1.html"] == {("frontier", "site_include")}


def test_an_article_is_judged_even_where_it_looks_like_a_list(tmp_path: Path) -> None:
    links = "".join(f"<li><a href='/x/{n}.html'>{story.title}</a></li>" for n, story in enumerate(SPORTS[:9]))
    text = "".join(f"<div>{paragraph}</div>" for paragraph in PARTY[0].paragraphs)
    page = html("通知", f"<h4>{PARTY[0].title}</h4><section>{text}</section><ul>{links}</ul>")
    seed = html("党建频道", f"<a href='{url_of(0)}'>详情</a><a href='{url_of(1)}'>详情</a>")
    rules = 'article = "/gzdt/t*.html"\ntitle = "h4"\nbody = "section"\nauthor = ".nobody"\n'
    answers = {SEED: Answer(seed), url_of(0): Answer(page), url_of(1): story_page(SPORTS[0])}
    done, _ = crawled(tmp_path, answers, {"portal.test": rules})
    assert done.kept == {url_of(0)}
    assert done.pages[url_of(0)]["title"] == PARTY[0].title
    assert done.pages[url_of(0)]["text"].splitlines() == list(PARTY[0].paragraphs)
    summary = said(done.log)
    assert "portal.test (author, body, title)" not in summary
    assert "portal.test (author)" in summary
    assert "topiccrawl site check" in summary


def test_nothing_from_before_a_day_is_kept_and_its_pager_stops(tmp_path: Path) -> None:
    answers = {
        SEED: list_page({0: PARTY[0].title, 1: PARTY[1].title}),
        f"{SEED}?page=2": list_page({2: PARTY[2].title, 3: PARTY[3].title}, day="2019-03-01"),
        f"{SEED}?page=3": list_page({4: PARTY[4].title}, day="2018-03-01"),
        url_of(0): dated_page(PARTY[0], "2024-05-01"),
        url_of(1): story_page(PARTY[1]),
        url_of(2): dated_page(PARTY[2], "2019-03-01"),
        url_of(3): dated_page(PARTY[3], "2019-03-01"),
    }
    rules = {"portal.test": 'list = "ul.news li"\nnext = "?page={page}"\nsince = 2015-01-01\n'}
    done, web = crawled(tmp_path, answers, rules, since="2020-01-01")
    # A page without a date is kept.
    assert done.kept == {url_of(0), url_of(1)}
    assert done.drops[url_of(2)] == done.drops[url_of(3)] == {("verdict", "too_old")}
    assert f"{SEED}?page=2" in web.pages_asked()
    assert f"{SEED}?page=3" not in web.pages_asked()


def test_a_site_chooses_how_its_servers_are_verified(tmp_path: Path) -> None:
    # The web has a certificate of its own, which nobody trusts.
    seed, page = "https://portal.test/", "https://portal.test/1.html"
    home = html("党建频道", f"<a href='{page}'>{PARTY[0].title}</a>")
    done, _ = crawled(
        tmp_path,
        {seed: Answer(home), page: story_page(PARTY[0])},
        {"portal.test": 'tls = "record"\n'},
        seed,
        {"TOPICCRAWL_TLS": "strict"},
    )
    assert done.kept == {page}

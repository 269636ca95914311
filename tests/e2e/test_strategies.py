"""Strategies by name, on small webs whose server remembers what was asked for, and in which order."""

from __future__ import annotations

import csv
import json
from io import StringIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from e2e.crawling import Crawl, crawl, html, hub, listed, other_stories, stories, story_page
from e2e.fault_server import Answer, FaultServer

from topiccrawl.corpus.export import COLUMNS, ExportOptions, export_pages
from topiccrawl.storage.frontier.contract import State

PARTY, SPORT = stories(), other_stories()
ONE_AT_A_TIME = {"CONCURRENT_REQUESTS": "1", "CONCURRENT_REQUESTS_PER_DOMAIN": "1"}
SEED = "http://site.test/"
FEEDS = ("jsonl", "json", "csv", "xml")


def page(number: int, links: dict[str, str]) -> Answer:
    """A page off the topic of the crawl."""
    return story_page(SPORT[number], links)


def menu(*urls: str) -> dict[str, str]:
    """Links whose words say nothing."""
    return dict.fromkeys(urls, "更多")


def site() -> dict[str, Answer]:
    """Two sections of two pages each, one page below each of these, and a link to another site."""
    answers = {SEED: hub("首页", menu(f"{SEED}a/", f"{SEED}b/", "http://other.test/"))}
    for section in "ab":
        urls = [f"{SEED}{section}/{number}.html" for number in (1, 2)]
        answers[f"{SEED}{section}/"] = hub("栏目", menu(*urls, SEED))
        for number, url in enumerate(urls):
            below = url.replace(".html", "/below.html")
            place = 4 * (section == "b") + 2 * number
            answers[url] = page(place, menu(below, f"{SEED}{section}/"))
            answers[below] = page(place + 1, menu(url, urls[0]))
    return answers


def crawl_site(folder: Path, strategy: str, web: FaultServer, **settings: str) -> Crawl:
    chosen = {"strategy": strategy} if strategy else {}
    own = ONE_AT_A_TIME | {"TOPICCRAWL_PATIENCE": "0", "DOWNLOAD_TIMEOUT": "30"} | settings
    return crawl(folder, [SEED], proxy=web.proxy_url, arguments=chosen, settings=own)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Crawl, list[str]]:
    folder = tmp_path_factory.mktemp("whole")
    feeds = {str(folder / f"feed.{ending}"): {"format": ending} for ending in FEEDS}
    with FaultServer(site()) as web:
        return crawl_site(folder, "whole-site", web, FEEDS=json.dumps(feeds)), web.pages_asked()


def read_feed(path: Path) -> list[dict[str, str | None]]:
    text = path.read_text("utf-8-sig")
    if path.suffix == ".csv":
        return [
            {name: value or None for name, value in row.items()} for row in csv.DictReader(StringIO(text))
        ]
    if path.suffix == ".xml":
        return [{field.tag: field.text for field in item} for item in ElementTree.fromstring(text)]
    found = json.loads(text) if path.suffix == ".json" else map(json.loads, text.splitlines())
    return [{name: None if value is None else str(value) for name, value in row.items()} for row in found]


@pytest.mark.parametrize("ending", FEEDS)
def test_feeds_of_scrapy_have_the_columns_of_an_export(
    whole: tuple[Crawl, list[str]], ending: str, tmp_path: Path
) -> None:
    crawled, _ = whole
    assert "Traceback" not in crawled.log
    rows = read_feed(Path(crawled.database.removeprefix("sqlite:///")).with_name(f"feed.{ending}"))
    options = ExportOptions(include_duplicates=True)
    assert rows and export_pages(
        crawled.database, "partybuild", "jsonl", tmp_path / "out", options
    ).pages == len(rows)
    exported = [json.loads(line) for line in (tmp_path / "out").read_text("utf-8").splitlines()]
    # Neither CSV nor XML tells an empty text from a missing one.
    lost = (None, "") if ending in ("csv", "xml") else (None,)
    expected = {
        row["url"]: {name: None if value in lost else str(value) for name, value in row.items()}
        for row in exported
    }
    assert {row["url"]: row for row in rows} == expected
    assert tuple(rows[0]) == COLUMNS
    assert all(row["title"] and row["text"] for row in rows)


def test_a_whole_site_is_fetched_page_by_page_once_and_nothing_else(whole: tuple[Crawl, list[str]]) -> None:
    assert sorted(whole[1]) == sorted(site())


def test_a_whole_site_is_crawled_in_depth(tmp_path: Path) -> None:
    """A chain of pages ends before most of the pages that stand beside its beginning."""
    chain = [f"{SEED}chain/{number}.html" for number in range(5)]
    beside = [f"{SEED}beside/{number}.html" for number in range(20)]
    answers = {SEED: hub("首页", menu(chain[0], *beside))}
    answers |= {url: page(number, menu(*chain[number + 1 : number + 2])) for number, url in enumerate(chain)}
    answers |= {url: Answer(html("短", "<p>短讯一则。</p>")) for url in beside}
    with FaultServer(answers) as web:
        crawl_site(tmp_path, "whole-site", web)
        asked = web.pages_asked()
    assert sorted(asked) == sorted(answers)
    # A request may be sent before the page that came last is parsed: one page beside for each of the chain.
    assert sum(url in beside for url in asked[: asked.index(chain[-1])]) <= len(chain) + 1


def test_a_whole_site_keeps_all_that_has_a_text_whatever_its_topic(whole: tuple[Crawl, list[str]]) -> None:
    done = whole[0]
    assert done.pages.keys() == {url for url in site() if url.endswith(".html")}
    assert done.drops["http://other.test/"] == {("frontier", "domain")}
    assert set.union(*done.drops.values()) == {("frontier", "domain"), ("cleaning", "empty")}
    assert max(row["relevance"] for row in done.pages.values()) < 0.46
    assert json.loads(done.runs[0]["settings"])["strategy"] == "whole-site"


def test_breadth_first_goes_from_level_to_level_and_keeps_what_is_relevant(tmp_path: Path) -> None:
    answers = site()
    relevant = f"{SEED}b/2.html"
    answers[relevant] = story_page(PARTY[0], menu(f"{SEED}b/2/below.html"))
    with FaultServer(answers) as web:
        done = crawl_site(tmp_path, "breadth-first", web)
        asked = web.pages_asked()
    levels = [
        3 if url.endswith("below.html") else 2 if url.endswith(".html") else url != SEED for url in asked
    ]
    assert levels == sorted(levels)
    assert set(asked) == set(answers) | {"http://other.test/"}
    assert done.kept == {relevant}
    assert "strategy: breadth-first" in done.log


def test_a_crawl_goes_on_with_another_strategy(tmp_path: Path) -> None:
    with FaultServer(site()) as web:
        first = crawl_site(tmp_path, "breadth-first", web, CLOSESPIDER_PAGECOUNT="4")
        before = set(web.pages_asked())
        waiting = [url for url, (state, _) in first.links.items() if state is State.WAITING]
        assert waiting
        second = crawl_site(tmp_path, "", web)
        assert before.isdisjoint(web.pages_asked()[len(before) :])
    left = "strategy: adaptive; links that wait keep the scores that breadth-first gave them"
    assert left in second.log
    assert {second.links[url][0] for url in waiting} == {State.DONE}
    assert [json.loads(run["settings"])["strategy"] for run in second.runs] == ["breadth-first", "adaptive"]


def test_paper_a_to_the_letter_judges_descriptions_alone(tmp_path: Path) -> None:
    """A page that says nothing of what its title promises is kept; the links of a gated page are dropped."""
    promised = "党支部书记给党员讲党课，学习党章党规"
    empty, wordy, behind, relevant = (f"{SEED}{name}.html" for name in ("empty", "wordy", "behind", "story"))
    sport = "".join(f"<p>{paragraph}</p>" for paragraph in SPORT[0].paragraphs)
    words = "党员、党组织、党支部、党课、党费、支部书记、组织生活会"
    text = "".join(f"<p>{paragraph}</p>" for paragraph in PARTY[1].paragraphs)
    answers = {
        SEED: hub("首页", {empty: promised, wordy: promised, relevant: PARTY[2].title}),
        empty: Answer(html(promised, f"<h1>{promised}</h1><div>{sport}</div>")),
        wordy: Answer(
            html("第三页", f"<h1>第三页</h1><div><p>{words}。</p>{text}</div>{listed({behind: promised})}")
        ),
        relevant: story_page(PARTY[2]),
        behind: story_page(PARTY[0]),
    }
    with FaultServer(answers) as web:
        done = crawl_site(tmp_path, "semantic", web)
        assert set(web.pages_asked()) == {SEED, empty, wordy, relevant}
    assert done.kept == {empty, wordy, relevant}

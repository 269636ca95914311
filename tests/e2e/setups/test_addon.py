"""topiccrawl as an add-on: a project of Scrapy's own template, and a spider that knows nothing of topics."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from e2e.crawling import FAST, Crawl, environment, hub, other_stories, run, stories, story_page
from e2e.fault_server import Answer, FaultServer

from topiccrawl.cli import main
from topiccrawl.text.resources import resource

ADDONS = 'ADDONS = {"topiccrawl.addon.TopiccrawlAddon": 500}'
SPIDER = """
import scrapy

class LocalSpider(scrapy.Spider):
    name = "local"
    start_urls = ["http://news.test/"]

    def parse(self, response):
        for link in response.css("a"):
            yield response.follow(link, self.parse_page)
        yield response.follow("/numbers.json", self.parse_numbers)

    def parse_page(self, response):
        yield {"url": response.url, "words": response.css("h1::text").get()}
        yield from self.parse(response)

    def parse_numbers(self, response):
        yield {"url": response.url, "words": str(response.json()["pages"])}
"""
PIPELINE = """
class NewsPipeline:
    def process_item(self, item):
        item["words"] = item["words"].strip()  # items of other kinds would fail
        return item
"""
PARTY = {f"http://news.test/party/{number}.html": story for number, story in enumerate(stories()[:4])}
SPORTS = {f"http://news.test/sports/{number}.html": story for number, story in enumerate(other_stories()[:3])}
GONE = "http://news.test/party/gone.html"
LONG = "http://news.test/party/disguised.html"


@dataclass
class Project:
    """A project of Scrapy's template."""

    folder: Path
    web: FaultServer

    def scrapy(self, *words: str, ends_with: int = 0) -> str:
        code, log = run(["scrapy", *words], self.folder, environment(self.web.proxy_url))
        assert code == ends_with, log
        return log

    def crawl(self, **settings: str) -> tuple[Crawl, list[dict[str, Any]]]:
        given = [f"{name}={value}" for name, value in {**FAST, **settings}.items()]
        log = self.scrapy("crawl", "local", "-O", "items.jsonl", *(w for one in given for w in ("-s", one)))
        lines = (self.folder / "items.jsonl").read_text(encoding="utf-8").splitlines()
        crawl = Crawl(0, log, f"sqlite:///{self.folder / 'corpus.db'}")
        return crawl, [json.loads(line) for line in lines]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    disguised = story_page(other_stories()[0])
    title = stories()[5].title
    answers = {
        **{url: story_page(story) for url, story in (PARTY | SPORTS).items()},
        LONG: Answer(disguised.body.replace(other_stories()[0].title.encode(), title.encode())),
        "http://news.test/numbers.json": Answer(b'{"pages": 7}', content_type="application/json"),
    }
    links = {url: story.title for url, story in (PARTY | SPORTS).items()} | {GONE: title, LONG: title}
    answers["http://news.test/"] = hub("新闻网", links)
    root = tmp_path_factory.mktemp("fresh")
    with FaultServer(answers) as web:
        Project(root, web).scrapy("startproject", "news")
        inner = root / "news" / "news"
        settings = (inner / "settings.py").read_text(encoding="utf-8")
        assert settings.count("\nADDONS = {}\n") == 1  # the line of Scrapy's template
        (inner / "settings.py").write_text(settings.replace("ADDONS = {}", ADDONS), encoding="utf-8")
        (inner / "spiders" / "local.py").write_text(SPIDER, encoding="utf-8")
        (inner / "pipelines.py").write_text(PIPELINE, encoding="utf-8")
        yield Project(root / "news", web)


@pytest.fixture(scope="module")
def focused(project: Project) -> tuple[Crawl, list[dict[str, Any]]]:
    """A crawl with a topic."""
    pipelines = json.dumps({"news.pipelines.NewsPipeline": 300})
    return project.crawl(TOPICCRAWL_TOPIC="partybuild", ITEM_PIPELINES=pipelines)


def test_pages_on_the_topic_are_stored_with_their_main_text(focused: tuple[Crawl, list[Any]]) -> None:
    crawl, _ = focused
    assert crawl.kept == PARTY.keys()
    for url, story in PARTY.items():
        assert crawl.pages[url]["title"] == story.title
        assert story.paragraphs[0] in crawl.pages[url]["text"]
        assert crawl.pages[url]["topic"] == "partybuild"


def test_items_are_those_of_pages_on_the_topic_and_of_what_no_topic_judges(
    focused: tuple[Crawl, list[Any]],
) -> None:
    _, items = focused
    numbers = {"http://news.test/numbers.json": "7"}
    assert {item["url"]: item["words"] for item in items} == numbers | {
        url: story.title for url, story in PARTY.items()
    }


def test_what_is_left_out_has_a_reason(focused: tuple[Crawl, list[Any]]) -> None:
    crawl, _ = focused
    assert crawl.drops[LONG] == {("verdict", "off_topic")}
    assert crawl.stats["topiccrawl/guests/items_off_topic"] == 1
    assert crawl.drops[GONE] == {("gate", "status_404")}
    for url in SPORTS:
        assert crawl.drops[url] & {("frontier", "priority"), ("gate", "description")}


def test_requests_that_the_spider_computes_are_sent(focused: tuple[Crawl, list[Any]]) -> None:
    crawl, _ = focused
    links = {row["url"]: row["topic"] for row in crawl.rows("SELECT url, topic FROM links")}
    assert links["http://news.test/numbers.json"] == "partybuild@local"


def test_a_crawl_starts_again_as_everywhere_in_scrapy(
    project: Project, focused: tuple[Crawl, list[Any]]
) -> None:
    _, items = focused
    pipelines = json.dumps({"news.pipelines.NewsPipeline": 300})
    again, found = project.crawl(TOPICCRAWL_TOPIC="partybuild", ITEM_PIPELINES=pipelines)
    assert sorted(item["url"] for item in found) == sorted(item["url"] for item in items)
    assert again.kept == PARTY.keys()


def test_without_a_topic_the_spider_crawls_as_ever(project: Project) -> None:
    crawl, items = project.crawl()
    assert {item["url"] for item in items} == PARTY.keys() | SPORTS.keys() | {
        LONG,
        "http://news.test/numbers.json",
    }
    assert "topiccrawl/" not in crawl.log  # no counter, no error


def test_status_shows_crawls_of_the_add_on(
    focused: tuple[Crawl, list[Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    crawl, _ = focused
    assert main(["status", "--database", crawl.database]) == 0
    (row,) = [line.split() for line in capsys.readouterr().out.splitlines()[1:]]
    assert row[0] == "partybuild@local"
    assert row[1] == str(len(PARTY))
    assert row[4] == "0"  # nothing waits: the view of this spider's own links was found


def test_a_strategy_whose_pages_wait_is_refused_with_the_cure(project: Project) -> None:
    own = project.folder / "own"
    shutil.copytree(resource("topics") / "football", own)
    topic = own / "topic.toml"
    text = topic.read_text(encoding="utf-8")
    topic.write_text(f'strategy = "two-step"\n{text}', encoding="utf-8")
    log = project.scrapy("crawl", "local", "-s", f"TOPICCRAWL_TOPIC={own}", ends_with=1)
    assert "the strategy two-step keeps pages waiting" in log
    assert "choose another one in topic.toml" in log
    assert "Traceback" not in log

from __future__ import annotations

import pytest

from topiccrawl.demo.report import DemoReport, format_report, measure
from topiccrawl.demo.server import Request
from topiccrawl.demo.sites import PARTY_SITE, PORTAL
from topiccrawl.demo.web import DemoWeb
from topiccrawl.reporting.figures import Figures


def urls_of(web: DemoWeb, story: str) -> list[str]:
    return [url for url, label in web.labels.items() if label.story == story and "/print/" not in url]


def reposted(web: DemoWeb) -> list[str]:
    return next(urls for story in web.articles if len(urls := urls_of(web, story)) > 1)


def request(url: str, status: int = 200) -> Request:
    host, _, path = url.removeprefix("http://").partition("/")
    return Request(host, f"/{path}", status)


def test_known_requests_give_known_figures(small_web: DemoWeb) -> None:
    forbidden = next(url for url in small_web.labels if "/print/" in url)
    article = reposted(small_web)[0]
    asked = [
        request(PORTAL.url("/robots.txt")),  # no page
        request(PORTAL.home),
        request(PARTY_SITE.home),  # relevant, no article
        request(article),
        request(forbidden),  # relevant, but a violation
        request(urls_of(small_web, "sports-1")[0]),
        request(PORTAL.url("/calendar?y=2024&m=5")),
        request(next(iter(small_web.dead)), 404),
    ]
    report = measure(small_web, asked, [])
    assert report.pages_fetched == 6
    assert report.relevant_fetched == 3
    assert report.articles_fetched == 2
    assert report.harvest_rate == 2 / 6
    assert report.trap_pages_fetched == 1
    assert report.robots_violations == 1
    assert (report.collected, report.precision, report.recall) == (0, 0.0, 0.0)


def test_known_records_give_known_figures(small_web: DemoWeb) -> None:
    twice = reposted(small_web)
    singles = [urls_of(small_web, f"party-{number}") for number in range(1, 33)]
    once = next(urls[0] for urls in singles if len(urls) == 1)
    video = next(url for url, label in small_web.labels.items() if label.kind == "video")
    records = [twice[0], twice[1], once, urls_of(small_web, "society-9")[0], video]
    report = measure(small_web, [], [{"url": url, "title": "题"} for url in records])
    assert report.collected == 5
    assert report.collected_relevant == 3  # a video holds nothing to collect
    assert report.precision == pytest.approx(0.6)
    assert report.near_misses_collected == 1
    assert (report.stories, report.stories_collected) == (32, 2)
    assert report.recall == pytest.approx(2 / 32)
    assert report.stories_twice == 1


@pytest.mark.parametrize(
    ("locale", "shown"),
    [
        (
            "zh_CN.UTF-8",
            [
                "演示抓取结果",
                "已抓取",
                "200 页 = 入库 60 + 重复 20 + 列表 30 + 丢弃 89 + 未存 1",
                "40.0%（入库和重复 80/200）",
                "100 页（正文页 80 页，占抓取的 40.0%）",
                "准确率",
                "93.8%（60/64 个事件）",
                "误入陷阱",
            ],
        ),
        (
            "C",
            [
                "Result of the demo crawl",
                "200 pages = stored 60 + copies 20 + lists 30 + dropped 89 + in work 1",
                "40.0% (stored and copies 80/200)",
                "100 pages, 80 of them articles, 40.0% of what was fetched",
                "93.8% (60/64)",
                "trap pages",
            ],
        ),
    ],
)
def test_the_report_says_its_figures(locale: str, shown: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", locale)
    figures = Figures(fetched=200, kept=60, duplicates=20, lists=30, dropped={"off_topic": 89})
    text = format_report(DemoReport(200, 100, 80, 3, 0, 64, 60, 1, 64, 60, 2), figures)
    assert [words for words in shown if words not in text] == []

"""Stories made for the tests, and the webs built of them and of the shipped ones."""

from __future__ import annotations

import pytest

from topiccrawl.demo.articles import Article, load_articles
from topiccrawl.demo.web import DemoWeb, build_web

SUBJECTS = ("society", "sports", "finance", "entertainment", "technology", "health", "travel")


def made(subject: str, number: int, near_miss: bool = False) -> Article:
    return Article(
        id=f"{subject}-{number}",
        subject=subject,
        title=f"第{number}条“{subject}”消息，今日发布",
        published=f"2024-{number % 12 + 1:02}-{number % 27 + 1:02}",
        source="测试社",
        author="",
        # a sign of markup and a character that GBK lacks must come through as well
        paragraphs=(
            f"这是{subject}的第{number}篇，阅读量<10 & 镕喆𠮷。",
            f"第二段：{subject}{number}，到此为止。",
        ),
        near_miss=near_miss,
    )


@pytest.fixture(scope="session")
def stories() -> tuple[Article, ...]:
    party = [made("party", number) for number in range(1, 33)]
    others = [made(subject, number) for subject in SUBJECTS for number in range(1, 9)]
    return (*party, *others, made("society", 9, near_miss=True))


@pytest.fixture(scope="session")
def small_web(stories: tuple[Article, ...]) -> DemoWeb:
    return build_web(stories)


@pytest.fixture(scope="session", params=["made", "shipped"])
def web(request: pytest.FixtureRequest, stories: tuple[Article, ...]) -> DemoWeb:
    return build_web(stories if request.param == "made" else load_articles())

"""Crawls in which URL structure, or what earlier pages taught, decides which links come first."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from e2e.crawling import ROOT, crawl, hub, other_stories, stories, story_html, story_page
from e2e.fault_server import Answer, FaultServer

from topiccrawl.relevance.topic.toml_edit import write_values

FIRST, SECOND = "http://first.test/", "http://second.test/"
PROMISE = "党支部书记给党员讲党课"
"""The anchor text of all stories, whatever they are about: only the URLs tell them apart."""
GOOD = [f"http://news.test/gb/{number}.html" for number in range(6)]
NO_STRUCTURE: dict[str, object] = {"value": "none"}
BAD = [f"http://news.test/gd/{number}.html" for number in range(6)]


@pytest.fixture(scope="module")
def web() -> Iterator[FaultServer]:
    """Portals that link to two sections: stories of the topic, and others under titles that promise it."""
    answers = {
        FIRST: hub("门户", dict.fromkeys([*GOOD[:2], *BAD[:2]], PROMISE)),
        SECOND: hub("门户", {url: PROMISE for pair in zip(BAD[2:], GOOD[2:], strict=True) for url in pair}),
    }
    answers |= {url: story_page(stories()[number]) for number, url in enumerate(GOOD)}
    promised = "_党员党支部党课</title>".encode()
    for number, url in enumerate(BAD):
        answers[url] = Answer(story_html(other_stories()[number]).replace(b"</title>", promised))
    with FaultServer(answers) as server:
        yield server


@pytest.fixture(scope="module")
def corpus(web: FaultServer, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an earlier crawl, which has seen some pages of both sections."""
    folder = tmp_path_factory.mktemp("earlier")
    done = crawl(folder, [FIRST], proxy=web.proxy_url)
    assert done.kept == set(GOOD[:2])
    assert all(done.drops[url] == {("verdict", "off_topic")} for url in BAD[:2])
    counts = {
        (row["directory"], row["accepted"], row["visited"]) for row in done.rows("SELECT * FROM url_sections")
    }
    assert counts == {("gb", 2, 2), ("gd", 0, 2)}
    return folder


def order(
    web: FaultServer, corpus: Path, folder: Path, strategy: str = "formula-5", **tables: dict[str, object]
) -> str:
    """Go on with a copy of the topic; return the order in which links were followed, as letters."""
    shutil.copytree(corpus, folder, dirs_exist_ok=True)
    topic = folder / "partybuild"
    shutil.copytree(ROOT / "resources" / "topics" / "partybuild", topic)
    for name, values in tables.items():
        write_values(topic, name, values, "test")
    written = (topic / "topic.toml").read_text("utf-8")
    (topic / "topic.toml").write_text(f'strategy = "{strategy}"\n{written}', "utf-8")
    asked = len(web.pages_asked())
    done = crawl(
        folder,
        [SECOND],
        proxy=web.proxy_url,
        spider="topic",
        arguments={"topic": str(topic)},
        settings={"CONCURRENT_REQUESTS": "1"},
    )
    assert done.kept == set(GOOD)
    followed = dict.fromkeys(
        url for url in web.pages_asked()[asked:] if url in (*GOOD, *BAD)
    )  # without retries
    return "".join("g" if url in GOOD else "b" for url in followed)


def test_links_of_a_section_with_accepted_pages_come_first(
    web: FaultServer, corpus: Path, tmp_path: Path
) -> None:
    assert order(web, corpus, tmp_path) == "ggggbbbb"


def test_without_structure_they_come_as_they_stand(web: FaultServer, corpus: Path, tmp_path: Path) -> None:
    assert order(web, corpus, tmp_path, url_structure=NO_STRUCTURE) == "bgbgbgbg"


def test_links_like_those_that_led_to_accepted_pages_come_first(
    web: FaultServer, corpus: Path, tmp_path: Path
) -> None:
    learning: dict[str, object] = {"start": 2, "every": 1}
    order_of_links = order(web, corpus, tmp_path, "adaptive", url_structure=NO_STRUCTURE, learning=learning)
    assert order_of_links == "ggggbbbb"


def test_before_enough_pages_were_judged_they_come_as_they_stand(
    web: FaultServer, corpus: Path, tmp_path: Path
) -> None:
    learning: dict[str, object] = {"start": 1000}
    order_of_links = order(web, corpus, tmp_path, "adaptive", url_structure=NO_STRUCTURE, learning=learning)
    assert order_of_links == "bgbgbgbg"

"""Crawls with `two-step`: pages whose verdict waits for the pages that they link to."""

from __future__ import annotations

import shutil
import signal
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from e2e.crawling import ROOT, Crawl, crawl, hub, other_stories, stories, story_page
from e2e.fault_server import Answer, FaultServer

from topiccrawl.storage.frontier.contract import State

SEED, WEAK = "http://start.test/", "http://news.test/weak.html"
GOOD = [f"http://news.test/good{number}.html" for number in range(4)]
HEADLINE = "一则长长的消息，标题什么也没说"
PARAMETERS = "\n[two_step]\nown_share = 0.2\nhigh = 0.25\nchildren = 4\n"


def _web(leads_to: list[str]) -> dict[str, Answer]:
    """A seed, a story off the topic, and what that leads to."""
    answers = {
        SEED: hub("门户", {WEAK: HEADLINE}),
        WEAK: story_page(other_stories()[0], {url: f"{HEADLINE}之{url[-6]}" for url in leads_to}),
    }
    answers |= {url: story_page(story) for url, story in zip(GOOD, stories(), strict=False)}
    return answers


@pytest.fixture
def topic(tmp_path: Path) -> Callable[[str], Path]:
    """A copy of a topic that names a strategy."""

    def made(strategy: str) -> Path:
        folder = tmp_path / "topics" / strategy / "partybuild"
        shutil.copytree(ROOT / "resources" / "topics" / "partybuild", folder)
        file = folder / "topic.toml"
        text = file.read_text(encoding="utf-8")
        text = "\n".join(line for line in text.splitlines() if not line.startswith("strategy"))
        file.write_text(f'strategy = "{strategy}"\n{text}\n{PARAMETERS}', encoding="utf-8")
        return folder

    return made


def _crawl(folder: Path, topic: Path, web: FaultServer, settings: Mapping[str, str] | None = None) -> Crawl:
    arguments = {"topic": str(topic)}
    return crawl(folder, [SEED], proxy=web.proxy_url, spider="topic", arguments=arguments, settings=settings)


def _waiting(done: Crawl) -> list[str]:
    return [row["url"] for row in done.rows("SELECT url FROM waiting_pages")]


def test_two_step_keeps_what_lies_behind_a_weak_page_and_one_step_loses_it(
    tmp_path: Path, topic: Callable[[str], Path]
) -> None:
    with FaultServer(_web(GOOD)) as web:
        two = _crawl(tmp_path / "two", topic("two-step"), web)
        asked = [url for url in web.pages_asked() if url == WEAK]
        one = _crawl(tmp_path / "one", topic("one-step"), web)
    assert (two.code, one.code) == (0, 0)
    assert two.kept == {*GOOD, WEAK}
    assert one.kept == set()
    assert one.drops[WEAK] == {("gate", "description")}
    assert len(asked) == 1  # it was not fetched again
    row = two.pages[WEAK]
    assert (row["anchor"], row["parent_url"], row["depth"]) == (HEADLINE, SEED, 1)
    assert row["text"].startswith(other_stories()[0].paragraphs[0][:20])
    assert _waiting(two) == two.rows("SELECT * FROM waiting_children") == []
    assert two.stats["topiccrawl/pages/waiting"] == two.stats["topiccrawl/waiting/kept"] == 1


def test_a_kill_between_the_row_of_a_waiting_page_and_its_end_loses_neither_page_nor_links(
    tmp_path: Path, topic: Callable[[str], Path]
) -> None:
    folder = topic("two-step")
    killing = {
        "SCHEDULER": "e2e.killing_scheduler.KilledBeforeWeakPageIsDone",
        "TOPICCRAWL_PAGE_SECONDS": "0",  # without a supervisor, which would start another worker
    }
    hangs = dict.fromkeys(GOOD, Answer(fault="hang"))  # so that none is known when the weak page is judged
    with FaultServer(_web(GOOD) | hangs) as web:
        killed = _crawl(tmp_path, folder, web, killing)
        assert killed.code == -signal.SIGKILL
        assert _waiting(killed) == [WEAK]
        assert killed.links[WEAK][0] is State.LEASED  # it ends after its row
    with FaultServer(_web(GOOD)) as web:
        done = _crawl(tmp_path, folder, web)
        asked = [url for url in web.pages_asked() if url == WEAK]
    assert done.code == 0
    assert len(asked) == 1  # once more: its links were perhaps not written
    assert done.kept == {*GOOD, WEAK}
    assert _waiting(done) == done.rows("SELECT * FROM waiting_children") == []
    assert done.links[WEAK][0] is State.DONE

"""Who crawls: the contact in the user agent of every request, and the warning without one."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from e2e.crawling import Crawl, crawl, hub, stories, story_page
from e2e.fault_server import Answer, FaultServer

from topiccrawl.settings import USER_AGENT
from topiccrawl.topics.making.draft import Draft
from topiccrawl.topics.making.folder import create_topic

SEED = "http://portal.test/"
CONTACT = "crawler@example.cn"
WARNING = "no contact is set"
PARTY = stories()
WORDS = ("党建", "党员", "党支部", "主题党日", "党组织", "党章")


@pytest.fixture(scope="module")
def topic(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A topic whose `topic.toml` names a contact."""
    folder = tmp_path_factory.mktemp("topics") / "党建"
    create_topic(folder, Draft("党建", WORDS, (SEED,), contact=CONTACT))
    return folder


def visit(
    folder: Path, topic: Path | str, settings: Mapping[str, str] | None = None, **arguments: str
) -> tuple[Crawl, FaultServer]:
    """A crawl of a small web whose robots.txt has rules for topiccrawl."""
    closed = b"User-agent: *\nAllow: /\n\nUser-agent: topiccrawl\nDisallow: /closed\n"
    web = FaultServer(
        {
            SEED: hub("党建频道", {f"{SEED}1.html": PARTY[0].title, f"{SEED}closed/2.html": PARTY[1].title}),
            f"{SEED}robots.txt": Answer(closed, content_type="text/plain"),
            f"{SEED}1.html": story_page(PARTY[0]),
            f"{SEED}closed/2.html": story_page(PARTY[1]),
        }
    )
    with web:
        done = crawl(
            folder,
            proxy=web.proxy_url,
            spider="topic",
            arguments={"topic": str(topic), **arguments},
            settings={name: value.format(web=web.url) for name, value in (settings or {}).items()},
        )
    return done, web


def test_the_contact_of_the_topic_is_sent_with_every_request(topic: Path, tmp_path: Path) -> None:
    searching = {
        "TOPICCRAWL_SEARXNG_URL": "{web}/",
        "TOPICCRAWL_SEARCH_QUERIES": "1",
        "TOPICCRAWL_TDM_FILES": "1",
    }
    done, web = visit(tmp_path, topic, searching, discover="1")
    assert done.kept == {f"{SEED}1.html"}
    asked = {one.url for one in web.asked}
    assert {SEED, f"{SEED}robots.txt", f"{SEED}1.html", f"{SEED}.well-known/tdmrep.json"} <= asked
    assert any("/search?" in url for url in asked)
    assert {one.agent for one in web.asked} == {f"{USER_AGENT} (+{CONTACT})"}
    # Its own rules of robots.txt, not those for everyone: the name there is still topiccrawl.
    assert done.drops[f"{SEED}closed/2.html"] == {("download", "robots")}
    assert WARNING not in done.log


def test_a_contact_that_cannot_be_sent_ends_the_crawl_before_its_first_request(
    topic: Path, tmp_path: Path
) -> None:
    contact = "a@example.cn\r\nX-Header: 1"
    done, web = visit(tmp_path, topic, {"TOPICCRAWL_CONTACT": contact})
    assert done.code == 1 and web.asked == []
    (line,) = [line for line in done.log.splitlines() if "CRITICAL" in line]
    assert f"TOPICCRAWL_CONTACT = {contact!r}: expected printable ASCII" in line
    assert "Traceback" not in done.log

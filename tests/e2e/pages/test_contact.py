"""Who crawls: the contact in the user agent of every request, and the warning without one."""

from __future__ import annotations

from pathlib import Path

from e2e.crawling import crawl, hub, stories, story_page
from e2e.fault_server import Answer, FaultServer

from topiccrawl.settings import USER_AGENT
from topiccrawl.topics.making.draft import Draft
from topiccrawl.topics.making.folder import create_topic

SEED = "http://portal.test/"
CONTACT = "crawler@example.cn"
WARNING = "no contact is set"
PARTY = stories()
WORDS = ("党建", "党员", "党支部", "主题党日", "党组织", "党章")


def test_the_contact_of_the_topic_is_sent_with_every_request(tmp_path: Path) -> None:
    create_topic(tmp_path / "党建", Draft("党建", WORDS, (SEED,), contact=CONTACT))
    closed = b"User-agent: *\nAllow: /\n\nUser-agent: topiccrawl\nDisallow: /closed\n"
    links = {f"{SEED}1.html": PARTY[0].title, f"{SEED}closed/2.html": PARTY[1].title}
    answers = {url: story_page(story) for url, story in zip(links, PARTY, strict=False)}
    answers |= {SEED: hub("党建频道", links), f"{SEED}robots.txt": Answer(closed, content_type="text/plain")}
    with FaultServer(answers) as web:
        searching = {"TOPICCRAWL_SEARXNG_URL": f"{web.url}/", "TOPICCRAWL_SEARCH_QUERIES": "1"}
        done = crawl(
            tmp_path,
            proxy=web.proxy_url,
            spider="topic",
            arguments={"topic": str(tmp_path / "党建"), "discover": "1"},
            settings=searching | {"TOPICCRAWL_TDM_FILES": "1"},
        )
    assert done.kept == {f"{SEED}1.html"}
    asked = {one.url for one in web.asked}
    assert {SEED, f"{SEED}robots.txt", f"{SEED}1.html", f"{SEED}.well-known/tdmrep.json"} <= asked
    assert any("/search?" in url for url in asked)
    assert {one.agent for one in web.asked} == {f"{USER_AGENT} (+{CONTACT})"}
    # Its own rules of robots.txt, not those for everyone: the name there is still topiccrawl.
    assert done.drops[f"{SEED}closed/2.html"] == {("download", "robots")}
    assert WARNING not in done.log

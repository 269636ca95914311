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
OTHER = "https://example.cn/crawler"
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
    folder: Path,
    topic: Path | str,
    settings: Mapping[str, str] | None = None,
    variables: Mapping[str, str] | None = None,
    **arguments: str,
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
            variables=variables,
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


@pytest.mark.parametrize("place", ["settings", "variables"])
def test_the_setting_and_its_variable_override_the_topic(topic: Path, tmp_path: Path, place: str) -> None:
    given = {"TOPICCRAWL_CONTACT": OTHER}
    _, web = visit(
        tmp_path,
        topic,
        given if place == "settings" else None,
        given if place == "variables" else None,
    )
    assert {one.agent for one in web.asked} == {f"{USER_AGENT} (+{OTHER})"}


def test_a_user_agent_of_the_user_stays_as_it_is(topic: Path, tmp_path: Path) -> None:
    done, web = visit(tmp_path, topic, {"USER_AGENT": "topiccrawl/9 (our archive)"})
    assert {one.agent for one in web.asked} == {"topiccrawl/9 (our archive)"}
    assert f"the contact {CONTACT} is not added to it" in done.log


@pytest.mark.parametrize(
    ("variables", "warning"),
    [({}, WARNING), ({"LC_ALL": "zh_CN.UTF-8"}, "没有联系方式：网站的管理员无从向您询问这次采集")],
)
def test_a_crawl_without_a_contact_is_warned_of_once(
    tmp_path: Path, variables: dict[str, str], warning: str
) -> None:
    done, web = visit(tmp_path, "partybuild", variables=variables, seeds=SEED)
    assert {one.agent for one in web.asked} == {USER_AGENT}
    lines = [line for line in done.log.splitlines() if warning in line]
    assert len(lines) == 1 and "WARNING" in lines[0] and "TOPICCRAWL_CONTACT" in lines[0]


@pytest.mark.parametrize(
    "contact", ["张三@example.cn", "a@example.cn\r\nX-Header: 1", "a@example.cn (Zhang)"]
)
def test_a_contact_that_cannot_be_sent_ends_the_crawl_before_its_first_request(
    topic: Path, tmp_path: Path, contact: str
) -> None:
    done, web = visit(tmp_path, topic, {"TOPICCRAWL_CONTACT": contact})
    assert done.code == 1 and web.asked == []
    (line,) = [line for line in done.log.splitlines() if "CRITICAL" in line]
    assert f"TOPICCRAWL_CONTACT = {contact!r}: expected printable ASCII" in line
    assert "Traceback" not in done.log


def test_a_contact_of_the_topic_that_cannot_be_sent_is_named_with_its_line(
    topic: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "wrong"
    create_topic(folder, Draft("党建", WORDS, (SEED,)))
    file = folder / "topic.toml"
    text = file.read_text(encoding="utf-8").replace('contact = ""', 'contact = "example.cn"')
    file.write_text(text, encoding="utf-8")
    line = text.splitlines().index('contact = "example.cn"') + 1
    done, web = visit(tmp_path, folder)
    assert done.code == 1 and web.asked == []
    assert f"{file}:{line}: contact = 'example.cn': expected an e-mail address" in done.log

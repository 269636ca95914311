"""The contact in the requests of commands that fetch pages, and `topiccrawl topic new --contact`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from e2e.crawling import ROOT, environment, run, stories, story_page
from e2e.fault_server import FaultServer

from topiccrawl.cli import main
from topiccrawl.relevance import Topic
from topiccrawl.settings import USER_AGENT

CONTACT = "crawler@example.cn"
OTHER = "https://example.cn/crawler"
NO_CONTACT = "the topic has no contact"


@pytest.fixture
def web(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FaultServer]:
    """A page on this machine, and an empty current folder with a list of words."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("TOPICCRAWL_CONTACT", raising=False)
    for name in ("http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    Path("words.txt").write_text("河长\n巡河\n治水\n", encoding="utf-8")
    with FaultServer() as served:
        served.answers[f"{served.url}/1.html"] = story_page(stories()[0])
        yield served


def agents(web: FaultServer) -> set[str]:
    """The user agents of the requests for the page and for robots.txt."""
    assert {one.url.removeprefix(web.url) for one in web.asked} == {"/robots.txt", "/1.html"}
    return {one.agent for one in web.asked}


def test_extract_sends_the_contact_of_the_environment(web: FaultServer) -> None:
    words = ["extract", f"{web.url}/1.html", "--allow-private"]
    assert main(words) == 0
    assert agents(web) == {USER_AGENT}
    web.asked.clear()
    code, shown = run(["topiccrawl", *words], ROOT, environment() | {"TOPICCRAWL_CONTACT": CONTACT})
    assert code == 0 and stories()[0].title in shown
    assert agents(web) == {f"{USER_AGENT} (+{CONTACT})"}


def test_a_contact_of_the_environment_that_cannot_be_sent_is_named(
    web: FaultServer, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TOPICCRAWL_CONTACT", "张三@example.cn")
    for words in (
        ["extract", f"{web.url}/1.html", "--allow-private"],
        ["topic", "new", "river", "--words", "words.txt"],
        ["topic", "new", "river", "--from-pages", f"{web.url}/1.html", "--allow-private"],
    ):
        assert main(words) == 1
        error = capsys.readouterr().err
        assert "TOPICCRAWL_CONTACT = '张三@example.cn': expected printable ASCII" in error
    assert web.asked == [] and not Path("river").exists()


@pytest.mark.parametrize(
    ("options", "sent", "kept"), [(["--contact", CONTACT], CONTACT, CONTACT), ([], OTHER, "")]
)
def test_a_new_topic_keeps_its_own_contact_and_sends_it_or_that_of_the_environment(
    web: FaultServer,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    options: list[str],
    sent: str,
    kept: str,
) -> None:
    monkeypatch.setenv("TOPICCRAWL_CONTACT", OTHER)
    words = ["topic", "new", "party", "--from-pages", f"{web.url}/1.html", "--allow-private"]
    assert main([*words, *options]) == 0
    assert agents(web) == {f"{USER_AGENT} (+{sent})"}
    assert Topic.load("party").contact == kept
    assert NO_CONTACT not in capsys.readouterr().err


@pytest.mark.parametrize(("locale", "said"), [("C", NO_CONTACT), ("zh_CN.UTF-8", "主题没有联系方式")])
def test_a_new_topic_without_a_contact_is_warned_of(
    web: FaultServer,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    locale: str,
    said: str,
) -> None:
    monkeypatch.setenv("LC_ALL", locale)
    assert main(["topic", "new", "river", "--words", "words.txt"]) == 0
    assert said in capsys.readouterr().err
    text = Path("river/topic.toml").read_text(encoding="utf-8")
    assert 'contact = ""' in text and Topic.load("river").contact == ""


@pytest.mark.parametrize("contact", ["example.cn", "a@example.cn (Zhang)", "a@example.cn\nX: 1"])
def test_a_new_topic_refuses_a_contact_that_cannot_be_sent(
    web: FaultServer, capsys: pytest.CaptureFixture[str], contact: str
) -> None:
    assert main(["topic", "new", "river", "--words", "words.txt", "--contact", contact]) == 1
    assert f"the contact {contact!r}: expected " in capsys.readouterr().err
    assert not Path("river").exists()

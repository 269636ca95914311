"""A site behind a log-in on another host: one log-in, its own search as a start, a session that ends midway."""

from __future__ import annotations

import shutil
import socket
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from e2e.access.member_site import MemberSite
from e2e.crawling import ROOT, Crawl, crawl, html, listed, stories, story_html

from benchmarks.starts.loopback import Answer

STORIES = stories()[:9]
PATHS = [f"/{number}.html" for number in range(7)]
FOUND = ["/found/0.html", "/found/1.html"]
SECRETS = {"MEMBERS_USER": "anna", "MEMBERS_PASSWORD": "geheim-123"}
HIDDEN = ("geheim-123", "proxy-geheim", "haken-geheim", "schluessel-geheim", "session=1", "session=2", "anna")
"""Passwords of the log-in and of the proxy, token and key of the webhook, cookies, the name of the user."""
TABLES = """
[login.members]
hosts = ["members.test"]
page = "http://passport.test/login"
user_env = "MEMBERS_USER"
password_env = "MEMBERS_PASSWORD"
user_field = "user"
password_field = "pass"

[search.members]
url = "http://members.test/search?q={word}"
words = ["主题党日"]
results = "/found/"
"""


class Watched(MemberSite):
    """Notes, at each request, the command lines of all processes and the metrics of the crawl.

    Attributes:
        seen: what any user of the machine can read.
        metrics: port of the metrics; 0: none.
    """

    seen: frozenset[bytes] = frozenset()
    metrics = 0

    def respond_to(self, method: str, target: str, headers: Any, body: bytes) -> Answer:
        for file in Path("/proc").glob("[0-9]*/cmdline"):
            with suppress(OSError):
                self.seen |= {file.read_bytes()}
        # A crawl that is about to end may close the port, and a busy machine may be slow once.
        with suppress(OSError), urlopen(f"http://127.0.0.1:{self.metrics}/metrics", timeout=10) as answer:
            self.seen |= {answer.read()}
        return super().respond_to(method, target, headers, body)


def site(worth: int = 1_000_000) -> Watched:
    links = {path: story.title for path, story in zip(PATHS, STORIES, strict=False)}
    pages = {path: story_html(story) for path, story in zip([*PATHS, *FOUND], STORIES, strict=True)}
    return Watched({"/": html("党建频道", listed(links)), **pages}, worth)


def run(folder: Path, members: Watched, password: str = "geheim-123") -> Crawl:
    home = folder / "members"
    shutil.copytree(ROOT / "resources" / "topics" / "partybuild", home)  # its words are compiled already
    with (home / "topic.toml").open("a", encoding="utf-8") as file:
        file.write(TABLES)
    with members, pytest.MonkeyPatch.context() as environment:
        hook = "generic=http://127.0.0.1:9/?token=haken-geheim#schluessel-geheim"
        for name, value in (SECRETS | {"MEMBERS_PASSWORD": password, "TOPICCRAWL_ALERTS": hook}).items():
            environment.setenv(name, value)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            members.metrics = free.getsockname()[1]
        return crawl(
            folder,
            proxy=members.address.replace("//", "//anna:proxy-geheim@"),
            spider="topic",
            arguments={"topic": str(home), "strategy": "whole-site", "seeds": "http://members.test/"},
            settings={
                "TOPICCRAWL_RECORD": str(folder / "record.db"),
                "TOPICCRAWL_METRICS_PORT": str(members.metrics),
                "TOPICCRAWL_ALERT_EVENTS": "finished,stopped",
                "CONCURRENT_REQUESTS_PER_DOMAIN": "2",
            },
        )


@pytest.fixture(scope="module")
def interrupted(tmp_path_factory: pytest.TempPathFactory) -> tuple[Crawl, Watched, Path]:
    """A crawl each of whose sessions is good for eight pages."""
    folder, members = tmp_path_factory.mktemp("login"), site(worth=8)
    return run(folder, members), members, folder


def test_a_session_that_ends_midway_costs_one_log_in(interrupted: tuple[Crawl, Watched, Path]) -> None:
    done, members, _ = interrupted
    assert members.logins == 2
    assert done.stats["topiccrawl/login/logins"] == 2
    assert done.stats["topiccrawl/login/expired"] == 1
    assert {f"http://members.test{path}" for path in PATHS} <= done.kept
    assert done.code == 0, done.log


def test_a_word_goes_to_the_search_of_the_site(interrupted: tuple[Crawl, Watched, Path]) -> None:
    done, members, _ = interrupted
    assert set(members.words) == {"主题党日"}
    assert {f"http://members.test{path}" for path in FOUND} <= done.kept
    assert {done.pages[f"http://members.test{path}"]["parent_url"] for path in FOUND} == {
        "http://members.test/search?q=%E4%B8%BB%E9%A2%98%E5%85%9A%E6%97%A5"
    }


def test_no_secret_is_stored_logged_counted_or_listed(interrupted: tuple[Crawl, Watched, Path]) -> None:
    done, members, folder = interrupted
    written = b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())
    seen = b"\n".join(members.seen)
    assert b"topiccrawl_pages_total" in seen
    assert "alert" in done.log, "the webhook that fails is told of"
    for secret in HIDDEN:
        assert secret.encode() not in written
        assert secret not in done.log
        assert secret.encode() not in seen


def test_a_log_in_that_fails_ends_in_dead_letters_and_is_tried_once(tmp_path: Path) -> None:
    members = site()
    done = run(tmp_path, members, password="falsch")
    posts = [url for url in members.asked if url.startswith("POST") and ".test" in url]  # not those of alerts
    assert posts == ["POST http://passport.test/enter"]
    assert not done.pages
    assert {reason for _, reason in done.links.values()} == {"download: login_failed"}
    assert "log-in members failed: http://passport.test/enter asks for the password again" in done.log
    assert done.code == 1


def test_a_log_in_that_does_not_help_is_not_repeated(tmp_path: Path) -> None:
    members = site(worth=1)  # the page to which the log-in leads
    done = run(tmp_path, members)
    assert members.logins == 1
    assert not done.pages
    assert {reason for _, reason in done.links.values()} == {"download: login_failed"}
    assert "log-in members failed: the site still asks for a log-in after one" in done.log

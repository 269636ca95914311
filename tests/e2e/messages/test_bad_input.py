"""What a user sees who mistyped something: one line, exit code 1, and not one request."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from e2e.crawling import Crawl, crawl
from e2e.fault_server import FaultServer

from topiccrawl.storage.frontier.contract import Entry
from topiccrawl.storage.redis.connection import connect
from topiccrawl.storage.redis.frontier import RedisFrontier


def _topic(folder: Path, toml: str) -> str:
    folder.mkdir()
    (folder / "topic.toml").write_text(toml, encoding="utf-8")
    (folder / "words.tsv").write_text("党建\t1\n", encoding="utf-8")
    return str(folder)


Making = Callable[[Path, str], tuple[dict[str, str], dict[str, str], str]]
"""Of a folder and the web's address: spider arguments, settings, and what must be said."""

WRONG: dict[str, Making] = {
    "broken TOML": lambda folder, seed: (
        {"topic": _topic(folder / "mine", 'title = "党建"\nseeds = [\n')},
        {},
        r"mine/topic\.toml:\d+: ",
    ),
    "a contact of two lines": lambda folder, seed: (
        {"topic": "partybuild", "seeds": seed},
        {"TOPICCRAWL_CONTACT": "a@example.cn\r\nX-Header: 1"},
        r"TOPICCRAWL_CONTACT = 'a@example\.cn\\r\\nX-Header: 1': expected printable ASCII",
    ),
    "no database server": lambda folder, seed: (
        {"topic": "partybuild", "seeds": seed},
        {"TOPICCRAWL_DATABASE_URL": "mysql+pymysql://root:geheim@127.0.0.1:1/corpus"},
        r"127\.0\.0\.1:1/corpus: Can't connect",
    ),
    "a number that the supervisor reads": lambda folder, seed: (
        {"topic": "partybuild", "seeds": seed},
        {"TOPICCRAWL_DATABASE_PATIENCE": "a minute"},
        r"TOPICCRAWL_DATABASE_PATIENCE = 'a minute': expected a number, at least 0",
    ),
    "a switch of the log": lambda folder, seed: (
        {"topic": "partybuild", "seeds": seed},
        {"TOPICCRAWL_LOG_JSON": "maybe"},
        r"TOPICCRAWL_LOG_JSON = 'maybe': expected True or False",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_bad_input_is_one_clear_line_and_no_request(tmp_path: Path, case: str) -> None:
    with FaultServer() as web:
        arguments, settings, said = WRONG[case](tmp_path, f"{web.url}/")
        ended = crawl(
            tmp_path, spider="topic", arguments=arguments, settings=settings | {"LOG_LEVEL": "ERROR"}
        )
        assert web.asked == []
    _is_one_clear_line(ended, said)


def test_a_spider_that_does_not_exist_is_one_clear_line(tmp_path: Path) -> None:
    ended = crawl(tmp_path, spider="partybuilt", settings={"LOG_LEVEL": "ERROR"})
    _is_one_clear_line(ended, r"no spider 'partybuilt'; choose one of .*partybuild, topic; for a folder")


def test_a_redis_that_cannot_be_emptied_is_one_clear_line(
    tmp_path: Path, mariadb_url: str, redis_url: str
) -> None:
    worker = RedisFrontier(connect(redis_url), "partybuild")
    worker.push(Entry(b"1", "127.0.0.1", 0.5, b"{}", "http://127.0.0.1/"))
    assert worker.lease(lambda host, score: True)
    settings = {
        "TOPICCRAWL_DATABASE_URL": mariadb_url,
        "TOPICCRAWL_REDIS_URL": redis_url,
        "LOG_LEVEL": "ERROR",
    }
    with FaultServer() as web:
        ended = crawl(tmp_path, [f"{web.url}/"], arguments={"fresh": "1"}, settings=settings)
        assert web.asked == []
    worker.close()
    _is_one_clear_line(ended, "'partybuild' cannot be emptied: worker ")


def _is_one_clear_line(ended: Crawl, said: str) -> None:
    assert ended.code == 1
    lines = [line for line in ended.log.splitlines() if line.strip()]
    assert len(lines) == 1, ended.log
    assert re.search(said, lines[0])
    assert "CRITICAL" in lines[0]
    assert "geheim" not in ended.log

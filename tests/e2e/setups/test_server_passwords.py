"""Passwords of the database and of Redis: a crawl of a worker that has both in its environment, and what it leaves."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

import pytest
import redis
from e2e.crawling import FAST, Crawl, environment, hub, run_anew, stories, story_page
from e2e.fault_server import FaultServer
from servers.mariadb import MariaDB
from servers.redis import Redis

from topiccrawl.cli import main

PARTY = stories()[:3]
PAGES = {f"http://portal.test/{number}.html": story for number, story in enumerate(PARTY)}
REDIS_PASSWORD = "redis-schluesselwort"
CRAWL = [
    *("topiccrawl", "crawl", "partybuild", "--seeds", "http://portal.test/"),
    *(word for setting in (FAST | {"LOG_LEVEL": "DEBUG"}).items() for word in ("-s", "=".join(setting))),
]


def test_they_are_in_no_log_table_key_export_or_list_of_processes(
    tmp_path: Path,
    mariadb_server: MariaDB,
    mariadb_url: str,
    redis_server: Redis,
    redis_url: str,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    answers = {url: story_page(story) for url, story in PAGES.items()}
    answers["http://portal.test/"] = hub("党建频道", {url: story.title for url, story in PAGES.items()})
    name = mariadb_url.rpartition("/")[2]
    seen: set[bytes] = set()

    def note(_: int) -> None:
        for file in Path("/proc").glob("[0-9]*/cmdline"):
            with suppress(OSError):
                seen.add(file.read_bytes())

    out = tmp_path / "out.jsonl"
    with FaultServer(answers) as web, mariadb_server.account(f"ALL ON {name}.*") as account:
        web.on_request = note
        guarded = mariadb_url.replace("root@", f"{account}@")
        monkeypatch.setenv("TOPICCRAWL_DATABASE_URL", guarded)
        monkeypatch.setenv("TOPICCRAWL_REDIS_URL", redis_url.replace("//", f"//:{REDIS_PASSWORD}@"))
        with redis.Redis.from_url(redis_url) as client:
            client.config_set("requirepass", REDIS_PASSWORD)
            try:
                code, log = run_anew(CRAWL, tmp_path, environment(web.proxy_url))
                keys = b"\n".join(client.dump(key) or b"" for key in client.keys("*"))
            finally:
                client.config_set("requirepass", "")
        exported = main(["export", "--topic", "partybuild", "--out", str(out)])
        done = Crawl(code, log, mariadb_url)
        tables = [next(iter(row.values())) for row in done.rows("SHOW TABLES")]
        rows = json.dumps([done.rows(f"SELECT * FROM {table}") for table in tables], default=str)
        assert (code, exported, done.kept) == (0, 0, set(PAGES)), log
    assert any(b"scrapy" in line and b"partybuild" in line for line in seen)
    printed = capfd.readouterr()
    left = (log, rows, str(keys), str(seen), out.read_text("utf-8"), printed.out, printed.err)
    assert "finish_reason" in rows
    for password in (account.partition(":")[2], REDIS_PASSWORD):
        assert not [text for text in left if password in text]

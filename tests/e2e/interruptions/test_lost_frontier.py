"""Crawls whose queue is deleted under them: they say so and fail, and do not call themselves finished."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
import redis
from e2e.fault_server import FaultServer
from e2e.interruptions.test_database_outages import LINKS, QUICK, Running, slow_web

__all__ = ["slow_web"]


def every_second_key(client: redis.Redis) -> None:
    """Delete half of the keys, as a server does that is short of memory."""
    keys = sorted(client.keys("*"))
    client.delete(*keys[::2])


@pytest.mark.parametrize("lose", [redis.Redis.flushall, every_second_key], ids=["flushed", "half evicted"])
def test_a_server_that_lost_the_links_ends_the_crawl(
    lose: Callable[[redis.Redis], object],
    slow_web: FaultServer,
    tmp_path: Path,
    mariadb_url: str,
    redis_url: str,
) -> None:
    crawling = Running(slow_web, tmp_path, mariadb_url, patience=60, redis=redis_url)
    crawling.wait_for_pages(6)
    lose(redis.Redis.from_url(redis_url))
    done = crawling.end()
    assert (done.code, done.runs[-1]["finish_reason"]) == (1, "frontier_lost")
    assert "the crawl stops: redis://" in done.log
    assert "-a fresh=1" in done.log
    assert "Traceback" not in done.log
    redis.Redis.from_url(redis_url).flushall()
    slow_web.answers |= QUICK
    again = Running(slow_web, tmp_path, mariadb_url, patience=60, redis=redis_url).end()
    assert (again.code, again.runs[-1]["finish_reason"]) == (0, "finished")
    assert again.kept == set(LINKS)


@pytest.mark.parametrize("replaced", [False, True], ids=["deleted", "replaced"])
def test_a_frontier_file_that_is_gone_ends_the_crawl(
    replaced: bool, slow_web: FaultServer, tmp_path: Path, mariadb_url: str
) -> None:
    crawling = Running(slow_web, tmp_path, mariadb_url, patience=60)
    crawling.wait_for_pages(6)
    file = tmp_path / "frontier.db"
    if replaced:
        shutil.copy(file, tmp_path / "copy.db")
        (tmp_path / "copy.db").replace(file)
    else:
        file.unlink()
    done = crawling.end()
    assert (done.code, done.runs[-1]["finish_reason"]) == (1, "frontier_lost")
    assert "frontier.db" in done.log
    assert "Traceback" not in done.log
    for left in tmp_path.glob("frontier.db*"):
        left.unlink()
    slow_web.answers |= QUICK
    again = Running(slow_web, tmp_path, mariadb_url, patience=60).end()
    assert (again.code, again.runs[-1]["finish_reason"]) == (0, "finished")
    assert again.kept == set(LINKS)

"""Crawls whose queue is deleted under them: they say so and fail, and do not call themselves finished."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import redis
from e2e.fault_server import FaultServer
from e2e.interruptions.test_database_outages import LINKS, QUICK, Running, slow_web

__all__ = ["slow_web"]


def delete_files(folder: Path, url: str) -> None:
    for left in folder.glob("frontier.db*"):
        left.unlink()


def flush(folder: Path, url: str) -> None:
    redis.Redis.from_url(url).flushall()


@pytest.mark.parametrize(("lose", "place"), [(delete_files, "frontier.db"), (flush, "redis://")])
def test_a_crawl_that_lost_its_links_ends_and_the_next_begins_anew(
    lose: Callable[[Path, str], None],
    place: str,
    slow_web: FaultServer,
    tmp_path: Path,
    mariadb_corpus_url: str,
    redis_url: str,
) -> None:
    """Half of the keys, and a file in place of another, are lost in the tests of `storage`."""
    shared = redis_url if lose is flush else ""
    crawling = Running(slow_web, tmp_path, mariadb_corpus_url, patience=60, redis=shared)
    crawling.wait_for_pages(6)
    lose(tmp_path, redis_url)
    done = crawling.end()
    assert (done.code, done.runs[-1]["finish_reason"]) == (1, "frontier_lost")
    assert "the crawl stops: " in done.log and place in done.log
    assert "-a fresh=1" in done.log
    assert "Traceback" not in done.log
    lose(tmp_path, redis_url)
    slow_web.answers |= QUICK
    again = Running(slow_web, tmp_path, mariadb_corpus_url, patience=60, redis=shared).end()
    assert (again.code, again.runs[-1]["finish_reason"]) == (0, "finished")
    assert again.kept == set(LINKS)

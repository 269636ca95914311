"""Parts of articles that are slow or do not come, and crawls that are killed while they wait for one."""

from __future__ import annotations

import os
import re
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from e2e.crawling import FAST, PATIENCE, command, crawl, start
from e2e.pages.test_article_parts import EACH, NUMBERS, framed, numbered
from e2e.reach.articles import article
from e2e.reach.living_web import Asked, LivingWeb

HOST = "numbered.test"
Slow = tuple[LivingWeb, threading.Event, threading.Event]
SEEDS = [f"http://{HOST}/"]
SLOW = "/dj/1_3.html"


@pytest.fixture
def web() -> Iterator[Slow]:
    """A site of which one part is not answered before the second event; the first says that it is asked for."""
    answers, asked_for = threading.Event(), threading.Event()

    def slowly(asked: Asked) -> str | None:
        if asked.path == SLOW:
            asked_for.set()
            answers.wait(PATIENCE)
        return numbered(asked)

    with LivingWeb({HOST: slowly}) as served:
        try:
            yield served, asked_for, answers
        finally:
            answers.set()


def test_a_killed_crawl_fetches_the_article_again(tmp_path: Path, web: Slow) -> None:
    served, asked_for, answers = web
    settings = FAST | {"TOPICCRAWL_DATABASE_URL": f"sqlite:///{tmp_path / 'corpus.db'}"}
    process = start(command("partybuild", {"seeds": ",".join(SEEDS)}, settings), served.address)
    assert asked_for.wait(PATIENCE), process.output
    os.kill(process.pid, signal.SIGKILL)
    process.end(PATIENCE)
    answers.set()
    done = crawl(tmp_path, SEEDS, proxy=served.address)
    assert len(done.pages) == len(NUMBERS)
    for number in NUMBERS:
        row = done.pages[f"http://{HOST}/dj/{number}.html"]
        assert str(row["text"]).splitlines() == list(article(HOST, number).paragraphs)
        assert not row["partial"]
    parts = done.rows("SELECT page_id, number FROM page_parts")
    assert len(parts) == 2 * len(NUMBERS)


def test_no_article_waits_for_a_part_or_a_frame_without_end(tmp_path: Path, web: Slow) -> None:
    served, _, answers = web

    def hanging(asked: Asked) -> str | None:
        if asked.path.startswith("/text/"):
            answers.wait(PATIENCE)
        return framed(asked)

    served.sites |= {"framed.test": hanging}
    settings = {"TOPICCRAWL_PARTS_SECONDS": "2", "DOWNLOAD_TIMEOUT": "3", "RETRY_ENABLED": "False"}
    done = crawl(tmp_path, [*SEEDS, "http://framed.test/"], proxy=served.address, settings=settings)
    row = done.pages[f"http://{HOST}/dj/1.html"]
    assert str(row["text"]).splitlines() == list(article(HOST, 1).paragraphs[: 2 * EACH])
    assert row["partial"] and re.search(r"\b1 lack a part \(timeout \d+\)", done.log)
    assert done.code == 0 and not [url for url in done.pages if "framed.test" in url]
    for number in NUMBERS:
        assert ("cleaning", "empty") in done.drops[f"http://framed.test/dj/{number}.html"]
    assert done.stats["topiccrawl/parts/failed/timeout"] > len(NUMBERS)

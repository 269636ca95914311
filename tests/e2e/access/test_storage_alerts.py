"""Redis dies in the middle of a shared crawl: the webhook is told at once, and when the crawl gives up."""

from __future__ import annotations

from pathlib import Path

from e2e.access.receiver import Receiver
from e2e.crawling import crawl, hub, stories, story_page
from e2e.fault_server import FaultServer
from servers.redis import Redis

STORIES = stories()[:6]


def test_redis_that_is_gone(tmp_path: Path, mariadb_url: str, redis_server: Redis, redis_url: str) -> None:
    receiver, web = Receiver(), FaultServer()
    pages = {f"{web.url}/{number}.html": story_page(story) for number, story in enumerate(STORIES)}
    links = {url: story.title for url, story in zip(pages, STORIES, strict=True)}
    web.answers = {f"{web.url}/": hub("党建频道", links), **pages}
    web.on_request = lambda number: redis_server.kill() if number == 3 else None
    with web:
        done = crawl(
            tmp_path,
            [f"{web.url}/"],
            settings={
                "TOPICCRAWL_DATABASE_URL": mariadb_url,
                "TOPICCRAWL_REDIS_URL": redis_url,
                "TOPICCRAWL_DATABASE_PATIENCE": "2",
                "TOPICCRAWL_ALERTS": f"generic={receiver.url}",
                "TOPICCRAWL_ALERT_DISK_MB": "0",
                "CONCURRENT_REQUESTS_PER_DOMAIN": "1",
                "DOWNLOAD_DELAY": "0.3",
            },
        )
    receiver.close()
    redis_server.start()
    told = [(message["event"], message["text"]) for message in receiver.messages]
    # The crawl's end and the reason for it are sent at the same time.
    assert told[0][0] == "storage", done.log
    assert {event for event, _ in told[1:]} == {"storage", "stopped"}, done.log
    assert len(told) == 3
    assert "Redis is away" in told[0][1]
    assert "the crawl stopped (database_unavailable)" in dict(told)["stopped"]

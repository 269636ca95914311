"""Steps after a crawl, done by `scrapy crawl` itself when the settings say so."""

from __future__ import annotations

from pathlib import Path

import pytest
from e2e.crawling import crawl, hub, stories, story_page
from e2e.fault_server import FaultServer

PARTY = stories()


@pytest.mark.parametrize("supervised", [True, False])
def test_a_crawl_finds_its_stories_when_it_has_ended(tmp_path: Path, supervised: bool) -> None:
    settings = {"TOPICCRAWL_STEPS": "1"} | ({} if supervised else {"TOPICCRAWL_PAGE_SECONDS": "0"})
    with FaultServer() as server:
        links = {f"{server.url}/{number}.html": story for number, story in enumerate(PARTY[:3])}
        server.answers |= {url: story_page(story) for url, story in links.items()}
        server.answers[f"{server.url}/"] = hub("党建频道", {url: one.title for url, one in links.items()})
        done = crawl(tmp_path, [f"{server.url}/"], settings=settings)
        again = crawl(tmp_path, [f"{server.url}/"], settings=settings)
    assert done.code == 0 and len(done.pages) >= 3
    assert "[topiccrawl.commands.crawl] INFO: stories: " in done.log
    assert done.log.index("stories: ") > done.log.index("[topiccrawl.extensions.summary]")
    assert "stories: " not in again.log  # nothing new was stored

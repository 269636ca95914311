"""Five sites in time slices: the server's log shows them one after the other."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from urllib.parse import urlsplit

from e2e.crawling import crawl, hub, stories, story_html
from e2e.fault_server import Answer, FaultServer

SITES = [f"site{number}.test" for number in range(5)]
STORIES = stories()


def web() -> FaultServer:
    """Five sites, each with a list of four stories of its own."""
    answers = {}
    for number, site in enumerate(SITES):
        pages = {}
        for at in range(4):
            story = STORIES[(number * 3 + at) % len(STORIES)]
            pages[f"http://{site}/{at}.html"] = story
        answers[f"http://{site}/"] = hub("党建频道", {url: story.title for url, story in pages.items()})
        answers |= {url: Answer(story_html(story)) for url, story in pages.items()}
    return FaultServer(answers)


def test_slices_in_turn(tmp_path: Path) -> None:
    with web() as served:
        done = crawl(
            tmp_path,
            [f"http://{site}/" for site in SITES],
            proxy=served.proxy_url,
            settings={
                "TOPICCRAWL_SITE_SLICE": "1.0",
                "DOWNLOAD_DELAY": "0.25",
                "RANDOMIZE_DOWNLOAD_DELAY": "False",
                "CONCURRENT_REQUESTS_PER_DOMAIN": "1",
                "TOPICCRAWL_PATIENCE": "0",
            },
        )
    assert done.code == 0, done.log
    assert len(done.pages) == 20
    stories_of = [urlsplit(url).hostname for url in served.pages_asked() if url.endswith(".html")]
    slices = [site for site, _ in groupby(stories_of)]
    assert len(slices) <= 10, slices
    rounds = [slices[start : start + 5] for start in range(0, len(slices) - 4, 5)]
    assert [set(one) for one in rounds] == [set(SITES)] * len(rounds), slices
    assert all(one == rounds[0] for one in rounds), slices

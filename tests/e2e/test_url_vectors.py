"""A crawl with `url-vectors`: from a handful of sample URLs, with no topic words at all."""

from __future__ import annotations

from pathlib import Path

from e2e.crawling import crawl, other_stories, stories, story_page
from e2e.fault_server import FaultServer

LIKE = [f"http://www.party.test/dangjian/2021/07/0{number}/{number}.html" for number in range(1, 8)]
UNLIKE = [f"http://www.party.test/shop/item{number}.php?id={number}" for number in range(6)]


def test_pages_with_urls_like_the_samples_are_collected(tmp_path: Path) -> None:
    topic = tmp_path / "urls"
    topic.mkdir()
    (topic / "topic.toml").write_text(
        f'title = "By URL"\nstrategy = "url-vectors"\nseeds = ["{LIKE[0]}", "{LIKE[1]}"]\n', encoding="utf-8"
    )
    links = dict.fromkeys([*LIKE, *UNLIKE], "更多")
    answers = {url: story_page(story, links) for url, story in zip(LIKE, stories(), strict=False)}
    answers |= {url: story_page(story, links) for url, story in zip(UNLIKE, other_stories(), strict=False)}
    with FaultServer(answers) as web:
        done = crawl(
            tmp_path,
            proxy=web.proxy_url,
            spider="topic",
            arguments={"topic": str(topic)},
            settings={"CONCURRENT_REQUESTS": "1"},
        )
        asked = web.pages_asked()
    assert done.code == 0, done.log[-2000:]
    assert done.kept == set(LIKE)
    first_other = min((asked.index(url) for url in UNLIKE if url in asked), default=len(asked))
    assert set(LIKE) <= set(asked[:first_other])  # the most similar ones came first
    row = done.pages[LIKE[5]]
    assert '"url"' in row["priority_parts"]
    assert done.stats.get("log_count/ERROR", 0) == 0

"""Meta-search through the real crawl: every result is in the frontier with its provenance, no query is asked twice."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from e2e.crawling import crawl, hub, other_stories, stories, story_page
from e2e.fault_server import FaultServer

from benchmarks.starts.search_engine import SearchServer

SEED = "http://portal.test/"
STORIES = stories()[:8]


def test_results_become_seeds_with_their_provenance_and_no_query_is_asked_twice(tmp_path: Path) -> None:
    urls = {f"http://unlinked{number}.test/a.html": story for number, story in enumerate(STORIES)}
    off = {"http://sports.test/a.html": other_stories()[0]}
    answers = {url: story_page(story) for url, story in (urls | off).items()}
    index = {url: (story.title, "\n".join(story.paragraphs)) for url, story in (urls | off).items()}
    with FaultServer(answers | {SEED: hub("党建频道", {})}) as web, SearchServer(index) as search:
        settings = {
            "TOPICCRAWL_SEARXNG_URL": search.url,
            "TOPICCRAWL_SEARCH_PAUSE": "0",
            "TOPICCRAWL_SEARCH_QUERIES": "6",
        }
        first = crawl(tmp_path, proxy=web.proxy_url, arguments={"discover": "only"}, settings=settings)
        assert first.code == 0, first.log
        assert web.pages_asked() == []  # the results wait
        assert search.queries[:3] == ["党建", "党建 党员干部", "党建 site:12371.cn"]
        whys = {
            row["url"]: json.loads(row["why"])
            for row in first.rows("SELECT url, why FROM links WHERE state = 0")
        }
        results = first.rows(
            "SELECT url, query, engine, place FROM search_results JOIN search_queries ON search_queries.id = query_id"
        )
        assert whys.keys() == {row["url"] for row in results}
        for url, why in whys.items():
            given = {(row["query"], row["engine"], row["place"]) for row in results if row["url"] == url}
            assert (why["query"], why["engine"], why["rank"]) in given
        second = crawl(tmp_path, [SEED], proxy=web.proxy_url, arguments={"discover": "1"}, settings=settings)
        assert second.code == 0, second.log
        assert len(search.queries) == len(set(search.queries)) == 12
    assert second.stats["topiccrawl/search/queries"] == 6
    assert second.kept & urls.keys()
    kept = second.rows("SELECT DISTINCT url FROM search_results WHERE kept")
    assert {row["url"] for row in kept} == {url for url in second.kept if "unlinked" in url}


def test_each_form_of_query_goes_through_a_real_searx(tmp_path: Path, searx: Callable[[str], str]) -> None:
    site, elsewhere = "http://www.12371.cn/a.html", "http://unlinked.test/a.html"
    pages = {site: ("党建要闻", "基层党建"), elsewhere: ("党员干部学习", "机关党建")}
    with FaultServer() as web, SearchServer(pages) as index:
        settings = {
            "TOPICCRAWL_SEARXNG_URL": searx(index.url),
            "TOPICCRAWL_SEARCH_PAUSE": "0",
            "TOPICCRAWL_SEARCH_QUERIES": "3",
        }
        done = crawl(tmp_path, proxy=web.proxy_url, arguments={"discover": "only"}, settings=settings)
    assert done.code == 0, done.log
    assert index.queries == ["党建", "党建 党员干部", "党建 site:12371.cn"]
    rows = done.rows(
        "SELECT query, engine, url FROM search_results JOIN search_queries ON search_queries.id = query_id"
    )
    found = {query: {row["url"] for row in rows if row["query"] == query} for query in index.queries}
    assert found == {
        "党建": {site, elsewhere},
        "党建 党员干部": {site, elsewhere},
        "党建 site:12371.cn": {site},
    }
    assert {row["engine"] for row in rows} == {"local index"}
    assert {row["url"] for row in done.rows("SELECT url FROM links WHERE state = 0")} == {site, elsewhere}


def test_a_service_that_refuses_is_left_in_peace_and_asked_by_the_next_crawl(tmp_path: Path) -> None:
    with FaultServer() as web, SearchServer({}) as search:
        search.status = 429
        settings = {
            "TOPICCRAWL_SEARXNG_URL": search.url,
            "TOPICCRAWL_SEARCH_PAUSE": "0",
            "TOPICCRAWL_SEARCH_QUERIES": "1",
        }
        refused = crawl(tmp_path, proxy=web.proxy_url, arguments={"discover": "only"}, settings=settings)
        assert refused.stats["topiccrawl/search/failed"] == 1
        search.status = 200
        crawl(tmp_path, proxy=web.proxy_url, arguments={"discover": "only"}, settings=settings)
    assert search.queries == ["党建", "党建"]
    assert "answers 429" in refused.log

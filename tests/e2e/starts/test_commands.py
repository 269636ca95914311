"""Starts that need processes of their own: URLs on standard input, and crawls at regular times."""

from __future__ import annotations

from pathlib import Path

from e2e.crawling import FAST, ROOT, Crawl, command, environment, hub, run, stories, story_page
from e2e.fault_server import FaultServer

SEED = "http://portal.test/"
STORIES = {f"http://portal.test/{number}.html": story for number, story in enumerate(stories()[:2])}
OLD, NEW = STORIES
LINKS = {url: story.title for url, story in STORIES.items()}
PAGES = {url: story_page(story) for url, story in STORIES.items()}


def test_urls_on_standard_input_are_the_seeds(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'corpus.db'}"
    words = command("partybuild", {"seeds": "-"}, FAST | {"TOPICCRAWL_DATABASE_URL": database})
    typed = f"# 今天的网址\n{OLD}\n\n{NEW} # 党建\n".encode()
    with FaultServer(PAGES) as web:
        code, log = run(words, ROOT, environment(web.proxy_url), typed)
    assert code == 0, log
    assert set(web.pages_asked()) == Crawl(code, log, database).kept == STORIES.keys()


def test_a_watch_runs_crawls_of_which_the_second_fetches_what_is_new(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'corpus.db'}"
    settings = FAST | {"TOPICCRAWL_REVISIT_CHANCE": "0"}  # no list changes within seconds
    words = ["topiccrawl", "watch", "partybuild", "--every", "1s", "--times", "2"]
    words += ["--database", database, "-a", f"seeds={SEED}"]
    words += [word for name, value in settings.items() for word in ("-s", f"{name}={value}")]
    with FaultServer(PAGES | {SEED: hub("党建频道", {OLD: LINKS[OLD]})}) as web:

        def grow(number: int) -> None:
            if len(web.times(SEED)) == 2:
                web.answers[SEED] = hub("党建频道", LINKS)

        web.on_request = grow
        code, log = run(words, tmp_path, environment(web.proxy_url))
    assert code == 0, log
    assert web.pages_asked() == [SEED, OLD, SEED, NEW]
    done = Crawl(code, log, database)
    assert done.kept == STORIES.keys()
    assert [run["finish_reason"] for run in done.runs] == ["finished", "finished"]
    assert "stories: 2 stories, 1 new or changed" in log

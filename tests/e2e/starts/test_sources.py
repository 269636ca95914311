"""Sources that a watch names: in the log of the crawl and in `topiccrawl status`; new articles within an hour."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from e2e.crawling import crawl, environment, html, hub, run, stories, story_page
from e2e.fault_server import Answer, FaultServer

from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.rows.starts.source_visits import SourceVisit, read_source_visits, write_source_visits

KINDS = ("steady", "silent", "moved", "refresh", "notice", "home", "gone", "links", "refused")
SEEDS = {kind: f"http://{kind}.test/" + "news/" * (kind == "home") for kind in KINDS}
STORIES = stories()[:12]


def lists(old: int, new: int = 0) -> dict[str, Answer]:
    """The lists of all sources: the same old stories, and new ones on those that are steady."""
    found = {}
    for kind, seed in SEEDS.items():
        shown = STORIES[: old + (new if kind in ("steady", "refused") else 0)]
        found[seed] = hub(f"{kind}要闻", {f"{seed}a/{at}.html": one.title for at, one in enumerate(shown)})
    return found


def test_a_source_that_moved_changed_or_fell_silent_is_named_at_the_next_crawl(tmp_path: Path) -> None:
    pages = {
        f"{seed}a/{at}.html": story_page(one) for seed in SEEDS.values() for at, one in enumerate(STORIES)
    }
    arguments = {"revisit": "1", "strategy": "breadth-first"}
    settings = {"TOPICCRAWL_REVISIT_CHANCE": "0"}
    with FaultServer(pages | lists(6)) as web:

        def go() -> str:
            done = crawl(
                tmp_path, [*SEEDS.values()], proxy=web.proxy_url, arguments=arguments, settings=settings
            )
            assert done.code == 0, done.log
            return done.log

        go()
        write_history(tmp_path / "corpus.db")
        web.answers |= lists(6, new=2)
        assert "9 sources: 9 steady" in go()
        web.answers[SEEDS["moved"]] = Answer(status=301, headers=(("Location", "http://elsewhere.test/"),))
        web.answers["http://elsewhere.test/"] = lists(6)[SEEDS["moved"]]
        refresh = '<meta http-equiv="refresh" content="0;url=http://elsewhere.test/">'
        web.answers[SEEDS["refresh"]] = Answer(f"<html><head>{refresh}</head></html>".encode())
        web.answers[SEEDS["notice"]] = hub("公告", {"http://renamed.test/": "本站已迁往新的网址，请点击进入"})
        web.answers[SEEDS["home"]] = Answer(status=302, headers=(("Location", "http://home.test/"),))
        web.answers["http://home.test/"] = hub(
            "首页", {"http://home.test/b.html": "办事大厅本月开放时间的通知"}
        )
        del web.answers[SEEDS["gone"]]
        web.answers[SEEDS["links"]] = Answer(html("要闻", "<div id='app'></div><p>请稍候，正在载入。</p>"))
        age(tmp_path / "corpus.db", "silent", days=3)
        web.answers |= {SEEDS[kind]: lists(6, new=4)[SEEDS[kind]] for kind in ("steady", "refused")}
        refused = {url for url in web.answers if url.startswith("http://refused.test/a/")}
        web.answers |= dict.fromkeys(refused, Answer(html("", "禁止访问"), status=403))
        log = go()
    assert "9 sources: 1 steady, 0 new, 0 too rare to tell a silence, 0 not asked, 8 amiss" in log
    assert "moved.test: its lists lead to elsewhere.test" in log
    # Whichever comes second: its request is known already.
    assert "refresh.test: its lists lead to elsewhere.test" in log
    assert "notice.test: its lists lead to renamed.test" in log
    assert "home.test: its lists lead to home.test/" in log
    assert "refused.test: its last 2 articles have no text, 100% before had" in log
    assert "gone.test: its lists answer 404" in log
    assert "links.test: 0 links to articles a list, at least" in log
    assert (
        "silent.test: about 6 new articles a day, none for" in log
        and "steady.test" not in log[log.index("9 sources") :]
    )
    words = ["topiccrawl", "status", "--database", f"sqlite:///{tmp_path / 'corpus.db'}"]
    code, told = run(words, tmp_path, environment() | {"LC_ALL": "zh_CN.UTF-8"})
    assert code == 0 and "从何时起能看出来（最晚的在前）：steady.test 20" in told, told
    assert "9 个来源：1 个正常" in told and "gone.test: 列表回答 404" in told, told
    assert "silent.test: 每天约 6 篇新文章，已 3 天没有" in told or "已 3." in told, told


def write_history(database: Path) -> None:
    """Ten days of crawls every two hours before now, with half an article each."""
    store = CorpusStore(f"sqlite:///{database}")
    store.open()
    now = datetime.now(UTC)
    for number in range(-120, 0):
        row = SourceVisit(
            at=now + timedelta(hours=2 * number), lists=1, answered=1, lists_read=1, links=6, fresh=number % 2,
            texts=number % 2, textless=0,
        )  # fmt: skip
        rows = {f"{kind}.test": row for kind in KINDS}
        store.transact(
            lambda connection, n=number, r=rows: write_source_visits(connection, "partybuild", n, r)
        )
    store.close()


def age(database: Path, kind: str, days: int) -> None:
    """Take the new articles of the last days from a source."""
    store = CorpusStore(f"sqlite:///{database}")
    store.open()
    known = store.read(read_source_visits, "partybuild")[f"{kind}.test"]
    since = datetime.now(UTC) - timedelta(days=days)
    numbers = [*range(-120, 0)]
    for number, row in zip(numbers, known, strict=False):
        if row.at > since:
            rows = {f"{kind}.test": row._replace(fresh=0)}
            store.transact(
                lambda connection, n=number, r=rows: write_source_visits(connection, "partybuild", n, r)
            )
    store.close()

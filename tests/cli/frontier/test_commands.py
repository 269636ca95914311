from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
import redis
from servers.corpora import opened
from typer.testing import CliRunner

from topiccrawl.cli.frontier.commands import app
from topiccrawl.errors import StorageError
from topiccrawl.page.canonical_url import url_key
from topiccrawl.priority.link_priority import WAITS, Priority
from topiccrawl.storage.frontier.contract import Entry, waiting_key
from topiccrawl.storage.frontier.location import frontier_file
from topiccrawl.storage.frontier.sqlite.frontier import SqliteFrontier
from topiccrawl.storage.records import DropRecord, PageRecord
from topiccrawl.storage.redis.connection import connect
from topiccrawl.storage.redis.frontier import RedisFrontier
from topiccrawl.storage.sqlite.writer import SqliteWriter

TOPIC = "党建"
BEST, NEXT, GONE = (f"http://www.{name}.test/党建/1.html" for name in ("yi", "er", "san"))


@pytest.fixture(autouse=True)
def settings_of_this_project(monkeypatch):
    """Restore the variable in which Scrapy records the project's settings module."""
    monkeypatch.setenv("SCRAPY_SETTINGS_MODULE", "topiccrawl.settings")


def why(anchor):
    return json.dumps(
        {"anchor": anchor, "parent_url": "http://portal.test/", "priority": [0.5, 0.25, 0.125, 0.0625]},
        ensure_ascii=False,
    )


def entry(url, score, anchor=""):
    return Entry(url_key(url), url.split("/")[2], score, b"{}", url, why(anchor))


def filled(frontier):
    """Fill a frontier: one link waits, one is done, one is dead."""
    frontier.push(entry(GONE, 0.9, "不再有的页面"))
    frontier.push(entry(BEST, 0.8, "党建要闻"))
    frontier.push(entry(NEXT, 0.25, "基层党建"))
    assert frontier.lease(lambda host, score: True).url == GONE
    frontier.dead(url_key(GONE), "download: 超时")
    assert frontier.lease(lambda host, score: True).url == BEST
    frontier.done(url_key(BEST))
    frontier.close()


@pytest.fixture(params=["sqlite", "redis"])
def place(request, tmp_path):
    """The option for a frontier with three links."""
    if request.param == "sqlite":
        with SqliteWriter(tmp_path / "corpus.db") as writer:
            filled(SqliteFrontier(writer, TOPIC))
        return "--database", f"sqlite:///{tmp_path / 'corpus.db'}"
    url = request.getfixturevalue("redis_url")
    filled(RedisFrontier(connect(url), TOPIC, limit_per_host=1, delay_of=lambda host: 0.0))
    return "--redis", url


@pytest.fixture
def waiting(tmp_path):
    """Makes a frontier with one link that waits; returns the option for it."""

    def make(url, anchor=""):
        with SqliteWriter(tmp_path / "corpus.db") as writer:
            queue = SqliteFrontier(writer, TOPIC)
            queue.push(entry(url, 0.5, anchor))
            queue.close()
        return "--database", f"sqlite:///{tmp_path / 'corpus.db'}"

    return make


def command(name, place, *words, topic=TOPIC):
    arguments = [*name.split(), "--topic", topic, *place, *words]
    result = CliRunner().invoke(app, arguments, catch_exceptions=False)
    assert result.exit_code == 0
    return result.output


def test_stats_count_all_hosts_and_each(place):
    lines = [line.split() for line in command("show", place).splitlines()]
    assert lines[:2] == [["host", "waiting", "leased", "done", "dead"], ["all", "hosts", "1", "0", "1", "1"]]
    assert lines[2] == ["www.er.test", "1", "0", "0", "0"]


def test_top_shows_what_waits_with_its_anchor(place):
    assert command("show --state waiting", place) == f"0.2500  {NEXT}  基层党建\n"


def test_a_frontier_without_waiting_links_says_so(tmp_path):
    with SqliteWriter(tmp_path / "corpus.db") as writer:
        queue = SqliteFrontier(writer, TOPIC)
        queue.push(entry(BEST, 0.8))
        assert queue.lease(lambda host, score: True).url == BEST
        queue.done(url_key(BEST))
        queue.close()
    place = ["--database", f"sqlite:///{tmp_path / 'corpus.db'}"]
    result = CliRunner().invoke(app, ["show", "--state", "waiting", "--topic", TOPIC, *place])
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "no link of 党建 is waiting\n")


FAILED = {
    "http://www.yi.test/1.html": "status_503",
    "http://www.yi.test/2.html": "download: TimeoutError",
    "http://www.er.test/3.html": "status_503",
    "http://www.er.test/4.html": "status_429",
    "http://10.0.0.1/": "private_address",
}


@pytest.fixture(params=["sqlite", "redis", "mysql"])
def failed(request, tmp_path, monkeypatch):
    """The option for a frontier of dead letters; with MySQL it is a file in this folder."""
    monkeypatch.chdir(tmp_path)
    mysql = "mysql+pymysql://crawler@127.0.0.1:1/corpus"
    files = {"sqlite": Path("corpus.db"), "mysql": frontier_file(mysql, TOPIC)}
    if request.param == "redis":
        url = request.getfixturevalue("redis_url")
        _die(RedisFrontier(connect(url), TOPIC))
        return "--redis", url
    files[request.param].parent.mkdir(exist_ok=True)
    with SqliteWriter(files[request.param]) as writer:
        _die(SqliteFrontier(writer, TOPIC))
    return "--database", mysql if request.param == "mysql" else "sqlite:///corpus.db"


def _die(frontier):
    for number, (url, reason) in enumerate(FAILED.items()):
        frontier.push(entry(url, 0.9 - number / 10))
        assert frontier.lease(lambda host, score: True).url == url
        frontier.dead(url_key(url), reason)
    frontier.close()


def test_dead_letters_are_shown_and_counted_by_reason_and_host(failed):
    assert command("show --state dead", failed) == "".join(
        f"{url}\t{reason}\n" for url, reason in FAILED.items()
    )
    assert command("show --state dead", failed, "--reason", "STATUS_503", "--host", "www.er.test") == (
        "http://www.er.test/3.html\tstatus_503\n"
    )
    assert command("show --state dead", failed, "--by", "reason") == (
        "2\tstatus_503\n1\tdownload: TimeoutError\n1\tprivate_address\n1\tstatus_429\n"
    )
    assert (
        command("show --state dead", failed, "--by", "host", "--reason", "status")
        == "2\twww.er.test\n1\twww.yi.test\n"
    )
    assert command("show --state dead", failed, "--most", "1").count("\n") == 1


def test_dead_letters_are_put_back_by_reason_and_host(failed):
    assert command("requeue", failed, "--reason", "503", "--host", "www.yi.test") == "1 links wait again\n"
    assert command("requeue", failed, "--reason", "status_") == "2 links wait again\n"
    assert command("requeue", failed, "--host", "10.0.0.1") == "1 links wait again\n"
    assert command("show --state dead", failed) == "http://www.yi.test/2.html\tdownload: TimeoutError\n"
    result = CliRunner().invoke(app, ["requeue", "-t", TOPIC, *failed, "--reason", "404"])
    assert (result.exit_code, result.stdout) == (0, "0 links wait again\n")
    assert result.stderr == "no link of 党建 was given up for a reason with '404'\n"
    assert command("requeue", failed) == "1 links wait again\n"
    assert len(command("show --state waiting", failed).splitlines()) == len(FAILED)


@pytest.mark.parametrize("words", [["requeue", "--reason", "503", GONE], ["show", "--host", "www.er.test"]])
def test_options_that_exclude_each_other(failed, words):
    result = CliRunner().invoke(app, [*words, "-t", TOPIC, *failed])
    assert result.exit_code == 2


def test_a_redis_with_a_password_in_the_settings_of_the_project(redis_server, tmp_path, monkeypatch):
    """As a crawl started in the same folder connects to it."""
    client = redis.Redis.from_url(redis_server.url)
    client.execute_command("ACL", "SETUSER", "crawler", "on", ">geheim", "~*", "+@all")
    url = redis_server.url
    params = {"username": "crawler", "password": "geheim"}
    _die(RedisFrontier(connect(url, params), "受保护"))
    client.execute_command("ACL", "SETUSER", "default", "off")
    try:
        (tmp_path / "own_settings.py").write_text(f"REDIS_PARAMS = {params}\n", encoding="utf-8")
        monkeypatch.syspath_prepend(str(tmp_path))
        monkeypatch.setenv("SCRAPY_SETTINGS_MODULE", "own_settings")
        assert command("show --state dead", ("--redis", url), "--by", "host", topic="受保护").startswith(
            "2\twww.er.test\n"
        )
        monkeypatch.setenv("SCRAPY_SETTINGS_MODULE", "topiccrawl.settings")
        with pytest.raises(StorageError, match=r"(?i)auth|password"):
            command("show --state dead", ("--redis", url), topic="受保护")
    finally:
        admin = redis.Redis.from_url(url, username="crawler", password="geheim")
        admin.execute_command("ACL", "SETUSER", "default", "on")
        admin.execute_command("ACL", "DELUSER", "crawler")


def test_lines_are_whole_and_plain_in_a_pipe(waiting):
    host = f"{'long.' * 30}test"
    place = waiting(f"http://{host}/党建/1.html", "很长的锚文本" * 40)
    stats = command("show", place).splitlines()
    assert len(stats) == 3
    assert stats[2].split() == [host, "1", "0", "0", "0"]
    assert len(command("show --state waiting", place).splitlines()) == 1


def test_only_dead_links_are_put_back(place):
    with pytest.raises(StorageError, match="is not a dead link"):
        command("requeue", place, NEXT)


def test_explain_says_why_a_link_is_there(place):
    text = command("explain", place, BEST.replace("http://", "https://"))
    lines = [line.rsplit(maxsplit=1) for line in text.splitlines()]
    assert [[name.strip(), value] for name, value in lines[:10]] == [
        ["url", BEST],
        ["state", "done"],
        ["score", "0.8000"],
        ["priority of the link", "0.5000"],
        ["its page's description", "0.2500"],
        ["anchor text", "0.1250"],
        ["structure of the URL", "0.0625"],
        ["anchor text", "党建要闻"],
        ["page with the link", "http://portal.test/"],
        ["host", "www.yi.test"],
    ]
    assert "download: 超时" in command("explain", place, GONE)


def corpus_with(folder, *drops):
    """The URL of a corpus with the filled frontier and rows of dropped links."""
    with SqliteWriter(folder / "corpus.db") as writer:
        filled(SqliteFrontier(writer, TOPIC))
    database = f"sqlite:///{folder / 'corpus.db'}"
    store = opened(database)
    store.write(drops)
    store.close()
    return database


def test_explain_of_a_dropped_link(tmp_path, monkeypatch):
    drop = DropRecord(
        topic=TOPIC,
        url="http://www.si.test/体育/1.html",
        stage="frontier",
        reason="priority",
        run_id=1,
        dropped_at=datetime.now(UTC),
        score=0.125,
        score_parts={"anchor": 0.0625},
        anchor="中超第三轮",
    )
    database = corpus_with(tmp_path, drop)
    lines = command("explain", ("--database", database), "http://www.si.test/体育/1.html").splitlines()
    assert [line.split() for line in lines] == [
        ["url", "http://www.si.test/体育/1.html"],
        ["dropped", "frontier:", "priority"],
        ["score", "0.1250"],
        ["anchor", "text", "0.0625"],
        ["anchor", "text", "中超第三轮"],
    ]
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    lines = command("explain", ("--database", database), "http://www.si.test/体育/1.html").splitlines()
    assert [line.split()[0] for line in lines] == ["url", "丢弃", "分数", "链接文字", "链接文字"]


@pytest.mark.parametrize(
    ("stored", "given"),
    [
        ("http://www.si.test/体育/1.html", "HTTPS://WWW.SI.TEST:443/%E4%BD%93%E8%82%B2/1.html#top"),
        ("http://www.si.test/1.html?sid=77&b=2&a=1", "http://www.si.test/1.html?a=1&b=2"),
        ("https://www.si.test:8080/1_%25.html;jsessionid=AB", "http://www.si.test:8080/1_%25.html"),
    ],
)
def test_a_dropped_link_is_found_by_any_form_of_its_url(tmp_path, stored, given):
    drop = DropRecord(
        topic=TOPIC, url=stored, stage="frontier", reason="priority", run_id=1, dropped_at=datetime.now(UTC)
    )
    other = replace(drop, url="http://www.si.test/other.html", reason="domain")
    database = corpus_with(tmp_path, drop, other)
    lines = command("explain", ("--database", database), given).splitlines()
    assert [line.split() for line in lines] == [["url", stored], ["dropped", "frontier:", "priority"]]


def test_explain_of_a_link_that_waits_for_the_pages_of_its_section(tmp_path):
    priority = Priority(0.14, {"description": 0.5, "anchor": 0.01, "structure": 0.0, WAITS: 1.0})
    why = json.dumps({"anchor": "老槐树下的一堂课", "priority": priority.to_json()})
    with SqliteWriter(tmp_path / "corpus.db") as writer:
        frontier = SqliteFrontier(writer, TOPIC)
        frontier.push(Entry(waiting_key(url_key(NEXT)), "www.er.test", -9.86, b"{}", NEXT, why))
        frontier.close()
    place = ("--database", f"sqlite:///{tmp_path / 'corpus.db'}")
    assert "waiting for the other pages of its section" in command("explain", place, NEXT)
    with SqliteWriter(tmp_path / "corpus.db") as writer:
        frontier = SqliteFrontier(writer, TOPIC)
        frontier.lease(lambda host, score: True)
        frontier.done(waiting_key(url_key(NEXT)))
        frontier.close()
    with pytest.raises(StorageError, match="does not know this URL"):  # but for the row of its drop
        command("explain", place, NEXT)


def test_explain_of_a_visited_link_says_why_its_page_was_not_kept(tmp_path):
    drop = DropRecord(
        topic=TOPIC, url=BEST, stage="verdict", reason="off_topic", run_id=1, dropped_at=datetime.now(UTC)
    )
    database = corpus_with(tmp_path, drop, replace(drop, stage="frontier", reason="priority"))
    lines = [line.split() for line in command("explain", ("--database", database), BEST).splitlines()]
    assert lines[1] == ["state", "done"]
    assert lines[-2:] == [["url", BEST], ["dropped", "verdict:", "off_topic"]]
    assert ["dropped", "frontier:", "priority"] not in lines


def test_explain_of_a_visited_link_says_what_became_of_its_page(tmp_path):
    copy, listing = "http://www.er.test/党建/2.html", "http://www.er.test/"
    original = PageRecord(topic=TOPIC, url=BEST, run_id=1, fetched_at=datetime.now(UTC), text="党建")
    duplicate = {"duplicate_of": BEST, "duplicate_kind": "body", "duplicate_similarity": 0.9746}
    database = corpus_with(tmp_path)
    store = opened(database)
    store.write([original, replace(original, url=copy, **duplicate)])
    store.close()
    with SqliteWriter(tmp_path / "corpus.db") as writer:
        queue = SqliteFrontier(writer, TOPIC)
        for url in (copy, listing):
            queue.push(entry(url, 0.9))
            queue.done(queue.lease(lambda host, score: True).key)
        queue.close()

    def last(url):
        return " ".join(command("explain", ("--database", database), url).splitlines()[-1].split())

    assert last(BEST.replace("http:", "https:")) == "page kept"
    assert last(copy) == f"page a duplicate of {BEST} (body 0.97)"
    assert last(listing) == "page none: a home or list page, or a redirect to another URL"
    assert last(NEXT) == "attempts 0"  # it waits


def learned_corpus(folder, pages):
    """The URL of a corpus of a crawl of party building with good pages in one directory, bad ones in another."""
    database = f"sqlite:///{folder / 'corpus.db'}"
    store = opened(database)
    store.start_run("partybuild", {"strategy": "adaptive"})
    now, parent = datetime.now(UTC), "http://www.yi.test/"
    for n in range(pages // 2):
        good = PageRecord(
            topic="partybuild",
            url=f"http://www.yi.test/dangjian/{n}1000.html",
            run_id=1,
            fetched_at=now,
            relevance=0.9,
            priority_parts={"formula_5": 0.25, "odds_words": -1.5},
            anchor="基层党建",
            parent_url=parent,
        )
        bad = DropRecord(
            topic="partybuild",
            url=f"http://www.yi.test/yule/{n}1000.html",
            stage="verdict",
            reason="off_topic",
            run_id=1,
            dropped_at=now,
            score=0.1,
            anchor="天气预报",
            parent_url=parent,
        )
        store.write([good, bad])
    store.close()
    with SqliteWriter(folder / "corpus.db") as writer:
        queue = SqliteFrontier(writer, "partybuild")
        for name in ("dangjian", "yule"):
            queue.push(entry(f"http://www.yi.test/{name}/990001.html", 0.8, "基层党建"))
        queue.close()
    return "--database", database


def test_explain_shows_what_the_link_model_learned(tmp_path):
    place = learned_corpus(tmp_path, 120)
    good = command("explain", place, "http://www.yi.test/dangjian/990001.html", topic="partybuild")
    lines = [line.strip() for line in good.splitlines()]
    assert any("by a model rebuilt from 120 pages" in line for line in lines)
    assert any("directory www.yi.test/dangjian: 60.0 of 60 pages" in line for line in lines)
    words = lines[next(n for n, line in enumerate(lines) if line.startswith("words")) + 1 :]
    assert words[0].startswith("+")
    assert words[0].endswith(("基层", "党建"))
    bad = command("explain", place, "http://www.yi.test/yule/990001.html", topic="partybuild")
    assert "directory www.yi.test/yule: 0.0 of 60 pages" in bad
    fetched = command("explain", place, "http://www.yi.test/dangjian/11000.html", topic="partybuild")
    assert "odds_words  -1.5000" in fetched  # what decided then


def test_explain_says_that_the_link_model_orders_no_links_yet(tmp_path):
    place = learned_corpus(tmp_path, 8)
    text = command("explain", place, "http://www.yi.test/dangjian/990001.html", topic="partybuild")
    assert "not yet: 8 of 100 judged pages" in text


def test_urls_and_anchor_texts_are_shown_unchanged(waiting):
    url = f"http://www.wu.test/a[/b]:cn:[red]{'长' * 300}.html"
    anchor = "[b]党建[/b] [/i] :smile: [视频]" + "很长的锚文本" * 50
    lines = command("explain", waiting(url, anchor), url).splitlines()
    assert [" ".join(line.split()) for line in lines][:4:3] == [f"url {url}", "priority of the link 0.5000"]
    assert any(line.endswith(f"  {anchor}") for line in lines)


def test_terminal_control_codes_are_removed(waiting):
    place = waiting(BEST, "红\x1b]0;标题\x07头\x9b31m")
    for words in (["show", "--state", "waiting"], ["explain", BEST]):
        result = CliRunner().invoke(app, [*words, "--topic", TOPIC, *place], color=True)
        assert "红" in result.output
        assert not set(result.output) & set("\x1b\x07\x9b")


def test_explain_of_an_unknown_url(place):
    with pytest.raises(StorageError, match="does not know"):
        command("explain", place, "http://nowhere.test/")


def test_a_frontier_that_is_not_there(tmp_path):
    with pytest.raises(StorageError, match=r"corpus\.db"):
        command("show", ("--database", f"sqlite:///{tmp_path / 'corpus.db'}"))
    with pytest.raises(StorageError, match=r"is a folder"):
        command("show", ("--database", f"sqlite:///{tmp_path}"))
    (tmp_path / "网页.html").write_text("党员" * 1000, encoding="utf-8")
    with pytest.raises(StorageError, match=r"网页\.html: file is not a database"):
        command("show", ("--database", f"sqlite:///{tmp_path / '网页.html'}"))
    with pytest.raises(StorageError, match="Redis"):
        command("show", ("--database", "mysql+pymysql://nobody@127.0.0.1/nothing"))

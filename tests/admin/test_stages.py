"""Stages: counts, their commands as jobs, one at a time; words and sites switched off and on."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from admin.conftest import ATTACK, Admin, fill
from e2e.crawling import crawl, hub
from e2e.fault_server import FaultServer
from servers.corpora import opened

from topiccrawl.admin.accounts.roles import Role
from topiccrawl.admin.crawls.stages import JOB, STAGES
from topiccrawl.relevance import Topic
from topiccrawl.text.progress import LINES, PROGRESS_VARIABLE

SEEDS = ("http://river.test/", "http://water.test/")


@pytest.fixture
def admin(make_admin: Callable[..., Admin]) -> Admin:
    """The application with a topic of two seeds, and the pages of `fill` under its name."""
    made = make_admin()
    made.new_topic("样例", "河长\n河道\n治水", "\n".join(SEEDS))
    store = opened(made.services.configuration.database)
    fill(store)
    store.close()
    return made


def test_a_stage_is_a_job_with_counts_and_there_is_one_at_a_time(admin: Admin) -> None:
    page = admin.as_(Role.VIEWER).get("/crawls/样例/stages").text
    assert all(stage.title in page for stage in STAGES) and 'name="stage"' not in page
    assert page.count('<td class="n">12</td>') == 3 and page.count('<td class="n">1</td>') == 1
    assert admin.post(Role.OPERATOR, "/crawls/样例/stages", stage="words").status_code == 303
    for path, form in (("/crawls/样例/stages", {"stage": "stories"}), ("/crawls/样例/start", {})):
        refused = admin.post(Role.OPERATOR, path, **form)
        assert refused.status_code == 400 and re.search(
            "另一项工作正在进行|另一项工作正在写数据库", refused.text
        )
    deadline = time.monotonic() + 100
    while admin.services.processes.exit_code(JOB) is None:
        assert time.monotonic() < deadline
        time.sleep(0.1)
    ended = admin.as_(Role.OPERATOR).get("/crawls/样例/stages").text
    assert "topiccrawl database upgrade --index all" in ended and "已索引 12 个网页" in ended
    assert "progress:" not in ended and admin.services.processes.exit_code(JOB) == 0
    assert "progress: pages 12/12" in admin.services.processes.log_tail(JOB)
    assert admin.post(Role.OPERATOR, "/crawls/样例/stages", stage="rm").status_code == 400


def test_no_stage_starts_while_a_crawl_writes_the_file(admin: Admin) -> None:
    store = opened(admin.services.configuration.database)
    run = store.start_run("another", {})
    for stage in ("bodies", "links"):
        refused = admin.post(Role.OPERATOR, "/crawls/样例/stages", stage=stage)
        assert refused.status_code == 400 and "采集正在写数据库" in refused.text
    assert admin.services.processes.command(JOB) is None
    store.finish_run(run, "finished", {})
    store.close()


def test_words_and_sites_are_switched_off_without_deleting_and_the_next_crawl_follows(
    admin: Admin, tmp_path: Path
) -> None:
    path, folder = "/topics/样例/switches", admin.services.configuration.topics / "样例"

    def press(kind: str, value: str, to: str) -> int:
        return int(admin.post(Role.EDITOR, path, kind=kind, value=value, to=to).status_code)

    assert press("word", "河道", "off") == press("seed", SEEDS[1], "off") == 303
    assert press("domain", "water.test", "off") == 303
    topic = Topic.load(folder)
    assert set(topic.words) == {"样例", "河长", "治水"} and topic.seeds == SEEDS[:1]
    assert topic.domains == ("river.test",)
    page = admin.as_(Role.VIEWER).get(path).text
    assert page.count('class="grade no"') == 3 and SEEDS[1] in page and 'name="to"' not in page
    refused = admin.post(Role.EDITOR, path, kind="domain", value="river.test", to="off")
    assert refused.status_code == 400 and "最后一个网站" in refused.text

    web = {url: hub("河长", {f"{url}{number}.html": "河长巡河治水" for number in (1, 2)}) for url in SEEDS}
    web[SEEDS[0]] = hub("河长", {f"{SEEDS[1]}3.html": "河长巡河治水", f"{SEEDS[0]}1.html": "河长治水"})
    with FaultServer(web) as server:
        ended = crawl(
            tmp_path / "crawl", proxy=server.proxy_url, spider="topic", arguments={"topic": str(folder)},
            settings={"TOPICCRAWL_DATABASE_URL": f"sqlite:///{tmp_path / 'next.db'}"},
        )  # fmt: skip
    assert {url.split("/")[2] for url in server.pages_asked()} == {"river.test"}, ended.log

    for kind, value in (("word", "河道"), ("seed", SEEDS[1]), ("domain", "water.test")):
        assert press(kind, value, "on") == 303
    again = Topic.load(folder)
    assert set(again.words) == {"样例", "河长", "河道", "治水"} and again.seeds == SEEDS
    assert set(again.domains) == {"river.test", "water.test"}


def test_switches_refuse_what_is_not_there(admin: Admin) -> None:
    path = "/topics/样例/switches"
    for form in (
        {"kind": "file", "value": "words.tsv", "to": "off"},
        {"kind": "seed", "value": "", "to": "off"},
        {"kind": "seed", "value": SEEDS[0], "to": "gone"},
    ):
        assert admin.post(Role.EDITOR, path, **form).status_code == 400
    before = admin.services.topics.load("样例")
    for value in (ATTACK, "http://evil.test/", f"{SEEDS[0]}\ndomain\tx.test"):
        admin.post(Role.EDITOR, path, kind="seed", value=value, to="on")
    assert admin.services.topics.load("样例").seeds == before.seeds
    seed = admin.services.topics.load("football").seeds[0]
    shipped = admin.post(Role.EDITOR, "/topics/football/switches", kind="seed", value=seed, to="off")
    assert shipped.status_code == 400 and "请先复制" in shipped.text


def test_commands_write_progress_as_lines_when_asked(
    admin: Admin, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from topiccrawl.cli import main

    command = ["database", "upgrade", "--index", "all", "--database", admin.services.configuration.database]
    assert main(command) == 0 and "progress:" not in capsys.readouterr().err
    monkeypatch.setenv(PROGRESS_VARIABLE, LINES)
    assert main(command) == 0 and "progress: pages 12/12" in capsys.readouterr().err

"""What a crawl says when no seed gives a page."""

from __future__ import annotations

import re
from pathlib import Path

from e2e.crawling import OFFLINE, crawl, hub, said, stories, story_page
from e2e.fault_server import FaultServer

PORTAL = "http://portal.test/"


def test_off_line_it_says_so_first_in_few_lines_and_without_a_traceback(tmp_path: Path) -> None:
    seeds = [f"http://{name}.example.cn/" for name in "甲 乙 丙 丁 戊 己 庚 辛 壬 癸".split()]
    done = crawl(tmp_path, seeds, variables=OFFLINE)
    assert done.code == 1
    assert "Traceback" not in done.log
    assert len(done.log.splitlines()) < 30
    assert done.log.count("no page from") == 5
    assert re.search(r"including those for robots\.txt: dns 10 at 10 hosts", done.log)
    summary = said(done.log)
    assert re.search(r"ERROR: None of the 10 seeds gave a page \(dns 10\): no host name could be", summary)
    assert "Is this machine online?" in summary
    assert re.search(r"topiccrawl frontier requeue --topic partybuild --database \S+/corpus\.db", summary)
    assert "-a fresh=1" in summary

    again = crawl(tmp_path, seeds)
    assert again.code == 0
    assert re.search(r"nothing new to do: no link waits \(.*10 are dead letters\)", said(again.log))


def test_the_end_passes_any_log_level_and_names_the_proxy_without_its_password(tmp_path: Path) -> None:
    proxy = "http://ich:geheim@127.0.0.1:1"
    done = crawl(tmp_path, [PORTAL], proxy=proxy, settings={"LOG_LEVEL": "ERROR"})
    assert done.code == 1
    assert re.search(
        r"^.*ERROR: The seed gave no page \(refused 1\): the proxy http://ich:\*\*\*@127\.0\.0\.1:1 does",
        done.log,
    )
    assert "geheim" not in done.log
    silent = crawl(tmp_path, [PORTAL], proxy=proxy, arguments={"fresh": "1"}, settings={"LOG_ENABLED": "0"})
    assert (silent.code, silent.log) == (1, "")


def test_dead_seeds_are_told_and_the_others_crawled(tmp_path: Path) -> None:
    with FaultServer() as web:
        web.answers[f"{web.url}/"] = hub("党建频道", {f"{web.url}/1.html": stories()[0].title})
        web.answers[f"{web.url}/1.html"] = story_page(stories()[0])
        seeds = ["http://127.0.0.1:1/", "http://no-such-host.invalid/", f"{web.url}/gone.html", f"{web.url}/"]
        done = crawl(tmp_path, seeds)
    assert done.kept == {f"{web.url}/1.html"}
    assert "http://127.0.0.1:1/ (refused)" in done.log
    assert "http://no-such-host.invalid/ (dns)" in done.log
    assert f"{web.url}/gone.html (status_404)" in done.log

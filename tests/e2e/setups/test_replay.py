"""A live crawl of the demo web, recorded, and the same crawl replayed offline."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from e2e.crawling import run
from experiments.conftest import forked_replays

from topiccrawl.demo.articles import load_articles
from topiccrawl.demo.run import crawl_command, crawl_environment
from topiccrawl.demo.server import DemoServer
from topiccrawl.demo.server import Request as Logged
from topiccrawl.demo.web import DemoWeb, build_web
from topiccrawl.experiments.replay.capture import Capture
from topiccrawl.experiments.replay.crawl import Crawl, replays

__all__ = ["forked_replays"]

STRATEGY = "formula-5"
"""One that does not learn: what is visited at the end of a small web would depend on the order of lessons."""


@dataclass(frozen=True)
class Lived:
    """A live crawl that has ended."""

    web: DemoWeb
    requests: list[Logged]
    record: Path

    @property
    def pages(self) -> list[str]:
        """URLs of the HTML pages in the order of the server's log."""
        urls = [f"http://{one.host}{one.path}" for one in self.requests if one.status == 200]
        return [url for url in urls if not url.endswith("/robots.txt")]


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lived]:
    folder = tmp_path_factory.mktemp("live")
    web = build_web(load_articles())
    record = folder / "record.db"
    with DemoServer(web) as server:
        command = [*crawl_command(web.homes, folder), "-s", f"TOPICCRAWL_RECORD={record}"]
        command += ["-a", f"strategy={STRATEGY}"]
        code, log = run(command[command.index("scrapy") :], folder, crawl_environment(server.proxy_url))
        assert code == 0, log
        yield Lived(web, list(server.requests), record)


def harvest(web: DemoWeb, urls: list[str]) -> float:
    labels = [web.label(url) for url in urls]
    return sum(label.kind == "article" and label.relevant for label in labels) / len(urls)


def test_a_recorded_crawl_has_every_response(lived: Lived) -> None:
    with Capture(lived.record) as recorded:
        for one in lived.requests:
            found = recorded.get(f"http://{one.host}{one.path}")
            assert found is not None and found.status == one.status
            assert found.body == lived.web.respond(one.host, one.path).body


def test_a_recorded_crawl_can_be_replayed(lived: Lived) -> None:
    crawl = Crawl(lived.record, "partybuild", lived.web.homes, STRATEGY, 600)
    ((trace, run),) = replays([crawl])
    replayed, live = [page.url for page in trace.pages], lived.pages
    assert len(set(replayed)) == len(replayed) >= 0.9 * len(live)
    assert set(replayed) <= set(live)
    # The live crawl asks for several pages at a time.
    for count, noise in ((30, 0.14), (len(live), 0.06)):
        assert harvest(lived.web, replayed[:count]) == pytest.approx(
            harvest(lived.web, live[:count]), abs=noise
        )
    assert run.requests == trace.requests and run.cpu > 0

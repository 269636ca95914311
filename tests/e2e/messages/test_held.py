"""A crawl says how much of what its seeds' sites have on the topic it holds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from e2e.crawling import crawl, hub, other_stories, said, stories, story_page
from e2e.fault_server import FaultServer
from typer.testing import CliRunner

from topiccrawl.cli.status import app as status
from topiccrawl.corpus.export import ExportOptions, export_pages
from topiccrawl.corpus.missed.estimate import PREFIX, Held

PARTY, OTHERS = stories(), other_stories()[:10]
FRONT = "http://www.portal.test/"
URLS = [f"http://dj.portal.test/{number}.html" for number in range(len(PARTY))]


@pytest.fixture(scope="module")
def web() -> Iterator[FaultServer]:
    """A site of stories that link to the next three, and one to which nothing links."""
    last = len(PARTY) - 1
    answers = {}
    for number, url in enumerate(URLS):
        beside = [(number + step) % last for step in (1, 2, 3)]
        answers[url] = story_page(PARTY[number], {URLS[one]: PARTY[one].title for one in beside})
    sports = {f"http://ty.portal.test/{number}.html": one for number, one in enumerate(OTHERS)}
    listed = {URLS[number]: PARTY[number].title for number in range(0, last, 2)}
    listed |= {url: one.title for url, one in sports.items()}
    answers |= {url: story_page(one) for url, one in sports.items()}
    elsewhere = {"http://far.test/1.html": PARTY[last].title}
    with FaultServer({FRONT: hub("门户", listed | elsewhere), **answers}) as server:
        yield server


def test_the_share_is_told_where_people_look(web: FaultServer, tmp_path: Path) -> None:
    done = crawl(tmp_path, [FRONT], proxy=web.proxy_url)
    held = {url for url in done.kept if url in URLS}
    assert held == set(URLS[:-1])
    stats = done.stats
    assert stats[f"{PREFIX}pages"] == len(held)
    told = Held.of(stats)
    assert told is not None
    share = told.corrected()  # no link leads to the last story
    assert share is not None
    assert share.low <= len(held) / len(URLS) <= share.high
    assert "  held      about " in said(done.log)
    assert ") of what these sites have on this topic" in said(done.log)
    shown = CliRunner().invoke(status, ["--database", done.database])
    assert "partybuild: about " in shown.output
    export_pages(done.database, "partybuild", "dataset", tmp_path / "data", ExportOptions(mask=False))
    card = (tmp_path / "data" / "README.md").read_text(encoding="utf-8")
    assert "## Coverage\n\nAbout " in card

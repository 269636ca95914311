"""Replays of webs made by hand."""

from __future__ import annotations

import pytest
from experiments.replay.made_web import captured, page, redirect, robots, tree

from topiccrawl.experiments.replay.course import Trace
from topiccrawl.experiments.replay.crawl import Crawl, replays
from topiccrawl.priority.strategies.contract import SEED_SCORE, Outcome

TOPIC = {
    "topic.toml": 'title = "学习"\n[gate]\nthreshold = 0\n[verdict]\nthreshold = 0\n[priority]\nthreshold = 0\n',
    "words.tsv": "党章\t0.9\t10\n学习\t0.8\t7\n",
}
LINK = "学习党章第{}期"
WEB = [
    robots("a.cn", "User-agent: *\nDisallow: /secret/\nCrawl-delay: 25\n"),
    page(
        "http://a.cn/", {f"/{name}": LINK.format(name) for name in ("old", "secret/1", "gone", "copy", "1")}
    ),
    redirect("http://a.cn/old", "http://b.cn/new"),
    page("http://b.cn/new", {"/any": LINK.format("any")}),
    page("http://b.cn/*", {}, "学习党章的另一个网页"),
    page("http://a.cn/1", {}, "同一条消息"),
    page("http://a.cn/copy", {}, "同一条消息"),
    page("http://a.cn/secret/1", {}),
    *tree("c.cn", 30),
]


@pytest.fixture(scope="module")
def traces(tmp_path_factory: pytest.TempPathFactory) -> list[Trace]:
    """A whole crawl, one that is ended by its budget, and the same again."""
    folder = tmp_path_factory.mktemp("web")
    for name, text in TOPIC.items():
        (folder / name).write_text(text, "utf-8")
    path = captured(folder / "web.capture", WEB)
    whole = Crawl(path, str(folder), ("http://a.cn/",), "", 100)
    cut = Crawl(path, str(folder), ("http://c.cn/",), "", 7)
    return [trace for trace, _ in replays([whole, cut, cut])]


def test_redirects_rules_and_missing_pages(traces: list[Trace]) -> None:
    trace = traces[0]
    assert {one.url for one in trace.pages} == {
        *("http://a.cn/", "http://b.cn/new", "http://a.cn/1", "http://a.cn/copy", "http://b.cn/any")
    }
    assert trace.pages[0].url == "http://a.cn/" and trace.pages[0].score == SEED_SCORE
    assert all(one.score < SEED_SCORE for one in trace.pages[1:])
    assert (trace.missing, trace.robots, trace.left) == (1, 1, 0)
    assert trace.requests == len(trace.pages) + 2, "a redirect and a missing page"
    assert trace.cpu > 0 and trace.seconds < 75, "a Crawl-delay is not waited for"


def test_each_page_has_its_outcome(traces: list[Trace]) -> None:
    outcomes = {one.url: one.outcome for one in traces[0].pages}
    assert sorted(str(outcomes[f"http://a.cn/{name}"]) for name in ("1", "copy")) == sorted(
        (str(Outcome.KEPT), str(Outcome.COPY))
    )
    assert None not in outcomes.values()


def test_a_budget_ends_the_crawl_and_its_course_is_the_same_again(traces: list[Trace]) -> None:
    _, first, again = traces
    assert [one.url for one in first.pages] == [one.url for one in again.pages]
    assert len({one.url for one in first.pages}) == 7 and first.left > 0

"""`topiccrawl topic new --from-pages`: paper B's proposal of K."""

from __future__ import annotations

from pathlib import Path

import pytest

from topiccrawl.access import fetching
from topiccrawl.access.fetching import DownloadedPage
from topiccrawl.cli import main
from topiccrawl.priority.strategies.registry import make_strategy
from topiccrawl.relevance import Topic

URL = "http://sport.test/"
PAGE = (
    "<!DOCTYPE html><html><head><title>足球</title></head><body><ul>"
    + "".join(f"<li><a href=/{n}.html>国足第{n}期集训，中超球员入选亚冠</a>" for n in range(6))
    + "</ul></body></html>"
)


@pytest.fixture(autouse=True)
def web(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """A web of one page, and the requests for it."""
    fetched: list[str] = []

    def fetcher(agent: str, pause: float, *, allow_private: bool) -> object:
        assert pause > 0 and not allow_private
        return lambda url: (
            fetched.append(url) or DownloadedPage(url, PAGE.encode(), "text/html; charset=utf-8")
        )

    monkeypatch.setattr(fetching, "polite_fetcher", fetcher)
    monkeypatch.chdir(tmp_path)
    return fetched


def test_words_and_weights_are_proposed_and_the_page_becomes_a_seed(
    web: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["topic", "new", "ball", "--from-pages", URL, "--most", "4"]) == 0
    shown = capsys.readouterr().out
    assert web == [URL]
    topic = Topic.load("ball")
    assert set(topic.words) >= {"球员", "亚冠"} and len(topic.words) == 4
    assert all(word in shown for word in topic.words)
    assert topic.seeds == (URL,)
    assert max(topic.words.values()) == 1.0 > min(topic.words.values())
    # K of paper B's strategies is what was proposed.
    assert make_strategy(topic, "two-step").topic_vector == topic.words


def test_from_a_saved_page_and_a_text(web: list[str]) -> None:
    Path("saved.html").write_text(PAGE, encoding="utf-8")
    Path("text.txt").write_text("联赛，联赛，球迷。", encoding="utf-8")
    assert main(["topic", "new", "ball", "--from-pages", "saved.html", "--from-pages", "text.txt"]) == 0
    topic = Topic.load("ball")
    assert web == [] and topic.seeds == ()
    assert {"集训", "球员", "联赛"} <= topic.words.keys()


def test_wrong_values_are_reported_before_a_page_is_fetched(
    web: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["topic", "new", "ball", "--from-pages", URL, "--domain", "http://x/"]) == 1
    assert "the domain 'http://x/'" in capsys.readouterr().err
    assert web == [] and not Path("ball").exists()

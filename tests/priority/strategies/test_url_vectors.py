"""The strategy `url-vectors`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from priority.strategies.pages import fetched
from priority.strategies.small_web import SmallPage, crawl

from topiccrawl.errors import TopicError
from topiccrawl.priority.focus import Focus
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.link_priority import SEED_PRIORITY
from topiccrawl.priority.strategies.contract import Outcome, VisitedPage
from topiccrawl.priority.strategies.registry import make_strategy
from topiccrawl.priority.strategies.url_vectors import UrlVectors
from topiccrawl.priority.url_vectors import similarity
from topiccrawl.priority.url_vectors.vector import url_vector
from topiccrawl.priority.url_vectors.weights import InitialWeights, counted_weights
from topiccrawl.relevance.topic.topic import Topic

SAMPLES = ("http://www.a.test/party/2021/07/01/1.html", "http://www.a.test/party/2022/08/05/2.html")
LIKE = "http://www.a.test/party/2023/01/02/3.html"
UNLIKE = "http://shop.b.test/item.php?id=7"


def _topic(**table: Any) -> Topic:
    return Topic("urls", "by URL", SAMPLES, (), {}, strategy="url-vectors", tables={"url_vectors": table})


def _strategy(**table: Any) -> UrlVectors:
    return UrlVectors(Focus(_topic(**table)))


def _kept(number: int, section: str = "party") -> VisitedPage:
    return VisitedPage(f"http://www.a.test/{section}/2023/01/0{number}/{number}.html", Outcome.KEPT)


def test_a_link_is_worth_its_similarity_to_the_best_sample() -> None:
    strategy = _strategy()
    priority = strategy.link(LIKE, LinkContext("whatever"))
    assert priority.value == pytest.approx(max(similarity(LIKE, sample) for sample in SAMPLES))
    assert strategy.should_enqueue(priority)
    assert not strategy.should_enqueue(strategy.link(UNLIKE, LinkContext()))
    assert strategy.link(UNLIKE, LinkContext(seed=True)) is SEED_PRIORITY


def test_pages_are_kept_and_followed_by_their_urls_alone() -> None:
    strategy = _strategy()
    page = fetched("天气", url=LIKE, body="晴")
    passage = strategy.gate(page)
    assert (passage.candidate, passage.follows) == (True, True)
    assert strategy.verdict(page, passage, "晴").kept
    other = strategy.gate(fetched("党员学习党章", url=UNLIKE))
    assert (other.candidate, other.follows) == (False, False)
    assert strategy.gate(fetched(url=UNLIKE, seed=True)).follows
    assert not strategy.gate(fetched(url=LIKE, is_hub=True)).candidate


def test_samples_may_be_named_apart_from_the_seeds() -> None:
    strategy = _strategy(samples=f"{UNLIKE}, http://c.test/x/1.html")
    assert strategy.similarity(UNLIKE) == 1
    assert strategy.similarity(SAMPLES[0]) < 1


def test_what_was_accepted_counts_too() -> None:
    strategy = _strategy(accepted_share=0.5, nearest=2)
    url = "http://www.a.test/other/2023/01/02/9.html"
    before = strategy.similarity(url)
    for number in range(3):
        strategy.visited(_kept(number, "other"))
    strategy.gate(fetched(url=LIKE))
    assert strategy.similarity(url) > before
    rejected = replace(_kept(4, "more"), outcome=Outcome.REJECTED)
    assert strategy.visited(rejected) == {}


def test_weights_are_updated_by_batch_and_links_scored_again() -> None:
    strategy = _strategy(batch=4, accepted_share=0.0)
    waiting = "http://www.a.test/sport/2023/01/02/8.html"
    before = strategy.link(waiting, LinkContext()).value
    urls = [_kept(number).url for number in range(4)]
    scores = [strategy.visited(_kept(number)) for number in range(4)]
    assert scores[:3] == [{}] * 3
    weights = counted_weights(map(url_vector, urls))
    expected = max(similarity(waiting, sample, weights) for sample in SAMPLES)
    assert scores[3] == {waiting: pytest.approx(expected)}
    assert expected != pytest.approx(before)


def test_readings_can_be_chosen() -> None:
    url = "http://www.a.test/sport/2023/01/02/8.html"
    initial = _strategy(batch=1, weights="initial", accepted_share=0.0, file=0.2, depth=0.05)
    initial.visited(_kept(1))
    initial.visited(_kept(2))
    expected = max(similarity(url, sample, InitialWeights(0.2, 0.05)) for sample in SAMPLES)
    assert initial.similarity(url) == pytest.approx(expected)
    printed = _strategy(sm="printed")
    assert printed.similarity(url) == pytest.approx(
        max(similarity(url, sample, formula="printed") for sample in SAMPLES)
    )
    found = []
    for update in ("sum", "mean"):
        strategy = _strategy(batch=6, update=update, accepted_share=0.0)
        for number in range(6):
            strategy.visited(_kept(number, f"section{number % 3}"))
        found.append(strategy.similarity(url))
    assert found[0] != pytest.approx(found[1])


def test_visited_pages_can_be_counted_for_the_weights() -> None:
    strategy = _strategy(batch=2, counted="visited")
    strategy.link(LIKE, LinkContext())
    rejected = replace(_kept(1), outcome=Outcome.REJECTED)
    assert strategy.visited(rejected) == {}
    assert strategy.visited(rejected).keys() == {LIKE}
    assert len(strategy.history) == 0


def test_fetched_links_are_not_scored_again() -> None:
    strategy = _strategy(batch=1)
    strategy.link(LIKE, LinkContext())
    strategy.gate(fetched(url=LIKE))
    assert strategy.visited(_kept(1)) == {}


def test_a_history_of_an_earlier_crawl_counts() -> None:
    strategy = _strategy(accepted_share=1.0)
    strategy.history.resume(2, [UNLIKE, UNLIKE.replace("7", "8")])
    strategy.gate(fetched(url=LIKE))
    assert strategy.similarity(UNLIKE) > 0.9


def test_a_crawl_from_samples_keeps_their_section() -> None:
    pages = [f"http://www.a.test/party/2023/01/0{number}/{number}.html" for number in range(1, 9)]
    shop = [f"http://www.a.test/shop/item.php?id={number}" for number in range(8)]
    links = dict.fromkeys([*pages, *shop], "")
    web = {url: SmallPage("", "文", links) for url in (*SAMPLES, *pages, *shop)}
    done = crawl(_strategy(), web, SAMPLES)
    assert set(done.kept) == {*SAMPLES, *pages}
    assert set(done.fetched[:10]) == {*SAMPLES, *pages}


class TestTopics:
    def _folder(self, tmp_path: Path, strategy: str, words: str | None = None) -> Path:
        (tmp_path / "topic.toml").write_text(
            f'title = "by URL"\nseeds = ["{LIKE}"]\nstrategy = "{strategy}"\n', encoding="utf-8"
        )
        if words is not None:
            (tmp_path / "words.tsv").write_text(words, encoding="utf-8")
        return tmp_path

    @pytest.mark.parametrize("words", [None, "", "# nothing\n"])
    def test_no_words_are_needed(self, tmp_path: Path, words: str | None) -> None:
        topic = Topic.load(self._folder(tmp_path, "url-vectors", words))
        assert topic.words == {}
        assert isinstance(make_strategy(topic), UrlVectors)

    @pytest.mark.parametrize("seeds", [(), ("http://a.test/", "https://a.test/party/index_2.html")])
    def test_without_samples_it_does_not_start(self, tmp_path: Path, seeds: tuple[str, ...]) -> None:
        topic = Topic.load(self._folder(tmp_path, "url-vectors", "党员"))
        with pytest.raises(TopicError, match=r"topic\.toml:1: \[url_vectors\] samples: .* there are none"):
            make_strategy(topic.with_seeds(seeds))
        assert make_strategy(topic.with_seeds((*seeds, LIKE)))

    def test_other_strategies_need_words(self, tmp_path: Path) -> None:
        with pytest.raises(TopicError, match="the topic has no words"):
            Topic.load(self._folder(tmp_path, "one-step", ""))

    def test_a_topic_without_words_has_no_other_strategy(self) -> None:
        with pytest.raises(TopicError, match="the strategy one-step needs topic words, and there are none"):
            make_strategy(_topic(), "one-step")

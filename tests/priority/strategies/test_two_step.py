"""The strategies `one-step` and `two-step`, on small webs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from priority.strategies.small_web import SmallPage, crawl, page_of

from topiccrawl.priority.focus import Focus
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.link_priority import SEED_PRIORITY
from topiccrawl.priority.strategies.contract import FetchedPage, Outcome, VisitedPage
from topiccrawl.priority.strategies.one_step import OneStep
from topiccrawl.priority.strategies.two_step import TwoStep
from topiccrawl.priority.two_step.waiting import WaitingChild, WaitingPage
from topiccrawl.relevance.topic.topic import Topic

WORDS = {"国足": 3.0, "亚冠": 1.0, "世预赛": 1.0, "足球": 2.0, "中超": 2.0}
LITERAL = {"space": "topic", "scale": 0.0, "anchor_share": 0.0}

ABOUT = "国足 足球 中超 亚冠 世预赛 国足 足球 中超 国足"
OTHER = "天气 多云 转晴 气温 回升 农业 丰收 股市 上涨"
IN_PASSING = f"{OTHER} " * 30 + "足球"
STORY = "长长的标题说的是别的事情"
SITE = "http://a.test"


@pytest.fixture(scope="module")
def topic() -> Topic:
    return Topic.load("football")


@pytest.fixture(scope="module")
def relevance(topic: Topic) -> Any:
    return Focus(topic).relevance


@pytest.fixture
def focus_with(topic: Topic, relevance: Any) -> Any:
    """A focus on five words, with other tables."""

    def made(**tables: Any) -> Focus:
        five = replace(topic, words=WORDS, weights={}, overrides={}, tables=tables)
        # A new table of relevance takes seconds; the strategies only need its segmenter.
        focus = Focus(replace(five, words={}))
        focus.topic, focus.relevance = five, relevance
        return focus

    return made


def _page(name: str, text: str = "", links: dict[str, str] | None = None) -> FetchedPage:
    page = SmallPage("", text, {f"{SITE}/{link}": anchor for link, anchor in (links or {}).items()})
    return page_of(f"{SITE}/{name}", page, LinkContext(depth=5, description=0.9))


def _similarity(strategy: OneStep, page: FetchedPage) -> float:
    return strategy.page_similarity(page, strategy.content_links(page))


class TestOneStep:
    def test_topic_vector_has_the_weights_of_the_topic_and_hand_given_ones_win(self, topic: Topic) -> None:
        word = next(iter(topic.words))
        strategy = OneStep(Focus(replace(topic, overrides={word: 42.0})))
        assert strategy.topic_vector[word] == 42
        assert strategy.topic_vector.keys() == topic.words.keys()

    def test_a_page_by_hand(self, focus_with: Any) -> None:
        strategy = OneStep(focus_with(vector_space=LITERAL))
        page = SmallPage("国足", "中超", {f"{SITE}/1": "国足公布新一期名单", f"{SITE}/2": "足球"})
        # Title 3, anchor text 2, body 1; the menu entry 足球 is noise and does not count.
        wf = {"国足": 3.0 + 2, "中超": 1.0}
        product = sum(wf[word] * WORDS[word] for word in wf)
        expected = product / (sum(v * v for v in wf.values()) * sum(v * v for v in WORDS.values())) ** 0.5
        fetched = page_of(f"{SITE}/p", page, LinkContext())
        assert _similarity(strategy, fetched) == pytest.approx(expected, abs=1e-9)

    def test_noise_counts_where_the_topic_says_so(self, focus_with: Any) -> None:
        page = page_of(f"{SITE}/p", SmallPage("", "天气", {f"{SITE}/2": "足球"}), LinkContext())
        assert _similarity(OneStep(focus_with(vector_space=LITERAL)), page) == 0
        assert _similarity(OneStep(focus_with(vector_space=LITERAL | {"drop_noise": False})), page) > 0

    def test_a_relevant_page_is_kept_and_followed_and_another_is_neither(self, focus_with: Any) -> None:
        strategy = OneStep(focus_with())
        good, bad = strategy.gate(_page("1", ABOUT)), strategy.gate(_page("2", OTHER))
        assert (good.candidate, good.follows) == (True, True)
        assert (bad.candidate, bad.follows) == (False, False)
        assert strategy.verdict(_page("1", ABOUT), good, ABOUT).kept

    def test_seeds_are_followed_and_hubs_not_kept(self, focus_with: Any) -> None:
        strategy = OneStep(focus_with())
        seed = replace(_page("1", OTHER), context=LinkContext(seed=True))
        assert strategy.gate(seed).follows
        assert not strategy.gate(replace(_page("1", ABOUT), is_hub=True)).candidate

    @pytest.mark.parametrize("kind", [OneStep, TwoStep])
    def test_a_score_that_led_to_other_pages_has_a_small_chance(
        self, focus_with: Any, kind: type[OneStep]
    ) -> None:
        strategy = kind(focus_with())
        contexts = {
            text: LinkContext(description=score, depth=1) for text, score in ((ABOUT, 0.9), (OTHER, 0.6))
        }
        scores = {text: strategy.link(f"{SITE}/1", context).value for text, context in contexts.items()}
        before = strategy.chance(scores[OTHER]) / strategy.chance(scores[ABOUT])
        for number in range(20):
            for text, context in contexts.items():
                strategy.gate(replace(_page(f"{number}/{len(text)}", text), context=context))
        assert strategy.chance(scores[OTHER]) / strategy.chance(scores[ABOUT]) < min(0.2, before)

    def test_links_by_their_page_and_their_anchor_text(self, focus_with: Any) -> None:
        literal = OneStep(focus_with(vector_space=LITERAL))
        context = LinkContext("国足公布新一期集训名单", parent_url=SITE, description=0.4)
        assert literal.link(f"{SITE}/1", context).value == 0.4
        mixed = OneStep(focus_with(vector_space=LITERAL | {"anchor_share": 0.25}))
        anchor = mixed.anchor_similarity(context.anchor)
        priority = mixed.link(f"{SITE}/1", context)
        assert priority.value == pytest.approx(0.75 * 0.4 + 0.25 * anchor)
        assert priority.parts == {"page": 0.4, "anchor": anchor}
        assert mixed.link(SITE, LinkContext(seed=True)) is SEED_PRIORITY

    def test_noise_is_not_followed_but_menu_entries_are_unless_the_topic_says_so(
        self, focus_with: Any
    ) -> None:
        strategy = OneStep(focus_with())
        strict = OneStep(focus_with(vector_space={"follow_navigation": False}))
        free = OneStep(focus_with(vector_space={"drop_noise": False}))
        for anchor, followed in (("广告", (False, False, True)), ("中超", (True, False, True))):
            context = LinkContext(anchor, parent_url=SITE, description=0.4)
            found = tuple(
                one.should_enqueue(one.link(f"{SITE}/1", context)) for one in (strategy, strict, free)
            )
            assert found == followed


def _tunnel() -> dict[str, SmallPage]:
    """A seed, a weak page behind it, and relevant pages behind that."""
    good = {f"{SITE}/good{n}.html": f"好消息一则之{n}，读者都爱看" for n in range(4)}
    return {
        f"{SITE}/": SmallPage("", ABOUT, {f"{SITE}/weak.html": STORY}),
        f"{SITE}/weak.html": SmallPage("", IN_PASSING, good),
        **{url: SmallPage("国足", ABOUT) for url in good},
    }


class TestTunnel:
    def test_two_step_reaches_and_keeps_what_one_step_loses(self, focus_with: Any) -> None:
        web, good = _tunnel(), [f"{SITE}/good{n}.html" for n in range(4)]
        one = crawl(OneStep(focus_with()), web, [f"{SITE}/"])
        assert one.fetched == [f"{SITE}/", f"{SITE}/weak.html"]
        two = crawl(TwoStep(focus_with()), web, [f"{SITE}/"])
        assert set(good) <= set(two.kept)
        assert two.waited == [f"{SITE}/weak.html"]

    def test_the_weak_page_is_kept_when_its_children_lift_its_score(self, focus_with: Any) -> None:
        two = crawl(TwoStep(focus_with()), _tunnel(), [f"{SITE}/"])
        assert two.kept.index(f"{SITE}/weak.html") == 2  # after the seed and the first good child

    def test_without_tunnelling_it_is_as_in_one_step(self, focus_with: Any) -> None:
        two = crawl(TwoStep(focus_with(two_step={"tunnel": 0})), _tunnel(), [f"{SITE}/"])
        assert two.fetched == [f"{SITE}/", f"{SITE}/weak.html"]
        assert two.waited == []

    @pytest.mark.parametrize(("tunnel", "reached"), [(1, False), (2, True)])
    def test_the_number_of_weak_pages_in_a_row_is_bounded(
        self, focus_with: Any, tunnel: int, reached: bool
    ) -> None:
        web = _tunnel()
        web[f"{SITE}/"] = SmallPage("", ABOUT, {f"{SITE}/first.html": STORY})
        web[f"{SITE}/first.html"] = SmallPage("", OTHER, {f"{SITE}/weak.html": STORY})
        two = crawl(TwoStep(focus_with(two_step={"tunnel": tunnel})), web, [f"{SITE}/"])
        assert (f"{SITE}/good1.html" in two.kept) is reached


class TestScores:
    def test_a_page_that_leads_to_relevant_ones_lifts_its_open_links(self, focus_with: Any) -> None:
        strategy = TwoStep(focus_with(vector_space={"anchor_share": 0.0}))
        links = {f"{n}.html": f"长长的标题说的是第{n}件事情" for n in range(3)}
        weak = _page("p", IN_PASSING, links)
        before = strategy.gate(weak)
        strategy.visited(VisitedPage(weak.url, Outcome.LIST))
        strategy.gate(_page("0.html", ABOUT))
        scores = strategy.visited(VisitedPage(f"{SITE}/0.html", Outcome.KEPT))
        assert scores.keys() == {f"{SITE}/1.html", f"{SITE}/2.html"}
        assert all(score > before.relevance + 0.05 for score in scores.values())

    def test_a_stuffed_page_that_leads_nowhere_lowers_its_open_links(self, focus_with: Any) -> None:
        strategy = TwoStep(focus_with(vector_space={"anchor_share": 0.0}))
        links = {f"{n}.html": f"长长的标题说的是第{n}件事情" for n in range(3)}
        before = strategy.gate(stuffed := _page("p", ABOUT * 20, links))
        strategy.visited(VisitedPage(stuffed.url, Outcome.KEPT))
        strategy.gate(_page("0.html", OTHER))
        scores = strategy.visited(VisitedPage(f"{SITE}/0.html", Outcome.REJECTED))
        assert list(scores.values()) == pytest.approx([0.7 * before.relevance] * 2)

    def test_a_link_of_several_pages_has_the_score_of_the_best(self, focus_with: Any) -> None:
        strategy = TwoStep(focus_with(vector_space={"anchor_share": 0.0}))
        shared = {"x.html": STORY}
        best = strategy.gate(_page("best", ABOUT, shared)).relevance
        strategy.gate(_page("p", ABOUT + IN_PASSING, {**shared, "bad.html": STORY + "甲"}))
        strategy.gate(_page("bad.html", OTHER))
        assert strategy.visited(VisitedPage(f"{SITE}/bad.html", Outcome.REJECTED)) == {f"{SITE}/x.html": best}

    def test_noise_links_are_no_children(self, focus_with: Any) -> None:
        strategy = TwoStep(focus_with())
        strategy.gate(_page("p", ABOUT, {"ad.html": "广告", "menu.html": "中超", "x.html": STORY}))
        for noise in ("ad.html", "menu.html"):
            strategy.gate(_page(noise, OTHER))
            assert strategy.visited(VisitedPage(f"{SITE}/{noise}", Outcome.REJECTED)) == {}

    def test_pages_fetched_before_count_at_once(self, focus_with: Any) -> None:
        strategy = TwoStep(focus_with(vector_space={"anchor_share": 0.0}))
        alone = strategy.gate(_page("p", IN_PASSING)).relevance
        strategy.gate(_page("good.html", ABOUT))
        assert strategy.gate(_page("q", IN_PASSING, {"good.html": STORY})).relevance > alone


class TestWaiting:
    LINKS = {f"{n}.html": f"长长的标题说的是第{n}件事情" for n in range(3)}  # noqa: RUF012

    def _waiting(self, strategy: TwoStep, name: str = "p") -> WaitingPage:
        page = _page(name, IN_PASSING, self.LINKS)
        verdict = strategy.verdict(page, strategy.gate(page), IN_PASSING)
        assert (verdict.kept, verdict.waits) == (False, True)
        assert strategy.visited(VisitedPage(page.url, Outcome.WAITING, verdict)) == {}
        waiting = strategy.waiting_page(page.url)
        return waiting

    def _child(self, strategy: TwoStep, name: str, text: str) -> None:
        strategy.gate(_page(name, text))
        strategy.visited(VisitedPage(f"{SITE}/{name}", Outcome.REJECTED))

    def test_it_is_dropped_when_no_child_is_relevant(self, focus_with: Any) -> None:
        strategy = TwoStep(focus_with())
        self._waiting(strategy)
        for name in self.LINKS:
            assert not strategy.settled()
            self._child(strategy, name, OTHER)
        (settled,) = strategy.settled()
        assert (settled.page.url, settled.kept) == (f"{SITE}/p", False)
        assert strategy.waiting_page(f"{SITE}/p") is None

    def test_failed_children_are_not_waited_for(self, focus_with: Any) -> None:
        strategy = TwoStep(focus_with())
        self._waiting(strategy)
        for name in self.LINKS:
            strategy.visited(VisitedPage(f"{SITE}/{name}", Outcome.FAILED))
        assert [settled.kept for settled in strategy.settled()] == [False]

    def test_the_number_of_children_is_bounded_or_not(self, focus_with: Any) -> None:
        assert self._waiting(TwoStep(focus_with(two_step={"children": 2}))).expected == 2
        assert self._waiting(TwoStep(focus_with(two_step={"children": 0}))).expected == 0

    def test_a_page_whose_children_are_known_by_then_is_judged_at_once(self, focus_with: Any) -> None:
        strategy = TwoStep(focus_with(two_step={"children": 2}))
        page = _page("p", IN_PASSING, self.LINKS)
        passage = strategy.gate(page)  # its links are followed while its text is extracted
        for name in ("0.html", "1.html"):
            self._child(strategy, name, OTHER)
        verdict = strategy.verdict(page, passage, IN_PASSING)
        assert (verdict.kept, verdict.waits) == (False, False)
        assert not strategy.settled()

    def test_the_number_of_pages_is_bounded_or_not(self, focus_with: Any) -> None:
        for bound, left in ((2, [3, 4]), (0, [0, 1, 2, 3, 4])):
            strategy = TwoStep(focus_with(two_step={"waiting": bound}))
            for number in range(5):
                self._waiting(strategy, f"p{number}")
            assert [n for n in range(5) if strategy.waiting_page(f"{SITE}/p{n}")] == left  # the latest

    def test_a_kept_page_passes_gate_and_verdict_again(self, focus_with: Any) -> None:
        strategy = TwoStep(focus_with())
        self._waiting(strategy)
        self._child(strategy, "0.html", ABOUT)
        (settled,) = strategy.settled()
        page = _page("p", IN_PASSING, self.LINKS)
        passage = strategy.gate(page)
        assert (passage.candidate, passage.follows) == (True, True)
        verdict = strategy.verdict(page, passage, IN_PASSING)
        assert (verdict.kept, verdict.relevance) == (True, settled.score)

    def test_what_waits_at_the_end_is_judged_alone(self, focus_with: Any) -> None:
        strategy = TwoStep(focus_with())
        own = self._waiting(strategy).own
        strategy.end_waiting()
        assert [(one.score, one.kept) for one in strategy.settled()] == [(own, False)]

    def test_it_goes_on_after_a_restart(self, focus_with: Any) -> None:
        first = TwoStep(focus_with())
        waiting = self._waiting(first)
        self._child(first, "0.html", OTHER)
        later = first.waiting_page(waiting.url)
        second = TwoStep(focus_with())
        second.resume_waiting([later])
        assert second.waiting_page(waiting.url) == later
        assert not second.settled()
        self._child(second, "1.html", OTHER)
        self._child(second, "2.html", OTHER)
        assert [one.kept for one in second.settled()] == [False]

    def test_its_children_count_after_thousands_of_other_pages(self, focus_with: Any) -> None:
        strategy = TwoStep(focus_with())
        self._waiting(strategy)
        for number in range(2100):
            strategy.gate(_page(f"other{number}"))
        self._child(strategy, "0.html", ABOUT)
        assert [one.kept for one in strategy.settled()] == [True]

    def test_a_child_counts_for_all_pages_that_wait_for_it(self, focus_with: Any) -> None:
        strategy = TwoStep(focus_with())
        for number in range(30):
            self._waiting(strategy, f"p{number}")
        self._child(strategy, "0.html", ABOUT)
        assert len(strategy.settled()) == 30

    def test_children_of_other_workers_count(self, focus_with: Any) -> None:
        strategy = TwoStep(focus_with())
        self._waiting(strategy)
        strategy.child_fetched(WaitingChild(f"{SITE}/p", f"{SITE}/0.html", 0.95))
        assert [one.kept for one in strategy.settled()] == [True]

    def test_a_page_without_links_does_not_wait(self, focus_with: Any) -> None:
        strategy = TwoStep(focus_with())
        page = _page("p", IN_PASSING)
        verdict = strategy.verdict(page, strategy.gate(page), IN_PASSING)
        assert (verdict.kept, verdict.waits) == (False, False)

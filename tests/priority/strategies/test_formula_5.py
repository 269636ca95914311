"""Formula 5, the description gate and the verdict."""

from __future__ import annotations

from dataclasses import replace

import pytest
from priority.strategies.pages import fetched

from topiccrawl.page.anchors.link import COLUMN, PAGER
from topiccrawl.priority.focus import Focus
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.strategies.contract import NO_SCORES, Outcome, Passage, VisitedPage
from topiccrawl.priority.strategies.formula_5 import Formula5
from topiccrawl.relevance.topic.topic import Topic

RELEVANT = "党支部书记讲党课，党员学习党章党规"
OTHER = "本市明天多云转晴，气温回升"
MENU = ("财经要闻一览表格", "体育赛事最新消息", "天气预报早晚更新", "娱乐新闻排行榜单", "旅游线路推荐大全")
LINK = "http://news.example.cn/dangjian/2020/1.html"


@pytest.fixture(scope="module")
def focus() -> Focus:
    return Focus(Topic.load("partybuild"))


@pytest.fixture
def strategy(focus: Focus) -> Formula5:
    return Formula5(focus)


class TestGate:
    def test_a_relevant_page_may_be_kept_and_its_links_are_followed(self, strategy: Formula5) -> None:
        passage = strategy.gate(fetched(RELEVANT))
        relevance = strategy.focus.description(RELEVANT)
        assert passage == Passage(relevance, relevance, candidate=True, follows=True)

    def test_a_list_is_judged_by_its_headlines(self, strategy: Formula5) -> None:
        passage = strategy.gate(fetched(OTHER, headlines=(RELEVANT, *MENU), is_hub=True))
        assert passage.relevance == pytest.approx(strategy.focus.hub((RELEVANT, *MENU)))
        assert (passage.candidate, passage.follows) == (False, True)
        assert not strategy.gate(fetched(OTHER, headlines=MENU, is_hub=True)).follows


class TestLinks:
    def test_a_seed_comes_before_every_link(self, strategy: Formula5) -> None:
        seed = strategy.link("http://a.example.cn/", LinkContext(seed=True))
        best = strategy.link(LINK, LinkContext(RELEVANT, description=1.0))
        assert seed.value > best.value

    def test_a_link_is_formula_5(self, strategy: Formula5) -> None:
        focus, text = strategy.focus, "党支部开展主题党日活动"
        alpha, beta, _ = focus.priority.weights
        priority = strategy.link(LINK, LinkContext(text, description=0.4))
        assert priority.parts == {"description": 0.4, "anchor": focus.anchor(text), "structure": 0}
        assert priority.value == pytest.approx(alpha * 0.4 + beta * focus.anchor(text))

    def test_a_pictures_words_count_less(self, strategy: Formula5) -> None:
        text = "党支部开展主题党日活动"
        plain, picture = (
            strategy.link(LINK, LinkContext(text, picture=picture)) for picture in (False, True)
        )
        factor = strategy.focus.priority.picture
        assert picture.parts["anchor"] == pytest.approx(plain.parts["anchor"] * factor)
        assert 0 < picture.value < plain.value

    def test_likeness_to_accepted_urls_lifts_a_link_and_alone_admits_none(self, strategy: Formula5) -> None:
        before = strategy.link(LINK, LinkContext())
        strategy.history.update(f"http://news.example.cn/dangjian/2021/{n}.html" for n in range(5))
        after = strategy.link(LINK, LinkContext())
        assert (before.value, after.parts["structure"]) == (0, 1)
        assert after.value == pytest.approx(strategy.focus.priority.weights[2])
        assert after.value > 0
        assert not strategy.should_enqueue(after)


def test_the_verdict_is_that_of_description_and_body_corrected_by_words(strategy: Formula5) -> None:
    page = fetched(RELEVANT)
    found = strategy.verdict(page, strategy.gate(page), RELEVANT * 5)
    share = strategy.focus.verdict.body_share
    own, body = strategy.focus.description(RELEVANT), strategy.focus.body(RELEVANT * 5)
    plain = share * body + (1 - share) * own
    words = strategy.focus.words(RELEVANT * 5)
    believed = plain * strategy.focus.verdict.belief(len(words))
    assert found.relevance == pytest.approx(strategy.focus.learned.moved(believed, words))
    assert found.kept
    other = fetched(OTHER)
    assert not strategy.verdict(other, strategy.gate(other), OTHER).kept


@pytest.mark.parametrize(
    ("outcome", "counted"),
    [
        (Outcome.KEPT, (1, 1)),
        (Outcome.REJECTED, (0, 1)),
        (Outcome.COPY, (0, 0)),
        (Outcome.LIST, (0, 0)),
        (Outcome.FAILED, (0, 0)),
    ],
)
def test_only_articles_count_in_the_history(
    strategy: Formula5, outcome: Outcome, counted: tuple[int, int]
) -> None:
    assert strategy.visited(VisitedPage(LINK, outcome)) is NO_SCORES
    assert strategy.history.sections.total == counted


@pytest.mark.parametrize(
    ("path", "waits"),
    [("xw/c/99.html", True), ("show.asp?id=7", True), ("bgs/zhize.html", False), ("list_2.html", False)],
)
def test_a_short_headline_waits_where_its_url_may_be_that_of_an_article(
    strategy: Formula5, path: str, waits: bool
) -> None:
    context = LinkContext(anchor="渡口的晚灯", parent_url="http://news.example.cn/xw/", description=0.5)
    assert strategy.may_rise(f"http://news.example.cn/{path}", context) is waits


HOME = "http://portal.example.cn/"
UNTITLED = LinkContext(parent_url=f"{HOME}map.xml", description=0.8, source="sitemap")


def column(name: str) -> LinkContext:
    return LinkContext(name, parent_url=HOME, role=COLUMN)


def look_at(strategy: Formula5, number: int, headlines: tuple[str, ...] = MENU) -> str:
    """Visit a column whose name says nothing; return its URL."""
    url = f"{HOME}c{number}/"
    page = replace(fetched(OTHER, url=url, headlines=headlines, is_hub=True), context=column("便民"))
    strategy.gate(page)
    strategy.visited(VisitedPage(url, Outcome.LIST))
    return url


class TestLinksThatDoNotNameTheTopic:
    def test_columns_of_a_host_are_left_once_sixteen_brought_nothing(self, strategy: Formula5) -> None:
        for number in range(15):
            look_at(strategy, number)
        assert not strategy.is_in_vain(f"{HOME}c40/", column("水电"))
        look_at(strategy, 15)
        left = [strategy.is_in_vain(f"{HOME}c{number}/", column("水电")) for number in range(40, 72)]
        assert [number for number, is_left in enumerate(left, 1) if not is_left] == [16, 32]
        assert not strategy.is_in_vain(f"{HOME}c90/", column("党员党课"))
        assert not strategy.is_in_vain("http://other.example.cn/c9/", column("水电"))
        assert not strategy.is_in_vain(f"{HOME}c1/2.html", column("水电")._replace(role=PAGER))

    def test_a_column_that_brings_a_headline_on_the_topic_pays_for_eight_others(
        self, strategy: Formula5
    ) -> None:
        good = look_at(strategy, 0, (RELEVANT, *MENU))
        strategy.brought(good, MENU[0])  # of a list of several fields
        for anchor in (RELEVANT, RELEVANT):
            strategy.brought(good, anchor)
        for number in range(1, 24):
            look_at(strategy, number)
        assert not strategy.is_in_vain(f"{HOME}c40/", column("水电"))
        look_at(strategy, 24)
        assert strategy.is_in_vain(f"{HOME}c40/", column("水电"))

    def test_pages_of_a_sitemap_are_left_by_section(self, strategy: Formula5) -> None:
        for number, outcome in enumerate([Outcome.KEPT, *[Outcome.REJECTED] * 24]):
            for name in ("ly", "dj"):
                url = f"{HOME}{name}/{number}.html"
                strategy.gate(replace(fetched(OTHER, url=url), context=UNTITLED))
                strategy.visited(VisitedPage(url, outcome if name == "ly" or number % 8 else Outcome.KEPT))
        assert strategy.is_in_vain(f"{HOME}ly/99.html", UNTITLED)
        assert not strategy.is_in_vain(f"{HOME}dj/99.html", UNTITLED)

    def test_their_lists_wait_for_the_parts_of_better_ones(self, strategy: Formula5) -> None:
        month = LinkContext("2031年5月", parent_url=f"{HOME}2031/05/06/7.html", description=0.9)
        pager = LinkContext("下一页", parent_url=HOME, description=0.1, role=PAGER)
        last, before = strategy.rated(f"{HOME}2031/05/", month), strategy.rated(f"{HOME}page/2/", pager)
        assert strategy.link(f"{HOME}2031/05/", month).value > before.value > last.value
        assert strategy.should_enqueue(last)

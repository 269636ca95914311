"""The strategy that learns from the pages of the crawl which links to follow."""

from __future__ import annotations

from dataclasses import replace

import pytest
from priority.strategies.pages import fetched

from topiccrawl.page.anchors.link import PAGER
from topiccrawl.priority.focus import Focus
from topiccrawl.priority.learning.link_model import probability
from topiccrawl.priority.learning.page_judge import PageJudge
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.strategies.adaptive import FORMULA_5, Adaptive
from topiccrawl.priority.strategies.contract import NO_SCORES, KnownLink, Lesson, Outcome, VisitedPage
from topiccrawl.relevance.judgement import Verdict
from topiccrawl.relevance.topic.topic import Topic

GOOD = Verdict(0.9, 0.9, 0.9, kept=True)
BAD = Verdict(0.1, 0.1, 0.1, kept=False)
PARENT = "http://a.example.cn/"
ANCHOR = "走进新时代的故事"


@pytest.fixture(scope="module")
def topic() -> Topic:
    topic = Topic.load("partybuild")
    return replace(topic, tables={**topic.tables, "learning": {"start": 20, "every": 5}})


@pytest.fixture
def strategy(topic: Topic) -> Adaptive:
    return Adaptive(Focus(topic))


def link_to(strategy: Adaptive, url: str, anchor: str = ANCHOR) -> float:
    return strategy.link(url, LinkContext(anchor=anchor, parent_url=PARENT, description=0.4)).value


def visit(strategy: Adaptive, url: str, verdict: Verdict | None) -> dict[str, float]:
    link_to(strategy, url)
    page = replace(
        fetched("标题", url=url), context=LinkContext(anchor=ANCHOR, parent_url=PARENT, description=0.4)
    )
    strategy.gate(page)
    outcome = Outcome.KEPT if verdict is not None and verdict.kept else Outcome.REJECTED
    return dict(strategy.visited(VisitedPage(url, outcome, verdict)))


def teach(strategy: Adaptive, pages: int = 20) -> dict[str, float]:
    """Visit good pages of one directory and bad pages of another; return the last scores of waiting links."""
    scores: dict[str, float] = {}
    for n in range(pages):
        good = n % 2 == 0
        section = "dangjian" if good else "yule"
        url = f"http://a.example.cn/{section}/2020/{n}0001.html"
        scores = visit(strategy, url, GOOD if good else BAD) or scores
    return scores


def test_formula_5_orders_the_first_pages(strategy: Adaptive) -> None:
    teach(strategy, pages=18)
    priority = strategy.link("http://a.example.cn/yule/1.html", LinkContext(anchor=ANCHOR, description=0.4))
    assert FORMULA_5 not in priority.parts


def test_endless_urls_are_left_to_formula_5(strategy: Adaptive) -> None:
    """A trap has any number of them, and the model holds what waits in memory."""
    teach(strategy)
    context = LinkContext(anchor=ANCHOR, parent_url=PARENT, description=0.4)
    short, long = (strategy.link(f"http://a.example.cn/{'x' * length}", context) for length in (100, 1000))
    assert FORMULA_5 in short.parts and FORMULA_5 not in long.parts
    url = f"http://a.example.cn/{'x' * 1000}"
    lessons = strategy.lessons
    assert visit(strategy, url, GOOD) == {} and strategy.lessons == lessons


def test_all_links_leave_the_scale_of_formula_5_at_once(strategy: Adaptive) -> None:
    waiting = {f"http://b{n}.example.cn/{n}.html" for n in range(40)}
    for url in sorted(waiting):
        link_to(strategy, url)
    assert waiting <= set(teach(strategy))


def test_scores_come_every_few_pages(strategy: Adaptive) -> None:
    teach(strategy)
    waiting = "http://a.example.cn/dangjian/2020/770001.html"
    link_to(strategy, waiting)
    given = [visit(strategy, f"http://a.example.cn/yule/2020/{n}0002.html", BAD) for n in range(5)]
    assert given[:4] == [dict(NO_SCORES)] * 4
    assert given[4]


def test_a_repeated_link_is_counted_and_a_dropped_one_gets_another_chance(strategy: Adaptive) -> None:
    context = LinkContext(anchor=ANCHOR, parent_url=PARENT, description=0.4)
    counted, dropped = (f"http://a.example.cn/dangjian/2020/{n}0001.html" for n in (991, 992))

    def again(url: str, *, waits: bool) -> bool:
        return strategy.is_repetition(url, context, waits=waits)

    assert not again(counted, waits=True)
    link_to(strategy, counted)
    link_to(strategy, dropped)
    assert again(dropped, waits=False)
    for n in range(0, 20, 2):  # pages that many links lead to are good
        link_to(strategy, f"http://a.example.cn/dangjian/2020/{n}0001.html")
    teach(strategy)
    assert not again(counted, waits=True)  # its section is worth more now
    link_to(strategy, counted)
    link_to(strategy, dropped)
    once = strategy.score_parts(counted)
    assert again(counted, waits=True) and not again(dropped, waits=False)
    assert once["odds_link"] != strategy.score_parts(counted)["odds_link"]


def test_http_and_https_are_one_target(strategy: Adaptive) -> None:
    link_to(strategy, "https://a.example.cn/dangjian/2020/660001.html")
    visit(strategy, "http://a.example.cn/dangjian/2020/660001.html", GOOD)
    scores = teach(strategy)
    assert not any("660001" in url for url in scores)


def test_redirected_pages_and_links_of_an_earlier_process_teach_about_the_link_that_led_to_them(
    strategy: Adaptive,
) -> None:
    link_to(strategy, asked := "http://a.example.cn/go/1.html")
    context = LinkContext(anchor=ANCHOR, parent_url=PARENT, description=0.4)
    changes = {"requested_url": asked}, {"context": context}
    for number, change in enumerate(changes, 1):
        page = replace(fetched("标题", url=f"http://b.example.cn/{number}.html"), **change)
        strategy.gate(page)
        strategy.visited(VisitedPage(page.url, Outcome.KEPT, GOOD))
        assert strategy.lessons == number


def test_pages_of_earlier_crawls_teach_when_the_first_page_arrives(strategy: Adaptive) -> None:
    strategy.resume(lessons())
    assert strategy.lessons == 0
    strategy.gate(fetched("标题", url="http://a.example.cn/", seed=True))
    assert strategy.lessons == 30
    good = link_to(strategy, "http://a.example.cn/dangjian/2020/990001.html")
    assert good > link_to(strategy, "http://a.example.cn/yule/2020/990001.html") + 0.2


def test_links_that_an_earlier_process_left_waiting_are_scored_by_its_lessons(strategy: Adaptive) -> None:
    context = LinkContext(anchor=ANCHOR, parent_url=PARENT, description=0.4)
    good, bad = (f"http://a.example.cn/{section}/2020/990001.html" for section in ("dangjian", "yule"))
    waiting = [KnownLink(good, context), KnownLink(bad, context)]
    assert strategy.resume_links(waiting) == {}  # formula 5 gave the scores that they have
    strategy = Adaptive(strategy.focus)
    strategy.resume(lessons())
    scores = strategy.resume_links(waiting)
    assert scores[good] > scores[bad] + 0.2
    assert strategy.resume_links(waiting) == {}  # they wait in the model now
    teach(strategy)
    assert strategy.score_parts(good)


def test_a_page_that_is_fetched_again_after_a_crash_teaches_once(strategy: Adaptive) -> None:
    strategy.resume(lessons())
    visit(strategy, "http://a.example.cn/dangjian/2020/00001.html", BAD)
    assert strategy.lessons == 30
    assert strategy.learn_from(lessons()) == NO_SCORES


def lessons(worth: float | None = None) -> list[Lesson]:
    context = LinkContext(anchor=ANCHOR, parent_url=PARENT)
    return [
        Lesson(f"http://a.example.cn/{section}/2020/{n}0001.html", context, relevance, worth)
        for n in range(15)
        for section, relevance in (("dangjian", 0.9), ("yule", None))
    ]


def test_pages_of_other_workers_teach_once(strategy: Adaptive) -> None:
    waiting = "http://a.example.cn/dangjian/2020/990001.html"
    before = link_to(strategy, waiting)
    assert strategy.learn_from(lessons())[waiting] > before
    assert strategy.lessons == 30
    assert strategy.learn_from(lessons()) == NO_SCORES
    assert strategy.lessons == 30


def test_a_grade_counts_instead_of_the_verdict(strategy: Adaptive) -> None:
    strategy.learn_from(lessons())
    good = link_to(strategy, "http://a.example.cn/dangjian/2020/880001.html")
    strategy.learn_from(lessons(worth=0.0))
    assert strategy.lessons == 30
    assert link_to(strategy, "http://a.example.cn/dangjian/2020/990001.html") < good - 0.2


def test_a_grade_that_came_before_the_verdict_counts(strategy: Adaptive) -> None:
    for n in range(20):
        url = f"http://a.example.cn/dangjian/2020/{n}0001.html"
        context = LinkContext(anchor=ANCHOR, parent_url=PARENT)
        strategy.learn_from([Lesson(url, context, None, 0.0)])
        visit(strategy, url, GOOD)
    assert strategy.lessons == 20
    assert link_to(strategy, "http://a.example.cn/dangjian/2020/990001.html") < 0.2


def test_links_of_a_page_that_fails_the_gate_are_scored_once_the_model_orders_links(
    strategy: Adaptive,
) -> None:
    page = fetched("今日天气预报", url="http://b.example.cn/tianqi/1.html")
    assert not strategy.gate(page).follows
    teach(strategy)
    passage = strategy.gate(page)
    assert passage.follows
    assert passage.rejected
    assert passage.outcome(page) is Outcome.REJECTED
    seed = strategy.gate(replace(page, context=LinkContext(seed=True)))
    assert seed.outcome(page) is Outcome.LIST


def test_chances_follow_how_often_pages_of_a_score_were_kept(strategy: Adaptive) -> None:
    teach(strategy, pages=18)
    assert strategy.chance(0.6) == 0.6  # formula 5 still gives the scores
    teach(strategy)
    score = link_to(strategy, "http://a.example.cn/dangjian/2020/990001.html")
    for n in range(10):
        visit(strategy, f"http://a.example.cn/dangjian/2020/88{n}0001.html", BAD)
    assert strategy.chance(score) < score - 0.05


def test_seeds_teach_nothing(strategy: Adaptive) -> None:
    strategy.gate(fetched("标题", url="http://a.example.cn/", seed=True))
    strategy.visited(VisitedPage("http://a.example.cn/", Outcome.LIST))
    assert strategy.lessons == 0


def test_a_link_without_a_page_is_worth_nothing(strategy: Adaptive) -> None:
    for n in range(20):
        url = f"http://a.example.cn/gone/{n}0001.html"
        link_to(strategy, url)
        strategy.visited(VisitedPage(url, Outcome.FAILED))
    assert strategy.lessons == 20
    assert link_to(strategy, "http://a.example.cn/gone/990001.html") < 0.05


def test_hopeless_links_are_not_admitted(strategy: Adaptive) -> None:
    teach(strategy)
    priority = strategy.link(
        "http://a.example.cn/dangjian/2020/1.html", LinkContext(anchor=ANCHOR, description=0.4)
    )
    assert strategy.should_enqueue(priority)
    assert not strategy.should_enqueue(replace(priority, value=strategy.learning.threshold))


def test_the_pager_of_a_list_waits_behind_all_others(strategy: Adaptive) -> None:
    teach(strategy)
    for n in range(40):
        visit(strategy, f"http://a.example.cn/yule/2020/{n}0003.html", BAD)
        url = f"http://a.example.cn/yule/list_{n}.html"
        strategy.link(url, LinkContext("下一页", parent_url=PARENT, description=0.4))
        strategy.gate(fetched("列表", url=url))
        strategy.visited(VisitedPage(url, Outcome.LIST))
    url = "http://a.example.cn/yule/list_99.html"
    pager, other = (
        strategy.rated(url, LinkContext("下一页", parent_url=PARENT, description=0.4, role=role))
        for role in (PAGER, "")
    )
    assert strategy.should_enqueue(pager) and not strategy.should_enqueue(other)
    better = LinkContext(ANCHOR, parent_url=PARENT, description=0.4)
    assert pager.value < strategy.rated("http://a.example.cn/dangjian/2020/990003.html", better).value


def test_a_learned_score_has_parts(strategy: Adaptive) -> None:
    waiting = "http://a.example.cn/dangjian/2020/770001.html"
    link_to(strategy, waiting)
    assert not strategy.score_parts(waiting)  # formula 5 orders the first pages
    teach(strategy)
    parts = strategy.score_parts(waiting)
    assert probability(sum(parts.values())) == pytest.approx(link_to(strategy, waiting), abs=0.1)
    assert parts["odds_yields"] > 0.1


def test_grades_of_judged_pages_move_verdicts(topic: Topic) -> None:
    # By its topic words the second text, on tourism, is ahead.
    texts = (
        "居民代表讨论发言，党员评议岗位，楼长汇报进展，街道总结。",
        "党员游客入住民宿，导游讲解故事，门票半价，书记推介美食，支部旧址游人如织。",
    )
    # A line counts like a whole text, so that words alone tell the texts apart.
    tables = {**topic.tables, "verdict": {**topic.tables["verdict"], "brief_loss": 0.0}}
    strategy = Adaptive(Focus(replace(topic, tables=tables), moved=False))

    def relevance(url: str, text: str) -> float:
        page = fetched("本周简讯", url=url)
        return strategy.verdict(page, strategy.gate(page), text).relevance

    urls = [f"http://b{number % 7}.example.cn/{number}.html" for number in range(40)]
    plain = [relevance(url, texts[number % 2]) for number, url in enumerate(urls)]
    assert plain[1] > plain[0]
    context = LinkContext(anchor=ANCHOR, parent_url=PARENT)
    strategy.learn_from([Lesson(url, context, None, 1.0 - n % 2) for n, url in enumerate(urls)])
    judge = strategy.page_judge
    assert judge.is_due
    judge.model = judge.learned(judge.sample())
    assert judge.moves and not judge.is_due
    good, bad = (relevance(f"http://c.example.cn/{text[:2]}.html", text) for text in texts)
    assert good > bad + 0.1


def test_a_grade_is_learned_once(topic: Topic, monkeypatch: pytest.MonkeyPatch) -> None:
    learned: list[str] = []
    monkeypatch.setattr(PageJudge, "grade", lambda judge, key, worth: learned.append(key))
    strategy = Adaptive(Focus(topic))
    page = fetched("本周简讯", url="http://b.example.cn/1.html")
    strategy.verdict(page, strategy.gate(page), "党员评议岗位，居民代表讨论发言。")
    grade = Lesson(
        page.url, LinkContext(anchor=ANCHOR, parent_url=PARENT), None, 1.0, "本周简讯", "党员评议岗位。"
    )
    for _ in range(3):  # polls overlap
        strategy.learn_from([grade])
    assert len(learned) == 1

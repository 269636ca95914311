from __future__ import annotations

from itertools import islice

from topiccrawl.access.search.learning import AskedQuery, grown, next_query, page_words
from topiccrawl.access.search.query import Query, planned, sites_of, topic_words
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.topics.words.general import GeneralFrequencies

PLAN = [Query(("党建",)), Query(("党员",)), Query(("党建", "社区")), Query(("党员", "社区"))]


def test_a_topic_gives_queries_of_all_three_kinds() -> None:
    topic = Topic.load("partybuild")
    words, sites = topic_words(topic), sites_of(topic)
    first = list(islice(planned(words, sites), 30))
    assert first[0] == Query(("党建",))
    assert {query.kind for query in first} == {"word", "words", "site"}
    assert len(set(first)) == 30
    assert first[2].site == topic.domains[0]


def test_no_query_is_asked_twice() -> None:
    assert next_query(PLAN, [AskedQuery(query, 5, 5, 5) for query in PLAN]) is None


def test_without_relevant_results_the_order_decides() -> None:
    assert next_query(PLAN, [AskedQuery(PLAN[0], 10, 10, 0)]) == PLAN[1]


def test_words_of_queries_with_relevant_results_come_first() -> None:
    asked = [AskedQuery(PLAN[0], 10, 10, 0), AskedQuery(PLAN[1], 10, 10, 10)]
    assert next_query(PLAN, asked) == PLAN[3]


def test_known_results_are_worth_nothing() -> None:
    assert AskedQuery(PLAN[0], 10, 0, 0).value == 0
    assert AskedQuery(PLAN[0], 10, 10, 5).value == 0.5
    assert AskedQuery(PLAN[0], 1, 1, 1).value < 0.5


def test_words_of_relevant_pages_are_those_rare_elsewhere() -> None:
    general = GeneralFrequencies({"的话": 9000, "工作": 5000, "积分制": 1}, 1_000_000, "a test")
    texts = ["工作 积分制 积分制 积分制", "积分制 的话 工作 三会一课", "积分制 工作"]
    assert page_words(texts, str.split, general) == ["积分制", "工作"]
    assert page_words(texts, str.split, general, frozenset(["积分制"])) == ["工作"]
    assert [query.text for query in grown(["积分制"], ["党建", "党员", "党性"])] == [
        "党建 积分制",
        "党员 积分制",
        "积分制",
    ]

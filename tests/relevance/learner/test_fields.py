"""Fields that compete with a topic for a page."""

from __future__ import annotations

from topiccrawl.relevance.learner.fields import topic_fields
from topiccrawl.text.resources import read_resource


def one(word: str) -> float:
    return 1.0


def test_a_page_with_more_words_of_another_field_loses_by_how_many_times() -> None:
    fields = topic_fields(frozenset({"航天", "卫星", "飞船", "发射"}))
    little = fields.competitor({"卫星", "贷款"}, one)
    much = fields.competitor({"卫星", "贷款", "储户", "存款", "信贷"}, one)
    assert (little.shift, much.field) == (0.0, "银行")
    assert much.shift < -0.5


def test_words_of_the_field_that_has_most_topic_words_speak_for_the_topic() -> None:
    fields = topic_fields(frozenset({"航天", "卫星", "飞船", "发射"}))
    assert fields.competitor({"空间站", "探测器", "宇航员", "贷款"}, one).shift == 0
    assert "空间站" not in fields.topic_words


def test_words_that_sibling_fields_share_do_not_speak_against_these() -> None:
    fields = topic_fields(frozenset({"英超", "西甲", "欧冠", "进球"}))
    shared = {"进球", "前锋", "联赛", "主帅"}
    sibling = fields.competitor({*shared, "中超", "国足", "足协"}, one)
    assert (sibling.shift < -0.4, sibling.field) == (True, "中国足球")
    assert fields.competitor({*shared, "贷款", "储户", "存款"}, one).shift == 0


def test_a_topic_whose_words_stand_in_five_fields_of_a_wide_one_is_all_of_it() -> None:
    sports = topic_fields(frozenset({"足球", "篮球", "网球", "游泳", "马拉松", "冠军"}))
    assert {"冠军", "羽毛球", "滑雪"} <= sports.topic_words
    assert sports.competitor({"滑雪", "羽毛球"}, one).field is None


def test_a_field_with_a_quarter_of_the_words_is_neither_for_nor_against() -> None:
    tennis = topic_fields(frozenset({"网球", "发球", "温网", "法网", "单打"}))
    words = {"乒乓球", "横拍", "直拍"}  # 单打 is one of its words
    assert tennis.competitor(words, one).field is None
    assert not tennis.own & words


def test_without_a_known_topic_word_all_fields_compete() -> None:
    fields = topic_fields(frozenset({"未知甲", "未知乙"}))
    assert fields.competitor({"乒乓球", "横拍"}, one).field == "乒乓球"


def test_each_field_has_several_different_words() -> None:
    rows = [line.split("\t") for line in read_resource("fields.tsv").splitlines() if line[:1] != "#"]
    assert len({field for _, field, _ in rows}) == len(rows) > 100
    for _, _, words in rows:
        assert len(set(words.split())) == len(words.split()) >= 4

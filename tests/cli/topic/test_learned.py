"""`topic explain --database`: what a crawl has learned of a text, in words."""

from __future__ import annotations

import pytest

from topiccrawl.cli.topic.judgement import GivenText
from topiccrawl.cli.topic.learned import learned_lines
from topiccrawl.priority.focus import Focus
from topiccrawl.relevance.learner import PageModel
from topiccrawl.topics.making.draft import Draft
from topiccrawl.topics.making.folder import create_topic


@pytest.fixture(scope="module")
def focus(tmp_path_factory):
    return Focus(create_topic(tmp_path_factory.mktemp("topics") / "space", Draft("航天", ("火箭", "卫星"))))


@pytest.fixture
def model(focus):
    words = {"飞船": 9.0, "教练": -12.0, "球员": -6.0}
    return PageModel(words, -1.0, frozenset(focus.topic.words), pages=320, grades=12)


def test_the_words_for_and_against_a_text_are_named_heaviest_first(focus, model):
    text = GivenText("", "火箭客场取胜", "火箭的教练和球员乘坐飞船")
    verdict, count, for_it, against = learned_lines(model, focus, text)
    assert "320 pages and 12 grades" in verdict
    assert verdict.endswith("off the topic")
    assert count.endswith("+2.7 in log-odds")  # one word, in the title
    assert "飞船 +" in for_it
    assert against.index("教练 -") < against.index("球员 -")


def test_a_text_on_the_topic_is_called_so(focus, model):
    verdict, *_ = learned_lines(model, focus, GivenText("", "飞船发射", "飞船搭载卫星"))
    assert verdict.endswith("on the topic")


def test_the_field_that_has_more_of_a_text_than_the_topic_is_named(focus, model):
    _, _, field, *_ = learned_lines(
        model, focus, GivenText("", "银行下调存款利率", "银行的贷款与存款利率，如同火箭")
    )
    assert "another field (银行): -" in field


def test_before_anything_is_learned_the_rule_is_said(focus):
    [line] = learned_lines(None, focus, GivenText("", "飞船", "飞船"))
    assert "two different topic words" in line

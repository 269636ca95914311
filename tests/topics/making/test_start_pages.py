from __future__ import annotations

import math

import pytest

from topiccrawl.errors import VocabularyError
from topiccrawl.page.page import Page
from topiccrawl.text.general_idf import word_information
from topiccrawl.topics.making.start_pages import StartPage, propose_words

HOME = """<!DOCTYPE html><html><head><title>江边足球网</title><meta name=keywords content="联赛,球迷"></head><body>
<nav><a href=/l>登录足球社区首页频道</a></nav>
<a href=/3.html>球迷的故事：球迷老周谈足球</a><ul><li><a href=/1.html>足球联赛公布新一期集训名单，八人入选</a><li><a href=/2.html>足球联赛抽签：四队分组确定</a>
<li><a href=/3.html>球迷的故事：球迷老周谈足球</a></ul>
<p>友情链接：<a href=http://b.test/>股市行情与股市分析大全</a></p></body></html>"""


def test_weights_are_tf_idf_by_position() -> None:
    """足球: once in the title (3) and once in the text (1); 联赛: in an anchor text (2) and in the text (1)."""
    page = StartPage("足球", ["联赛"], "足球和联赛")
    told = word_information({"足球", "联赛"})
    expected = {word: count * told[word] for word, count in (("足球", 4), ("联赛", 3))}
    highest = max(expected.values())
    found = propose_words([page])
    assert found == {word: float(f"{value / highest:.3g}") for word, value in expected.items()}
    assert next(iter(found.values())) == 1.0


def test_each_page_says_as_much_as_any_other() -> None:
    long = StartPage("", [], "足球，" * 1000)
    assert propose_words([long, StartPage("", [], "联赛，联赛")]) == {"足球": 1.0, "联赛": 1.0}
    both = propose_words([long, StartPage("", [], "联赛，足球，联赛，足球")])
    told = word_information({"足球", "联赛"})
    length = math.hypot(*told.values())
    assert both["联赛"] == pytest.approx((told["联赛"] / length) / (1 + told["足球"] / length), abs=1e-3)


def test_a_home_page_is_its_headlines_without_menus_and_friends() -> None:
    page = StartPage.of(Page.from_bytes(HOME.encode(), "http://a.test/", "text/html; charset=utf-8"))
    assert len(page.anchors) == 3 and page.title == "江边足球网"
    found = propose_words([page])
    assert set(found) >= {"足球联赛", "球迷"}
    assert not {"登录", "股市", "行情", "首页"} & set(found)


def test_general_and_rare_words_are_left_out_and_the_number_is_limited() -> None:
    page = StartPage("", [], "中国，足球，中国，联赛。" * 2)
    assert "中国" not in propose_words([page])
    once = StartPage("", [], "足球，足球，联赛")
    assert set(propose_words([once])) == {"足球"}
    assert len(propose_words([page], most=1)) == 1


def test_words_of_one_field_are_chosen_before_heavier_words_of_others() -> None:
    page = StartPage("", ["瓷器，护照", "护照，瓷器"], "球员，篮板，罚球，主帅，" * 2)
    assert set(propose_words([page], most=4)) == {"球员", "篮板", "罚球", "主帅"}
    assert {"瓷器", "护照"} < propose_words([page]).keys()


@pytest.mark.parametrize("pages", [[], [StartPage("", [], "")], [StartPage("的", [], "然后 the")]])
def test_pages_without_words(pages: list[StartPage]) -> None:
    with pytest.raises(VocabularyError, match="hold no words"):
        propose_words(pages)

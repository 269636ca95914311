from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from growth import LINEAR, growth
from hypothesis import given
from hypothesis import strategies as st

from topiccrawl.dedup import TitleIndex
from topiccrawl.dedup.title_vectors import bare_title, cosine, title_vector

# Paper C, title dedup: the two pairs it discusses.
SAME = (
    "新华侨涌入:为韩国华社带来新希望-移民-滴答网",
    "新华侨涌入:为韩国华社带来新希望 - 无忧雅思网 无忧雅思网",
)
DIFFERENT = ("缅甸华侨华人为孔子课堂捐款组图-教育频道-新华网", "缅甸华侨华人为台湾灾区同胞捐款-华人-新华网")

FLOOD = "昨夜的大雨让江水上涨了两米，沿岸三个村的党员连夜转移老人和孩子，天亮时没有一户人家留在低处。"
SCHOOL = "新学期第一天，县里最后一所没有操场的小学迎来了塑胶跑道，家长们站在围墙外看孩子跑完了第一圈。"


def test_the_papers_first_pair_is_a_duplicate() -> None:
    assert cosine(*map(title_vector, SAME)) == pytest.approx(1.0)
    index = TitleIndex()
    assert index.add(SAME[0], "a") is None
    assert index.add(SAME[1], "b") == "a"


def test_the_papers_second_pair_is_none() -> None:
    assert 0.5 < cosine(*map(title_vector, DIFFERENT)) < 0.7
    index = TitleIndex()
    assert index.add(DIFFERENT[0], "a") is None
    assert index.add(DIFFERENT[1], "b") is None


def test_the_size_of_the_corpus_changes_nothing() -> None:
    index = TitleIndex()
    rng = random.Random(7)
    pool = ["会议", "党建", "农村", "医院", "比赛", "铁路", "城市", "文化", "电影", "股票", "华侨"]
    for number in range(1000):
        index.add("".join(rng.sample(pool, 6)), str(number))
    assert index.add(SAME[0], "a") is None
    assert index.add(SAME[1], "b") == "a"
    assert index.add(DIFFERENT[0], "c") is None
    assert index.add(DIFFERENT[1], "d") is None


@pytest.mark.parametrize(
    "again",
    [
        "【要闻】全市召开基层党建工作推进会",
        "[视频]全市召开基层党建工作推进会(图)",
        "全市召开基层党建工作推进会【转】_江边新闻网",
        "全市召開基層黨建工作推進會",
        "全市召开基层党建工作推进会！",
    ],
)
def test_marks_of_the_desk_and_the_script_do_not_count(again: str) -> None:
    index = TitleIndex()
    index.add("全市召开基层党建工作推进会", "a")
    assert index.add(again, "b") == "a"


@pytest.mark.parametrize(
    ("one", "other"), [("长江纪行(上)", "长江纪行(下)"), ("【2】读书笔记", "【3】读书笔记")]
)
def test_parts_of_a_series_keep_their_numbers(one: str, other: str) -> None:
    assert bare_title(one) == one
    assert TitleIndex().add(one, "a") is None
    assert title_vector(one) != title_vector(other)


def test_a_duplicate_is_no_original() -> None:
    index = TitleIndex(threshold=0.6)
    chain = ["老城 改造 菜市场 开业", "老城 改造 菜市场 竣工", "老城 改造 图书馆 竣工"]
    assert cosine(title_vector(chain[1]), title_vector(chain[2])) >= 0.6
    assert cosine(title_vector(chain[0]), title_vector(chain[2])) < 0.6
    assert [index.add(title, str(n)) for n, title in enumerate(chain)] == [None, "0", None]


def test_ties_go_to_the_first() -> None:
    index = TitleIndex()
    index.add("要闻速览", "flood", FLOOD)
    index.add("要闻速览", "school", SCHOOL)
    assert index.add("要闻速览", "third") == "flood"


def test_blank_titles_repeat_nothing() -> None:
    index = TitleIndex()
    assert index.add(" ", "a") is None
    assert index.add(" ", "b") is None
    assert index.add("？！", "c") is None
    assert index.add("？！", "d") == "c"


@pytest.mark.parametrize("threshold", [0, -0.1, 1.01])
def test_an_impossible_threshold_is_refused(threshold: float) -> None:
    with pytest.raises(ValueError, match=str(threshold)):
        TitleIndex(threshold=threshold)


def test_titles_by_formula_over_different_texts_are_kept() -> None:
    index = TitleIndex()
    assert index.add("要闻速览(5月3日)", "a", FLOOD) is None
    assert index.add("要闻速览(5月4日)", "b", SCHOOL) is None
    assert index.add("要闻速览(5月4日)", "c", "本报综合消息：" + SCHOOL) == "b"
    assert index.add("要闻速览(5月3日)", "d", FLOOD) == "a"


def test_the_body_decides_only_where_both_are_known() -> None:
    index = TitleIndex()
    index.add("要闻速览", "a")
    assert index.add("要闻速览", "b", FLOOD) == "a"
    index.add("读者来信摘登", "c", FLOOD)
    assert index.add("读者来信摘登", "d") == "c"
    assert index.add("读者来信摘登", "e", " \n") == "c"


def test_a_store_carries_originals_over() -> None:
    kept: list[tuple[str, str, str | None]] = []
    index = TitleIndex(store=kept)
    index.add("要闻速览", "a", FLOOD)
    index.add("要闻速览", "b", FLOOD)
    index.add("全市召开基层党建工作推进会", "c")
    assert kept == [("要闻速览", "a", FLOOD), ("全市召开基层党建工作推进会", "c", None)]
    later = TitleIndex(store=kept)
    assert later.add("全市召开基层党建工作推进会", "d") == "c"
    assert later.add("要闻速览", "e", SCHOOL) is None
    assert len(kept) == 3


WORDS = st.sampled_from(
    [
        "党建",
        "会议",
        "学校",
        "的",
        "在",
        "农村",
        "医院",
        "足球",
        "华侨",
        "2018",
        "开幕",
        "推进",
        "上海",
        "Web",
    ]
)


@given(st.lists(st.lists(WORDS, min_size=1, max_size=7), max_size=25), st.sampled_from([0.3, 0.5, 0.8, 1.0]))
def test_the_look_up_equals_brute_force(titles: list[list[str]], threshold: float) -> None:
    index = TitleIndex(threshold)
    originals: list[tuple[str, dict[str, float]]] = []
    for number, parts in enumerate(titles):
        title, key = " ".join(parts), str(number)
        vector = title_vector(title)
        similar = [(round(cosine(vector, other), 9), known) for known, other in originals]
        best = max((similarity for similarity, _ in similar), default=0.0)
        expected = next((known for similarity, known in similar if similarity == best), None)
        expected = expected if best >= threshold else None
        assert index.add(title, key) == expected
        if expected is None:
            originals.append((key, vector))


@given(st.text(max_size=20), st.text(max_size=20))
def test_vectors_have_length_one(one: str, other: str) -> None:
    a, b = title_vector(one), title_vector(other)
    assert cosine(a, b) == pytest.approx(cosine(b, a))
    assert not a or cosine(a, a) == pytest.approx(1.0)
    assert bool(a) == bool(one.strip())


def test_many_texts_under_one_title_stay_fast() -> None:
    rng = random.Random(3)

    def adding(count: int) -> Callable[[], list[object]]:
        texts = ["".join(rng.choices(FLOOD + SCHOOL, k=300)) for _ in range(count)]
        index = TitleIndex()
        return lambda: [index.add("要闻速览", str(n), text) for n, text in enumerate(texts)]

    assert adding(600)() == [None] * 600
    assert growth(adding, 80) < LINEAR

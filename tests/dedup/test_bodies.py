from __future__ import annotations

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topiccrawl.dedup import BodyIndex
from topiccrawl.dedup.originals import sharing
from topiccrawl.dedup.sketch import SIZE, jaccard, most_similar, sketch, squeeze
from topiccrawl.text.normalise import normalise

ALPHABET = (
    "大雨让江水上涨沿岸村党员连夜转移老人和孩子天亮时没有一户人家留在低处"
    "新学期县里小学迎来跑道家长们站围墙外看跑完第圈"
)


def text(seed: int, length: int) -> str:
    return "".join(random.Random(seed).choices(ALPHABET, k=length))


def test_marks_blanks_and_script_do_not_count() -> None:
    index = BodyIndex()
    assert index.add("县里最后一所没有操场的小学，迎来了塑胶跑道，家长们都来看。", "a") is None
    assert index.add("縣裡最後一所沒有操場的小學\n 迎來了塑膠跑道！家長們都來看", "b") == "a"
    assert index.add("县里最后一所没有操场的小学\n　迎来了塑胶跑道！家长们都来看", "c") == "a"


def test_a_repost_with_its_own_first_and_last_line_is_found() -> None:
    index = BodyIndex()
    story = text(1, 900)
    assert index.add(story, "a") is None
    assert index.add("江边网5月3日电 据本报记者报道，" + story + "（责任编辑：某某）", "b") == "a"


def test_other_stories_are_kept() -> None:
    index = BodyIndex()
    assert [index.add(text(seed, 600), str(seed)) for seed in range(50)] == [None] * 50


def test_half_a_story_is_another_text() -> None:
    index = BodyIndex()
    index.add(text(1, 1000), "a")
    assert index.add(text(1, 1000)[:500], "b") is None


def test_short_notices_must_be_equal() -> None:
    index = BodyIndex()
    notice = "关于召开第{}次党员大会的通知：请各支部于本周五下午三点到一楼会议室参加会议，不得请假。"
    assert index.add(notice.format("三"), "a") is None
    assert index.add(notice.format("四"), "b") is None
    assert index.add(notice.format("三"), "c") == "a"


def test_a_line_that_says_nothing_is_no_original() -> None:
    index = BodyIndex()
    assert index.add("视频加载中，请稍候", "a") is None
    assert index.add("视频加载中，请稍候", "b") is None


def test_a_near_duplicate_is_no_original_but_leads_to_it_again() -> None:
    index = BodyIndex()
    story = text(2, 800)
    changed = story + text(3, 60)
    index.add(story, "a")
    assert index.add(changed, "b") == "a"
    assert index.add(changed, "c") == "a"


@pytest.mark.parametrize("threshold", [0, 1.5])
def test_an_impossible_threshold_is_refused(threshold: float) -> None:
    with pytest.raises(ValueError, match=str(threshold)):
        BodyIndex(threshold)


@given(st.text(max_size=60), st.text(max_size=60))
def test_short_bodies_are_compared_exactly(one: str, other: str) -> None:
    def shingles(body: str) -> set[str]:
        body = body.ljust(4, "\0")
        return {body[i : i + 4] for i in range(len(body) - 3)}

    a, b = squeeze(one), squeeze(other)
    if max(len(a), len(b)) > SIZE:  # one character may become many
        return
    exact = len(shingles(a) & shingles(b)) / len(shingles(a) | shingles(b))
    assert jaccard(sketch(a), sketch(b)) == pytest.approx(exact)


@pytest.mark.parametrize("share", [0.2, 0.5, 0.8])
def test_long_bodies_are_estimated_well(share: float) -> None:
    errors = []
    for seed in range(20):
        common = text(seed, int(2000 * share))
        own, foreign = text(seed + 100, 2000 - len(common)), text(seed + 200, 2000 - len(common))
        exact = share / (2 - share)
        errors.append(jaccard(sketch(common + own), sketch(common + foreign)) - exact)
    assert abs(sum(errors) / len(errors)) < 0.03
    assert max(map(abs, errors)) < 0.15


@given(st.text(max_size=400))
def test_it_never_raises_and_finds_itself(body: str) -> None:
    index = BodyIndex()
    assert index.add(body, "a") is None
    assert index.add(body, "b") == ("a" if len(squeeze(body)) >= 20 else None)


@given(
    st.text(st.sampled_from("党建工作，。！ 　\tABCａｂ１２①℃㎡㈱學習黨们_-·…—～ﬁé\u0301“”%％"), max_size=40)
)
def test_squeezing_in_two_steps_equals_normalising_first(body: str) -> None:
    if "\u0301" not in body:  # a mark of its own, or part of the letter before it
        assert squeeze(body) == re.sub(r"[\W_]+", "", normalise(body).casefold())


@pytest.mark.parametrize("least", [0.3, 0.8])
def test_many_bodies_are_compared_as_one_by_one(least: float) -> None:
    rng = random.Random(5)
    story = text(1, 700)
    others = [text(2, 40), story[:60], story]
    for number in range(60):  # from equal to unlike, short ones as well
        kept = rng.randrange(len(story))
        others.append(story[:kept] + text(number, rng.randrange(1, 900)))
    own, bodies = sketch(story), [sketch(one) for one in others]
    each = [jaccard(own, body) for body in bodies]
    found = most_similar(own, bodies, least)
    assert [one for one in found if one >= least] == [one for one in each if one >= least]
    assert all(one in (0.0, other) for one, other in zip(found, each, strict=True))
    assert 0 < sum(one >= least for one in found) < len(bodies)
    assert most_similar(own, [], least) == []


def test_originals_share_three_bands_unless_too_many_have_them() -> None:
    lists = [[1, 2], [2, 3], [2, 4], [1], [1], [4], *([] for _ in range(14))]
    assert sharing(lists) == {1, 2}
    frequent = list(range(10, 60))
    assert sharing([frequent] * 3 + lists[:17]) == {1, 2, *frequent}
    assert sharing([frequent] * 4 + lists[4:]) == {*frequent}  # 1 and 4 share one each of the lists left
    assert sharing([frequent] * 5 + lists[:15]) == {1, 2, 3, 4, *frequent}


def test_retouched_bodies_are_found_by_their_bands() -> None:
    """Of bodies at the threshold itself 1e-6 are missed: none of so few."""
    rng, index = random.Random(6), BodyIndex()
    for number in range(300):
        story = text(1000 + number, 700)
        assert index.add(story, f"a{number}") is None
        cut = rng.randrange(20, 60)
        assert index.add(story[cut:] + text(5000 + number, 30), f"b{number}") == f"a{number}"

"""Learning the axis of a topic from labelled texts."""

from __future__ import annotations

import random

import pytest

from topiccrawl.priority.focus import Focus
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.topics.calibration.axis import SIDE, LabelledText, fit_axis

TOPIC_WORDS = ["党员", "党支部", "党委", "党建"]
KITCHEN = ["米饭", "面条", "豆腐", "白菜", "萝卜", "鸡蛋", "牛肉", "饺子", "馒头", "蘑菇"]
TRAFFIC = ["地铁", "公路", "火车", "汽车", "飞机", "轮船", "桥梁", "隧道", "车站", "机场"]
OTHERS = ["今天", "生活", "城市", "老人", "学校", "电影", "音乐", "天气", "医院", "公司", "银行", "书店"]


@pytest.fixture(scope="module")
def focus() -> Focus:
    return Focus(Topic.load("partybuild"), moved=False)


def texts(telling: bool, number: int = 160, seed: int = 1, style: bool = False) -> list[LabelledText]:
    """Texts with one or two topic words each; what else they name tells which are relevant, or does not.

    With `style` it tells the source, and most texts of a source are relevant or most are not.
    """
    rng, found = random.Random(seed), []
    for _ in range(number):
        relevant = rng.random() < 0.5
        source = "甲" if (rng.random() < 0.9) == relevant else "乙"
        of_kitchen = source == "甲" if style else relevant if telling else rng.random() < 0.5
        words = rng.sample(TOPIC_WORDS, rng.randint(1, 2)) + rng.sample(OTHERS, 6)
        words += rng.sample(KITCHEN if of_kitchen else TRAFFIC, 3)
        found.append(LabelledText(source if style else "甲", relevant, frozenset(words)))
    return found


def test_what_tells_texts_with_the_same_topic_words_is_learned(focus: Focus) -> None:
    fit = fit_axis(texts(telling=True), focus)
    assert fit.helps
    assert fit.moved > fit.plain + 0.2
    sides = {side: {word for word, own in fit.words.items() if own == side} for side in (1, -1)}
    assert set(KITCHEN) <= sides[1]
    assert set(TRAFFIC) <= sides[-1]
    assert not set(TOPIC_WORDS) & fit.words.keys()


def test_words_like_those_that_were_learned_move_texts_too(focus: Focus, tmp_path) -> None:
    from benchmarks.relevance.fit.axis import write

    folder = tmp_path / "partybuild"
    folder.mkdir()
    for file in focus.topic.folder.iterdir():  # type: ignore[union-attr]
        (folder / file.name).write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
    write(folder, fit_axis(texts(telling=True), focus))
    moved = Focus(Topic.load(folder))
    near, far = (frozenset({"党员", "党支部", *words}) for words in (("土豆", "猪肉"), ("高铁", "港口")))
    assert moved.axis.shift(near) > moved.axis.shift(far) + 0.1
    gain = moved.body_words(near) - moved.body_words(far)
    assert gain > focus.body_words(near) - focus.body_words(far)


def test_where_nothing_tells_an_axis_does_not_seem_to_help(focus: Focus) -> None:
    gains = [fit.moved - fit.plain for fit in (fit_axis(texts(False, seed=n), focus) for n in range(6))]
    assert sum(gains) / len(gains) < 0.03


def test_how_a_source_writes_is_not_learned(focus: Focus) -> None:
    """The words of a source's style tell as much as those of a topic would, but the source explains it."""
    fits = [fit_axis(texts(True, style=True, seed=n), focus) for n in range(4)]
    told = sum(fit.moved - fit.plain for fit in fits) / len(fits)
    learned = fit_axis(texts(telling=True), focus)
    assert told < (learned.moved - learned.plain) / 2


def test_the_offset_leaves_texts_near_the_threshold_where_they_are(focus: Focus) -> None:
    fit = fit_axis(texts(telling=True, number=100), focus)
    mirrored = [LabelledText(text.source, not text.relevant, text.words) for text in texts(True, 100)]
    assert abs(fit.parameters.offset) < 0.2
    assert fit_axis(mirrored, focus).parameters.offset == pytest.approx(-fit.parameters.offset, abs=0.05)


def test_the_same_texts_give_the_same_axis(focus: Focus) -> None:
    assert fit_axis(texts(True), focus) == fit_axis(texts(True), focus)


def test_sides_are_bounded_and_texts_without_known_words_harmless(focus: Focus) -> None:
    some = [
        *texts(True, 40),
        LabelledText("甲", True, frozenset()),
        LabelledText("甲", False, frozenset("qz")),
    ]
    fit = fit_axis(some, focus)
    assert len(fit.words) <= 2 * SIDE
    assert sorted(fit.words.values())[0] == -1

"""Segmentation into words."""

from __future__ import annotations

import functools
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from topiccrawl.text import segment
from topiccrawl.text.jieba_dictionary import jieba_words_with
from topiccrawl.text.resources import CACHE_VARIABLE
from topiccrawl.text.segment import (
    DictionaryWord,
    Segmenter,
    default_segmenter,
    function_words,
    parse_dictionary,
    shipped_dictionary,
    stop_words,
    words,
)

PARAGRAPHS = [
    "昨天下午，镇里召开了一次支部书记座谈会，二十多名老党员围着火炉说起村里修路的事，气氛十分热烈。",
    "“三会一课”怎样开得有滋有味？该县组织部把课堂搬到田间地头，由种粮大户现身说法，党员们边听边记。",
    "2021年3月，街道党工委投入35.6万元改造活动室，添置图书1,200册，并在每周五晚上7:30开放。",
    "记者从市纪委监委获悉，该局原副局长因违反中央八项规定精神，被给予党内警告处分，违纪款项已收缴。",
    "The Party branch of No.5 Middle School 举办了演讲比赛，邮箱是dangjian@example.com，网址http://a.example.cn/x?id=3。",
    "他说：如果没有乡亲们的支持，我一个人什么也做不成。说完他笑了笑，又低头去修那台老旧的水泵。",
    "球队在客场以2比1获胜，主教练赛后表示，年轻球员的拼搏精神让人动容，下一轮将在主场迎战劲旅。",
    "东湖新区王家墩社区网格员李晓燕每天走访二十户居民，把问题记在小本子上，一件一件地跟踪解决。",
    "長江邊的小鎮上，黨員志願者冒雨加固堤壩，孩子們送來了熱騰騰的薑湯。",
    "ＡＰＰ上线后，“码上”办事成了新风尚——从申请到办结，最快只要１０分钟！",
    "",
    "   \n\t ",
    "😀👍党建🇨🇳",
    "a",
    "。",
]
OWN_WORDS = ["河清海晏工作法", "党建红管家", "两优一先杯", "初心讲堂"]


@pytest.fixture(scope="module")
def both() -> tuple[Segmenter, Segmenter]:
    extra = (*map(DictionaryWord, OWN_WORDS), DictionaryWord("网格员", 5000, "n"))
    return Segmenter(extra, "rjieba"), Segmenter(extra, "jieba")


@pytest.mark.parametrize("paragraph", PARAGRAPHS)
def test_both_engines_give_the_same_words(both: tuple[Segmenter, Segmenter], paragraph: str) -> None:
    fast, slow = both
    assert fast.words(paragraph) == slow.words(paragraph)
    assert fast.content_words(paragraph) == slow.content_words(paragraph)


@settings(max_examples=150, deadline=None)
@given(st.text(st.sampled_from("党员建设支部书记工作的了在人民中国一二，。 aB3.-/@%\n體學"), max_size=25))
def test_both_engines_agree_on_any_mixture(both: tuple[Segmenter, Segmenter], text: str) -> None:
    fast, slow = both
    assert fast.words(text) == slow.words(text)


@given(st.text(max_size=40))
def test_nothing_is_lost_and_nothing_raises(text: str) -> None:
    from topiccrawl.text.normalise import normalise

    assert "".join(default_segmenter().words(text)) == normalise(text)


def test_shipped_dictionary_words_stay_whole_in_a_sentence() -> None:
    segmenter = default_segmenter()
    torn = [
        entry.word
        for entry in shipped_dictionary()
        if entry.word not in segmenter.words(f"我们认为，{entry.word}：很好。")
    ]
    assert torn == []


@pytest.mark.parametrize("word", [*OWN_WORDS, "网格员"])
def test_words_of_the_users_dictionary_stay_whole(both: tuple[Segmenter, Segmenter], word: str) -> None:
    sentence = f"社区推行{word}以后，居民满意度提高"
    for segmenter in both:
        assert word in segmenter.words(sentence)
        assert word in segmenter.content_words(sentence)


def test_the_users_dictionary_belongs_to_one_segmenter() -> None:
    Segmenter((DictionaryWord("初心讲堂"),))
    assert "初心讲堂" not in Segmenter().words("社区开设初心讲堂")


def test_a_function_word_put_into_the_dictionary_is_kept() -> None:
    assert "因为" not in Segmenter().content_words("因为学习")
    assert "因为" in Segmenter((DictionaryWord("因为"),)).content_words("因为学习")


@pytest.mark.parametrize("word", ["黨群工作站", "５Ｇ党建"])
def test_dictionary_words_are_normalised_like_texts(word: str) -> None:
    from topiccrawl.text.normalise import normalise

    assert normalise(word) in Segmenter((DictionaryWord(word),)).content_words(f"参观{word}以后")


def test_latin_words_of_the_dictionary_carry_the_topic() -> None:
    assert "APEC" in Segmenter((DictionaryWord("APEC"),)).content_words("APEC会议召开")


@pytest.mark.parametrize("word", "的 了 和 虽然 我们 非常 三个 把 吗 啊 昨天 上面".split())
def test_function_words_and_stop_words_are_dropped(word: str) -> None:
    assert word not in default_segmenter().content_words(f"{word}，{word}。支部{word}学习")


@pytest.mark.parametrize("word", ["支部", "学习", "光荣", "脚踏实地", "监督", "村庄", "书记"])
def test_nouns_verbs_adjectives_and_idioms_are_kept(word: str) -> None:
    assert word in default_segmenter().content_words(f"我们的{word}，非常")


def test_content_words_keep_order_and_repeats() -> None:
    assert default_segmenter().content_words("支部学习，支部讨论") == ["支部", "学习", "支部", "讨论"]


@given(st.text(alphabet="党员在学习了的支部，。会议2020abc 我们", max_size=40))
def test_sets_of_words_are_those_of_the_content_words(both: tuple[Segmenter, Segmenter], text: str) -> None:
    segmenter, wanted = both[0], frozenset(("党员", "会议", "的", "学习"))
    words = segmenter.content_words(text)
    assert segmenter.distinct_words(text) == set(words)
    assert segmenter.content_words_among(text, wanted) == wanted & set(words)


def test_punctuation_numbers_and_letters_carry_no_topic() -> None:
    assert default_segmenter().content_words("123.5%, abc! 《》……—— 😀") == []


@pytest.mark.parametrize(
    ("other", "plain"),
    [
        ("學習貫徹黨的創新理論", "学习贯彻党的创新理论"),
        ("全面從嚴治黨，發揮先鋒模範作用", "全面从严治党，发挥先锋模范作用"),
        ("黨員幹部帶頭學習，聯繫群眾", "党员干部带头学习，联系群众"),
        ("ＡＰＰ上的党建（２０２１）", "APP上的党建(2021)"),
    ],
)
def test_traditional_and_full_width_give_the_same_words(other: str, plain: str) -> None:
    assert words(other) == words(plain)
    assert default_segmenter().content_words(other) == default_segmenter().content_words(plain)


def test_plain_letters_and_digits_are_split_at_signs() -> None:
    assert words("2010-2020") == ["2010", "-", "2020"]
    assert words("a.cn") == ["a", ".", "cn"]


def test_an_unknown_engine_is_refused() -> None:
    with pytest.raises(ValueError, match="'hanlp'"):
        Segmenter(engine="hanlp")  # type: ignore[arg-type]


def test_a_dictionary_is_read() -> None:
    text = "# 说明\n初心讲堂\n红管家 300  # 注\n\n两新组织 50 nt\n"
    assert parse_dictionary(text, "词典.txt") == (
        DictionaryWord("初心讲堂"),
        DictionaryWord("红管家", 300),
        DictionaryWord("两新组织", 50, "nt"),
    )


@pytest.mark.parametrize("value", ["0", "-3", "1.5", "许多", "²"])
def test_a_bad_frequency_is_named_with_its_line(value: str) -> None:
    with pytest.raises(ValueError, match=rf"词典\.txt:2: frequency '{value}'"):
        parse_dictionary(f"初心讲堂 3\n红管家 {value}\n", "词典.txt")


def test_stop_words_and_function_words_are_sets_of_words() -> None:
    assert {"的", "记者", "报道"} & stop_words()
    assert {"但是", "从", "它们"} <= function_words()
    assert not {"党员", "学习", "先进"} & function_words()


def test_function_words_are_kept_in_the_cache_and_sought_again_when_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path))
    expected = jieba_words_with(["c", "uj"])
    assert {"但是", "的"} <= expected
    (file,) = tmp_path.iterdir()
    with monkeypatch.context() as patched:
        patched.setattr("topiccrawl.text.jieba_dictionary._words_with", None)
        assert jieba_words_with(["uj", "c"]) == expected
        file.write_bytes(file.read_bytes()[:500])
        with pytest.raises(TypeError):
            jieba_words_with(["c", "uj"])
    assert jieba_words_with(["c", "uj"]) == expected
    assert jieba_words_with(["n"]).isdisjoint(expected)


def test_threads_that_come_at_once_share_one_default_segmenter(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []
    all_there = threading.Barrier(4)

    class Slow(Segmenter):
        def __init__(self) -> None:
            made.append(self)
            time.sleep(0.05)  # so that all others ask meanwhile

    def ask() -> Segmenter:
        all_there.wait()
        return segment.default_segmenter()

    monkeypatch.setattr(segment, "Segmenter", Slow)
    monkeypatch.setattr(
        segment, "_default_segmenter", functools.cache(segment._default_segmenter.__wrapped__)
    )
    with ThreadPoolExecutor(4) as threads:
        found = {threads.submit(ask) for _ in range(4)}
    assert {one.result() for one in found} == set(made)
    assert len(made) == 1


SPELLINGS = [
    ("ChatGPT", "他们用CHATGPT写稿"),
    ("WiFi", "村里通了wifi和宽带"),
    ("C919大飞机", "c919大飞机首飞"),
    ("卡里姆·本泽马", "卡里姆•本泽马梅开二度"),
    ("卡里姆·本泽马", "卡里姆本泽马梅开二度"),
    ("Champions League", "欧冠（champions league）抽签"),
    ("C 罗", "C罗首发"),
    ("AI 大模型", "ai大模型落地乡村"),
]


@pytest.mark.parametrize("engine", ["rjieba", "jieba"])
def test_own_words_are_known_in_any_spelling(engine: segment.Engine) -> None:
    own = Segmenter([DictionaryWord(word) for word, _ in SPELLINGS], engine)  # jieba takes seconds to read
    for word, text in SPELLINGS:
        for found in (own.content_words(text), own.distinct_words(text), own.words(text)):
            assert word in found, text
        assert own.content_words_among(text, frozenset({word})) == {word}


@pytest.mark.parametrize("text", ["wifis 和 mywifi", "无wifi-fi网"])
def test_own_words_are_not_found_inside_other_words(text: str) -> None:
    assert "WiFi" not in Segmenter([DictionaryWord("WiFi")]).content_words(text)

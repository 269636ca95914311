"""Each attribute, computed by hand on three texts."""

from __future__ import annotations

import pytest

from topiccrawl.corpus.quality import ATTRIBUTES, SensitiveWords, measure_quality

ARTICLE = "党员学习党章。大家都说好！\n今天是5月1日\n党员学习党章。大家都说好！"
TRADITIONAL = "學習黨的歷史，傳承紅色基因。"
FOREIGN = "The quick brown fox jumps over the lazy dog. 版权所有 某某网 京ICP备00000000号"


def test_a_short_article():
    # 13 + 7 + 13 characters; the third line repeats the first; 2 + 1 + 2 sentences of 13 / 2 and 7 characters.
    found = measure_quality(ARTICLE)
    assert found == {
        "length": 33,
        "lines": 3,
        "chinese": round((11 + 5 + 11) / 33, 4),
        "repeated_lines": round(13 / 33, 4),
        "repeated_ngrams": round(1 / 21, 4),
        "sentences": 5,
        "sentence_length": 6.6,
        "ended_lines": round(2 / 3, 4),
        "language": "zh",
        "script": "simplified",
        # 党员 学习党章 大家 都 说好, twice, and 今天 是 5 月 1 日: 16 words in 5 sentences, 2 of them long.
        "readability": 15.7,
        "boilerplate": 0.0,
    }
    assert set(found) == ATTRIBUTES.keys() - {"sensitive"}


def test_a_traditional_text():
    assert measure_quality(TRADITIONAL) == {
        "length": 14,
        "lines": 1,
        "chinese": round(12 / 14, 4),
        "repeated_lines": 0.0,
        "repeated_ngrams": 0.0,  # 2 sequences of 13 characters, which differ
        "sentences": 1,
        "sentence_length": 14.0,
        "ended_lines": 1.0,
        "language": "zh",
        "script": "traditional",  # 學習黨歷傳紅 are 6 of 12 Chinese characters
        # 学习 党的历史 传承 红色 基因: 5 words in one sentence, 1 of them long.
        "readability": 5 + 100 / 5,
        "boilerplate": 0.0,
    }


def test_a_latin_text_with_a_footer_on_its_own_line():
    latin, footer = FOREIGN.split(". ")
    # 35 letters and a full stop; 21 characters without blanks in the footer, of which 10 are Chinese.
    assert measure_quality(f"{latin}.\n{footer}") == {
        "length": 36 + 21,
        "lines": 2,
        "chinese": round(10 / 57, 4),
        "repeated_lines": 0.0,
        "repeated_ngrams": 0.0,
        "sentences": 2,  # the footer counts as one: it ends with its line
        "sentence_length": 28.5,
        "ended_lines": 0.5,
        "language": "latin",
        "script": "simplified",
        # 9 words in the first line, all of three letters or more; 版权所有 某某 网 京 ICP 备 00000000 号, 3 of them
        # long: 17 words in 2 sentences, 12 of them long.
        "readability": round(17 / 2 + 100 * 12 / 17, 1),
        "boilerplate": round(21 / 57, 4),
    }


@pytest.mark.parametrize(
    ("text", "language"),
    [("これは日本語です", "ja"), ("한국어 문장입니다", "ko"), ("12 34", "other"), ("", "other")],
)
def test_other_languages_and_nothing(text, language):
    found = measure_quality(text)
    assert found["language"] == language
    assert found["script"] in ("", "traditional", "mixed", "simplified")


def test_words_of_the_users_list_are_counted_in_a_thousand_characters(tmp_path):
    path = tmp_path / "words.txt"
    path.write_text("\ufeff# 自己的词表\n党员\n党员学习\n", encoding="utf-8")
    found = measure_quality("党员学习党章。大家都", SensitiveWords.read(str(path)))
    assert found["sensitive"] == 200.0
    assert SensitiveWords.read("") is None
    path.write_text("# 没有", encoding="utf-8")
    with pytest.raises(ValueError, match=r"words\.txt: holds no words"):
        SensitiveWords.read(str(path))
    with pytest.raises(ValueError, match="no list of words"):
        SensitiveWords.read(str(tmp_path / "none"))

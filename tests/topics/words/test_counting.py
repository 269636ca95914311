from __future__ import annotations

from topiccrawl.text.segment import DictionaryWord, Segmenter
from topiccrawl.text.sources import TextDocument
from topiccrawl.topics.words.counting import count_words, key_words
from topiccrawl.topics.words.general import GeneralFrequencies, lexicon


def document(text: str) -> TextDocument:
    return TextDocument("", text, 0)


TEXTS = [
    document("侨联举行茶话会\n侨联在北京举行茶话会，华侨代表出席。"),
    document("华侨和归侨参加了这个茶话会，但是他们没有发言。"),
]


def test_function_words_and_punctuation_are_no_rows_but_function_words_are_running_words() -> None:
    counts = count_words(TEXTS, Segmenter())
    assert counts.words["侨联"] == 2 and counts.documents["侨联"] == 1
    assert counts.words["华侨"] == 2 and counts.documents["华侨"] == 2
    assert not counts.words.keys() & {"在", "和", "了", "这个", "但是", "他们", "，", "。"}
    words = [word for text in TEXTS for word in Segmenter().words(text.text) if word[0].isalnum()]
    assert counts.total == len(words) > sum(counts.words.values())
    assert counts.size == 2


def test_progress_is_told_after_every_document() -> None:
    told: list[int] = []
    count_words(TEXTS, Segmenter(), told.append)
    assert told == [1, 2]


def test_rows_are_ranked_by_keyness_and_words_of_every_day_fall_out() -> None:
    counts = count_words(TEXTS, Segmenter())
    rows = key_words(counts, lexicon().frequencies(), least=1, least_documents=1)
    keyness = [row.keyness for row in rows]
    assert keyness == sorted(keyness, reverse=True)
    assert min(keyness) > 0
    assert {rows[0].word, rows[1].word, rows[2].word} == {"侨联", "茶话会", "华侨"}
    overseas = next(row for row in rows if row.word == "华侨")
    assert (overseas.count, overseas.documents, overseas.tag) == (2, 2, "n")
    assert overseas.per_million > overseas.general_per_million > 0


def test_rare_and_known_words_are_left_out() -> None:
    counts = count_words(TEXTS, Segmenter())
    general = lexicon().frequencies()
    assert {row.word for row in key_words(counts, general, least=2, least_documents=2)} == {"华侨", "茶话会"}
    assert "华侨" not in {row.word for row in key_words(counts, general, 2, 2, known={"华侨"})}


def test_general_text_of_ones_own_decides_what_is_typical() -> None:
    counts = count_words(TEXTS, Segmenter())
    general = count_words([document("华侨华侨华侨华侨华侨开会")], Segmenter()).frequencies()
    rows = {row.word for row in key_words(counts, general, 1, 1)}
    assert "华侨" not in rows and "侨联" in rows


def test_a_word_that_no_dictionary_has_needs_one_to_be_counted() -> None:
    text = [document("华媒圆桌会在线上举行。华媒圆桌会又举行。")]
    assert "华媒圆桌会" not in count_words(text, Segmenter()).words
    counts = count_words(text, Segmenter([DictionaryWord("华媒圆桌会")]))
    assert counts.words["华媒圆桌会"] == 2
    (row,) = [row for row in key_words(counts, lexicon().frequencies(), 1, 1) if row.word == "华媒圆桌会"]
    assert row.tag == ""


def test_shares_of_general_text() -> None:
    assert GeneralFrequencies({"侨": 2}, 8, "样例").per_word("侨") == 0.25
    assert GeneralFrequencies({"侨": 2}, 8, "样例").per_word("党") == 0
    assert GeneralFrequencies({}, 0, "空").per_word("党") == 0

"""Invented headlines of many fields."""

from __future__ import annotations

from topiccrawl.text.segment import DictionaryWord, Segmenter
from topiccrawl.topics.making.sample_titles import sample_titles, titles_with


def test_there_are_many_fields_with_several_headlines() -> None:
    fields = [title.field for title in sample_titles()]
    assert len(set(fields)) >= 10
    assert min(map(fields.count, fields)) >= 5
    assert len(set(sample_titles())) == len(fields)


def test_words_in_headlines_of_other_fields_are_found() -> None:
    words = {"党支部", "党员", "党风廉政", "纪委", "纪律"}
    segmenter = Segmenter(DictionaryWord(word) for word in words)
    found = titles_with(words, segmenter)
    assert found.keys() == {"纪律"}
    assert [title.field for title in found["纪律"]] == ["社会"]
    assert titles_with(set(), segmenter) == {}

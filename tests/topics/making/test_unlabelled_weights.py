from __future__ import annotations

import math

import pytest

from topiccrawl.errors import VocabularyError
from topiccrawl.text.sources import TextDocument
from topiccrawl.topics.making.unlabelled_weights import segmenter_for, unlabelled_weights
from topiccrawl.topics.words.general import GeneralFrequencies, lexicon


def text(body: str) -> TextDocument:
    return TextDocument("", body, 0)


WORDS = ["华侨", "侨联", "归侨", "侨乡"]
DOMAIN = [text("侨联走访归侨。华侨和归侨谈发展，经济发展了。") for _ in range(4)]
OTHERS = [text("工厂的经济发展很快，市场很大。"), text("经济发展和市场。"), text("市场里的华侨。")]


def test_a_topic_word_that_was_seen_once_has_a_weight_of_its_own() -> None:
    texts = [*DOMAIN, text("侨联和归侨、华侨都到侨乡来了。")]
    found = unlabelled_weights(WORDS, texts, lexicon().frequencies())
    assert found.words["侨乡"].count and 0 < found.words["侨乡"].weight() < found.words["归侨"].weight()
    assert "侨眷" not in found.words


def test_without_general_documents_frequent_words_of_the_dictionary_weigh_less() -> None:
    texts = [text("侨联走访归侨和华侨，的的的，我们的发展。") for _ in range(6)]
    frequencies = GeneralFrequencies({"发展": 5000, "归侨": 1}, 100_000, "样例")
    found = unlabelled_weights([*WORDS, "发展"], texts, frequencies).words
    length = len(segmenter_for([*WORDS, "发展"]).words(texts[0].text))
    held = 6 * (1 - math.exp(-5000 / 100_000 * length))
    assert found["发展"].raw == pytest.approx(6 / 12 * math.log(12 / (6 + held)))
    assert found["发展"].weight() < found["归侨"].weight() < found["侨联"].weight()


def test_texts_without_the_words_are_refused() -> None:
    with pytest.raises(VocabularyError, match="none of 3 texts contains 3"):
        unlabelled_weights(WORDS, OTHERS, lexicon().frequencies())

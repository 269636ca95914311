from __future__ import annotations

import math
import random
from collections import Counter

import pytest

from topiccrawl.text.sources import TextDocument
from topiccrawl.topics.words.discovery import discover, entropy
from topiccrawl.topics.words.discovery_parameters import DiscoveryParameters

CHARACTERS = "山水田林湖草沙石风云雨雪春夏秋冬东西南北早晚天地日月星花鸟虫鱼竹木金土"
NEW = "侨博会"


def document(text: str) -> TextDocument:
    return TextDocument("", text, 0)


def texts(new: str = NEW, seed: int = 7, size: int = 40) -> list[TextDocument]:
    """Characters by chance, with a word among them that no dictionary has."""
    chance = random.Random(seed)
    made = []
    for _ in range(size):
        some = ["".join(chance.choices(CHARACTERS, k=chance.randint(8, 16))) for _ in range(12)]
        made.append(document(new.join(some[:6]) + "。" + "".join(some[6:])))
    return made


def test_a_word_that_holds_together_among_many_neighbours_is_found() -> None:
    found = discover(texts()).words
    assert [new.word for new in found] == [NEW]
    assert found[0].count == 40 * 5 and found[0].documents == 40
    assert found[0].cohesion > 3 and found[0].freedom > 1


def test_a_piece_of_it_is_no_word_for_it_has_one_neighbour() -> None:
    relaxed = DiscoveryParameters(freedom=0.0)
    words = {new.word: new for new in discover(texts(), parameters=relaxed).words}
    assert words["侨博"].freedom == 0
    assert words[NEW].freedom > 2


def test_words_of_the_dictionary_and_known_words_are_not_new() -> None:
    assert not [new for new in discover(texts("华侨")).words if new.word == "华侨"]
    assert discover(texts(), known={NEW}).words == []


def test_no_word_begins_or_ends_with_a_particle() -> None:
    assert [new.word for new in discover(texts("的侨博会")).words] == []


def test_phrases_with_function_words_are_no_words() -> None:
    texts = [
        TextDocument("", f"{a}特别是丝博会{b}，{b}这是丝博会{a}。{a}丝博会{b}特别是{a}，这是{b}", 0)
        for a, b in zip("春夏秋冬东西南北", "山水田林湖草沙石", strict=True)
    ]
    found = {one.word for one in discover(texts, parameters=DiscoveryParameters(cohesion=1.0)).words}
    assert "丝博会" in found
    assert not {"特别是", "这是"} & found


def test_what_stands_in_one_document_alone_may_be_its_furniture() -> None:
    repeated = "，".join(f"{a}{NEW}{b}" for a, b in zip(CHARACTERS, reversed(CHARACTERS), strict=True))
    once = [document(repeated), *texts("华侨")]
    assert NEW not in {new.word for new in discover(once).words}
    alone = DiscoveryParameters(least_documents=1)
    assert NEW in {new.word for new in discover(once, parameters=alone).words}


def test_little_memory_finds_the_frequent_word_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    assert discover(texts()).overlooked == 0  # with room enough
    monkeypatch.setattr("topiccrawl.topics.words.discovery._CAPACITY", 600)
    discovery = discover(texts(size=200))
    found = discovery.words
    assert discovery.overlooked > 0
    assert NEW in {new.word for new in found}
    (word,) = [new for new in found if new.word == NEW]
    assert word.count == 200 * 5  # counts are taken anew in the second round


def test_of_too_many_runs_the_most_frequent_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    # Room for one in twenty of 40: the two most frequent runs that hold together.
    monkeypatch.setattr("topiccrawl.topics.words.discovery._CAPACITY", 40)
    tight = DiscoveryParameters(freedom=0.0, cohesion=0.0)
    assert len(discover(texts(size=200), parameters=tight).words) <= 2


def test_progress_is_told_in_both_rounds() -> None:
    told: list[int] = []
    discover(texts(size=3), progress=told.append)
    assert told == [1, 2, 3, 4, 5, 6]


def test_entropy_of_equal_neighbours_is_the_logarithm_of_their_number() -> None:
    assert entropy(Counter("归国侨乡")) == pytest.approx(math.log(4))
    assert entropy(Counter()) == 0


@pytest.mark.parametrize("wrong", [{"least": 0}, {"least_documents": 0}, {"freedom": -1}])
def test_impossible_parameters_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        DiscoveryParameters(**wrong)

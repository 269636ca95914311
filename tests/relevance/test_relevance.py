"""Formula 3 as a table."""

from __future__ import annotations

import dataclasses
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from topiccrawl.relevance.kernel import Kernel
from topiccrawl.relevance.relevance import Relevance
from topiccrawl.relevance.similarity.algorithm import SimilarityParameters
from topiccrawl.relevance.similarity.similarity import Similarity
from topiccrawl.relevance.thesauri.cilin import Cilin
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.relevance.vectors.word_vectors import WordVectors

NEVER_SEEN = [
    "先锋岗党员",
    "支部书记述职会",
    "两学一做知识竞赛",
    "红旗渠精神馆",
    "党群党务党课",
    "ξ",
    "渠沟坎",
    "网格化党建红",
]
WORDS = "党建 支部 书记 学习 足球 天气 会议 红旗 干部 群众 纪律 先锋岗党员 支部书记述职会 渠沟坎".split()


def _naive(topic: Topic, similarity: Similarity, words: set[str]) -> float:
    total = sum(
        topic.weight(d) * topic.weight(t) * similarity.similarity(d, t) ** 2
        for d in words
        for t in topic.words
    )
    return total / len(words) if words else 0.0


@pytest.fixture
def small_topic() -> Topic:
    return Topic(
        name="small",
        title="小",
        seeds=(),
        domains=(),
        words={"支部": 0.5, "学习": 0.2},
        weights={"党委": 0.4, "足球": 3.0, "会议": 0.0},
        overrides={"学习": 0.1},
        mean_weight=0.3,
    )


@pytest.fixture
def small(small_topic: Topic, small_similarity: Similarity, own_cache: Path) -> Relevance:
    return Relevance(small_topic, small_similarity)


def test_formula_3_by_hand(small: Relevance, small_similarity: Similarity) -> None:
    sim = small_similarity.similarity
    # 支部 * (支部, 学习): .5 * (.5 * 1 + .1 * Sim^2); the override of 学习 counts on both sides.
    assert small.word_value("支部") == pytest.approx(0.5 * (0.5 + 0.1 * sim("支部", "学习") ** 2))
    assert small.word_value("学习") == pytest.approx(0.1 * (0.5 * sim("学习", "支部") ** 2 + 0.1))
    assert small.word_value("党委") == pytest.approx(
        0.4 * (0.5 * sim("党委", "支部") ** 2 + 0.1 * sim("党委", "学习") ** 2)
    )
    assert small.word_value("会议") == 0  # weighs nothing
    assert small.word_value("足球") == 0  # like nothing
    values = [small.word_value(word) for word in ("支部", "学习", "足球")]
    assert small.score_words(["支部", "足球", "学习", "支部"]) == pytest.approx(sum(values) / 3)


@pytest.mark.parametrize("text", ["", " \n", "的了吗", "123, abc!", "😀", "，。"])
def test_a_text_without_content_words_is_nought(shipped: Relevance, text: str) -> None:
    assert shipped.score(text) == 0
    assert shipped.score_words([]) == 0


@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=8), st.randoms())
@settings(deadline=None)
def test_order_and_repeats_do_not_matter(shipped: Relevance, words: list[str], rnd: random.Random) -> None:
    score = shipped.score_words(words)
    again = [*words, *rnd.choices(words, k=3)]
    rnd.shuffle(again)
    assert shipped.score_words(again) == score
    assert shipped.score_words(set(words)) == score
    assert score >= 0


@pytest.fixture(scope="module")
def branch(cilin: Cilin) -> Cilin:
    """Two branches of the thesaurus, so that compiling is short."""
    lines: dict[str, list[str]] = {}
    for word in cilin.words:
        for code in cilin.codes(word):
            if code.startswith(("Di", "Hc")):
                lines.setdefault(code, []).append(word)
    return Cilin(lines)


@pytest.mark.parametrize("scope", ["every", "uncovered"])
def test_a_loose_table_equals_the_double_sum(
    partybuild: Topic,
    branch: Cilin,
    vectors: WordVectors,
    own_cache: Path,
    scope: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With low thresholds nearly every pair counts."""
    rnd = random.Random(3)
    words = dict(rnd.sample(sorted(partybuild.words.items()), 20))
    topic = dataclasses.replace(partybuild, words=words, weights={})
    monkeypatch.setattr(vectors, "words", tuple(rnd.sample(vectors.words, 1000)))
    parameters = SimilarityParameters(0.9, 0.5, 0.05, 0.05, scope)  # type: ignore[arg-type]
    similarity = Similarity(branch, vectors, parameters)
    relevance = Relevance(topic, similarity)
    tried = {
        *rnd.sample(branch.words, 15),
        *rnd.sample(vectors.words, 15),
        *NEVER_SEEN,
        *list(topic.words)[:5],
    }
    for word in tried:
        assert relevance.word_value(word) == pytest.approx(_naive(topic, similarity, {word}), abs=1e-9)
    assert relevance.score_words(tried) == pytest.approx(_naive(topic, similarity, tried), abs=1e-9)
    assert sum(relevance.word_value(word) > 0 for word in tried) > len(tried) / 3


def test_the_compiled_table_is_used_again(
    small_topic: Topic, small_similarity: Similarity, own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = Relevance(small_topic, small_similarity)
    (table,) = own_cache.glob("relevance-*.npz")
    stamp = table.stat().st_mtime_ns
    monkeypatch.setattr(Similarity, "against", None)  # nothing may be computed now
    again = Relevance(small_topic, small_similarity)
    assert table.stat().st_mtime_ns == stamp
    for word in (*small_similarity.thesaurus.words, *small_similarity.vectors.words, *small_topic.weights):
        assert again.word_value(word) == first.word_value(word)
    assert [path.name for path in own_cache.iterdir()] == [table.name]


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"words": {"支部": 0.6, "学习": 0.2}}, "支部"),
        ({"weights": {"党委": 0.9, "足球": 3.0, "会议": 0.0}}, "党委"),
        ({"overrides": {}}, "学习"),
        ({"mean_weight": 0.9}, "讨论"),
    ],
)
def test_a_table_of_other_weights_is_not_used(
    small: Relevance,
    small_topic: Topic,
    small_similarity: Similarity,
    own_cache: Path,
    change: dict[str, object],
    word: str,
) -> None:
    other = dataclasses.replace(small_topic, **change)  # type: ignore[arg-type]
    changed = Relevance(other, small_similarity)
    assert len(list(own_cache.glob("relevance-*.npz"))) == 2
    assert changed.word_value(word) == pytest.approx(_naive(other, small_similarity, {word}))
    assert changed.word_value(word) != pytest.approx(small.word_value(word))


def test_a_broken_table_in_the_cache_is_made_again(
    small: Relevance, small_topic: Topic, small_similarity: Similarity, own_cache: Path
) -> None:
    (table,) = own_cache.glob("relevance-*.npz")
    table.write_bytes(table.read_bytes()[:100])
    assert Relevance(small_topic, small_similarity).word_value("支部") == small.word_value("支部")


def test_the_memory_for_unknown_words_is_bounded(small: Relevance, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("topiccrawl.relevance.relevance.MOST_CACHED", 50)
    for number in range(200):
        small.word_value(f"渠{number}")
    monkeypatch.setattr(Kernel, "values", None)
    assert small.word_value("渠199") >= 0
    with pytest.raises(TypeError):  # it was forgotten and would be computed anew
        small.word_value("渠0")


def test_topic_words_in_a_text(small: Relevance) -> None:
    assert small.topic_words_in("支部学习，支部讨论") == {"支部", "学习"}
    assert small.topic_words_in("") == set()


# Explanations


def test_explanations_add_up(shipped: Relevance) -> None:
    text = "党员学习党章，支部书记讲党课，先锋岗党员与网格化党建红在红旗渠精神馆看足球"
    found = shipped.explain(text)
    assert found.score == shipped.score(text)
    assert sum(word.share for word in found.words) == pytest.approx(found.score)
    assert {word.word for word in found.words} == set(shipped.segmenter.content_words(text))
    assert [word.value for word in found.words] == sorted((w.value for w in found.words), reverse=True)
    for word in found.words:
        assert sum(share.value for share in word.topic_words) == pytest.approx(word.value, abs=1e-6)
        assert [s.value for s in word.topic_words] == sorted(
            (s.value for s in word.topic_words), reverse=True
        )


def test_an_explanation_names_the_similarity_of_every_topic_word(
    small: Relevance, small_topic: Topic, small_similarity: Similarity
) -> None:
    for word in (*small_similarity.thesaurus.words, "支部红旗", "渠"):
        (share,) = small.explain_words([word]).words
        expected = {t: small_similarity.similarity(word, t) for t in small_topic.words}
        found = {topic_word.topic_word: topic_word.similarity for topic_word in share.topic_words}
        assert all(one.weight == small_topic.weight(one.topic_word) for one in share.topic_words)
        weighty = small_topic.weight(word) > 0
        assert found == pytest.approx({t: s for t, s in expected.items() if s and weighty}, abs=1e-9)


# Opening nothing that is not needed

START = """
import sys
from topiccrawl.relevance import Relevance, Topic
relevance = Relevance(Topic.load("partybuild"))
assert relevance.score("党员学习党章") > 0
heavy = {"gensim", "scipy", "tomlkit", "scrapy"}
assert not heavy & sys.modules.keys(), heavy & sys.modules.keys()
assert not {"thesaurus", "vectors"} & vars(relevance.similarity).keys()
relevance.word_value("先锋岗党员")
assert "thesaurus" not in vars(relevance.similarity)
import topiccrawl.scheduler.focused_scheduler
relevance.score("鹿鸣山隧道党员突击队砼")
assert "gensim" not in sys.modules
"""


def test_a_compiled_topic_opens_no_resource_and_a_crawl_no_gensim(shipped: Relevance) -> None:
    ran = subprocess.run([sys.executable, "-c", START], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr


def test_a_changed_resource_is_noticed(
    small_topic: Topic, small_similarity: Similarity, small_vectors: WordVectors, own_cache: Path
) -> None:
    first = Relevance(small_topic, small_similarity)
    changed = Cilin({"Aa01A01=": ["支部", "足球"]})
    second = Relevance(small_topic, Similarity(changed, small_vectors, small_similarity.parameters))
    assert second.word_value("党支部") != first.word_value("党支部")
    assert len(list(own_cache.glob("relevance-*.npz"))) == 2


def test_a_table_without_frequencies_is_made_again(
    small: Relevance, small_topic: Topic, small_similarity: Similarity, own_cache: Path
) -> None:
    (table,) = own_cache.glob("relevance-*.npz")
    with np.load(table) as stored:
        parts = {name: stored[name] for name in ("words", "values", "masses")}
    np.savez(table, **parts)
    again = Relevance(small_topic, small_similarity)
    assert again.score("支部学习") == small.score("支部学习")


@pytest.mark.parametrize(
    "changed", [{"share": 0.2}, {"power": 1.5}, {"share": 0.1, "power": 6.0}, {"long_list": 1}]
)
def test_another_share_or_power_follows_from_the_values_that_are_there(
    small_topic: Topic, monkeypatch: pytest.MonkeyPatch, changed: dict[str, Any]
) -> None:
    def made(**changed: Any) -> Similarity:
        parameters = SimilarityParameters(admit="graded", **changed)
        return Similarity(Cilin({}), WordVectors.default(), parameters)

    common, compiled = Relevance(small_topic, made()), Relevance(small_topic, made(**changed))
    monkeypatch.setattr(Relevance, "_load_or_compile", lambda self: pytest.fail("compiled again"))
    derived = Relevance(small_topic, made(**changed), common=common)
    words = [*WORDS, *NEVER_SEEN, *small_topic.words, *small_topic.weights]
    values = [derived.word_value(word) for word in words]
    assert values == pytest.approx([compiled.word_value(word) for word in words], abs=1e-6)
    assert derived.score_words(words) == pytest.approx(compiled.score_words(words), abs=1e-6)
    assert derived.explain_words(words).score == pytest.approx(compiled.explain_words(words).score, abs=1e-6)
    assert any(derived.word_value(word) != common.word_value(word) for word in NEVER_SEEN)
    assert derived.level == pytest.approx(compiled.level, rel=1e-6)
    assert derived.level > 0


def test_a_full_cache_forgets_values_and_loses_none(
    small_topic: Topic, monkeypatch: pytest.MonkeyPatch
) -> None:
    def made(share: float) -> Similarity:
        parameters = SimilarityParameters(admit="graded", share=share)
        return Similarity(Cilin({}), WordVectors.default(), parameters)

    common = Relevance(small_topic, made(0.5))
    expected = [0.4 * common.word_value(word) for word in NEVER_SEEN]
    monkeypatch.setattr("topiccrawl.relevance.relevance.MOST_CACHED", 4)
    common, derived = (
        (one := Relevance(small_topic, made(0.5))),
        Relevance(small_topic, made(0.2), common=one),
    )
    common.score_words(NEVER_SEEN[:4])
    derived.score_words(NEVER_SEEN)
    assert [derived.word_value(word) for word in NEVER_SEEN] == pytest.approx(expected)

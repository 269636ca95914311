"""Similarity of two URLs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from priority.url_vectors.urls import URLS

from topiccrawl.priority.url_vectors import similarity
from topiccrawl.priority.url_vectors.comparison import (
    domain_similarity,
    element_similarity,
    layout_similarity,
    vector_similarity,
)
from topiccrawl.priority.url_vectors.vector import Directory, url_vector
from topiccrawl.priority.url_vectors.weights import InitialWeights, UrlWeights, initial_weights

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


@given(st.text(max_size=12), st.text(max_size=12))
def test_elements_are_compared_by_levenshtein_distance(one: str, other: str) -> None:
    longest = max(len(one), len(other))
    expected = 1.0 if not longest else 1 - _levenshtein(one, other) / longest
    found = element_similarity(Directory(one, "string"), Directory(other, "string"))
    assert found == pytest.approx((expected + 1) / 2, abs=1e-12)


def test_servers_by_hand() -> None:
    # news and sport: 5 edits (or 4 and one more) of 5; example equal; news.example.cn, sport.example.cn: 5 of 16.
    assert _levenshtein("news", "sport") == 5
    one, other = url_vector(ONE).server, url_vector(OTHER).server
    assert element_similarity(one, other) == pytest.approx((0 + 1 + 11 / 16) / 3, abs=1e-12)


def test_directories_by_hand() -> None:
    one, other = url_vector(ONE).directories, url_vector(OTHER).directories
    dates = (9 / 10 + 1) / 2
    # Three levels in the deeper URL: 0.3, 0.1 and 0.1 again, scaled to 0.4; the last one has no counterpart.
    assert domain_similarity(one, other, WEIGHTS) == pytest.approx((0.3 * dates + 0.1) * 0.4 / 0.5, abs=1e-12)


def test_layout_by_hand() -> None:
    one, other = url_vector(ONE), url_vector(OTHER)
    files = (1 / 2 + 1 + 1 + 6 / 7 + 1 + 0) / 6
    assert layout_similarity(one, other, WEIGHTS) == pytest.approx(0.1 * files, abs=1e-12)
    assert layout_similarity(one, one, WEIGHTS) == pytest.approx(0.2, abs=1e-12)


def test_the_parts_make_up_the_whole() -> None:
    one, other = url_vector(ONE), url_vector(OTHER)
    server = element_similarity(one.server, other.server)
    domain = domain_similarity(one.directories, other.directories, WEIGHTS)
    layout = layout_similarity(one, other, WEIGHTS)
    assert similarity(ONE, OTHER, WEIGHTS) == pytest.approx(0.4 * server + domain + layout, abs=1e-12)
    printed = 0.4 * server + 0.4 * domain + 0.2 * layout
    assert similarity(ONE, OTHER, WEIGHTS, "printed") == pytest.approx(printed, abs=1e-12)


def test_printed_formula_gives_equal_urls_less_than_1() -> None:
    assert similarity(ONE, ONE, WEIGHTS, "printed") == pytest.approx(0.4 + 0.4**2 + 0.2**2, abs=1e-12)


def test_no_directories_on_both_sides_count_as_equal() -> None:
    assert domain_similarity((), (), WEIGHTS) == pytest.approx(0.4, abs=1e-12)
    assert domain_similarity((), url_vector(ONE).directories, WEIGHTS) == 0


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


def test_vectors_give_the_same_as_urls() -> None:
    assert vector_similarity(url_vector(ONE), url_vector(OTHER)) == similarity(ONE, OTHER)

"""Algorithms 2 and 3."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topiccrawl.priority.url_structure import (
    UrlStructureParameters,
    host_similarity,
    jaccard,
    path_similarity,
    similar,
    split_url,
    structure_score,
)

PLAIN = UrlStructureParameters(
    host_weight=0.5,
    path_weight=0.5,
    threshold=0.5,
    host_first=0.5,
    host_step=0.2,
    path_first=0.6,
    www_divisor=2.0,
)
URLS = st.lists(
    st.sampled_from(
        "http:// https:// a.cn www.a.cn b.a.cn 党建.cn [::1] [ : :80 / // ? # . .. 党 2020 x.html \ud800".split()
    ),
    max_size=8,
).map("".join)
ANY = st.one_of(st.text(), URLS)


def _with(**values: Any) -> UrlStructureParameters:
    return dataclasses.replace(PLAIN, **values)


@pytest.mark.parametrize(
    ("url", "host", "path"),
    [
        ("http://News.Example.CN:8080/a/b.html?x=1#y", ("news", "example", "cn"), ("a", "b.html")),
        ("http://example.cn", ("example", "cn"), ()),
        ("http://example.cn./?a/b", ("example", "cn"), ()),
        ("http://example.cn/a/", ("example", "cn"), ("a", "")),
        ("http://example.cn//a//b", ("example", "cn"), ("a", "", "b")),
        ("http://党建.cn/要闻/1.html", ("党建", "cn"), ("要闻", "1.html")),
        ("", (), ()),
        ("http://[", (), ()),
    ],
)
def test_step_1_host_and_path(url: str, host: tuple[str, ...], path: tuple[str, ...]) -> None:
    assert split_url(url) == (host, path)


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [("", "", 1.0), ("ab", "ba", 1.0), ("ab", "bc", 1 / 3), ("ab", "", 0.0), ("aab", "b", 0.5)],
)
def test_jaccard_of_characters(a: str, b: str, expected: float) -> None:
    assert jaccard(frozenset(a), frozenset(b)) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        # weights .5, .3, .1, 0 over the labels of the shorter host, from the left
        ("abc.example.cn", "abd.example.cn", 0.5 * 2 / 4 + 0.3 + 0.1),
        ("abc.cn", "cn.abc", 0.5 * 1 / 4 + 0.3 * 1 / 4),
        ("a.b.c.d.e", "a.b.c.d.e", 0.5 + 0.3 + 0.1),  # the fourth weight would be negative: 0
        ("www.a.cn", "www.a.cn", 0.5 / 2 + 0.3 + 0.1),  # d = 2
        ("www.a.cn", "www2.a.cn", 0.5 * 0.5 / 2 + 0.3 + 0.1),
        ("www.a.cn", "w.a.cn", 0.5 + 0.3 + 0.1),  # only one holds www
        ("", "a.cn", 0.0),
    ],
)
def test_steps_3_and_4_hosts_by_hand(a: str, b: str, expected: float) -> None:
    hosts = tuple(tuple(host.split(".")) if host else () for host in (a, b))
    assert host_similarity(*hosts, PLAIN) == pytest.approx(expected)
    assert host_similarity(*hosts[::-1], PLAIN) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        # weights .6, .3, .15
        ("gn/2020/1.html", "gn/2021/2.html", 0.6 + 0.3 * 2 / 3 + 0.15 * 5 / 7),
        ("gn/2020", "gn", 0.6),
        ("gn/", "gj/", 0.6 / 3 + 0.3),  # two empty parts are equal
        ("gn/", "gn/a", 0.6 + 0.0),
        ("", "gn", 0.0),
        ("", "", 0.0),
    ],
)
def test_steps_5_and_6_paths_by_hand(a: str, b: str, expected: float) -> None:
    paths = tuple(tuple(path.split("/")) if path else () for path in (a, b))
    assert path_similarity(*paths, PLAIN) == pytest.approx(expected)
    assert path_similarity(*paths[::-1], PLAIN) == pytest.approx(expected)


def test_step_7_over_the_threshold() -> None:
    one, other = "http://abc.example.cn/gn/2020/1.html", "http://abd.example.cn/gn/2021/2.html"
    score = 0.5 * (0.25 + 0.4) + 0.5 * (0.6 + 0.2 + 0.15 * 5 / 7)
    assert similar(one, other, _with(threshold=score - 1e-9))
    assert not similar(one, other, _with(threshold=score + 1e-9))


def test_the_threshold_itself_is_not_over_it() -> None:
    # hostSim = .5 and pathSim = 0, exactly: .5 * .5
    assert not similar("http://a/", "http://a/", _with(threshold=0.25))
    assert similar("http://a/", "http://a/", _with(threshold=0.2499999))


def test_query_and_fragment_are_not_looked_at() -> None:
    base, other = "http://abc.example.cn/gn/1.html", "http://abd.example.cn/gn/2.html"
    for threshold in (0.3, 0.5, 0.7):
        parameters = _with(threshold=threshold)
        assert similar(f"{base}?a=1&b=/x/y#z", f"{other}#?/q", parameters) == similar(base, other, parameters)


ONE_HOST = ("http://www.example.cn/gn/1.html", "http://www.example.cn/tv/zzz/98765")


def test_equal_hosts_go_on_to_their_paths_by_default() -> None:
    assert not similar(*ONE_HOST, _with(threshold=0.6))
    assert not similar(*ONE_HOST)


def test_equal_hosts_are_similar_in_the_literal_reading() -> None:
    assert similar(*ONE_HOST, _with(threshold=0.99, equal_hosts_similar=True))


@pytest.mark.parametrize(
    ("a", "b", "contained"),
    [
        ("cpc.example.com.cn", "example.com.cn", True),
        ("example.com.cn", "example.com.cn.a", True),
        ("a.example.b.cn", "example.b", True),
        ("ba.cn", "a.cn", False),
        ("example.com.cn", "example.cn", False),
        ("", "a.cn", False),
    ],
)
def test_contained_hosts_are_seen_on_whole_labels(a: str, b: str, contained: bool) -> None:
    literal = _with(threshold=10.0, contained_hosts_similar=True)
    one, other = f"http://{a}/gn/1.html", f"http://{b}/tv/2.html"
    assert similar(one, other, literal) == contained
    assert similar(other, one, literal) == contained
    assert not similar(one, other, _with(threshold=10.0))


def test_bigrams_are_the_alternative() -> None:
    bigrams = _with(units="bigrams")
    assert path_similarity(("abcd",), ("dcba",), PLAIN) == pytest.approx(0.6)
    assert path_similarity(("abcd",), ("dcba",), bigrams) == 0
    assert path_similarity(("abcd",), ("abce",), bigrams) == pytest.approx(0.6 * 2 / 4)
    assert path_similarity(("a",), ("a",), bigrams) == pytest.approx(0.6)  # too short for bigrams


def test_defaults_tell_sections_of_a_site_apart() -> None:
    article = "http://news.example.cn/dangjian/2020/0501/c117-31694.html"
    assert similar(article, "http://news.example.cn/dangjian/2020/0612/c117-31741.html")
    assert not similar(article, "http://news.example.cn/")
    assert not similar(article, "http://video.sample.com/play/77.shtml")


@given(ANY, ANY, st.booleans(), st.booleans(), st.sampled_from(["characters", "bigrams"]))
def test_it_is_symmetric_and_never_raises(
    one: str, other: str, equal: bool, contained: bool, units: Any
) -> None:
    parameters = _with(equal_hosts_similar=equal, contained_hosts_similar=contained, units=units)
    assert similar(one, other, parameters) is similar(other, one, parameters)


@pytest.mark.parametrize(
    ("alike", "size", "expected"), [(0, 0, 0), (1, 1, 1), (1, 2, 0), (2, 3, 1), (10, 20, 0), (11, 20, 1)]
)
def test_structure_needs_more_than_half(alike: int, size: int, expected: int) -> None:
    url = "http://news.example.cn/dangjian/2020/1.html"
    like, unlike = "http://news.example.cn/dangjian/2021/2.html", "http://tv.sample.com/"
    sample = [like] * alike + [unlike] * (size - alike)
    assert structure_score(url, sample) == expected
    assert structure_score(url, sample[::-1]) == expected

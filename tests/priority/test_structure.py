"""Algorithm 3 and its readings."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topiccrawl.priority.history import UrlHistory
from topiccrawl.priority.structure import StructureParameters, structure_of
from topiccrawl.priority.url_structure import similar, structure_score

LINK = "http://news.example.cn/gn/2021/0701/9.html"
LITERAL = StructureParameters(
    value="similar", scope="all", history="visited", equal_hosts_similar=True, contained_hosts_similar=True
)
"""The paper to the letter."""
URLS = st.builds(
    "http://{}.cn/{}/{}.html".format,
    st.sampled_from("ab"),
    st.sampled_from(["gn", "2021", "2022"]),
    st.integers(0, 9),
)
VISITS = st.lists(st.tuples(URLS, st.booleans()), max_size=12)


def history_of(visits: list[tuple[str, bool]], **options: Any) -> UrlHistory:
    history = UrlHistory(**options)
    for url, accepted in visits:
        history.add(url, accepted)
    return history


def section(directory: str, count: int, host: str = "news.example.cn") -> list[str]:
    return [f"http://{host}/{directory}/2021/0701/{number}.html" for number in range(count)]


def visits(accepted: list[str], passed: list[str]) -> list[tuple[str, bool]]:
    return [(url, True) for url in accepted] + [(url, False) for url in passed]


@pytest.mark.parametrize(
    ("accepted", "passed", "majority"), [(0, 0, 0), (1, 0, 1), (1, 1, 0), (2, 1, 1), (0, 5, 0), (8, 0, 1)]
)
def test_majority_of_a_section_by_hand(accepted: int, passed: int, majority: float) -> None:
    urls = section("gn", accepted + passed)
    history = history_of(visits(urls[:accepted], urls[accepted:] + section("tv", 7)))
    assert structure_of(LINK, history, StructureParameters(), 20) == majority
    assert structure_of(LINK, history, StructureParameters(value="none"), 20) == 0


def test_wider_scopes_count_more_pages() -> None:
    """The section has 2 of 2, the host 3 of 5, everything 3 of 8."""
    history = history_of(
        visits(section("gn", 2) + section("tv", 1), section("zz", 2) + section("gn", 3, "o.cn"))
    )
    for scope, value in (("section", 1), ("host", 1), ("all", 0)):
        parameters = StructureParameters(scope=scope)  # type: ignore[arg-type]
        assert structure_of(LINK, history, parameters, 20) == value


@pytest.mark.parametrize(
    ("scope", "history", "expected"),
    [
        ("section", "accepted", 1),  # some page of the section was accepted
        ("host", "accepted", 1),  # 2 of 3 accepted pages of the host
        ("all", "accepted", 0),  # 2 of 6
        ("host", "visited", 0),  # 2 of 7 visited pages of the host
        ("all", "visited", 0),
    ],
)
def test_similar_to_more_than_half_of_a_scope(scope: Any, history: Any, expected: int) -> None:
    accepted = section("gn", 2) + section("tv", 1) + section("zz", 3, "other.example.com")
    parameters = StructureParameters(value="similar", scope=scope, history=history)
    filled = history_of(visits(accepted, section("tv", 4)), holds=history)
    assert structure_of(LINK, filled, parameters, 100) == expected


@given(URLS, VISITS)
def test_the_literal_value_is_algorithm_3(url: str, made: list[tuple[str, bool]]) -> None:
    history = history_of(made, holds="visited")
    everything = [other for other, _ in made]
    assert structure_of(url, history, LITERAL, 20) == structure_score(url, everything, LITERAL)
    assert structure_of(url, history, LITERAL, 20) == (
        sum(similar(url, other, LITERAL) for other in everything) * 2 > len(everything)
    )


@given(URLS, VISITS)
def test_an_accepted_page_never_lowers_its_section_and_another_never_raises_it(
    url: str, made: list[tuple[str, bool]]
) -> None:
    parameters = StructureParameters()
    before = structure_of(url, history_of(made), parameters, 5)
    assert structure_of(url, UrlHistory(), parameters, 5) == 0
    assert structure_of(url, history_of([*made, (url, True)]), parameters, 5) >= before
    assert structure_of(url, history_of([*made, (url, False)]), parameters, 5) <= before

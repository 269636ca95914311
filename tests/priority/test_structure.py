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
    value="similar",
    scope="all",
    history="visited",
    rule="algorithm2",
    equal_hosts_similar=True,
    contained_hosts_similar=True,
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
    ("accepted", "passed", "majority", "share"),
    [(0, 0, 0, 0), (1, 0, 1, 1 / 3), (1, 1, 0, 1 / 4), (2, 1, 1, 2 / 5), (0, 5, 0, 0), (8, 0, 1, 8 / 10)],
)
def test_majority_and_share_of_a_section_by_hand(
    accepted: int, passed: int, majority: float, share: float
) -> None:
    urls = section("gn", accepted + passed)
    history = history_of(visits(urls[:accepted], urls[accepted:] + section("tv", 7)))
    assert structure_of(LINK, history, StructureParameters(), 20) == majority
    assert structure_of(LINK, history, StructureParameters(value="share"), 20) == pytest.approx(share)


def test_wider_scopes_count_more_pages() -> None:
    """The section has 2 of 2, the host 2 of 4, everything 2 of 7."""
    history = history_of(visits(section("gn", 2), section("tv", 2) + section("gn", 3, "other.example.com")))
    for scope, value in (("section", 2 / 4), ("host", 2 / 6), ("all", 2 / 9)):
        parameters = StructureParameters(value="share", scope=scope)  # type: ignore[arg-type]
        assert structure_of(LINK, history, parameters, 20) == pytest.approx(value)


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
@pytest.mark.parametrize("rule", ["section", "algorithm2"])
def test_similar_to_more_than_half_of_a_scope(scope: Any, history: Any, expected: int, rule: Any) -> None:
    accepted = section("gn", 2) + section("tv", 1) + section("zz", 3, "other.example.com")
    parameters = StructureParameters(value="similar", scope=scope, history=history, rule=rule)
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


@given(
    URLS,
    VISITS,
    st.sampled_from(["similar", "majority", "share", "none"]),
    st.sampled_from(["all", "host", "section"]),
    st.sampled_from(["accepted", "visited"]),
    st.sampled_from(["algorithm2", "section"]),
)
def test_it_is_in_range_and_nothing_is_known_of_an_empty_history(
    url: str, made: list[tuple[str, bool]], value: Any, scope: Any, history: Any, rule: Any
) -> None:
    parameters = StructureParameters(value=value, scope=scope, history=history, rule=rule)
    found = structure_of(url, history_of(made, holds=history), parameters, 5)
    assert 0 <= found <= 1
    if value != "share":
        assert found in (0, 1)
    if value == "none":
        assert found == 0
    assert structure_of(url, UrlHistory(holds=history), parameters, 5) == 0


@given(URLS, VISITS)
def test_an_accepted_page_never_lowers_its_section_and_another_never_raises_it(
    url: str, made: list[tuple[str, bool]]
) -> None:
    for value in ("majority", "share"):
        parameters = StructureParameters(value=value)  # type: ignore[arg-type]
        before = structure_of(url, history_of(made), parameters, 5)
        assert structure_of(url, history_of([*made, (url, True)]), parameters, 5) >= before
        assert structure_of(url, history_of([*made, (url, False)]), parameters, 5) <= before

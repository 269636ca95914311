"""Similarity of sememes and senses after Liu & Li."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topiccrawl.relevance.hownet.definition import Definition, features
from topiccrawl.relevance.hownet.measure import SememeTree, SenseMeasure

TREE = [("物", 0), ("人", 0), ("兽", 0), ("农", 1), ("性", 4), ("男", 4), ("女", 4), ("农", 6)]
TWO = 1.6 / 3.6  # two steps apart
ONE = 1.6 / 2.6
FAR = 1.6 / 21.6  # different trees

NAMES = sorted({name for name, _ in TREE} | {"(北京)", "(上海)", "无此"})
SETS = st.lists(st.sampled_from(NAMES), unique=True, max_size=4).map(tuple)
FEATURES = st.lists(st.tuples(st.sampled_from("#*$"), st.sampled_from(NAMES)), max_size=4).map(features)
SENSES = st.builds(
    Definition, st.sampled_from(["", *NAMES]), SETS, FEATURES, FEATURES, st.sampled_from([False, False, True])
)


@pytest.fixture(scope="module")
def tree() -> SememeTree:
    return SememeTree(TREE)


@pytest.mark.parametrize(
    ("a", "b", "distance"),
    [("人", "人", 0), ("人", "物", 1), ("人", "兽", 2), ("兽", "农", 3), ("人", "男", 20), ("农", "女", 1)],
)
def test_distances(tree: SememeTree, a: str, b: str, distance: int) -> None:
    assert tree.distance(a, b) == tree.distance(b, a) == distance


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("人", "人", 1),
        ("人", "兽", TWO),
        ("人", "男", FAR),
        ("人", "(北京)", 0.2),
        ("人", "", 0.2),
        ("(北京)", "", 0.2),
        ("(北京)", "(北京)", 1),
        ("(北京)", "(上海)", 0),
        ("无此", "人", 0.2),  # what is not in the tree is a plain word
    ],
)
def test_pairs_of_values(tree: SememeTree, a: str, b: str, expected: float) -> None:
    assert tree.similarity(a, b) == tree.similarity(b, a) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ((), (), 1),
        (("男",), (), 0.2),
        (("男",), ("女",), TWO),
        (("男", "人"), ("女",), (TWO + 0.2) / 2),
        # the best pair first: 女 with 女, then 男 with 人
        (("男", "女"), ("女", "人"), (1 + FAR) / 2),
    ],
)
def test_sets(tree: SememeTree, a: tuple[str, ...], b: tuple[str, ...], expected: float) -> None:
    measure = SenseMeasure(tree, "paper")
    assert measure.of_sets(a, b) == measure.of_sets(b, a) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("a", "b", "paper", "program"),
    [
        ([], [], 1, 1),
        ([("#", "男")], [], 0.2, 1),
        ([("#", "男")], [("*", "男")], 0.2, 1),
        ([("#", "男")], [("#", "女")], TWO, TWO),
        ([("#", "男"), ("*", "人")], [("#", "女")], (TWO + 0.2) / 2, TWO),
        ([("#", "男"), ("*", "人")], [("#", "女"), ("*", "物")], (TWO + ONE) / 2, TWO * ONE),
        ([("#", "男"), ("#", "人")], [("#", "女")], (TWO + 0.2) / 2, (TWO + 0.2) / 2),
    ],
)
def test_roles_and_signs(
    tree: SememeTree, a: list[tuple[str, str]], b: list[tuple[str, str]], paper: float, program: float
) -> None:
    for mode, expected in (("paper", paper), ("program", program)):
        measure = SenseMeasure(tree, mode)  # type: ignore[arg-type]
        assert measure.of_features(features(a), features(b)) == pytest.approx(expected)
        assert measure.of_features(features(b), features(a)) == pytest.approx(expected)


def test_each_part_counts_as_much_as_the_ones_before_allow(tree: SememeTree) -> None:
    measure = SenseMeasure(tree, "paper")
    a = Definition("人", ("男",), features([("r=", "男")]), features([("#", "男")]))
    b = Definition("兽", ("女",), features([("r=", "女")]), features([("#", "女")]))
    expected = 0.5 * TWO + 0.2 * TWO**2 + 0.17 * TWO**3 + 0.13 * TWO**4
    assert measure.similarity(a, b) == pytest.approx(expected)


def test_function_words_stay_among_themselves(tree: SememeTree) -> None:
    measure = SenseMeasure(tree, "paper")
    assert measure.similarity(Definition("男", function=True), Definition("男")) == 0
    assert measure.similarity(
        Definition("男", function=True), Definition("女", function=True)
    ) == pytest.approx(TWO)


@pytest.mark.parametrize("mode", ["paper", "program"])
@given(a=SENSES, b=SENSES)
def test_symmetric_in_range_and_one_with_itself(mode: str, a: Definition, b: Definition) -> None:
    measure = SenseMeasure(SememeTree(TREE), mode)  # type: ignore[arg-type]
    value = measure.similarity(a, b)
    assert value == pytest.approx(measure.similarity(b, a), abs=1e-12)
    assert 0 <= value <= 1 + 1e-12
    assert measure.similarity(a, a) == pytest.approx(1)

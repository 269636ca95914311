"""Bands of bodies: as many as are asked for, shared by the square of the similarity."""

from __future__ import annotations

import random
from statistics import mean

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from topiccrawl.dedup.bands import BANDS, bands
from topiccrawl.dedup.originals import LEAST_NEAR, LEAST_TITLED, MOST_BEHIND_ONE, related
from topiccrawl.dedup.sketch import SIZE, Sketch, jaccard, sketch

HASHES = st.sets(st.integers(0, 2**64 - 1), min_size=1, max_size=300)


def of(hashes: set[int]) -> Sketch:
    return Sketch(np.array(sorted(hashes)[:SIZE], np.uint64), len(hashes))


def pair(rng: random.Random, size: int, similarity: float) -> tuple[Sketch, Sketch]:
    """Two bodies of one size with a Jaccard similarity."""
    both = round(2 * size * similarity / (1 + similarity))
    numbers = [rng.getrandbits(64) for _ in range(2 * size - both)]
    return of(set(numbers[:size])), of(set(numbers[size - both :]))


@given(HASHES)
def test_every_body_has_the_same_number_of_different_bands(hashes: set[int]) -> None:
    found = bands(of(hashes))
    assert len(set(found)) == BANDS
    assert all(0 <= one < 2**64 for one in found)
    assert bands(of(hashes)) == found


@pytest.mark.parametrize("size", [25, 400, 3000])
@pytest.mark.parametrize("similarity", [0.3, 0.8])
def test_a_band_is_shared_with_the_square_of_the_similarity(size: int, similarity: float) -> None:
    rng = random.Random(size)
    shared, squares = [], []
    for _ in range(200):
        one, other = pair(rng, size, similarity)
        shared.append(len(set(bands(one)) & set(bands(other))) / BANDS)
        squares.append(jaccard(one, other) ** 2)
    assert mean(shared) == pytest.approx(mean(squares), abs=0.03)


@pytest.mark.parametrize(
    ("similarity", "least", "missed"),
    [(0.8, LEAST_NEAR, 0.0), (0.65, LEAST_TITLED, 0.002), (0.55, LEAST_TITLED, 0.02)],
)
def test_few_similar_bodies_are_missed(similarity: float, least: int, missed: float) -> None:
    rng = random.Random(7)
    few = 0
    for _ in range(1000):
        one, other = pair(rng, 300, similarity)
        few += len(set(bands(one)) & set(bands(other))) < least
    assert few <= missed * 1000


@pytest.mark.parametrize(("similarity", "missed"), [(0.65, 0.0), (0.55, 0.002)])
def test_fewer_are_missed_where_one_band_that_few_have_is_enough(similarity: float, missed: float) -> None:
    rng = random.Random(8)
    few = 0
    for _ in range(1000):
        one, other = pair(rng, 400, similarity)
        behind = [["other"] if band in bands(other) else [] for band in bands(one)]
        few += not related(behind, [1] * BANDS)
    assert few <= missed * 1000


def test_a_band_of_many_originals_is_not_enough_alone() -> None:
    template = [f"第{number}期" for number in range(MOST_BEHIND_ONE + 1)]
    lists = [template, template[:3], ["他"], []]
    assert related(lists, [len(one) for one in lists]) == {*template[:3], "他"}
    assert related(lists[:1], [len(template)]) == set()


def test_bodies_of_one_shingle_have_bands_too() -> None:
    assert len(set(bands(sketch("党建")))) == BANDS
    assert set(bands(sketch("党建"))).isdisjoint(bands(sketch("党课")))

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topiccrawl.topics.words.ngrams import BoundedCounter, grams

batches = st.lists(st.lists(st.text("侨乡归国", min_size=1, max_size=2), max_size=20), max_size=20)


@given(batches, st.integers(1, 8))
def test_counts_are_bounded_and_never_miss_more_than_said(batches: list[list[str]], capacity: int) -> None:
    counter, true = BoundedCounter(capacity), Counter()
    for batch in batches:
        counter.add(batch)
        true.update(batch)
        assert len(counter.counts) <= capacity
    for string, count in true.items():
        assert count - counter.error <= counter.counts[string] <= count
    assert counter.counts.keys() <= true.keys()


@given(batches)
def test_with_room_enough_counts_are_exact(batches: list[list[str]]) -> None:
    counter = BoundedCounter(1000)
    for batch in batches:
        counter.add(batch)
    assert counter.counts == Counter(string for batch in batches for string in batch)
    assert counter.error == 0


@given(st.text("侨乡归国", max_size=9), st.integers(1, 4))
def test_pieces_are_those_of_the_run(run: str, longest: int) -> None:
    wanted = {(s, e) for s in range(len(run)) for e in range(s + 1, len(run) + 1) if e - s <= longest}
    assert Counter(grams(run, longest)) == Counter(run[s:e] for s, e in wanted)


def test_no_room_at_all_is_refused() -> None:
    with pytest.raises(ValueError, match="capacity"):
        BoundedCounter(0)

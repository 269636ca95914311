from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest

from topiccrawl.admin import background_counts
from topiccrawl.admin.background_counts import BackgroundCounts, Counted

HOUR, NOW = timedelta(hours=1), timedelta(0)
PATIENCE = 20


@pytest.fixture
def counts() -> Iterator[BackgroundCounts]:
    made = BackgroundCounts()
    yield made
    made.close()


def waited_for(counts: BackgroundCounts, get: Callable[[], Counted[int]], value: int) -> Counted[int]:
    """What is shown once the background has counted."""
    for _ in range(PATIENCE * 100):
        if (found := get()).value == value:
            return found
        threading.Event().wait(0.01)
    raise AssertionError(found)


def test_few_rows_are_shown_until_all_are_read(counts: BackgroundCounts) -> None:
    go = threading.Event()

    def thorough() -> int:
        assert go.wait(PATIENCE)
        return 1_000

    def get() -> Counted[int]:
        return counts.get("新词", HOUR, lambda: 400, thorough, lambda value: value < 400)

    assert (get().value, get().is_quick) == (400, True)
    go.set()
    found = waited_for(counts, get, 1_000)
    assert not found.is_quick and get() is found


def test_a_small_corpus_is_read_once(counts: BackgroundCounts) -> None:
    calls = []
    for _ in range(3):
        found = counts.get("新词", HOUR, lambda: len(calls) or calls.append(1) or 7, calls.clear, bool)
        assert (found.value, found.is_quick) == (7, False)
    assert calls == [1]


def test_old_counts_are_shown_while_they_are_counted_again(counts: BackgroundCounts) -> None:
    values = iter(range(100))
    first = counts.get("未保留", NOW, lambda: next(values))
    assert counts.get("未保留", NOW, lambda: next(values)) is first
    found = waited_for(counts, lambda: counts.get("未保留", HOUR, lambda: next(values)), 1)
    assert found.at >= first.at


def test_very_old_ones_are_not_shown(counts: BackgroundCounts, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background_counts, "OLDEST", timedelta(seconds=-1))
    assert [counts.get("未保留", HOUR, iter([number]).__next__).value for number in (1, 2)] == [1, 2]


def test_a_count_that_fails_leaves_the_old_one(counts: BackgroundCounts) -> None:
    def fail() -> int:
        failed.set()
        raise ValueError

    failed = threading.Event()
    counts.get("预警", NOW, lambda: 5)
    assert counts.get("预警", NOW, fail).value == 5 and failed.wait(PATIENCE)
    assert counts.get("预警", HOUR, fail).value == 5

"""Pages that are set aside, and the copies that keep their story in exports."""

from __future__ import annotations

import pytest

from topiccrawl.storage.rows.learned import NewVerdict, read_texts, write_verdicts

TOPIC = "样例"
REASON = "like_other_topics"


def copy(page, number, **values):
    return page(number, duplicate_of=page(1).url, duplicate_kind="title", **values)


def aside(store):
    return [row["id"] for row in store.read_pages(TOPIC, ("id", "set_aside")) if row["set_aside"]]


@pytest.fixture
def stored(store, page):
    """Two originals, the first of which is set aside."""
    store.start_run(TOPIC, {})
    store.write([page(1, set_aside=REASON), page(2)])
    return store


def test_a_kept_copy_takes_its_original_back(stored, page):
    """Exports leave out the copy: the story would be in none of them."""
    stored.write([copy(page, 3)])
    assert aside(stored) == []


def test_a_copy_that_is_set_aside_does_not(stored, page):
    stored.write([copy(page, 3, set_aside=REASON)])
    assert aside(stored) == [1, 3]
    stored.write([copy(page, 3)])  # fetched again, and kept now
    assert aside(stored) == []


def test_later_verdicts_see_which_originals_have_a_kept_copy(stored, page):
    stored.write([copy(page, 3), copy(page, 4)])
    copies = stored.read(read_texts, TOPIC, 0, 10, duplicates=True)
    originals = stored.read(read_texts, TOPIC, 0, 10, duplicates=False)
    assert [one.number for one in copies] == [3, 4]
    assert [(one.number, one.is_copied) for one in originals] == [(1, True), (2, False)]
    verdicts = [NewVerdict(3, 0.1, REASON), NewVerdict(4, 0.1, REASON)]
    stored.transact(lambda link: write_verdicts(link, verdicts))
    originals = stored.read(read_texts, TOPIC, 0, 10, duplicates=False)
    assert [one.is_copied for one in originals] == [False, False]
    assert [one.number for one in stored.read(read_texts, TOPIC, 1, 10, duplicates=False)] == [2]

from __future__ import annotations

from collections import Counter

import pytest

from topiccrawl.storage.rows import chunks
from topiccrawl.storage.rows.sampled import urls as url_sample
from topiccrawl.storage.rows.sampled.urls import sample_urls


@pytest.mark.parametrize(("others", "step", "guesses"), [(1, 1, 20), (0, 3, 20), (1, 1, 0), (0, 3, 0)])
def test_every_page_is_drawn_as_often_as_any_other(
    store, page, query, database_url, monkeypatch, others, step, guesses
):
    """Also where other topics or deleted pages leave gaps between the numbers."""
    monkeypatch.setattr(url_sample, "WORTH_GUESSING", guesses)
    monkeypatch.setattr(url_sample, "DRAWN", 10)
    monkeypatch.setattr(chunks, "LENGTH", 10)
    for number in range(30):
        store.write([page(number), *(page(f"{number}/{n}", topic="别的") for n in range(others))])
    if step > 1:
        gone = ", ".join(str(number) for number in range(31) if number % step)
        query(database_url, f"DELETE FROM pages WHERE id IN ({gone})")
    left = {row["url"] for row in store.read_pages("样例", ("url",))}
    found: Counter[str] = Counter()
    for _ in range(200):
        count, urls = store.read(sample_urls, "样例", 5)
        assert count == len(left)
        assert len(set(urls)) == 5
        found.update(urls)
    assert set(found) == left
    expected = 1000 / len(left)
    assert all(0.4 * expected < times < 1.9 * expected for times in found.values())


def test_a_small_topic_is_drawn_as_a_whole(store, page):
    assert store.read(sample_urls, "样例", 5) == (0, [])
    store.write([page(n, duplicate_of="http://127.0.0.1/9" if n else None) for n in range(3)])
    count, urls = store.read(sample_urls, "样例", 5)
    assert (count, sorted(urls)) == (3, [f"http://127.0.0.1/{n}" for n in range(3)])

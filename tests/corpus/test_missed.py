"""What a crawl says it has missed, of planted populations whose sizes are known."""

from __future__ import annotations

import numpy as np
import pytest

from topiccrawl.corpus.audit import Share
from topiccrawl.corpus.missed.estimate import Held, held_line, held_share, last_share
from topiccrawl.corpus.missed.sightings import COLUMNS, MOST, Sightings, number_of
from topiccrawl.page.canonical_url import url_key
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.link_priority import Priority

EXACT = Share(1.0, 1.0, 1.0)


def crawled(population, per_page, fetched, seed, spread=0.0):
    """Links and what is kept of a crawl of relevant pages, each found on a random number of pages."""
    rng = np.random.default_rng(seed)
    means = per_page * rng.gamma(1 / spread, spread, population) if spread else per_page
    seen = rng.poisson(means, population)
    found = np.flatnonzero(seen)
    kept = rng.random(len(found)) < fetched
    rows = [(n, seen[n], 0.9, 0.7, one) for n, one in zip(found, kept, strict=True)]
    foreign = [(population + n, 1 + n % 3, 0.02, 0.0, n < 100) for n in range(1000)]
    return np.array(rows + foreign, COLUMNS), np.append(kept, [False] * 1000), int(kept.sum())


@pytest.mark.parametrize("spread", [0.0, 0.5])
def test_the_interval_holds_the_share_of_a_planted_population(spread):
    inside = 0
    for seed in range(50):
        links, kept, held = crawled(500, 2.0, 0.8, seed, spread)
        share = held_share(links, kept).share
        assert share is not None
        inside += share.low <= held / 500 <= share.high
    assert inside >= 45


def test_links_that_wait_count_by_their_chance():
    links, kept, held = crawled(500, 20.0, 0.5, 1)
    share = held_share(links, kept).share
    assert share is not None
    assert share.value == pytest.approx(held / 500, abs=0.05)


def test_a_bad_headline_makes_a_waiting_link_count_less():
    links, kept, _ = crawled(500, 20.0, 0.5, 1)
    before = held_share(links, kept).share
    links["title"][~links["fetched"]] = 0.0
    after = held_share(links, kept).share
    assert before is not None and after is not None
    assert after.value > before.value + 0.1


def test_pages_that_were_found_once_make_the_interval_wide_and_then_it_says_nothing():
    links, kept, held = crawled(2000, 0.15, 0.9, 1)
    found = held_share(links, kept)
    assert found.share is not None
    assert found.share.low < held / 2000 < found.share.high
    assert found.corrected() is None
    assert held_line([found.stats()]).startswith("too few entrances to say how much")


def test_held_pages_whose_links_were_not_counted_say_nothing():
    links, kept, held = crawled(500, 2.0, 0.8, 1)
    assert held_share(links, kept, held + held // 20).share is not None
    assert held_share(links, kept, 2 * held).share is None


def test_few_held_pages_say_nothing():
    links, kept, _ = crawled(8, 5.0, 1.0, 1)
    assert held_share(links, kept).share is None
    line = held_line([held_share(links, kept).stats()])
    assert line.startswith("too few entrances to say how much")


def test_the_figures_survive_as_stats_and_the_last_ones_count():
    held = Held(300, 120, 60, Share(0.62, 0.54, 0.69))
    older = Held(20, 1, 1, Share(0.1, 0.05, 0.2))
    audit = {
        "topiccrawl/audit/recall": 1.0,
        "topiccrawl/audit/recall/low": 1.0,
        "topiccrawl/audit/recall/high": 1.0,
    }
    runs = [{}, held.stats(), audit, older.stats()]
    assert last_share(runs) == (held, EXACT)
    assert held_line(runs) == "about 62% (54 to 69) of what these sites have on this topic"
    assert held_line([{}, audit]) == ""


def test_an_audit_lowers_the_share_by_the_pages_that_the_verdict_misses():
    held = Held(300, 120, 60, Share(0.6, 0.55, 0.65))
    found = held.corrected(Share(0.5, 0.45, 0.55))
    assert found is not None
    assert found.value == pytest.approx(0.3)
    assert 0.25 < found.low < 0.275 < 0.325 < found.high < 0.35


def test_an_interval_may_end_at_its_estimate_or_at_nothing():
    assert Held(300, 0, 60, Share(1.0, 1.0, 1.0)).corrected(EXACT) == EXACT
    small = Held(10, 300, 0, Share(0.0004, 0.0, 0.002)).corrected(EXACT)
    assert small is not None
    assert 0 < small.low < small.value < small.high


def test_an_interval_over_a_third_says_nothing():
    assert Held(300, 120, 60, Share(0.6, 0.4, 0.75)).corrected(EXACT) is None
    assert Held(300, 120, 60, Share(0.6, 0.5, 0.75)).corrected(EXACT) is not None


def see(sightings, url, parent, anchor="支部开展主题党日", role=""):
    sightings.see(url_key(url), url, LinkContext(anchor=anchor, parent_url=parent, role=role))


def test_a_link_counts_once_a_page_and_only_on_the_sites_with_a_headline():
    sightings = Sightings(["a.test"])
    for parent in ("http://a.test/1", "http://a.test/1", "http://a.test/2"):
        see(sightings, "http://news.a.test/x", parent)
    see(sightings, "http://a.test/list", "http://a.test/1", role="pager")
    see(sightings, "http://a.test/picture", "http://a.test/1", anchor="")
    see(sightings, "http://b.test/x", "http://a.test/1")
    key = url_key("http://news.a.test/x")
    sightings.rate(key, Priority(0.4, {"anchor": 0.5}))
    sightings.rescore({key: 0.75})
    sightings.fetch(key)
    assert sightings.table().tolist() == [(number_of(key), 2, 0.75, 0.5, True)]


def test_without_judged_anchor_texts_there_is_nothing_to_estimate():
    sightings = Sightings(["a.test"])
    see(sightings, "http://a.test/x", "http://a.test/1")
    sightings.rate(url_key("http://a.test/x"), Priority(0.4, {}))
    assert len(sightings.table()) == 0


def test_a_crawl_that_continues_adds_to_what_was_counted():
    first, second = Sightings(["a.test"]), Sightings(["a.test"])
    for sightings, parent in ((first, "http://a.test/1"), (second, "http://a.test/2")):
        see(sightings, "http://a.test/x", parent)
        sightings.rate(url_key("http://a.test/x"), Priority(0.5, {"anchor": 0.25}))
    second.restore(first.packed())
    ((_, seen, score, title, fetched),) = second.table().tolist()
    assert (seen, score, title, fetched) == (2, 0.5, 0.25, False)


def test_of_many_links_a_random_sample_is_counted():
    sightings = Sightings(["a.test"])
    for number in range(2 * MOST):
        url = f"http://a.test/{number}.html"
        see(sightings, url, "http://a.test/1")
        sightings.rate(url_key(url), Priority(0.5, {"anchor": number % 2}))
    table = sightings.table()
    assert MOST / 4 < len(table) <= MOST
    assert table["title"].mean() == pytest.approx(0.5, abs=0.02)

"""The sample of accepted URLs."""

from __future__ import annotations

from collections import Counter

from topiccrawl.priority.history import UrlHistory
from topiccrawl.priority.sections import Section, VisitCounts


def test_all_are_kept_while_there_is_room() -> None:
    history = UrlHistory(5)
    history.update(f"http://a.example.cn/{n}" for n in range(5))
    assert (len(history), history.added) == (5, 5)
    assert (
        sorted(history.sample(99))
        == sorted(history.sample(5))
        == [f"http://a.example.cn/{n}" for n in range(5)]
    )


def test_it_stays_bounded() -> None:
    history = UrlHistory(10, seed=1)
    history.update(map(str, range(10_000)))
    assert (len(history), history.added) == (10, 10_000)
    assert len(set(history.sample(10))) == 10


def test_every_url_has_the_same_chance() -> None:
    from scipy.stats import chisquare

    kept: Counter[str] = Counter()
    for seed in range(3000):
        history = UrlHistory(8, seed)
        history.update(map(str, range(40)))
        kept.update(history.sample(8))
    counts = [kept[str(number)] for number in range(40)]
    assert sum(counts) == 8 * 3000
    assert chisquare(counts).pvalue > 0.001


def test_a_seed_repeats_and_others_differ() -> None:
    def run(seed: int) -> list[str]:
        history = UrlHistory(5, seed)
        history.update(map(str, range(500)))
        return history.sample(5)

    assert run(1) == run(1)
    assert len({tuple(run(seed)) for seed in range(5)}) == 5


def test_what_an_earlier_crawl_accepted_keeps_its_weight() -> None:
    kept = 0
    for seed in range(200):
        history = UrlHistory(capacity=10, seed=seed)
        history.resume(90, [f"old{n}" for n in range(10)])
        history.update(f"new{n}" for n in range(10))
        assert history.added == 100
        kept += sum(url.startswith("new") for url in history.sample(10))
    assert 140 < kept < 260  # a tenth of the sample, as of all that was accepted


def test_a_history_of_accepted_pages_counts_the_others_too() -> None:
    history = UrlHistory(5)
    history.add("http://a.cn/gn/1.html")
    history.add("http://a.cn/gn/2.html", accepted=False)
    assert (history.sample(9), history.added) == (["http://a.cn/gn/1.html"], 1)
    assert history.sections.of_section(Section("a.cn", "gn")) == (1, 2)


def test_a_sample_within_a_host_or_a_section() -> None:
    history = UrlHistory(10)
    history.update(f"http://{host}.cn/{part}/1.html" for host in "ab" for part in ("gn", "tv"))
    assert sorted(history.sample(9, "a.cn")) == ["http://a.cn/gn/1.html", "http://a.cn/tv/1.html"]
    assert history.sample(9, Section("b.cn", "tv")) == ["http://b.cn/tv/1.html"]
    assert history.sample(9, "c.cn") == []
    history.add("http://c.cn/gn/1.html")
    assert history.sample(9, "c.cn") == ["http://c.cn/gn/1.html"]


def test_counts_of_an_earlier_crawl_are_restored() -> None:
    history = UrlHistory(10)
    history.add("http://a.cn/gn/1.html")
    history.resume(0, [], [(Section("b.cn", ""), VisitCounts(2, 3))])
    assert (len(history), history.sections.total) == (0, (2, 3))

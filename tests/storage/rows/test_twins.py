"""Habits of hosts, learned from the pages of a database."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from e2e.crawling import stories
from servers.corpora import opened

from topiccrawl.dedup.url_habits import LearnedHabits
from topiccrawl.page.canonical_url import url_key
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.pages.url_twins import UrlTwins
from topiccrawl.storage.records import PageRecord
from topiccrawl.storage.rows.twins import read_learned

STORIES = stories()
M, WWW = "http://m.a.test/n/{}.html", "http://www.a.test/n/{}.html"


@pytest.fixture
def store(database_url: str) -> Iterator[CorpusStore]:
    corpus = opened(database_url)
    yield corpus
    corpus.close()


def learn(
    store: CorpusStore, *pages: tuple[str, int], segments: frozenset[str] = frozenset()
) -> LearnedHabits:
    """Store pages with the texts of stories, by number, and return what is learned."""
    for url, number in pages:
        text = "\n".join(STORIES[number].paragraphs)
        record = PageRecord(
            topic="party",
            url=url,
            run_id=1,
            fetched_at=datetime.now(UTC),
            title=url,
            text=text,
            url_segments=segments,
        )
        for _ in range(2):  # a page that is fetched again is no new evidence
            store.write([record])
    return store.read(read_learned, "party")


def pairs(long: str, short: str, count: int = 3) -> list[tuple[str, int]]:
    return [(form.format(n), n) for n in range(count) for form in (long, short)]


def test_three_pairs_are_believed_in_any_order(store: CorpusStore) -> None:
    assert not learn(store, *pairs(M, WWW, 2))
    learned = learn(store, (WWW.format(2), 2), (M.format(2), 2))
    assert learned.base(M.format(9)) == WWW.format(9)
    assert learned.base(WWW.format(9)) == WWW.format(9)
    assert learned.base("http://m.a.test/list/9.html") == "http://m.a.test/list/9.html"  # another shape
    assert learned.base("http://m.b.test/n/9.html") == "http://m.b.test/n/9.html"  # another host


def test_one_pair_that_differs_ends_a_habit(store: CorpusStore) -> None:
    assert learn(store, *pairs(M, WWW))
    assert not learn(store, (M.format(7), 7), (WWW.format(7), 8))


@pytest.mark.parametrize(
    ("long", "short", "url", "base"),
    [
        ("http://a.test/d{}/index.html", "http://a.test/d{}/", "d9/index.html", "d9/"),
        ("http://a.test/amp/n/{}.html", "http://a.test/n/{}.html", "amp/n/9.html", "n/9.html"),
        (
            "http://a.test/s.php?id={}&print=yes",
            "http://a.test/s.php?id={}",
            "s.php?id=9&print=yes",
            "s.php?id=9",
        ),
        ("http://a.test/s.php?id={}&page=1", "http://a.test/s.php?id={}", "s.php?id=9&page=1", "s.php?id=9"),
    ],
)
def test_habits(store: CorpusStore, long: str, short: str, url: str, base: str) -> None:
    learned = learn(store, *pairs(long, short))
    assert learned.base(f"http://a.test/{url}") == f"http://a.test/{base}"


def test_the_first_page_of_an_article_says_nothing_about_its_second(store: CorpusStore) -> None:
    learned = learn(store, *pairs("http://a.test/s.php?id={}&page=1", "http://a.test/s.php?id={}", 6))
    assert learned.base("http://a.test/s.php?id=9&page=2") == "http://a.test/s.php?id=9&page=2"
    learned = learn(store, *pairs("http://a.test/t.php?id={}&page=2", "http://a.test/t.php?id={}", 6))
    assert learned.base("http://a.test/t.php?id=9&page=2") == "http://a.test/t.php?id=9&page=2"


def test_a_parameter_that_never_changes_the_body(store: CorpusStore) -> None:
    """Its values are random, as those of sessions; that of `doc` names the page."""
    form = "http://a.test/view?doc={}"
    sessions = [f"{form}&visit=a7c{n}9e44f" for n in range(6)]
    tried = [page for n in range(5) for page in ((form.format(n), n), (sessions[n].format(n), n))]
    learned = learn(store, *tried)
    assert learned.base("http://a.test/view?doc=9&visit=ffe0012abc") == form.format(9)
    assert learned.base(form.format(9)) == form.format(9)


def test_a_declared_directory_needs_pages_alike(store: CorpusStore) -> None:
    long, short, named = "http://a.test/kanban/{}.html", "http://a.test/{}.html", frozenset({"kanban"})
    learned = learn(store, *pairs(long, short), segments=named)
    assert learned.base(long.format(9)) == short.format(9)
    wrong = [(long.format(n), n) for n in (5, 6)] + [(short.format(5), 8)]
    assert not learn(store, *wrong, segments=named)


def test_urls_of_twins_have_one_key(store: CorpusStore) -> None:
    twins = UrlTwins(store, "party")
    assert twins.key(M.format(9)) == url_key(M.format(9))
    learn(store, *pairs(M, WWW))
    twins.open()
    assert len(twins) == 1
    assert twins.key(M.format(9)) == twins.key(WWW.format(9)) == url_key(WWW.format(9))
    for url in (M.format(9), WWW.format(9)):
        twins.remember_form(url, is_known=False)
    assert twins.other_form(M.format(9), []) == WWW.format(9)
    assert twins.other_form(WWW.format(9), []) == M.format(9)
    assert twins.other_form(WWW.format(9), [M.format(9)]) is None

"""Originals in a database lead to the same decisions as those in memory."""

from __future__ import annotations

import math
import random
from itertools import combinations

import pytest
from dedup.made_stories import Story, stories
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from servers.corpora import opened

from topiccrawl.dedup import TitleIndex, memory
from topiccrawl.dedup.bands import bands
from topiccrawl.dedup.fingerprint import fingerprint
from topiccrawl.dedup.memory import MemoryOriginals
from topiccrawl.dedup.originals import LEAST_NEAR
from topiccrawl.dedup.repeats import find_or_keep
from topiccrawl.dedup.rule import DedupRule
from topiccrawl.dedup.sketch import sketch, squeeze
from topiccrawl.errors import RowRefusedError
from topiccrawl.storage.pages.sketch_catch_up import SketchCatchUp
from topiccrawl.storage.rows import chunks
from topiccrawl.storage.rows.sketches import HashOf
from topiccrawl.storage.sketches import candidates, decisions, index_reads
from topiccrawl.storage.sketches.originals import StoredOriginals

TOPIC = "样例"


@pytest.fixture
def few(monkeypatch):
    """Makes lists of hashes end early, as they do in large corpora."""

    def shorten(behind: int, listed: int, whole: int = 20_000) -> None:
        for module in (memory, candidates):
            monkeypatch.setattr(module, "MOST_BEHIND_A_BAND", behind)
        monkeypatch.setattr(candidates, "MOST_LISTED", listed)
        monkeypatch.setattr(index_reads, "_MOST_AT_ONCE", 3)
        monkeypatch.setattr(candidates, "MOST_OF_BODY", whole)
        monkeypatch.setattr(candidates, "_FEW", 0)
        monkeypatch.setattr(index_reads, "_MOST_SKETCHES", 5)
        monkeypatch.setattr(index_reads, "_MOST_ROWS", 40)
        monkeypatch.setattr(chunks, "LENGTH", 3)

    return shorten


class Crawl:
    """Stores pages as a crawl does, in batches of any size."""

    def __init__(self, store, page, threshold=0.8, **values):
        self.store = store
        self.page = page
        self.rule = DedupRule(title_threshold=threshold, **values)
        self.waiting = []
        catch_up = SketchCatchUp(store, TOPIC, self.rule)
        while not catch_up.step().complete:
            pass

    def add(self, number: int, story: Story, **values):
        """Store a page at once; return what it repeats."""
        self.later(number, story, **values)
        return self.commit()[self.url(number)].repeat

    def later(self, number: int, story: Story, **values):
        """Store a page with the next batch."""
        self.waiting.append(self.page(number, title=story.title, text=story.body, dedup=self.rule, **values))

    def commit(self):
        decided = self.store.write(self.waiting)
        self.waiting = []
        return decided

    def url(self, number):
        return self.page(number).url


def assert_as_in_memory(store, page, told, threshold, rng):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(decisions, "_LONGER", math.inf)  # the index in memory does not prefer longer versions
        return _as_in_memory(store, page, told, threshold, rng)


def _as_in_memory(store, page, told, threshold, rng):
    crawl = Crawl(store, page, threshold)
    reference = MemoryOriginals(threshold)
    expected, found = {}, {}
    for number, story in enumerate(told):
        own = fingerprint(story.title, story.body)
        url = crawl.url(number)
        expected[url] = find_or_keep(own, url, reference, threshold)
        crawl.later(number, story)
        if rng.random() < 0.15:
            found |= {url: one.repeat for url, one in crawl.commit().items()}
    found |= {url: one.repeat for url, one in crawl.commit().items()}
    assert found == expected
    return {one.kind if one else None for one in found.values()}


@pytest.mark.parametrize("threshold", [0.8, 0.4])
def test_decisions_are_those_of_the_index_in_memory(store, page, threshold):
    kinds = assert_as_in_memory(store, page, stories(160, seed=1), threshold, random.Random(1))
    assert kinds == {"body", "title", None}


@pytest.mark.parametrize(("behind", "listed", "whole"), [(2, 3, 20_000), (3, 3, 4)])
def test_frequent_bands_and_words_change_no_decision(store, page, few, behind, listed, whole):
    few(behind, listed, whole)
    kinds = assert_as_in_memory(store, page, stories(160, seed=2), 0.8, random.Random(2))
    assert kinds == {"body", "title", None}


def test_bodies_that_share_a_band_or_two_are_not_compared(store, page, monkeypatch):
    shared = []
    look_up = candidates.StoredCandidates.near_bodies

    def near_bodies(self):
        for one in look_up(self):
            shared.append(len(set(bands(self._own.body)) & set(bands(one.body))))
            yield one

    monkeypatch.setattr(candidates.StoredCandidates, "near_bodies", near_bodies)
    rng = random.Random(4)
    passages = ["".join(chr(rng.randrange(0x4E00, 0x9FA5)) for _ in range(80)) for _ in range(6)]
    crawl = Crawl(store, page)
    told = ["".join(rng.sample(passages, 3)) for _ in range(20)]  # two of them often have passages in common
    for number, body in enumerate(told):
        crawl.add(number, Story("", body))
    own = [set(bands(sketch(squeeze(body)))) for body in told]
    common = [len(one & other) for one, other in combinations(own, 2)]
    assert len(shared) > 20
    assert min(shared) >= LEAST_NEAR
    assert any(0 < count < LEAST_NEAR for count in common)


PIECES = st.sampled_from(
    ["党建", "的", "会议", "学校", " ", "2018", "👍", "！", "农村医院", "\ud800"[:0], "𠮷野"]
)


@given(
    st.lists(
        st.tuples(st.lists(PIECES, max_size=5).map("".join), st.lists(PIECES, max_size=8).map("".join)),
        max_size=8,
    ),
    st.randoms(use_true_random=False),
)
@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_odd_titles_and_bodies_are_compared_the_same(tmp_path_factory, page, told, rng):
    store = opened(f"sqlite:///{tmp_path_factory.mktemp('odd')}/corpus.db")
    try:
        assert_as_in_memory(store, page, [Story(title, body * 3) for title, body in told], 0.8, rng)
    finally:
        store.close()


def test_a_page_that_is_stored_again_is_compared_by_its_new_text(store, page):
    old, new, other = list(stories(40, seed=4))[-3:]
    old.body, new.body, other.body = (
        "".join(random.Random(n).choices(old.body + new.body, k=400)) for n in range(3)
    )
    crawl = Crawl(store, page)
    crawl.add(1, old)
    assert crawl.add(4, old).match.key == crawl.url(1)
    assert crawl.add(1, new) is None  # its title is its own
    assert crawl.add(2, Story("另一个完全不同的标题", new.body)).match.key == crawl.url(1)
    assert crawl.add(3, Story("村里的大喇叭又响了", old.body)) is None


def test_a_page_fetched_again_is_no_copy_of_itself_nor_its_copies_originals(store, page):
    rng = random.Random(5)
    told = "".join(chr(rng.randrange(0x4E00, 0x9FA5)) for _ in range(600))
    retold = told[110:] + "".join(chr(rng.randrange(0x4E00, 0x9FA5)) for _ in range(110))
    crawl = Crawl(store, page)
    for _ in range(3):
        assert crawl.add(1, Story("大喇叭里的支部书记", told)) is None
        found = crawl.add(2, Story("大喇叭里的支部书记", retold))
        assert (found.match.key, found.kind) == (crawl.url(1), "title")
        found = crawl.add(3, Story("护士站的排班表", retold))
        assert (found.match.key, found.kind) == (crawl.url(1), "body")
    for number, text in ((1, told), (2, retold), (3, retold)):  # and in one batch
        crawl.later(number, Story("大喇叭里的支部书记", text))
    assert [one.repeat is None for one in crawl.commit().values()] == [True, False, False]


def test_the_longer_version_of_a_story_is_the_original(store, page):
    rng = random.Random(6)
    whole = "".join(chr(rng.randrange(0x4E00, 0x9FA5)) for _ in range(900))
    crawl = Crawl(store, page)
    story = "大喇叭里的支部书记"
    assert crawl.add(1, Story(story, whole[:700]), published="2018-03-01 08:00") is None
    crawl.later(2, Story(story, whole), published="2018-03-01 09:00")
    assert crawl.commit()[crawl.url(2)].replaced == crawl.url(1)
    found = crawl.add(3, Story(story, whole[:650]), published="2018-02-28 08:00")
    assert found.match.key == crawl.url(2)


def test_notices_under_one_title_that_lie_far_apart_are_different(store, page):
    rng = random.Random(7)
    form, own = ("".join(chr(rng.randrange(0x4E00, 0x9FA5)) for _ in range(length)) for length in (600, 110))
    crawl = Crawl(store, page)
    story = "镇领导走访看望老党员"
    assert crawl.add(1, Story(story, form), published="2018-01-20") is None
    assert crawl.add(2, Story(story, form[110:] + own), published="2019-01-12") is None
    found = crawl.add(3, Story(story, form[110:] + own[::-1]), published="2018-01-22")
    assert found.match.key == crawl.url(1)


def test_what_was_never_stored_is_no_original(store, page):
    crawl = Crawl(store, page)
    story = Story(
        "大喇叭里的支部书记", "清晨六点，村口的大喇叭准时响起，支部书记开始播报当天的农事安排。" * 9
    )
    with pytest.raises(RowRefusedError):
        crawl.add(1, story, relevance=float("nan"))
    crawl.waiting = []
    assert crawl.add(2, story) is None


def test_titles_alone_can_be_looked_up(store, page):
    store.write([page(1, title="全市召开基层党建工作推进会", text="")])
    index = TitleIndex(store=StoredOriginals(store, TOPIC))
    assert index.add("全市召开基层党建工作推进会(图)", "b") == page(1).url
    assert index.add("村口的大喇叭准时响起", "c") is None
    assert index.add("村口的大喇叭准时响起！", "d") == "c"


def test_lists_of_any_length_are_read_by_one_query(store, monkeypatch):
    queries = set()
    fetch = index_reads.fetch

    def fetched(connection, query, values):
        queries.add(query)
        return fetch(connection, query, values)

    monkeypatch.setattr(index_reads, "fetch", fetched)
    with store.reading() as connection:
        for most in range(1000, 1100):
            assert index_reads.IndexReads(connection).whole([1, 2], HashOf.TITLE_WORD, most)
    assert len(queries) == 1, "texts of queries are kept for the whole crawl"

"""Decisions about duplicates are made in the transaction that stores the pages."""

from __future__ import annotations

import random
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest
from dedup.made_stories import Story

from topiccrawl.dedup.rule import DedupRule
from topiccrawl.errors import DatabaseAwayError
from topiccrawl.storage.pages.sketch_catch_up import SketchCatchUp
from topiccrawl.storage.pages.store import CorpusStore

TOPIC = "样例"
NOON = datetime(2024, 3, 5, 12, tzinfo=UTC)
RULE = DedupRule()
MARKS = (
    "SELECT copies.url, original_url FROM duplicates JOIN pages copies ON copies.id = duplicates.page_id "
    "ORDER BY copies.url"
)


def told(seed, length=400):
    rng = random.Random(seed)
    return "".join(chr(rng.randrange(0x4E00, 0x9FA5)) for _ in range(length))


def prepare(store, rule=RULE):
    catch_up = SketchCatchUp(store, TOPIC, rule)
    while not catch_up.step().complete:
        pass


@pytest.fixture
def crawl(store, page, database_url, query):
    """Stores pages one by one; returns the decision."""
    prepare(store)

    class Crawl:
        rule = RULE

        def see(self, url, story, published=None, minutes=0, **values):
            record = self.record(url, story, published, minutes, **values)
            return store.write([record])[record.url]

        def record(self, url, story, published=None, minutes=0, **values):
            own = {"url": f"http://{url}", "fetched_at": NOON + timedelta(minutes=minutes)}
            return page(
                url, title=story.title, text=story.body, published=published, dedup=self.rule, **own | values
            )

        def marks(self):
            return {url[7:]: original[7:] for url, original in query(database_url, MARKS)}

        def ids(self):
            return dict(query(database_url, "SELECT url, id FROM pages"))

    yield Crawl()
    wrong = "SELECT COUNT(*) FROM page_index WHERE copied <> (page_id IN (SELECT page_id FROM duplicates))"
    assert list(query(database_url, wrong)) == [(0,)]


def test_an_older_page_that_comes_later_is_the_original(crawl):
    story = Story("村口的大喇叭又响了", told(1))
    crawl.see("b.test/1", story, "2024-03-05 09:30")
    for number in range(3):
        crawl.see(f"c{number}.test/1", story, "2024-03-05 11:00", minutes=number)
    before = crawl.ids()
    found = crawl.see("a.test/1", story, "2024-03-05 08:10", minutes=60)
    assert found.repeat is None
    assert found.replaced == "http://b.test/1"
    assert not found.is_new
    copies = ("b.test/1", "c0.test/1", "c1.test/1", "c2.test/1")
    assert crawl.marks() == dict.fromkeys(copies, "a.test/1")
    assert {url: crawl.ids()[url] for url in before} == before
    # Fetched again, and copied again, they stay what they are.
    for url, published in (("b.test/1", "2024-03-05 09:30"), ("d.test/1", None)):
        again = crawl.see(url, story, published, minutes=90)
        assert again.repeat.match.key == "http://a.test/1"
    assert crawl.see("a.test/1", story, "2024-03-05 08:10", minutes=95).is_new
    assert crawl.marks() == dict.fromkeys((*copies, "d.test/1"), "a.test/1")


def test_what_is_similar_to_the_old_original_alone_is_still_found(crawl):
    text = told(2, 1000)
    crawl.see("b.test/1", Story("村口的大喇叭又响了", text[100:]), "2024-03-05 09:30")
    crawl.see("a.test/1", Story("大喇叭", text[:900]), "2024-03-05 08:10", minutes=1)
    found = crawl.see("c.test/1", Story("村里", text[190:]), "2024-03-05 11:00", minutes=2)
    assert found.repeat.match.key == "http://a.test/1"


@pytest.mark.parametrize(
    ("first", "later"),
    [
        (None, "1970-01-01 08:00"),
        (None, "2031-01-01 08:00"),
        (None, "2024-03-04"),  # a day alone does not come before a fetch time
        (None, "2024-03-05 00:00"),
        ("2024-03-05 09:30", "2024-03-05"),
        ("2024-03-05 09:30", "2024-03-05 09:30"),
        ("2024-03-05 09:30", "近日"),
        ("2024-03-05 09:30", None),
    ],
)
def test_a_date_that_is_worth_nothing_changes_no_roles(crawl, first, later):
    story = Story("村口的大喇叭又响了", told(3))
    crawl.see("b.test/1", story, first)
    assert crawl.see("a.test/1", story, later, minutes=1).repeat.match.key == "http://b.test/1"


@pytest.mark.parametrize(
    ("first", "later"),
    [
        (None, "2024-03-05 08:00"),
        ("2024-03-05", "2024-03-04"),
        ("2024-03-05 09:30", "2024-03-04"),
        ("1970-01-01", "2024-03-05 08:00"),
        ("2024-03-05 09:30", "2024-03-05T01:29:00Z"),
    ],
)
def test_a_date_that_is_plainly_earlier_counts(crawl, first, later):
    story = Story("村口的大喇叭又响了", told(4))
    crawl.see("b.test/1", story, first)
    assert crawl.see("a.test/1", story, later, minutes=1).replaced == "http://b.test/1"


FORMULAS = ("人事任免公告", "组图：一周回顾", "国际联播快讯", "党建读书笔记({n})", "要闻速览({n}月5日)")
COMMON = "责任编辑：王晓明。更多精彩内容请关注本报官方微信公众号。版权所有，未经许可不得转载。"


def test_titles_by_formula_stay_apart_by_their_bodies_and_copies_are_found(crawl, store):
    texts = [told(300 + number, 250) for number in range(50)]
    titles = [FORMULAS[number % 5].format(n=number) for number in range(50)]
    series = [
        crawl.record(f"a.test/{number}", Story(title, text + COMMON))
        for number, (title, text) in enumerate(zip(titles, texts, strict=True))
    ]
    found = store.write(series)
    assert [one.repeat for one in found.values()] == [None] * 50
    heads = ("", "本报讯（记者 张三）", "央视网消息：")
    copies = [
        crawl.record(f"b.test/{number}", Story(title, heads[number % 3] + text + COMMON * (number % 2)))
        for number, (title, text) in enumerate(zip(titles, texts, strict=True))
    ]
    found = store.write(copies)
    expected = [f"http://a.test/{number}" for number in range(50)]
    assert [one.repeat and one.repeat.match.key for one in found.values()] == expected


@pytest.mark.parametrize(
    ("title", "same", "kind"),
    [
        ("全市召开基层党建工作推进会", 560, "title"),
        ("全市召开基层党建工作推进会 部署下半年工作", 560, "title"),
        ("全市召开基层党建工作推", 690, "body"),  # cut within a word, its title is another one
    ],
)
def test_cut_and_retouched_titles_over_one_story_are_found(crawl, title, same, kind):
    text = told(12, 700)
    crawl.see("a.test/1", Story("全市召开基层党建工作推进会 部署下半年重点工作", text))
    found = crawl.see("b.test/1", Story(title, text[:same] + told(13, 100))).repeat
    assert (found.match.key, found.kind) == ("http://a.test/1", kind)


@pytest.mark.parametrize(
    ("title", "is_copy"),
    [("镜报：国米只愿出5000万镑，卢", True), ("镜报：切尔西只愿出5000万镑，担心卢卡库自己无法加盟", False)],
)
def test_a_short_notice_under_a_cut_title_is_found_and_one_with_another_name_is_not(crawl, title, is_copy):
    text = told(14, 190)
    crawl.see("a.test/1", Story("镜报：国米只愿出5000万镑，担心卢卡库自己无法加盟", text))
    assert (crawl.see("b.test/1", Story(title, text[:180])).repeat is not None) == is_copy


def test_copies_in_one_batch_are_decided_in_their_order(crawl, store):
    story = Story("村口的大喇叭又响了", told(7))
    dates = ("2024-03-05 10:00", "2024-03-05 09:00", "2024-03-05 11:00", "2024-03-05 08:00")
    records = [crawl.record(f"{name}.test/", story, at) for name, at in zip("abcd", dates, strict=True)]
    found = store.write(records)
    assert [one.replaced for one in found.values()] == [None, "http://a.test/", None, "http://b.test/"]
    assert crawl.marks() == dict.fromkeys(("a.test/", "b.test/", "c.test/"), "d.test/")
    store.write(records)  # after a kill between the commit and its acknowledgement
    assert crawl.marks() == dict.fromkeys(("a.test/", "b.test/", "c.test/"), "d.test/")


def test_a_batch_is_decided_as_its_pages_arrived(crawl, store):
    story = Story("村口的大喇叭又响了", told(9))
    minutes = {"a.test/1": 5, "a.test/2": 0, "a.test/3": 9}
    found = store.write([crawl.record(url, story, minutes=late) for url, late in minutes.items()])
    assert [url for url, decision in found.items() if decision.is_new] == ["http://a.test/2"]
    assert not any(decision.replaced for decision in found.values())
    assert crawl.marks() == {"a.test/1": "a.test/2", "a.test/3": "a.test/2"}


def test_the_original_does_not_depend_on_the_order(crawl, store):
    rng = random.Random(8)
    for trial in range(4):
        story = Story(f"第{trial}次", told(100 + trial))
        pages = [(f"s{n}.test/{trial}", f"2024-03-0{trial + 1} 08:{n:02d}", n) for n in range(6)]
        rng.shuffle(pages)
        for url, published, minutes in pages:
            crawl.see(url, story, published, minutes)
        copies = {f"s{n}.test/{trial}": f"s0.test/{trial}" for n in range(1, 6)}
        assert copies.items() <= crawl.marks().items()


def test_a_missing_original_is_replaced(crawl, store):
    story = Story("村口的大喇叭又响了", told(9))
    for name in "ab":
        crawl.see(f"{name}.test/", story)
    store.transact(lambda one: one.exec_driver_sql("DELETE FROM pages WHERE url = 'http://a.test/'"))
    crawl.see("c.test/", story, minutes=5)
    assert crawl.see("d.test/", story, minutes=6).repeat.match.key == "http://c.test/"


def test_other_topics_keep_their_marks(crawl, store, page):
    story = Story("村口的大喇叭又响了", told(10))
    marked = page(
        1, topic="别的", url="http://x.test/", duplicate_of="http://b.test/1", duplicate_kind="body"
    )
    store.write([marked])
    crawl.see("b.test/1", story, "2024-03-05 09:30")
    crawl.see("a.test/1", story, "2024-03-05 08:10", minutes=1)
    assert crawl.marks() == {"b.test/1": "a.test/1", "x.test/": "b.test/1"}


def test_workers_that_store_the_same_stories_at_once_keep_each_of_them_once(page, mariadb_url, query):
    """Each worker has its own connection, and stores its copies in batches of its own order and size."""
    copies, workers = 30, 4
    stories = [Story(f"第{number}件事", told(200 + number)) for number in range(copies)]
    stores = [CorpusStore(mariadb_url) for _ in range(workers)]
    for store in stores:
        store.open()
    prepare(stores[0])
    barrier = threading.Barrier(workers)

    def work(worker):
        rng = random.Random(worker)
        numbers = rng.sample(range(copies), copies)
        barrier.wait(60)
        while numbers:
            batch = [
                page(
                    f"{worker}/{number}",
                    title=stories[number].title,
                    text=stories[number].body,
                    dedup=RULE,
                    fetched_at=NOON + timedelta(seconds=rng.randrange(60)),
                )
                for number in (numbers.pop() for _ in range(min(len(numbers), rng.randint(1, 7))))
            ]
            for _ in range(20):  # a deadlock is retried, as the batch writer does
                try:
                    stores[worker].write(batch)
                    break
                except DatabaseAwayError as error:
                    assert "Deadlock" in str(error)

    with ThreadPoolExecutor(workers) as pool:
        list(pool.map(work, range(workers)))
    kept = "SELECT url, fetched_at FROM pages WHERE id NOT IN (SELECT page_id FROM duplicates)"
    originals = dict(query(mariadb_url, kept))
    assert sorted(int(url.rpartition("/")[2]) for url in originals) == list(range(copies))
    for url, original in query(mariadb_url, MARKS):
        assert url.rpartition("/")[2] == original.rpartition("/")[2]
        assert original in originals
    # And the original is the page that was fetched first.
    fetched = dict(query(mariadb_url, "SELECT url, fetched_at FROM pages"))
    for original, at in originals.items():
        number = original.rpartition("/")[2]
        assert at == min(when for url, when in fetched.items() if url.rpartition("/")[2] == number)
    for store in stores:
        store.close()


def test_pages_are_not_compared_before_their_sketches_are_made(database_url, page):
    store = CorpusStore(database_url, timeout=1.0)  # it waits that long for them
    store.open()
    with closing(store):
        with pytest.raises(DatabaseAwayError, match="cannot be compared yet"):
            store.write([page(1, dedup=RULE)])
        prepare(store)
        store.write([page(1, dedup=RULE)])
        with pytest.raises(DatabaseAwayError, match="other settings for deduplication"):
            store.write([page(2, dedup=DedupRule("title"))])


class TestTitlesToTheLetter:
    """`dedup = "title"`: paper C, with suffixes and without bodies."""

    @pytest.fixture
    def titles(self, crawl, store):
        crawl.rule = DedupRule("title")
        prepare(store, crawl.rule)
        return lambda url, title, text: crawl.see(url, Story("", text), raw_title=title).repeat

    def test_the_suffix_counts_and_the_body_does_not(self, titles):
        assert titles("a.test/1", "全市召开基层党建工作推进会", told(20)) is None
        found = titles("b.test/1", "全市召开基层党建工作推进会", told(21))
        assert (found.match.key, found.kind) == ("http://a.test/1", "title")
        assert titles("c.test/1", "全市召开基层党建工作推进会-江边新闻网-无忧雅思网-滴答网", told(20)) is None

    def test_a_change_of_the_rule_prepares_the_stored_pages_again(self, crawl, store):
        story = Story("村口的大喇叭又响了", told(23))
        crawl.see("a.test/1", story, raw_title="村口的大喇叭又响了_江边新闻网")
        crawl.rule = DedupRule("title")
        prepare(store, crawl.rule)
        assert crawl.see("b.test/1", story, raw_title="护士站的排班表_江边新闻网").is_new
        crawl.rule = RULE
        prepare(store)
        assert crawl.see("c.test/1", story).repeat.kind == "body"
